// A clock for each seat, of which at most one runs. A move may add a few seconds.
/** @import { ClockNotes } from './types.js' */

export class Clocks {
  /** @param {ClockNotes} notes */
  constructor({ minutes, left, increment = 0 }) {
    this.minutes = minutes
    this.increment = increment
    this.left = [...left]
    this.running = null
  }

  run(seat) {
    this.stop()
    this.running = { seat, since: performance.now() }
  }

  stop() {
    if (!this.running) return
    this.left[this.running.seat] = this.now(this.running.seat)
    this.running = null
  }

  /** Stops for a move that was made: who had time left gets the increment. */
  press() {
    const seat = this.running?.seat
    this.stop()
    if (seat !== undefined && this.left[seat] > 0) this.left[seat] += this.increment
  }

  /** The milliseconds a seat has at this moment. */
  now(seat) {
    const spent = this.running?.seat === seat ? performance.now() - this.running.since : 0
    return Math.max(0, this.left[seat] - spent)
  }

  get flagged() {
    return this.running && this.now(this.running.seat) === 0 ? this.running.seat : null
  }

  plain() {
    return { minutes: this.minutes, increment: this.increment, left: this.left.map(Math.round) }
  }
}

/** `6:05`, `1:00:00`, and tenths in the last twenty seconds. */
export function clockText(milliseconds) {
  if (milliseconds < 20000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1)
  const seconds = Math.ceil(milliseconds / 1000)
  const pair = (value) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${Math.floor((seconds % 3600) / 60)}:${pair(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest.padStart(5, '0')}` : rest
}
