// A small board for a card: a picture that nobody can click.
import { s } from '../dom.js'
import { layout } from './geometry.js'
import { ground } from './ground.js'
import { cellGrid } from './cells.js'
import { pieceAt } from './pieces.js'

export function miniature(view, { flipped = false } = {}) {
  const plan = layout(view, { mini: true, flipped })
  const picture = s('svg', { viewBox: plan.box.join(' '), class: `board ${view.palette}`, 'aria-hidden': 'true' })
  picture.append(ground(plan, true), cellGrid(plan, { view, mini: true }))
  const at = (piece) => plan.places.get(piece.cell)
  const inDepth = [...view.pieces].sort((one, other) => at(one).y - at(other).y)
  picture.append(...inDepth.map((piece) => pieceAt(piece, at(piece), view)))
  return picture
}
