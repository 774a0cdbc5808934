// Workers with an engine each: one for what is quick, others for searches. A worker that
// thinks hears nothing, so who is told to stop is ended, and another begins.
import { toast } from '../voice.js'
import { t } from '../i18n.js'
import { broughtBy, engine } from './files.js'
import { Trouble } from './trouble.js'

const MOST_IDLE = 4

class Thinker {
  asked = new Map()
  count = 0
  /** The games whose files it has. */
  knows = new Set()
  isWhole = true
  /** Why it ended. */
  fault = null

  constructor() {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
    this.worker.addEventListener('message', ({ data }) => this.hear(data))
    this.worker.addEventListener('error', () => this.end(new Trouble('memory')))
    this.ready = engine().then((module) => this.worker.postMessage({ module }))
    this.ready.catch((error) => this.end(error))
  }

  hear({ number, event, answer, notice, fault }) {
    if (notice) return once(notice)
    if (fault) return this.end(new Trouble('engine', { why: fault }))
    const question = this.asked.get(number)
    if (!question) return
    if (event) return question.listen?.(event)
    this.asked.delete(number)
    question.resolve(answer)
  }

  /** Hands in what a game brings along, before it is first opened here. */
  async learn(game) {
    if (this.knows.has(game)) return
    this.knows.add(game)
    const [{ files, isWhole }] = await Promise.all([broughtBy(game), this.ready])
    this.isWhole &&= isWhole
    if (!isWhole) once('without')
    for (const file of files) this.worker.postMessage({ file })
  }

  /** The answer to a request; every event on the way goes to `listen`. */
  async ask(request, listen) {
    await this.ready
    if (this.fault) throw this.fault
    return new Promise((resolve, reject) => {
      const number = ++this.count
      this.asked.set(number, { resolve, reject, listen })
      this.worker.postMessage({ number, request })
    })
  }

  end(error) {
    this.fault = error ?? new Trouble('memory')
    this.worker.terminate()
    for (const { reject } of this.asked.values()) reject(error)
    this.asked.clear()
    if (desk === this) desk = null
  }
}

const said = new Set()
/** What a reader should know, once: that games last as long as the page, that a book is missing. */
function once(notice) {
  if (said.has(notice)) return
  said.add(notice)
  toast(t(`alone.${notice}`))
}

/** @type {Thinker | null} */
let desk = null
/** An answer that takes no thinking. It opens games without what they bring along. */
export const quick = (request) => (desk ??= new Thinker()).ask(request)

/** @type {Thinker[]} */
const idle = []

/** A search in a worker of its own, which ends with it when the signal says so. */
export async function searched(request, signal, listen) {
  signal?.throwIfAborted()
  const thinker = idle.pop() ?? new Thinker()
  const stop = () => thinker.end(signal.reason)
  signal?.addEventListener('abort', stop)
  try {
    await thinker.learn(request.body?.game ?? '')
    signal?.throwIfAborted()
    const answer = await thinker.ask(request, listen)
    // One that lacks something may find it the next time.
    if (idle.length < MOST_IDLE && thinker.isWhole) idle.push(thinker)
    else thinker.end(null)
    return answer
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
