// A move is a path of cells. These questions about paths are all the page knows of moves.

/** The moves that begin with the path. */
export const continuing = (moves, path) =>
  moves.filter((move) => path.every((cell, index) => move.path[index] === cell))

/** The cells that may be clicked next. */
export function nextSteps(moves, path) {
  return new Set(
    continuing(moves, path)
      .map((move) => move.path[path.length])
      .filter((cell) => cell !== undefined),
  )
}

/** The moves whose whole path this is; several where a number has yet to be chosen. */
export const completed = (moves, path) => continuing(moves, path).filter((move) => move.path.length === path.length)

/** The pieces that the steps made so far have taken. */
export function taken(moves, path) {
  if (path.length < 2) return []
  return continuing(moves, path)[0]?.takes.slice(0, path.length - 1) ?? []
}

export const mustCapture = (moves) => moves.length > 0 && moves.every((move) => move.takes.length > 0)

/**
 * The path after a click on a cell: a step further, the only way to a last cell,
 * or another piece; `null` where the click means nothing.
 */
export function afterClick(moves, path, cell) {
  if (nextSteps(moves, path).has(cell)) return [...path, cell]
  const straight = continuing(moves, path).filter((move) => move.path.at(-1) === cell && move.path.length > path.length)
  const routes = new Set(straight.map((move) => move.path.join(' ')))
  if (path.length > 0 && routes.size === 1) return straight[0].path
  if (path.length <= 1 && path[0] !== cell && nextSteps(moves, []).has(cell)) return [cell]
  return null
}
