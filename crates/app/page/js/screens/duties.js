// What the callout says: whose turn it is and what to do, why a click was refused, how it ended.
// All of it is read off the legal moves; no game is known here.
import { t, list, named } from '../i18n.js'
import { nextSteps, mustCapture } from '../board/steps.js'
import { ownerName, pieceName, placeName, nameOfCell } from '../board/names.js'
import { endText, outcomeText, ownOutcome } from '../reasons.js'

export function dutyOf(match, path) {
  const { state } = match
  const owner = state.view.owners[match.seat]
  if (!match.isHumanTurn)
    return { title: match.paused ? t('paused') : t('thinks', { name: ownerName(owner) }), why: '' }
  const pass = passOf(state.view)
  const title = match.humans.length > 1 ? t('turn', { name: ownerName(owner) }) : t('turn.yours')
  if (pass) return { title, why: t('pass.why'), pass }
  return { title, ...duty(state, path, title) }
}

/** A move without a step, or a lone click on a piece that goes nowhere. */
function passOf({ moves, pieces }) {
  const [only] = moves
  if (moves.length !== 1 || only.path.length > 1) return null
  return only.path.length === 0 || pieces.some((piece) => piece.cell === only.path[0]) ? only : null
}

function duty({ game, view }, path, title) {
  const { moves } = view
  const next = list(names(view, nextSteps(moves, path)))
  if (mustCapture(moves)) {
    if (path.length === 0) return { title: t('must.title'), why: t('must.why', { where: next }) }
    if (path.length === 1) return { title: t('must.title'), why: t('must.land', { where: next }) }
    return { title: t('must.on'), why: t('must.onWhy', { where: next }) }
  }
  if (path.length > 0)
    return {
      title: t('turn.from', { where: nameOfCell(path[0], view) }),
      why: moves.some((move) => move.count) ? t('turn.split') : t('turn.land'),
    }
  if (moves.every((move) => move.path.length === 1)) return { title, why: named(`turn.place.${game}`, t('turn.place')) }
  return { title, why: moves.some((move) => move.count) ? t('turn.stack') : t('turn.pick') }
}

function names(view, ids) {
  return [...ids].map((id) =>
    placeName(
      view.cells.find((cell) => cell.id === id),
      view,
    ),
  )
}

/** Why a click on a cell means nothing now. */
export function refusalOf({ view, seat }, path, cell) {
  const piece = view.pieces.find((each) => each.cell === cell)
  const place = placeName(
    view.cells.find((each) => each.id === cell),
    view,
  )
  if (path.length > 0) return t('refused.target', { where: list(names(view, nextSteps(view.moves, path))) })
  if (!piece) return t('refused.empty', { place })
  if (piece.owner !== seat) return t('refused.foreign', { place, piece: pieceName(piece, view) })
  if (mustCapture(view.moves)) return t('refused.must', { place, where: list(names(view, nextSteps(view.moves, []))) })
  return t('refused.stuck', { place })
}

/** How it ended, said to the one person at the table where there is but one. */
export function outcomeOf({ outcome, state: { players, view }, person }) {
  const title = person === null ? null : ownOutcome(outcome, players, person)
  return {
    title: title ?? outcomeText(outcome, players, view.owners),
    why: endText(outcome, { players, owners: view.owners, person }),
  }
}
