// Where the nodes of a tree stand: leaves side by side, a parent above the middle of its
// children, a folded part as wide as one leaf. Plain numbers, so that it is quick.

export const LEVEL = 78
const GHOST_MOST = 3

/**
 * The places of what is not folded away.
 * @param {any} model
 * @param {Set<number>} folded nodes whose children are not shown
 */
export function layout(model, folded) {
  const x = new Float32Array(model.size),
    shown = []
  const gap = gapOf(model)
  const ghosts = []
  let next = 0
  const place = () => gap * next++
  const finish = (id) => {
    const below = model.below[id]
    const own = ghostsOf(model, id)
    const places = own.map((move) => {
      const ghost = { parent: id, move, x: place() }
      ghosts.push(ghost)
      return ghost.x
    })
    const firstX = x[below[0]],
      lastX = places.at(-1) ?? x[below.at(-1)]
    x[id] = (firstX + lastX) / 2
  }
  if (model.size === 0) return { x, shown, ghosts, gap, width: 0, height: 0 }
  const open = [[0, 0]]
  shown.push(0)
  while (open.length > 0) {
    const top = open.at(-1)
    const [id, at] = top
    const below = folded.has(id) ? [] : model.below[id]
    if (at < below.length) {
      top[1]++
      shown.push(below[at])
      open.push([below[at], 0])
      continue
    }
    if (below.length === 0) x[id] = place()
    else finish(id)
    open.pop()
  }
  let deepest = 0
  for (const id of shown) deepest = Math.max(deepest, model.plies[id])
  return { x, shown, ghosts, gap, width: gap * Math.max(1, next), height: (deepest + 1.6) * LEVEL }
}

/** The moves that a cut left out, all of them in a small tree, else how many. */
function ghostsOf(model, id) {
  const { left_out: count = 0, left_out_moves: moves = [] } = model.nodes[id]
  if (count === 0) return []
  if (model.isSmall && moves.length > 0) return moves
  return [moves.length > 0 && moves.length <= GHOST_MOST ? moves.join(' ') : `+${count}`]
}

/** Room for the longest name of a move. */
function gapOf(model) {
  let longest = 1
  for (let id = 0; id < model.size; id++) longest = Math.max(longest, model.move(id).length)
  return Math.max(34, Math.min(76, longest * 7.5 + 14))
}

/** What to fold so that no more than so many nodes are shown: whole plies, from the deepest up. */
export function foldedFor(model, most) {
  const byPly = []
  for (let id = 0; id < model.size; id++) byPly[model.plies[id]] = (byPly[model.plies[id]] ?? 0) + 1
  let sum = 0,
    last = 0
  for (; last < byPly.length; last++) {
    sum += byPly[last]
    if (sum > most && last > 0) break
  }
  const folded = new Set()
  if (last >= byPly.length) return folded
  for (let id = 0; id < model.size; id++) {
    if (model.plies[id] === Math.max(1, last - 1) && model.below[id].length > 0) folded.add(id)
  }
  return folded
}
