// One's own arrows and circles, by the right button: a drag is an arrow, a click is a circle, the
// same again takes it away. They go with the next move.
import { s } from '../dom.js'
import { UNIT } from './geometry.js'
import { arrow } from './overlay.js'

export function listenToDrawing(board) {
  let from = null
  const cellOf = (event) => event.target.closest?.('.cell')?.dataset.id
  board.host.addEventListener('contextmenu', (event) => {
    if (cellOf(event)) event.preventDefault()
  })
  board.host.addEventListener('pointerdown', (event) => {
    if (event.button === 2) from = cellOf(event) ?? null
  })
  addEventListener('pointerup', (event) => {
    if (event.button !== 2 || from === null) return
    const to = cellOf(event)
    const start = from
    from = null
    if (!to) return
    const key = start === to ? start : `${start} ${to}`
    if (!board.drawn.delete(key)) board.drawn.add(key)
    board.redraw()
  })
}

/** What the reader has drawn. */
export function drawings(plan, drawn) {
  return [...drawn].map((key) => {
    const path = key.split(' ')
    if (path.length > 1) return s('g', { class: 'own' }, arrow(plan, { path, width: 2 }))
    const place = plan.places.get(path[0])
    return s('circle', { class: 'owncircle', cx: place.x * UNIT, cy: place.y * UNIT, r: 44 })
  })
}
