// From the engine's answer to what is drawn: arrows, chips, ghosts, names and a verdict.
import { t } from '../i18n.js'
import { ownerName } from '../board/names.js'
import { chipText, spoken, reversed } from '../value.js'
import { UNIT } from '../board/geometry.js'

/** @import { Analysis, State } from '../types.js' */

const DRAWN_ARROWS = 3,
  WORSE_BY = 0.25,
  LEAST_PIXELS = 11,
  FEW = 5,
  CHIP_FONT = 26

/** What each seat may expect, and the score as the bar shows it: for the leader where it is proven, else for the first seat. */
/** @param {Analysis} analysis @param {State} state */
export function barOf({ share, shares, score }, { seat, players }) {
  if (players.length === 2)
    return { shares: seat === 0 ? [share, 1 - share] : [1 - share, share], score: seat === 0 ? score : reversed(score) }
  const rest = (1 - share) / (players.length - 1)
  const isDecided = score.kind === 'win' || score.kind === 'draw'
  return { shares: isDecided || !shares ? players.map((_, index) => (index === seat ? share : rest)) : shares, score }
}

/** A finished game: all to the winner, or in equal parts to those who share the first place. */
/** @param {State} state */
export function finalShares({ outcome, players }) {
  const isFirst = ({ sign }) =>
    outcome.places ? outcome.places[sign] === 1 : outcome.winner === null || outcome.winner === sign
  const first = players.filter(isFirst).length
  return players.map((player) => (isFirst(player) ? 1 / first : 0))
}

/** The best moves as arrows, width by worth: equal worth, equal width. */
export function arrowsOf({ lines }) {
  const best = lines[0]?.share
  const ways = new Map(lines.map((line) => [line.path?.join(' '), line]).reverse())
  const drawn = lines
    .filter((line) => line.path?.length > 0 && ways.get(line.path.join(' ')) === line && best - line.share <= WORSE_BY)
    .slice(0, DRAWN_ARROWS)
  const worths = [...new Set(drawn.map((line) => worth(line)))]
  return drawn.map((line) => ({ path: line.path, width: Math.max(1, 3 - worths.indexOf(worth(line))) }))
}

const worth = (line) => `${line.score.kind} ${line.score.plies ?? ''} ${line.score.value ?? ''}`

/** In a drop game the piece appears, pale, where it would land. */
export function ghostsOf(analysis, { view, seat }) {
  const kind =
    view.pieces.find((piece) => piece.owner === seat)?.kind ??
    Object.keys(view.words)[seat] ??
    Object.keys(view.words)[0]
  return arrowsOf(analysis)
    .filter((arrow) => arrow.path.length === 1 && !view.palette.includes('flock'))
    .map((arrow) => ({ cell: arrow.path[0], owner: seat, kind, letter: '' }))
}

/** The best value for each cell that a move from here ends on. */
export function chipsOf({ lines }, path, board) {
  const best = new Map()
  for (const line of lines) {
    if (!line.path?.length || !path.every((cell, index) => line.path[index] === cell)) continue
    const cell = line.path.at(-1)
    if (!best.has(cell))
      best.set(cell, {
        cell,
        kind: line.score.kind,
        text: chipText(line.score, chipDigits(line, board)),
        sub: line.count ? `:${line.count}` : null,
      })
  }
  const chips = [...best.values()].filter((chip) => chip.kind !== 'unknown')
  const pixels = (board.host.clientWidth / board.plan.box[2]) * CHIP_FONT * board.plan.marks
  return pixels < LEAST_PIXELS && board.plan.box[2] > 9 * UNIT ? chips.slice(0, FEW) : chips
}

/** Hexes lie side by side: their chips have room for three signs. */
function chipDigits({ score, count }, { plan }) {
  if (!plan.hex) return count ? 1 : 2
  return Math.abs(score.value ?? 0) >= 9.95 ? 0 : 1
}

/** The same facts for those who hear the board. */
export function valuesOf({ lines }) {
  const values = new Map()
  lines.forEach((line, index) => {
    const cell = line.path?.at(-1)
    if (cell && !values.has(cell))
      values.set(cell, index === 0 ? `${spoken(line.score)}, ${t('cell.best')}` : spoken(line.score))
  })
  return values
}

/** "White is better", "Black wins in 5 plies". */
/** @param {Analysis} analysis @param {State} state */
export function verdictOf({ score, share }, { seat, view, players }) {
  const name = (index) => ownerName(view.owners[index])
  if (score.kind === 'draw') return t('verdict.draw')
  const isTwo = players.length === 2
  const isGood = score.kind === 'win' || (score.kind === 'estimate' && share >= 0.5)
  const ahead = isGood || !isTwo ? seat : 1 - seat
  if (score.kind === 'win' || score.kind === 'loss') {
    if (!isTwo && score.kind === 'loss') return t('verdict.loses', { name: name(seat) })
    return score.plies === undefined
      ? t('verdict.wins', { name: name(ahead) })
      : t('verdict.winsIn', { name: name(ahead), n: score.plies })
  }
  if (Math.abs(share - 0.5) < 0.03) return t('verdict.even')
  if (!isTwo) return isGood ? t('verdict.better', { name: name(seat) }) : t('verdict.worse', { name: name(seat) })
  return Math.abs(share - 0.5) > 0.25
    ? t('verdict.muchBetter', { name: name(ahead) })
    : t('verdict.better', { name: name(ahead) })
}
