// The cells: an ARIA grid with one tab stop, and the only layer that takes the pointer.
import { s } from '../dom.js'
import { UNIT, outline } from './geometry.js'
import { cellName } from './names.js'

export function cellGrid(plan, scene) {
  const { mini } = scene
  const rows = byRow(plan.places.values())
  const grid = s('g', mini ? {} : { role: 'grid', 'aria-label': scene.label })
  for (const row of [...rows.keys()].sort((a, b) => a - b)) {
    grid.append(
      s(
        'g',
        mini ? {} : { role: 'row' },
        rows.get(row).map((place) => (mini ? face(place) : cell(place, scene))),
      ),
    )
  }
  return grid
}

function cell(place, scene) {
  const element = s(
    'g',
    { role: 'gridcell', 'data-id': place.id },
    face(place, scene.view.numbered),
    s('polygon', { points: outline(place, 0.92), class: 'focus' }),
    s('polygon', { points: outline(place, 0.92), class: 'focus in' }),
  )
  dress(element, place, scene)
  return element
}

/** What changes about a cell while it stays the same element. */
function dress(element, place, scene) {
  const isAble = scene.next.has(place.id) || scene.starts.has(place.id)
  const isGrip = isAble && Boolean(scene.pieceOn(place.id))
  element.setAttribute('class', `cell${isAble ? ' able' : ''}${isGrip ? ' grip' : ''}`)
  element.setAttribute('tabindex', place.id === scene.focus ? 0 : -1)
  element.setAttribute('aria-label', nameOf(place, scene))
  if (scene.held === place.id) element.setAttribute('aria-selected', 'true')
  else element.removeAttribute('aria-selected')
}

function nameOf(place, { view, path, next, held, struck, forced, values, pieceOn }) {
  return cellName(place, view, {
    piece: pieceOn(place.id),
    isNext: next.has(place.id),
    isHeld: held === place.id,
    isStruck: struck.includes(place.id),
    isForced: forced,
    hasPath: path.length > 0,
    value: values?.get(place.id),
  })
}

/** Brings the cells that are drawn up to date. */
export function refreshCells(host, plan, scene) {
  for (const element of host.querySelectorAll('.cell')) dress(element, plan.places.get(element.dataset.id), scene)
}

function face(place, isNumbered = false) {
  const [x, y] = [place.x * UNIT, place.y * UNIT]
  return [
    s('polygon', { points: outline(place), class: `face ${tone(place)}` }),
    isNumbered &&
      place.label &&
      s('text', { class: 'squarenumber', x: x - 47, y: y - 39, 'aria-hidden': 'true' }, place.label),
    place.shape === 'hole' && s('circle', { cx: x, cy: y, r: 42, class: 'pit' }),
    place.tone === 'valley' &&
      s('path', { class: 'goal', transform: `translate(${x} ${y})`, d: 'M-30 18-12-12 0 6 12-12 30 18Z' }),
  ]
}

/** Neighbouring hexes of a pasture differ a little, so that lines can be followed. */
const tone = ({ tone: name, row, col }) =>
  name === 'pasture' ? ((row + col / 2) % 3 < 1 ? 'meadow2' : 'meadow') : name

function byRow(places) {
  const rows = new Map()
  for (const place of places) rows.set(place.row, [...(rows.get(place.row) ?? []), place])
  return rows
}
