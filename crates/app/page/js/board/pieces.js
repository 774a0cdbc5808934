// Pieces from the sheet of symbols. A kind the sheet lacks is a disc with its letter.
import { s } from '../dom.js'
import { UNIT, round } from './geometry.js'

const half = UNIT / 2
const symbol = (id, y = 0, more = {}) => s('use', { href: `#${id}`, width: UNIT, height: UNIT, y, ...more })

export function pieceAt(piece, place, view, className = '') {
  const group = s('g', {
    class: `piece seat${piece.owner} owner-${view.owners[piece.owner]} ${className}`,
    transform: `translate(${round(place.x * UNIT - half)} ${round(place.y * UNIT - half)})`,
  })
  group.append(...figure(piece))
  return group
}

function figure(piece) {
  if (piece.count) return flock(piece)
  if (document.getElementById(piece.kind)) return [symbol(piece.kind)]
  return [symbol('disc'), s('text', { class: 'letter', x: 50, y: 66 }, piece.letter)]
}

/** A stack shows a fleece for each four sheep begun, and always its number. */
function flock({ count, owner }) {
  const height = Math.min(4, Math.ceil(count / 4)),
    lift = (height - 1) * 4
  const below = Array.from({ length: height - 1 }, (_, index) => symbol('fleece', lift - index * 8))
  return [
    ...below,
    symbol('sheep', -lift),
    symbol(`tag-${owner % 4}`, -lift, { class: 'tag' }),
    s('text', { class: 'count', x: 52, y: 67 - lift }, count),
  ]
}

/** Moves a drawn piece along places, unless the reader wants no motion. */
export function glide(group, places, calm = 220) {
  if (places.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const frames = places.map(({ x, y }) => ({ transform: `translate(${x * UNIT - half}px, ${y * UNIT - half}px)` }))
  group.animate(frames, { duration: calm * (places.length - 1), easing: 'cubic-bezier(.2, .7, .2, 1)' })
}
