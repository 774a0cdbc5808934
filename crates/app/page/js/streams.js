// A browser has six connections to a server for all its tabs together. Streams that stay
// open share a few places, so that any number of tabs can play and analyse: who is looked
// at takes the place that was taken longest ago, and who lost one waits to be looked at.

const PLACES = 3
const locks = navigator.locks

/** Why a stream ended: another tab has its place. */
export class Displaced extends Error {}

/**
 * Runs `work(signal)` in one of the places; `signal` is also raised when the place is lost.
 * @param {(signal: AbortSignal) => Promise<any>} work
 * @param {AbortSignal} wanted
 */
export async function inPlace(work, wanted) {
  if (!locks) return work(wanted)
  const lost = new AbortController()
  const signal = AbortSignal.any([wanted, lost.signal])
  const take = (name, options) =>
    new Promise((resolve, reject) => {
      locks
        .request(name, options, async (lock) => {
          if (!lock) return resolve({ isFree: false })
          const done = work(signal)
          done.then(
            (value) => resolve({ isFree: true, value }),
            (error) => reject(error),
          )
          await done.catch(() => {})
        })
        .catch((error) => {
          // The lock was stolen, or the request for it was given up.
          lost.abort(new Displaced())
          reject(wanted.aborted ? error : new Displaced())
        })
    })
  for (let place = 0; place < PLACES; place++) {
    const { isFree, value } = await take(`plyground-stream-${place}`, { ifAvailable: true })
    if (isFree) return value
  }
  const { value } = await take(`plyground-stream-${oldest()}`, { steal: true })
  return value
}

/** The places are taken away in turn. */
function oldest() {
  const next = (Number(localStorage.getItem('plyground.stream') ?? 0) + 1) % PLACES
  localStorage.setItem('plyground.stream', String(next))
  return next
}
