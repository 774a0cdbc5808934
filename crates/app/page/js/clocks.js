// A clock for each seat, of which at most one runs.
export class Clocks {
  constructor({ minutes, left }) {
    this.minutes = minutes
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

  /** The milliseconds a seat has at this moment. */
  now(seat) {
    const spent = this.running?.seat === seat ? performance.now() - this.running.since : 0
    return Math.max(0, this.left[seat] - spent)
  }

  get flagged() {
    return this.running && this.now(this.running.seat) === 0 ? this.running.seat : null
  }

  plain() {
    return { minutes: this.minutes, left: this.left.map(Math.round) }
  }
}

/** `6:05`, and tenths in the last twenty seconds. */
export function clockText(milliseconds) {
  if (milliseconds < 20000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1)
  const seconds = Math.ceil(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
