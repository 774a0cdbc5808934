// The row that has ended a game, found on the drawn board: the longest straight line of
// one player's pieces through the last move, where the reason speaks of a row.

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
]

/** The cells of the row, or none where nobody has such a row. */
export function winLine(view, least) {
  const at = new Map(view.cells.map((cell) => [`${cell.row} ${cell.col}`, cell]))
  const owners = new Map(view.pieces.map((piece) => [piece.cell, piece.owner]))
  const last = view.cells.find((cell) => cell.id === view.last.at(-1))
  if (!last) return []
  const owner = owners.get(last.id)
  const walk = ([down, right]) => {
    const found = []
    for (let step = 1; ; step++) {
      const cell = at.get(`${last.row + down * step} ${last.col + right * step}`)
      if (!cell || owners.get(cell.id) !== owner) return found
      found.push(cell.id)
    }
  }
  for (const [down, right] of DIRECTIONS) {
    const row = [...walk([-down, -right]).reverse(), last.id, ...walk([down, right])]
    if (owner !== undefined && row.length >= least) return row
  }
  return []
}
