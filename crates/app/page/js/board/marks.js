// Marks below and above the pieces: last move, what is held, where it may go, what is struck.
import { s } from '../dom.js'
import { UNIT, outline, sideLength } from './geometry.js'

const dot = (place, attributes) => s('circle', { cx: place.x * UNIT, cy: place.y * UNIT, ...attributes })
const cased = (classNames, make) => classNames.map((className) => make(className))

export function lastMove(place, isStruck) {
  if (place.shape === 'hole') return []
  const side = sideLength(place) * 0.9
  return [
    !isStruck && s('polygon', { points: outline(place), class: 'last' }),
    s('polygon', {
      points: outline(place, 0.9),
      class: 'lastcorner',
      'stroke-dasharray': `${side * 0.2} ${side * 0.6} ${side * 0.2} 0`,
    }),
  ]
}

/** What a cell adds to an evaluation: for the side to move, or against it. */
export const shade = (place, share) =>
  s('polygon', {
    points: outline(place, 0.98),
    class: share < 0 ? 'shade against' : 'shade for',
    'fill-opacity': (0.14 + 0.5 * Math.abs(share)).toFixed(2),
  })

/** Where others went before the last one. */
export const others = (place) => [s('polygon', { points: outline(place, 0.9), class: 'othercorner' })]

/** The row that has won, struck through. */
export function row(places) {
  const [from, to] = [places[0], places.at(-1)]
  const way = `M${from.x * UNIT} ${from.y * UNIT}L${to.x * UNIT} ${to.y * UNIT}`
  return cased(['winrow', 'winrow in'], (className) => s('path', { class: className, d: way }))
}

export const lastDrop = (place) => (place.shape === 'hole' ? dot(place, { r: 45.5, class: 'lastring' }) : null)
export const held = (place) =>
  cased(['selected', 'selected in'], (className) => s('polygon', { points: outline(place, 0.92), class: className }))
export const trail = (places) =>
  s('polyline', { class: 'trail', points: places.map(({ x, y }) => `${x * UNIT},${y * UNIT}`).join(' ') })

export function cross(place) {
  return cased(['cross', 'cross in'], (className) =>
    s('path', {
      class: className,
      transform: `translate(${place.x * UNIT} ${place.y * UNIT})`,
      d: 'm-18-21 36 36m0-36-36 36',
    }),
  )
}

export const must = (place) =>
  cased(['must', 'must in'], (className) =>
    s('circle', { cx: place.x * UNIT, cy: place.y * UNIT - 2, r: 45, class: className }),
  )

export const target = (place, scale, isCapture) =>
  dot(place, { r: (isCapture ? 19 : 15) * Math.max(1, scale), class: `target${isCapture ? ' take' : ''}` })
