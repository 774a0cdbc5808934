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
  return s('rect', {
    x: (left - plan.frame) * UNIT,
    y: (top - plan.frame) * UNIT,
    width: (width + 2 * plan.frame) * UNIT,
    height: (height + 2 * plan.frame) * UNIT,
    rx: 12,
  })
}

/** Letters stand in the frame below the board and numbers in the frame on its left, flipped or not. */
function coordinate({ board, frame, scale, hex }, { x, y, text }) {
  const right = board.left + board.width,
    bottom = board.top + board.height
  const isRank = !hex && (x < board.left || x > right),
    isFile = !hex && !isRank
  const letter = s(
    'text',
    {
      class: `coord${text.length > 1 ? ' long' : ''}`,
      'aria-hidden': 'true',
      x: (isRank ? board.left - frame / 2 : x) * UNIT,
      y: (isFile ? bottom + frame / 2 : y) * UNIT,
    },
    text,
  )
  letter.style.setProperty('--k', scale.toFixed(2))
  return letter
}
