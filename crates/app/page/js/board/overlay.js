// What the engine says, drawn above the pieces: arrows by worth and a value on each move.
// Proof is a squared chip with a triangle or "="; opinion is a pill with a sign.
import { s } from '../dom.js'
import { UNIT } from './geometry.js'

const WIDTHS = [0, 7, 11, 16],
  GAP = 4

export function arrow(plan, { path, width, advice = false }) {
  const places = path.map((id) => plan.places.get(id))
  const className = `arrow w${width}${advice ? ' advice' : ''}`
  if (places.length === 1) return s('g', {}, drop(plan, places[0], width, className))
  return s(
    'g',
    {},
    places
      .slice(1)
      .map((to, index) => leg(plan, places[index], to, width, className, index + 2 === places.length, index === 0)),
  )
}

function leg(plan, from, to, width, className, isLast, isFirst) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) * UNIT
  const thickness = WIDTHS[width] * plan.marks,
    head = thickness * 1.5 + 8
  const start = isFirst ? 40 : 0,
    end = isLast ? length - 34 * plan.marks : length
  const shape = isLast
    ? `M${start} ${-thickness / 2}H${end - head}V${-head * 0.8}L${end} 0 ${end - head} ${head * 0.8}V${thickness / 2}H${start}Z`
    : `M${start} ${-thickness / 2}H${end}V${thickness / 2}H${start}Z`
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  return s('path', {
    class: className,
    transform: `translate(${from.x * UNIT} ${from.y * UNIT}) rotate(${angle})`,
    d: shape,
  })
}

/** A drop comes from above: into a rack from over its rim, elsewhere from over the cell. */
function drop(plan, place, width, className) {
  const inRack = place.shape === 'hole'
  const top = inRack ? plan.board.top - (plan.lead > 0 ? 0.36 : plan.frame * 0.8) : place.y - 0.52,
    bottom = inRack ? plan.board.top + 0.56 : place.y + 0.1
  const thickness = WIDTHS[width] * plan.marks,
    head = thickness * 1.5 + 8,
    length = (bottom - top) * UNIT
  return s('path', {
    class: className,
    transform: `translate(${place.x * UNIT} ${top * UNIT}) rotate(90)`,
    d: `M0 ${-thickness / 2}H${length - head}V${-head * 0.8}L${length} 0 ${length - head} ${head * 0.8}V${thickness / 2}H0Z`,
  })
}

/** All values at one size: as large as marks are, and no larger than lets neighbours in a row keep apart. */
export function chips(plan, values) {
  const places = values.map((value) => plan.places.get(value.cell))
  let scale = plan.marks
  places.forEach((place, index) =>
    places.slice(0, index).forEach((other, before) => {
      if (Math.abs(place.y - other.y) > 0.3 || place.x === other.x) return
      const width = (chipWidth(values[index]) + chipWidth(values[before])) / 2 + GAP
      scale = Math.min(scale, (Math.abs(place.x - other.x) * UNIT) / width)
    }),
  )
  return values.map((value) => chip(plan, value, scale))
}

function chipWidth({ kind, text, sub }) {
  const characters = text.length + (sub ? sub.length * 0.8 : 0)
  if (kind !== 'estimate') return text ? 46 + 15 * text.length : 44
  return Math.max(60, 26 + 15 * characters)
}

/** A value that covers its move's arrow is outlined in the arrow's colour instead. */
function chip(plan, { cell, kind, text, sub, isOutlined }, scale) {
  const place = plan.places.get(cell)
  const y = place.shape === 'hole' ? plan.board.top - plan.frame - 0.3 : place.y
  const proof = kind !== 'estimate'
  const width = chipWidth({ kind, text, sub })
  const shape = s(
    'g',
    {
      class: `chip ${proof ? `proof ${kind}` : ''} ${isOutlined ? 'outlined' : ''}`,
      transform: `translate(${place.x * UNIT} ${y * UNIT}) scale(${scale.toFixed(2)})`,
    },
    s('rect', { x: -width / 2, y: -20, width, height: 40, rx: proof ? 7 : 20 }),
  )
  if (kind === 'draw') shape.append(s('path', { d: 'M-9-5H9M-9 5H9', class: 'eq' }))
  else if (proof) shape.append(s('path', { d: triangle(text ? -width / 2 + 9 : -10, kind === 'win'), class: 'tri' }))
  if (text) shape.append(s('text', { x: proof ? 13 : 0, y: 9 }, text, sub && s('tspan', { class: 'sub', dx: 2 }, sub)))
  return shape
}

const triangle = (left, isUp) => `M${left} ${isUp ? 7 : -7}h20l-10 ${isUp ? -15 : 15}Z`
