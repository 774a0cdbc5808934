// Moves in pairs, the current one filled, variations indented under the move they replace.
// The whole list is one tab stop; while the same moves are shown their elements stay.
import { h } from '../dom.js'
import { t } from '../i18n.js'

/** The plain list of a played game; `go` hears after how many moves the reader wants to see it. */
export function movePairs(host, { moves, players }, { current = moves.length, go, empty }) {
  if (!sameMoves(host, moves)) {
    const rows = []
    host.steps = []
    for (let ply = 0; ply < moves.length; ply += players.length) {
      const row = moves.slice(ply, ply + players.length).map((move, index) => {
        const button = h('button', { type: 'button', class: 'step', onclick: () => go(ply + index + 1) }, move)
        host.steps.push(button)
        return button
      })
      rows.push(pair(players.length, `${ply / players.length + 1}.`, row))
    }
    fill(host, rows, empty)
    host.moves = moves
  }
  point(host, host.steps, host.steps[current - 1])
  if (current === moves.length) host.scrollTop = host.scrollHeight
}

/** Whether the list shows these moves already; their names suffice, as they are all there is. */
const sameMoves = (host, moves) =>
  host.moves?.length === moves.length && host.moves.every((move, index) => move === moves[index]) && moves.length > 0

export const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' }
/** The signs of PDN that people write. */
export const SIGNS = ['', '!', '?', '!!', '??', '!?', '?!']

/** The tree of an analysed game; `offset` is the seat that moves first, `go` hears of a chosen node. */
export function moveTree(host, tree, { players, offset, go, empty }) {
  if (host.tree !== tree || host.version !== tree.version) {
    host.buttons = new Map()
    fill(host, treeRows(host, tree, { players, offset, go }), empty)
    host.tree = tree
    host.version = tree.version
  }
  point(host, [...host.buttons.values()], host.buttons.get(tree.current))
}

function treeRows(host, tree, { players, offset, go }) {
  const number = (node) => Math.floor((node.ply - 1 + offset) / players) + 1
  const isFirst = (node) => (node.ply - 1 + offset) % players === 0
  const step = (node) => {
    const button = h('button', { type: 'button', class: 'step', onclick: () => go(node) }, node.move, signsOf(node))
    host.buttons.set(node, button)
    return button
  }
  const comment = (node) => node.comments?.length > 0 && h('span', { class: 'comment' }, node.comments.join(' '))

  function line(start) {
    const parts = []
    for (let node = start, fresh = true; node; node = node.children[0]) {
      if (isFirst(node) || fresh) parts.push(h('b', {}, `${number(node)}${isFirst(node) ? '.' : '…'} `))
      parts.push(step(node), comment(node))
      const others = node === start ? [] : node.parent.children.slice(1)
      fresh = others.length > 0
      parts.push(...others.map(variation))
    }
    return parts
  }
  const variation = (node) => h('div', { class: 'variation' }, line(node))

  const rows = []
  let row = null
  if (tree.preamble?.length > 0) rows.push(h('li', { class: 'comment' }, tree.preamble.join(' ')))
  for (let node = tree.root.children[0]; node; node = node.children[0]) {
    if (!row || isFirst(node)) {
      const before = Array.from({ length: (node.ply - 1 + offset) % players }, () =>
        h('span', { class: 'number' }, '…'),
      )
      row = pair(players, `${number(node)}.`, before)
      rows.push(row)
    }
    row.append(step(node))
    const others = node.parent.children.slice(1)
    if (others.length > 0 || node.comments?.length > 0) {
      rows.push(h('li', {}, comment(node), others.map(variation)))
      row = null
    }
  }
  return rows
}

/** What the engine thinks of a move, and what people have written of it. */
function signsOf(node) {
  const own = (node.signs ?? []).map((sign) => SIGNS[sign] ?? '').join('')
  const mark = node.judged?.mark
  return [
    own && h('span', { class: 'sign' }, own),
    mark &&
      !own &&
      h(
        'span',
        { class: `bad ${mark}`, title: t(`mark.${mark}`) },
        MARKS[mark],
        h('span', { class: 'away' }, t(`mark.${mark}`)),
      ),
  ]
}

function pair(players, number, contents) {
  const row = h('li', { class: 'pair' }, h('span', { class: 'number' }, number), contents)
  row.style.setProperty('grid-template-columns', `34px repeat(${players}, 1fr)`)
  return row
}

const fill = (host, rows, empty) =>
  host.replaceChildren(...(rows.length > 0 ? rows : [h('li', { class: 'meta' }, empty)]))

/** Fills the current move, which is also where Tab leads; focus in the list goes with it. */
function point(host, buttons, current) {
  const hadFocus = host.contains(document.activeElement)
  for (const button of host.querySelectorAll('[aria-current]')) button.removeAttribute('aria-current')
  for (const button of buttons) button.tabIndex = -1
  const stop = current ?? buttons[0]
  if (stop) stop.tabIndex = 0
  current?.setAttribute('aria-current', 'true')
  if (hadFocus) stop?.focus({ preventScroll: true })
  keepInView(host, current ?? buttons[0])
}

function keepInView(host, current) {
  if (!current) return
  const top = current.offsetTop - host.offsetTop
  if (top < host.scrollTop || top > host.scrollTop + host.clientHeight - current.offsetHeight) {
    host.scrollTop = top - host.clientHeight / 2
  }
}
