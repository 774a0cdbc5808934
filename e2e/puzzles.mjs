// Makes the page's puzzles: positions from random games in which one move wins and no other does.
// Connect Four is solved, so every move's value is exact; elsewhere the proof is a full search of so
// many plies (`selective=off`), and no other move wins as fast. `node puzzles.mjs [GAME…]` writes the file,
// `node puzzles.mjs check` proves what is in it.
import { readFile, writeFile } from 'node:fs/promises'
import assert from 'node:assert/strict'
import { Server } from './support.mjs'

const FILE = new URL('../crates/app/page/puzzles/puzzles.js', import.meta.url)
const LISTED = (await readFile(new URL('../docs/kings-valley-positions.txt', import.meta.url), 'utf8'))
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
const WANTED = [
  { game: 'connect-four', count: 12, plies: [12, 26], win: [3, 15] },
  { game: 'kings-valley', count: 10, win: [3, 7], depth: 7, listed: LISTED },
  { game: 'russian-draughts', count: 10, win: [3, 9], depth: 9, men: [3, 5] },
  { game: 'international-draughts', count: 8, win: [3, 9], depth: 9, men: [3, 5] },
]

/** Choices that are the same each run, and many before they repeat (mulberry32). */
function choices(seed) {
  let state = seed
  return (items) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return items[Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * items.length)]
  }
}

async function ask(server, path, body) {
  const answer = await fetch(server.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return path === '/api/analysis' ? lastEvent(await answer.text()) : answer.json()
}

/** The data of the last event; nothing where the position was refused. */
function lastEvent(text) {
  const last = text
    .trim()
    .split('\n')
    .findLast((line) => line.startsWith('data:'))
  return last ? JSON.parse(last.slice(5)) : {}
}

/** All moves with their values: exact ones, or to a depth without shortcuts. */
export function valued(server, { game, position }, depth) {
  const search = depth
    ? { spec: 'search,exact=off,selective=off', limits: { depth, time_ms: 60000 } }
    : { limits: { time_ms: 20000 } }
  return ask(server, '/api/analysis', { game, position, lines: 'all', ...search })
}

/** The puzzle of a position, where it is one. */
async function puzzleOf(server, { game, win: [least, most], depth }, position) {
  const { lines = [], score } = await valued(server, { game, position }, depth)
  if (score?.kind !== 'win' || score.plies < least || score.plies > most || lines.length < 3) return null
  const winning = lines.filter((line) => line.score.kind === 'win' && (depth ? line.score.plies <= score.plies : true))
  const isProven = depth || lines.every((line) => line.score.kind !== 'estimate')
  return winning.length === 1 && isProven
    ? { game, position, plies: score.plies, solution: winning[0].move, pv: winning[0].pv.slice(0, score.plies) }
    : null
}

/** Where a puzzle may be hidden: a few random discs, a listed position, a random ending. */
async function somePosition(server, { game, plies, men, listed }, pick) {
  if (listed) return pick(listed)
  if (men) return randomEnding(game, men, pick)
  const count = plies[0] + pick([...Array(plies[1] - plies[0]).keys()])
  const moves = Array.from({ length: count }, () => String(1 + pick([...Array(7).keys()])))
  const state = await ask(server, '/api/state', { game, moves, cells: false })
  return state.outcome || state.error ? null : state.position
}

/** A few pieces of each side on dark squares, kings among them. */
function randomEnding(game, [least, most], pick) {
  const squares = game === 'international-draughts' ? 50 : 32
  const taken = new Set()
  const side = () =>
    Array.from({ length: least - 1 + pick([...Array(most - least + 1).keys()]) }, () => {
      let square
      do square = 1 + pick([...Array(squares).keys()])
      while (taken.has(square))
      taken.add(square)
      return `${pick([true, false, false]) ? 'K' : ''}${square}`
    })
  return `W:W${side().join(',')}:B${side().join(',')}`
}

async function make() {
  const server = await Server.start()
  const { default: before } = await import(FILE.href)
  const games = process.argv.slice(2)
  const puzzles = before.filter(({ game }) => games.length > 0 && !games.includes(game))
  for (const wanted of WANTED.filter(({ game }) => games.length === 0 || games.includes(game))) {
    const pick = choices(11)
    const found = new Map()
    for (let tries = 0; found.size < wanted.count && tries < 6000; tries++) {
      const position = await somePosition(server, wanted, pick)
      const puzzle = position && (await puzzleOf(server, wanted, position))
      if (puzzle && !found.has(position)) console.log(tries, found.set(position, puzzle).size, puzzle)
    }
    console.log(wanted.game, found.size)
    puzzles.push(...[...found.values()].sort((one, other) => one.plies - other.plies))
  }
  await server.stop()
  const rows = puzzles.map((puzzle) => `  ${JSON.stringify(puzzle)},`).join('\n')
  await writeFile(
    FILE,
    `// Positions in which one move wins, made by e2e/puzzles.mjs and proven by the server's own search.\nexport default [\n${rows}\n]\n`,
  )
}

/** Proves every puzzle of the file again. */
export async function check(server) {
  const { default: puzzles } = await import(FILE.href)
  for (const puzzle of puzzles) {
    const wanted = WANTED.find(({ game }) => game === puzzle.game)
    assert.deepEqual(await puzzleOf(server, wanted, puzzle.position), puzzle, puzzle.position)
  }
  return puzzles.length
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  if (process.argv[2] === 'check') {
    const server = await Server.start()
    console.log(`${await check(server)} puzzles proven`)
    await server.stop()
  } else await make()
}
