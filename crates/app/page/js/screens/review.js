// The whole game analysed: a value for every position, a mark for every weak move, and what
// would have been better. It is kept with the saved game.
import { h, button } from '../dom.js'
import { t, number } from '../i18n.js'
import * as api from '../api.js'
import { say } from '../voice.js'
import { troubleText } from '../trouble.js'
import { inPlace, Displaced } from '../streams.js'
import { spoken } from '../value.js'
import { ownerName } from '../board/names.js'

const LINE = 8

export async function review(screen) {
  if (screen.reviewing) return void screen.reviewing.abort()
  const nodes = screen.tree.line()
  const { signal } = (screen.reviewing = new AbortController())
  screen.listening.stop()
  const hear = (name, data) => {
    if (name !== 'ply' || signal.aborted) return
    nodes[data.ply].share = data.share
    const next = nodes[data.ply + 1]
    if (next) next.judged = judgedBy(data)
    screen.reviewButton.textContent = t('review.progress', { done: data.progress[0], of: data.progress[1] })
    screen.tree.version++
    screen.drawPanels()
  }
  const asked = { ...screen.asked, moves: screen.tree.path(nodes.at(-1)) }
  try {
    await inPlace((both) => api.listen('/api/review', asked, hear, both), signal)
    screen.keep()
    const count = (mark) => nodes.filter((node) => node.judged?.mark === mark).length
    say(t('review.done', { inaccuracies: count('inaccuracy'), mistakes: count('mistake'), blunders: count('blunder') }))
  } catch (error) {
    const isOwn = error.name === 'AbortError' || error instanceof Displaced
    if (!isOwn && !screen.closed) screen.tell(t('error.title'), troubleText(error))
  } finally {
    screen.reviewing = null
    if (!screen.closed) {
      screen.reviewButton.textContent = t('review')
      screen.drawPanels()
      screen.listen()
    }
  }
}

/** What is remembered of a move that was judged. */
function judgedBy({ mark, lost, analysis }) {
  const best = analysis.lines[0]
  return { mark: mark ?? null, lost, best: best?.move, pv: best?.pv.slice(0, LINE), score: best?.score }
}

/** What is kept of a review: shares and judgements along a line. */
export function written(tree) {
  const nodes = tree.line(tree.root)
  if (!nodes.some((node) => node.judged)) return null
  const marks = Object.fromEntries(nodes.flatMap((node, ply) => (node.judged ? [[ply, node.judged]] : [])))
  return { line: tree.path(nodes.at(-1)), shares: nodes.map((node) => node.share ?? null), marks }
}

/** Puts a kept review back on the moves it was made of. */
export function restore(tree, kept) {
  let node = tree.root
  for (let ply = 0; node; ply++) {
    if (kept.shares[ply] !== null && kept.shares[ply] !== undefined) node.share = kept.shares[ply]
    if (kept.marks[ply]) node.judged = kept.marks[ply]
    const next = kept.line[ply]
    node = node.children.find((child) => child.move === next)
  }
  tree.version++
}

/** Mean loss and errors of each side, and an accuracy that says where it comes from. */
export function summaryOf(tree, players, offset) {
  const nodes = tree.line(tree.root).filter((node) => node.judged)
  return Array.from({ length: players }, (_, seat) => {
    const own = nodes.filter((node) => (node.ply - 1 + offset) % players === seat)
    const lost = own.reduce((sum, node) => sum + node.judged.lost, 0)
    const count = (mark) => own.filter((node) => node.judged.mark === mark).length
    const mean = own.length > 0 ? lost / own.length : 0
    return {
      moves: own.length,
      mean,
      accuracy: 100 * (1 - mean),
      inaccuracies: count('inaccuracy'),
      mistakes: count('mistake'),
      blunders: count('blunder'),
    }
  })
}

/** The summary as a small table. */
export function summaryTable(screen) {
  const { view, players } = screen.state
  const sums = summaryOf(screen.tree, players.length, screen.firstSeat())
  if (sums.every((sum) => sum.moves === 0)) return null
  const cells = (seat, sum) => [
    h('th', { scope: 'row' }, ownerName(view.owners[seat])),
    [sum.inaccuracies, sum.mistakes, sum.blunders].map((value) => h('td', {}, number(value))),
    h('td', {}, `${number(Math.round(sum.accuracy))} %`),
  ]
  return h(
    'table',
    { class: 'summary' },
    h('caption', {}, t('summary.why')),
    h(
      'tr',
      {},
      h('td'),
      ['?!', '?', '??'].map((sign) => h('th', { scope: 'col' }, sign)),
      h('th', { scope: 'col' }, t('summary.accuracy')),
    ),
    sums.map((sum, seat) => h('tr', {}, cells(seat, sum))),
  )
}

/** What was better than the move shown, with its line, and another try. */
export function betterThan(screen) {
  const { judged, parent } = screen.tree.current
  if (!judged) return parent && screen.tree.line(screen.tree.root).some((node) => node.judged) ? unjudged(screen) : null
  if (!judged.mark || !judged.best) return fine(screen.tree.current)
  const goBack = () => screen.go(() => screen.jump(parent))
  return {
    title: `${screen.tree.current.move}: ${t(`mark.${judged.mark}`)}`,
    why: t('better.was', { move: judged.best, value: spoken(judged.score), line: judged.pv.join(' ') }),
    buttons: [
      button(t('better.retry'), { class: 'btn', id: 'retry', onclick: () => screen.beginRetry() }),
      button(t('better.show'), {
        class: 'btn',
        id: 'show-better',
        onclick: async () => {
          await goBack()
          screen.playMove(judged.best)
        },
      }),
    ],
  }
}

/** The callout keeps its place while a judged game is stepped through. */
const unjudged = (screen) => ({ title: screen.tree.current.move, why: t('judged.none'), buttons: [] })

function fine({ move, judged }) {
  const isBest = judged.best === move || !judged.best
  const why = isBest ? t('judged.best') : t('judged.fine', { move: judged.best })
  return { title: move, why, buttons: [] }
}
