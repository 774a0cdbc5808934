// An analysis of several lines on several workers: each looks at every so manieth move,
// and what they say is put together. They share no memory, which would need headers that
// a static host does not send.
import { searched } from './thinkers.js'
import { together } from './together.js'

const MOST_PARTS = 4
/** Algorithms that look at a part of the moves as well as at all of them. */
const SHARED = /^search\b|^\w+=/

/** As many as there are cores, and fewer where memory is short: each may take up to 256 MiB. */
const parts = () => {
  const { hardwareConcurrency = 1, deviceMemory = MOST_PARTS } = /** @type {any} */ (navigator)
  return Math.max(1, Math.min(hardwareConcurrency, deviceMemory, MOST_PARTS))
}

/** An analysis, by as many workers as it is worth. */
export async function analysed(request, signal, listen) {
  const { lines, spec } = request.body ?? {}
  const most = lines === 'all' ? Infinity : Number(lines)
  const of = most > 1 && (!spec || SHARED.test(spec)) ? parts() : 1
  if (of === 1) return searched(request, signal, listen)
  const words = Array.from({ length: of }, () => null)
  let isDone = 0
  const hear =
    (part) =>
    ({ event, data }) => {
      words[part] = data
      if (event === 'done') isDone++
      if (words.every(Boolean)) listen({ event: isDone === of ? 'done' : 'analysis', data: together(words, most) })
    }
  const leaving = new AbortController()
  const both = AbortSignal.any([signal, leaving.signal])
  try {
    const shares = words.map((_, part) => searched({ ...request, share: [part, of] }, both, hear(part)))
    const answers = await Promise.all(shares)
    return answers.find(({ status }) => status >= 400) ?? answers[0]
  } finally {
    leaving.abort()
  }
}
