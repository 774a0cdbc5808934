// Moves in pairs, the current one filled, variations indented under the move they replace.
import { h } from '../dom.js'
import { t } from '../i18n.js'

/** The plain list of a played game; `go` hears after how many moves the reader wants to see it. */
export function movePairs(host, { moves, players }, { current = moves.length, go, empty }) {
  const rows = []
  for (let ply = 0; ply < moves.length; ply += players.length) {
    const row = moves.slice(ply, ply + players.length)
    rows.push(h('li', { class: 'pair' }, h('span', { class: 'number' }, `${ply / players.length + 1}.`),
      row.map((move, index) => h('button', { type: 'button', class: 'step', 'aria-current': ply + index === current - 1 ? 'true' : null, onclick: () => go(ply + index + 1) }, move))))
  }
  for (const row of rows) row.style.setProperty('grid-template-columns', `34px repeat(${players.length}, 1fr)`)
  host.replaceChildren(...(rows.length > 0 ? rows : [h('li', { class: 'meta' }, empty)]))
  if (current === moves.length) host.scrollTop = host.scrollHeight
  else keepInView(host, host.querySelector('[aria-current]'))
}

export const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' }

/** The tree of an analysed game; `offset` is the seat that moves first, `go` hears of a chosen node. */
export function moveTree(host, tree, { players, offset, go, empty }) {
  const number = (node) => Math.floor((node.ply - 1 + offset) / players) + 1
  const isFirst = (node) => (node.ply - 1 + offset) % players === 0
  const step = (node) => h('button', { type: 'button', class: 'step', 'aria-current': node === tree.current ? 'true' : null, onclick: () => go(node) },
    node.move, node.mark && h('span', { class: `bad ${node.mark}`, title: t(`mark.${node.mark}`) }, MARKS[node.mark], h('span', { class: 'away' }, t(`mark.${node.mark}`))))

  function line(start) {
    const parts = []
    for (let node = start, fresh = true; node; node = node.children[0]) {
      if (isFirst(node) || fresh) parts.push(h('b', {}, `${number(node)}${isFirst(node) ? '.' : '…'} `))
      parts.push(step(node))
      const others = node === start ? [] : node.parent.children.slice(1)
      fresh = others.length > 0
      parts.push(...others.map(variation))
    }
    return parts
  }
  const variation = (node) => h('div', { class: 'variation' }, line(node))

  const rows = []
  let row = null
  for (let node = tree.root.children[0]; node; node = node.children[0]) {
    if (!row || isFirst(node)) {
      row = h('li', { class: 'pair' }, h('span', { class: 'number' }, `${number(node)}.`))
      row.style.setProperty('grid-template-columns', `34px repeat(${players}, 1fr)`)
      for (let seat = 0; seat < (node.ply - 1 + offset) % players; seat++) row.append(h('span', { class: 'number' }, '…'))
      rows.push(row)
    }
    row.append(step(node))
    const others = node.parent.children.slice(1)
    if (others.length > 0) {
      rows.push(h('li', {}, others.map(variation)))
      row = null
    }
  }
  host.replaceChildren(...(rows.length > 0 ? rows : [h('li', { class: 'meta' }, empty)]))
  keepInView(host, host.querySelector('[aria-current]'))
}

function keepInView(host, current) {
  if (!current) return
  const top = current.offsetTop - host.offsetTop
  if (top < host.scrollTop || top > host.scrollTop + host.clientHeight - current.offsetHeight) host.scrollTop = top - host.clientHeight / 2
}
