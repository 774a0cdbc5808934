// Keys on the board: arrows walk from cell to cell, Enter picks up and puts down.
import { neighbour } from './geometry.js'

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

export function listenToKeys(board) {
  board.host.addEventListener('keydown', (event) => {
    const cell = event.target.closest?.('.cell')
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return
    if (answered(board, cell.dataset.id, event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  })
}

function answered(board, id, event) {
  const from = board.plan.places.get(id)
  if (event.key === 'Enter' && event.shiftKey) return (board.best(), true)
  if (event.key === 'Enter' || event.key === ' ') return (board.choose(board.meant(id)), true)
  if (event.key === 'Escape') return board.stepBack()
  if (event.shiftKey) return false
  const to = DIRECTIONS[event.key]
    ? neighbour(board.plan.places, from, DIRECTIONS[event.key])
    : rowEnd(board.plan, from, event.key)
  if (to) board.focusCell(to.id)
  return Boolean(to) || event.key in DIRECTIONS
}

function rowEnd(plan, from, key) {
  if (key !== 'Home' && key !== 'End') return null
  const row = [...plan.places.values()]
    .filter((place) => Math.abs(place.y - from.y) < 0.01)
    .sort((one, other) => one.x - other.x)
  return key === 'Home' ? row[0] : row.at(-1)
}
