// The slab a board is cut from: laminated edge, frame and coordinates.
import { s } from '../dom.js'
import { UNIT, outline } from './geometry.js'

export function ground(plan, mini) {
  const slab = s('g', { class: 'edge' })
  for (const ply of [3, 2, 1]) {
    slab.append(s('g', { class: `ply${ply}`, transform: `translate(0 ${ply * 5.2})` }, sheet(plan)))
  }
  slab.append(s('g', { class: plan.hex ? 'bank' : 'frame' }, sheet(plan)))
  if (!mini) slab.append(...plan.labels.map((label) => coordinate(plan, label)))
  return slab
}

function sheet(plan) {
  if (plan.hex) return [...plan.places.values()].map((place) => s('polygon', { points: outline(place, 1.06) }))
  const { left, top, width, height } = plan.board
  return s('rect', { x: (left - plan.frame) * UNIT, y: (top - plan.frame) * UNIT, width: (width + 2 * plan.frame) * UNIT, height: (height + 2 * plan.frame) * UNIT, rx: 12 })
}

/** A letter beside the board stands in the middle of the frame, whichever side it is on. */
function coordinate({ board, frame, scale, hex }, { x, y, text }) {
  const right = board.left + board.width, bottom = board.top + board.height
  const beside = (value, low, high) => (hex ? value : value < low + 0.01 ? low - frame / 2 : value > high - 0.4 ? high + frame / 2 : value)
  const letter = s('text', { class: 'coord', x: beside(x, board.left, right) * UNIT, y: beside(y, board.top, bottom) * UNIT, 'aria-hidden': 'true' }, text)
  letter.style.setProperty('--k', scale.toFixed(2))
  return letter
}
