// How long a move stays to be seen before the next one comes.
import { remember, remembered } from '../settings.js'

/** Milliseconds between a move that has landed and the answer to it. */
export const PACES = { slow: 1600, usual: 300, fast: 0 }
const GLIDE_MS = 220

export const pace = () => (remembered('pace') in PACES ? remembered('pace') : 'usual')
export const choosePace = (name) => remember('pace', name)

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How long a piece slides along a way of cells. */
export const glideTime = (way) => (isStill() || !way ? 0 : GLIDE_MS * Math.max(1, way.length - 1))

/** Waits until a moment of `performance.now()`; stopped by the signal. */
export function until(moment, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, moment - performance.now()))
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Waits until somebody looks: a page that nobody sees asks for nothing. */
export function whenSeen() {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const listen = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', listen)
      resolve(undefined)
    }
    document.addEventListener('visibilitychange', listen)
  })
}
