// A game that is being played: who sits where, what was played, what was taken back,
// and whose clock runs. Every move is with the server before the page shows it.
import * as api from './api.js'
import { Clocks } from './clocks.js'

const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plyground')
const MOVE_MS = 1000, LONGEST_MOVE_MS = 10000, CLOCK_SHARE = 30

export class Match {
  static async start({ game, options, position, seats, minutes, format }) {
    const notes = minutes ? { clocks: { minutes, left: seats.map(() => minutes * 60000) } } : {}
    const saved = await api.save({ game, options, position, seats, notes })
    return Match.open(saved.id, format)
  }

  static async open(id, format) {
    const saved = await api.savedGame(id, format)
    const asked = { game: saved.game, options: saved.options, position: saved.start ?? undefined, format }
    const state = await api.state({ ...asked, moves: saved.moves })
    return new Match(saved, asked, state)
  }

  constructor(saved, asked, state) {
    this.id = saved.id
    this.game = saved.game
    this.seats = saved.seats
    this.ended = saved.ended
    this.asked = asked
    this.state = state
    this.undone = []
    this.past = new Map()
    this.paused = false
    this.clocks = saved.notes?.clocks ? new Clocks(saved.notes.clocks) : null
    if (!this.isOver && this.plies > 0) this.clocks?.run(this.seat)
  }

  get seat() { return this.state.seat }
  get plies() { return this.state.moves.length }
  get outcome() { return this.ended ?? this.state.outcome }
  get isOver() { return this.outcome !== null && this.outcome !== undefined }
  get isHumanTurn() { return !this.isOver && this.seats[this.seat]?.kind === 'human' }
  get isEngineTurn() { return !this.isOver && !this.isHumanTurn }
  get humans() { return this.seats.flatMap((seat, index) => (seat.kind === 'human' ? [index] : [])) }
  get canUndo() { return this.plies > 0 && this.undoTarget() < this.plies && this.ended?.reason !== 'time' }
  get canRedo() { return this.undone.length > 0 && !this.ended }

  async play(move) {
    const { state } = await api.addMove(this.id, { ply: this.plies, move, format: this.asked.format, notes: this.notesAfterMove() })
    if (this.undone.at(-1) === move) this.undone.pop()
    else this.undone = []
    this.state = state
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
    const moves = this.state.moves.slice(0, ply), key = moves.join(' ')
    if (!this.past.has(key)) this.past.set(key, await api.state({ ...this.asked, moves }))
    return this.past.get(key)
  }

  notesAfterMove() {
    this.clocks?.stop()
    return this.clocks ? { clocks: this.clocks.plain() } : undefined
  }

  /** The engine's move at this point; it is not played yet. */
  async engineMove(signal) {
    const { level, time_ms } = this.seats[this.seat]
    const answer = await api.engineMove({ ...this.asked, moves: this.state.moves, engine: { level, time_ms: this.moveTime(time_ms) } }, signal)
    return answer.move
  }

  moveTime(wanted = MOVE_MS) {
    const left = this.clocks?.left[this.seat]
    return left === undefined ? wanted : Math.max(50, Math.min(LONGEST_MOVE_MS, left / CLOCK_SHARE))
  }

  /** What the strongest engine would play, and how it sees the game. */
  advice(signal) {
    return api.engineMove({ ...this.asked, moves: this.state.moves, engine: { time_ms: MOVE_MS } }, signal)
  }

  /** How many moves are left after taking back to the last choice of a person. */
  undoTarget() {
    const turnOf = (ply) => (this.seat - (this.plies - ply) % this.seats.length + this.seats.length) % this.seats.length
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
    this.state = state
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
}

/** Hears of what other windows do to a game, until the answer is called. */
export function hearOthers(id, hear) {
  const listen = ({ data }) => { if (data.id === id) hear(data) }
  windows?.addEventListener('message', listen)
  return () => windows?.removeEventListener('message', listen)
}
