// A game that is being played: who sits where, what was played, what was taken back,
// and whose clock runs. Every move is with the server before the page shows it.
import * as api from './api.js'
import { Clocks } from './clocks.js'
import { groundOf, grounded } from './board/ground-plan.js'

const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plyground')
const MOVE_MS = 1000
const LONGEST_MOVE_MS = 10000

/** @import { Asked, Saved, State } from './types.js' */

/** Who sits where; a game that was saved without saying so is played by people. */
function seatsOf({ seats }, { players }) {
  const known = Array.isArray(seats) ? seats : []
  return players.map(({ name }, seat) => known[seat] ?? { kind: 'human', name })
}

export class Match {
  /**
   * Begins a game. `minutes` may be one number for all seats, or one each.
   * @param {{ game: string, options?: object, position?: string, to_move?: string, seats: object[], minutes?: number | number[], increment?: number, format?: string, title?: string }} wanted
   */
  static async start({ game, options, position, to_move, seats, minutes, increment = 0, format, title }) {
    const each = (seat) => (Array.isArray(minutes) ? minutes[seat] : minutes) * 60000
    const clocks = { minutes, increment: increment * 1000, left: seats.map((_, seat) => Math.round(each(seat))) }
    const notes = minutes ? { clocks } : {}
    const saved = await api.save({ game, options, position, to_move, seats, notes, title })
    return Match.of(saved, format)
  }

  static async open(id, formatOf) {
    const saved = await api.savedGame(id)
    return Match.of(saved, await formatOf(saved.game))
  }

  /** The match of a saved game, whatever form its moves were read in. */
  static async of(saved, format) {
    const asked = { game: saved.game, options: saved.options, position: saved.start ?? undefined, format }
    const state = await api.state({ ...asked, moves: saved.moves })
    return new Match(saved, asked, state)
  }

  /** @param {Saved} saved @param {Asked} asked @param {State} state */
  constructor(saved, asked, state) {
    this.id = saved.id
    this.game = saved.game
    this.seats = seatsOf(saved, state)
    this.ended = saved.ended
    this.asked = asked
    this.state = state
    this.ground = groundOf(state, asked.format)
    grounded(state, this.ground)
    this.notes = saved.notes ?? {}
    this.title = saved.title ?? ''
    this.undone = []
    this.past = new Map()
    this.paused = false
    this.clocks = saved.notes?.clocks ? new Clocks(saved.notes.clocks) : null
    if (!this.isOver && this.plies > 0) this.clocks?.run(this.seat)
  }

  get seat() {
    return this.state.seat
  }
  get plies() {
    return this.state.moves.length
  }
  get outcome() {
    return this.ended ?? this.state.outcome
  }
  get isOver() {
    return this.outcome !== null && this.outcome !== undefined
  }
  get isHumanTurn() {
    return !this.isOver && this.seats[this.seat]?.kind === 'human'
  }
  get isEngineTurn() {
    return !this.isOver && !this.isHumanTurn
  }
  get humans() {
    return this.seats.flatMap((seat, index) => (seat.kind === 'human' ? [index] : []))
  }
  get canUndo() {
    return this.plies > 0 && this.undoTarget() < this.plies && this.ended?.reason !== 'time'
  }
  get canRedo() {
    return this.undone.length > 0 && !this.ended
  }

  async play(move) {
    const answer = await api.addMove(this.id, {
      ply: this.plies,
      move,
      format: this.asked.format,
      notes: this.notesAfterMove(),
      cells: false,
    })
    this.take(answer)
  }

  /** What the server has committed becomes the state of the match. */
  take({ state }) {
    if (this.undone.at(-1) === state.moves.at(-1)) this.undone.pop()
    else this.undone = []
    this.state = grounded(state, this.ground)
    this.tellOthers()
    if (this.isOver) this.clocks?.stop()
    else this.clocks?.run(this.seat)
  }

  /** Another window may show the same game. */
  tellOthers() {
    windows?.postMessage({ id: this.id, plies: this.plies, isOver: this.isOver })
  }

  /** The game as it was after so many moves. */
  async stateAt(ply) {
    if (ply === this.plies) return this.state
    const moves = this.state.moves.slice(0, ply)
    const key = moves.join(' ')
    if (!this.past.has(key)) {
      this.past.set(key, grounded(await api.state({ ...this.asked, moves, cells: false }), this.ground))
    }
    return this.past.get(key)
  }

  notesAfterMove() {
    this.clocks?.press()
    return this.clocks ? { clocks: this.clocks.plain() } : undefined
  }

  /** Lets the engine think, play and commit by one request; `take` shows what came of it. */
  async reply(signal) {
    const { level, spec, time_ms } = this.seats[this.seat]
    const engine = { ...(spec ? { spec } : { level }), ...this.timeFor(time_ms) }
    const answer = await api.reply(
      this.id,
      { ply: this.plies, engine, format: this.asked.format, cells: false },
      signal,
    )
    this.clocks?.press()
    return answer
  }

  /** The engine that thinks is asked for what it has. */
  hurry() {
    return api.hurry(this.id)
  }

  /** How long an engine may think. Of a clock the server takes a share, as everywhere. */
  timeFor(wanted = MOVE_MS) {
    const left = this.clocks?.now(this.seat)
    if (left === undefined) return { time_ms: wanted }
    const clock = { left_ms: Math.max(0, Math.round(left)), increment_ms: Math.round(this.clocks.increment) }
    return { time_ms: LONGEST_MOVE_MS, clock }
  }

  /** What the strongest engine would play, and how it sees the game. */
  advice(signal) {
    return api.engineMove({ ...this.asked, moves: this.state.moves, engine: { time_ms: MOVE_MS } }, signal)
  }

  /** How many moves are left after taking back to the last choice of a person. */
  undoTarget() {
    const turnOf = (ply) =>
      (this.seat - ((this.plies - ply) % this.seats.length) + this.seats.length) % this.seats.length
    for (let ply = this.plies - 1; ply >= 0; ply--) {
      if (this.humans.length === 0 || this.humans.includes(turnOf(ply))) return ply
    }
    return this.plies
  }

  async undo() {
    const kept = this.undoTarget()
    const moves = this.state.moves.slice(kept)
    const { state } = await api.keepMoves(this.id, kept, this.asked.format)
    this.ended = null
    this.state = grounded(state, this.ground)
    this.tellOthers()
    this.undone.push(...moves.reverse())
    this.paused = this.humans.length === 0
    if (!this.isOver) this.clocks?.run(this.seat)
  }

  /** Plays again what was taken back, up to the next choice of a person. */
  async redo() {
    do await this.play(this.undone.at(-1))
    while (this.undone.length > 0 && !this.isHumanTurn && this.humans.length > 0)
  }

  /** Ends the game off the board: resigned, agreed, out of time; `null` takes that back. */
  async end(ended) {
    this.clocks?.stop()
    const saved = await api.change(this.id, { ended, notes: this.clocks ? { clocks: this.clocks.plain() } : undefined })
    this.ended = saved.ended
    this.tellOthers()
  }

  resign(seat) {
    return this.end({ winner: this.state.players[1 - seat].sign, reason: 'resigned' })
  }

  agreeDraw() {
    return this.end({ winner: null, reason: 'agreed' })
  }

  loseOnTime(seat) {
    return this.end({ winner: this.state.players[1 - seat].sign, reason: 'time' })
  }

  /** The only person at the table, if there is but one. */
  get person() {
    return this.humans.length === 1 ? this.humans[0] : null
  }
}

/** Hears of what other windows do to a game, until the answer is called. */
export function hearOthers(id, hear) {
  const listen = ({ data }) => {
    if (data.id === id) hear(data)
  }
  windows?.addEventListener('message', listen)
  return () => windows?.removeEventListener('message', listen)
}
