// The exercises of a set: trees by chance, or real positions reached by chance, and what
// the real search makes of them. The same number gives the same ten to everybody.
import * as api from '../api.js'
import { writeAddress } from '../address.js'
import { SearchModel } from './model.js'

/** Ten exercises, from easy to hard. */
export const PLAN = [
  { kind: 'values', branches: [2, 2] },
  { kind: 'values', branches: [3, 2] },
  { kind: 'values', branches: [2, 2, 2] },
  { kind: 'cuts', branches: [2, 3] },
  { kind: 'cuts', branches: [3, 3] },
  { kind: 'windows', branches: [3, 2] },
  { kind: 'cuts', branches: [2, 2, 3] },
  { kind: 'windows', branches: [2, 2, 2] },
  { kind: 'values', game: 'tic-tac-toe', plies: 6, depth: 3 },
  { kind: 'cuts', game: 'tic-tac-toe', plies: 6, depth: 3 },
]
export const COUNT = PLAN.length
const TRIES = 60

/** Numbers by chance that are the same for everybody: 32 bits, mixed. */
export function chances(seed) {
  let state = seed >>> 0
  return (most) => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) % most
  }
}

/** A tree that branches so from ply to ply, its leaves from 0 to 20. @param {number[]} branches */
export function treeBy(chance, branches) {
  const [first, ...rest] = branches
  const parts = Array.from({ length: first }, () => (rest.length > 0 ? treeBy(chance, rest) : String(chance(21))))
  return `(${parts.join(' ')})`
}

const searched = async (question, spec) => new SearchModel(await api.lab({ ...question, spec }), 0)

/** What is asked about: the whole tree by minimax, and what alpha-beta has looked at. */
async function solved(question, depth) {
  const [whole, cut] = await Promise.all([
    searched(question, `minimax,depth=${depth}`),
    searched(question, `alpha-beta,depth=${depth}`),
  ])
  return { whole, cut }
}

/** The exercise of a set. */
export async function load(seed, n) {
  const { kind, branches, game, plies, depth } = PLAN[n - 1]
  const chance = chances(seed * 1000 + n)
  for (let tries = 0; ; tries++) {
    const found = game ? await position(chance, game, plies, depth) : await drawn(chance, branches)
    if (!found) continue
    const isFit = kind === 'values' || found.cut.size < found.whole.size || kind === 'windows'
    if (isFit || tries >= TRIES) return { kind, game, ...found }
  }
}

async function drawn(chance, branches) {
  const tree = treeBy(chance, branches)
  const link = writeAddress({
    screen: 'lab',
    name: 'tree',
    more: { tree, spec: `alpha-beta,depth=${branches.length}`, step: '1' },
  })
  return { ...(await solved({ game: '', tree }, branches.length)), link }
}

/** A position so many plies from the start, or nothing where the game has ended before. */
async function position(chance, game, plies, depth) {
  let state = await api.state({ game })
  for (let ply = 0; ply < plies; ply++) {
    const moves = state.view.moves.map((move) => move.text)
    state = await api.state({ game, moves: [...state.moves, moves[chance(moves.length)]] })
    if (state.outcome) return null
  }
  const { moves, view } = state
  const link = writeAddress({
    screen: 'lab',
    name: game,
    moves,
    more: { spec: `alpha-beta,depth=${depth}`, step: '1' },
  })
  return { ...(await solved({ game, moves }, depth)), view, link }
}
