// Mouse, pen and finger: click or tap, or drag from cell to cell. A tap means the
// nearest cell that can be stepped on; while a finger hides a small cell, a loupe shows it.
import { UNIT } from './geometry.js'
import { openLoupe } from './loupe.js'

const DRAG_PIXELS = 6,
  REACH_PIXELS = 24,
  SMALL_CELL_PIXELS = 36

export function listenToPointer(board) {
  let justDragged = false

  board.host.addEventListener('pointerdown', (down) => {
    const cell = cellOf(down)
    if (!cell || down.button !== 0) return
    const gesture = new AbortController(),
      { signal } = gesture
    const loupe =
      down.pointerType === 'touch' && cellPixels(board) < SMALL_CELL_PIXELS ? openLoupe(board.host, down) : null
    let drag = null
    addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== down.pointerId) return
        loupe?.move(event)
        if (!drag && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > DRAG_PIXELS)
          drag = beginDrag(board, cell)
        if (drag) followDrag(board, drag, event)
      },
      { signal },
    )
    const release = (event) => {
      if (event.pointerId !== down.pointerId) return
      gesture.abort()
      loupe?.close()
      if (!drag) return
      justDragged = true
      setTimeout(() => {
        justDragged = false
      })
      endDrag(board, event.type === 'pointerup' ? nearest(board, event, dropReach(board)) : null)
    }
    addEventListener('pointerup', release, { signal })
    addEventListener('pointercancel', release, { signal })
  })
  board.host.addEventListener(
    'touchmove',
    (event) => {
      const isDrag = event.touches.length === 1 && event.target.closest?.('.grip, [aria-selected]')
      if (isDrag && event.cancelable) event.preventDefault()
    },
    { passive: false },
  )
  board.host.addEventListener('click', (event) => {
    const cell = cellOf(event)
    if (!cell || justDragged) return
    board.choose(event.detail === 0 ? board.meant(cell) : aimed(board, cell, event))
  })

  /** In a rack a column is one target: whatever hole is chosen, the disc falls. */
  board.meant = (cell) => {
    const place = board.plan.places.get(cell)
    if (place?.shape !== 'hole' || board.next.has(cell)) return cell
    return [...board.next].find((id) => board.plan.places.get(id).x === place.x) ?? cell
  }
}

const cellOf = (event) => event.target.closest?.('.cell')?.dataset.id

/** A dragged piece is dropped on the cell it mostly covers. */
const dropReach = (board) => 0.6 * cellPixels(board)
const cellPixels = (board) => board.host.clientWidth / (board.plan.box[2] / UNIT)

/** The cell itself where it can be stepped on, else the nearest such cell within reach. */
function aimed(board, cell, event) {
  const meant = board.meant(cell)
  if (board.next.has(meant) || board.view.pieces.some((piece) => piece.cell === cell)) return meant
  return nearest(board, event, REACH_PIXELS) ?? cell
}

function nearest(board, event, reach) {
  const picture = board.host.firstElementChild
  const [x, y] = boardPoint(picture, event)
  const pixels = picture.getScreenCTM().a
  let best = null,
    least = reach
  for (const id of board.next) {
    const place = board.plan.places.get(id)
    const distance = Math.hypot(place.x * UNIT - x, place.y * UNIT - y) * pixels
    if (distance < least) [best, least] = [id, distance]
  }
  return best
}

function boardPoint(picture, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse())
  return [point.x, point.y]
}

function beginDrag(board, cell) {
  if (board.options.able === false) return null
  const continues = board.path.length > 0 && board.path.at(-1) === cell
  const piece = board.view.pieces.find((each) => each.cell === (continues ? board.path[0] : cell))
  if (!piece) return null
  if (!continues) {
    board.path = []
    if (!board.next.has(cell)) return null
  }
  board.dragged = piece
  board.setPath(continues ? board.path : [cell])
  const held = board.host.querySelector('.pieces .ghost').cloneNode(true)
  held.classList.remove('ghost')
  held.classList.add('held')
  board.host.querySelector('.above').append(held)
  board.host.firstElementChild.classList.add('dragging')
  return { held }
}

function followDrag(board, drag, event) {
  const [x, y] = boardPoint(board.host.firstElementChild, event)
  drag.held.setAttribute('transform', `translate(${x - 54} ${y - 54}) scale(1.08)`)
  const under = nearest(board, event, dropReach(board))
  board.host
    .querySelectorAll('.target')
    .forEach((target) => target.classList.toggle('under', isAt(board.plan.places.get(under), target)))
}

function isAt(place, target) {
  return (
    Boolean(place) &&
    Math.abs(target.getAttribute('cx') - place.x * UNIT) < 1 &&
    Math.abs(target.getAttribute('cy') - place.y * UNIT) < 1
  )
}

function endDrag(board, cell) {
  board.dragged = null
  board.host.firstElementChild.classList.remove('dragging')
  if (cell) return board.choose(cell)
  board.setPath(board.path.length === 1 ? [] : board.path)
}
