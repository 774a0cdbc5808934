// The server's addresses answered in the browser.
import { library } from './files.js'
import { analysed } from './sharing.js'
import { quick, searched } from './thinkers.js'
import { Trouble } from './trouble.js'
import { hasGames } from './storage.js'

const SEARCHES = /^\/api\/(move|analysis|review|bench|evaluate|lab|complexity)$/
const REPLY = /^\/api\/saved\/(\d+)\/(reply|hurry)$/

const TYPES = { string: 'text/plain; charset=utf-8', object: 'application/json' }

/** A body that is text, such as a record, is sent as it is. */
const respond = ({ status, body }) =>
  new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': TYPES[typeof body] ?? TYPES.object },
  })

/** Engines that think about saved games, by the game: who calls gets what they have. */
const hurried = new Map()

async function reply(id, request, signal) {
  const began = performance.now()
  const asked = await quick(request)
  if (asked.status !== 200) return asked
  const hurry = new AbortController()
  let word = null
  hurried.set(id, () => word && hurry.abort())
  const both = signal ? AbortSignal.any([signal, hurry.signal]) : hurry.signal
  let thought
  try {
    const think = { method: 'POST', path: '/api/move', body: asked.body }
    thought = await searched(think, both, ({ data }) => (word = data))
    if (thought.status !== 200) return thought
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
  return played
}

/** Events as the server sends them. */
function streamed(request, signal) {
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  const both = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
  return new Promise((resolve, reject) => {
    let controller = null
    const begin = () => {
      if (controller) return
      const source = new ReadableStream({ start: (own) => (controller = own), cancel: () => leaving.abort() })
      resolve(new Response(source, { headers: { 'Content-Type': 'text/event-stream' } }))
    }
    const tell = ({ event, data }) => {
      begin()
      controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    }
    const fail = (error) => {
      if (!controller) return reject(error)
      if (!(error instanceof Trouble)) return controller.error(error)
      tell({ event: 'error', data: error.answer.body })
      controller.close()
    }
    const think = request.path === '/api/analysis' ? analysed : searched
    think(request, both, tell).then((answer) => {
      if (answer.status >= 400) return resolve(respond(answer))
      begin()
      controller.close()
    }, fail)
  })
}

async function answered(request, signal) {
  const { method, path } = request
  const [, id, order] = REPLY.exec(path) ?? []
  if (order === 'hurry') {
    hurried.get(id)?.()
    return { status: 204 }
  }
  if (order === 'reply') return reply(id, request, signal)
  // Before anything was kept the first board needs no engine.
  if (method === 'GET' && path === '/api/games') return { status: 200, body: await library() }
  if (method === 'GET' && path === '/api/saved' && !(await hasGames()))
    return { status: 200, body: { total: 0, games: [] } }
  return SEARCHES.test(path) ? searched(request, signal) : quick(request)
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
  try {
    if (path === '/api/analysis' || path === '/api/review') return await streamed(request, signal)
    return respond(await answered(request, signal))
  } catch (error) {
    if (error instanceof Trouble) return respond(error.answer)
    throw error
  } finally {
    prepare()
  }
}

let isPrepared = false
/** After the first answer: the engine for the next question, and what makes the page work offline. */
function prepare() {
  if (isPrepared) return
  isPrepared = true
  const begin = async () => {
    await quick({ method: 'GET', path: '/api/games' }).catch(() => {})
    if ('serviceWorker' in navigator && isSecureContext)
      await navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {})
  }
  requestAnimationFrame(() => setTimeout(begin))
}
