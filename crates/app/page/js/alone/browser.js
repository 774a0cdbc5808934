// The server's addresses answered in the browser: one worker for what is quick, others
// for searches. A worker that thinks hears nothing, so who is told to stop is ended.

const MOST_IDLE = 2
const SEARCHES = /^\/api\/(move|analysis|review|bench|lab|complexity)$/
const REPLY = /^\/api\/saved\/(\d+)\/(reply|hurry)$/

let compiled
const engine = () => (compiled ??= WebAssembly.compileStreaming(fetch(new URL('../../engine.wasm', import.meta.url))))

class Thinker {
  asked = new Map()
  count = 0

  constructor() {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
    this.worker.addEventListener('message', ({ data }) => this.hear(data))
    this.worker.addEventListener('error', (event) => this.end(new TypeError(event.message || 'the engine has stopped')))
    this.ready = engine().then((module) => this.worker.postMessage({ module }))
    this.ready.catch((error) => this.end(error))
  }

  hear({ number, event, answer }) {
    const question = this.asked.get(number)
    if (!question) return
    if (event) return question.listen?.(event)
    this.asked.delete(number)
    question.resolve(answer)
  }

  /** The answer to a request; every event on the way goes to `listen`. */
  async ask(request, listen) {
    await this.ready
    return new Promise((resolve, reject) => {
      const number = ++this.count
      this.asked.set(number, { resolve, reject, listen })
      this.worker.postMessage({ number, request })
    })
  }

  end(error) {
    this.worker.terminate()
    for (const { reject } of this.asked.values()) reject(error)
    this.asked.clear()
    if (desk === this) desk = null
  }
}

/** @type {Thinker | null} */
let desk = null
const quick = (request) => (desk ??= new Thinker()).ask(request)

/** @type {Thinker[]} */
const idle = []

/** A search in a worker of its own, which ends with it when the signal says so. */
async function searched(request, signal, listen) {
  signal?.throwIfAborted()
  const thinker = idle.pop() ?? new Thinker()
  const stop = () => thinker.end(signal.reason)
  signal?.addEventListener('abort', stop)
  try {
    const answer = await thinker.ask(request, listen)
    if (idle.length < MOST_IDLE) idle.push(thinker)
    else thinker.end(null)
    return answer
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

const respond = ({ status, body }) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })

/** Engines that think about saved games, by the game: who calls gets what they have. */
const hurried = new Map()

async function reply(id, request, signal) {
  const began = performance.now()
  const asked = await quick(request)
  if (asked.status !== 200) return respond(asked)
  const hurry = new AbortController()
  let word = null
  hurried.set(id, () => word && hurry.abort())
  const both = signal ? AbortSignal.any([signal, hurry.signal]) : hurry.signal
  let thought
  try {
    const think = { method: 'POST', path: '/api/move', body: asked.body }
    thought = await searched(think, both, ({ data }) => (word = data))
    if (thought.status !== 200) return respond(thought)
  } catch (error) {
    if (!hurry.signal.aborted || signal?.aborted) throw error
    thought = { body: { move: word.best, analysis: word } }
  } finally {
    hurried.delete(id)
  }
  const ms = Math.round(performance.now() - began)
  const body = { wanted: request.body, move: thought.body.move, ms }
  const played = await quick({ method: 'POST', path: `/api/saved/${id}/replied`, body })
  if (played.status === 200) played.body.analysis = thought.body.analysis
  return respond(played)
}

/** Events as the server sends them. */
function streamed(request, signal) {
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  const both = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
  return new Promise((resolve, reject) => {
    const begin = (source) => resolve(new Response(source, { headers: { 'Content-Type': 'text/event-stream' } }))
    let controller
    const source = new ReadableStream({ start: (own) => (controller = own), cancel: () => leaving.abort() })
    const listen = ({ event, data }) => {
      begin(source)
      controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    }
    searched(request, both, listen).then(
      (answer) => {
        if (answer.status >= 400) resolve(respond(answer))
        begin(source)
        controller.close()
      },
      (error) => {
        reject(error)
        controller.error(error)
      },
    )
  })
}

/** @type {(path: string, options: RequestInit) => Promise<Response>} */
export async function send(address, { method = 'GET', body, signal } = {}) {
  const url = new URL(address, 'http://alone')
  const path = url.pathname
  const request = {
    method,
    path,
    query: Object.fromEntries(url.searchParams),
    body: body ? JSON.parse(String(body)) : null,
  }
  const [, id, order] = REPLY.exec(path) ?? []
  if (order === 'hurry') {
    hurried.get(id)?.()
    return new Response(null, { status: 204 })
  }
  if (order === 'reply') return reply(id, request, signal)
  if (path === '/api/analysis' || path === '/api/review') return streamed(request, signal)
  if (SEARCHES.test(path)) return respond(await searched(request, signal))
  return respond(await quick(request))
}
