// What the engine says of the position shown, as it says it. What was heard is kept, so that
// a step back asks for nothing; a page that nobody sees asks for nothing either.
import * as api from '../api.js'
import { t } from '../i18n.js'
import { specOf } from '../panels/tuning.js'
import { isProof } from '../value.js'
import { inPlace, Displaced } from '../streams.js'

const SECONDS = 60
const LINES = 3
/** Whoever steps on within this time has not asked for an analysis. */
const CALM_MS = 180
const RETRY_MS = 2500

export class Listening {
  constructor(screen) {
    this.screen = screen
    this.kept = new Map()
    this.current = null
    this.wake = () => this.resume()
    addEventListener('visibilitychange', this.wake)
    addEventListener('focus', this.wake)
  }

  close() {
    this.stop()
    removeEventListener('visibilitychange', this.wake)
    removeEventListener('focus', this.wake)
  }

  stop() {
    clearTimeout(this.retrying)
    this.current?.controller.abort()
    this.current = null
  }

  /** Somebody looks again: what was interrupted goes on. */
  resume() {
    if (document.hidden) {
      if (this.current && !this.current.isDone) this.stopAsHidden()
    } else if (this.isInterrupted) this.start()
  }

  stopAsHidden() {
    this.stop()
    this.isInterrupted = true
  }

  /** Begins with the position shown; `all` asks for the value of every move. */
  start(all = this.all) {
    this.stop()
    this.all = all
    this.isInterrupted = false
    const { screen } = this
    const moves = screen.tree.path()
    const key = `${all} ${moves.join(' ')}`
    const known = this.kept.get(key)
    if (known) screen.hear('analysis', known.data)
    if (known?.isDone) return
    if (document.hidden) {
      this.isInterrupted = true
      return
    }
    const controller = new AbortController()
    const own = (this.current = { controller, isDone: false })
    const spec = specOf(screen.tuned)
    const asked = { ...screen.asked, moves, spec, lines: all ? 'all' : LINES, limits: { time_ms: SECONDS * 1000 } }
    const hear = (name, data) => {
      if (controller.signal.aborted) return
      const isDone = name === 'done' || (name === 'analysis' && isProof(data.score))
      if (name !== 'waiting' && !(known && data.depth < known.data.depth)) this.kept.set(key, { data, isDone })
      if (name === 'waiting' || !known || data.depth >= known.data.depth) screen.hear(name, data)
      own.isDone = name === 'done'
    }
    this.retrying = setTimeout(() => this.listen(asked, hear, controller, own), known ? CALM_MS * 2 : CALM_MS)
  }

  async listen(asked, hear, controller, own) {
    const { screen } = this
    try {
      await inPlace((signal) => api.listen('/api/analysis', asked, hear, signal), controller.signal)
      own.isDone = true
    } catch (error) {
      if (controller.signal.aborted || screen.closed) return
      if (error instanceof Displaced) {
        this.isInterrupted = true
        screen.engine.note(t('engine.displaced'))
      } else if (error instanceof api.Silence || !error.code) {
        screen.engine.note(t('engine.gone'))
        this.retrying = setTimeout(() => this.start(), RETRY_MS)
      } else screen.engine.clear(error.message)
    }
  }
}
