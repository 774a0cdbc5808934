// The engine in a worker: a request in, events and an answer out.
import { within } from './storage.js'

const decoder = new TextDecoder()
const encoder = new TextEncoder()

let engine
let current
let said

const text = (place, length) => JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, place, length)))

const host = {
  now: () => performance.timeOrigin + performance.now(),
  tell: (place, length) => postMessage({ number: current, event: text(place, length) }),
  answer: (place, length) => (said = text(place, length)),
}

/** Calls a function of the engine with bytes in its memory. */
function call(name, bytes) {
  const place = engine.room(bytes.length)
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes)
  return engine[name](place, bytes.length)
}

function ask(request) {
  call('ask', encoder.encode(JSON.stringify(request)))
  return said
}

const STORED = /^\/api\/(saved(\/(?<id>\d+))?|explorer)/

async function answered({ number, request }) {
  current = number
  const stored = STORED.exec(request.path)
  const notify = (notice) => postMessage({ notice })
  const answer = stored
    ? await within(stored.groups.id, (games, next) => ask({ ...request, games, next }), notify)
    : ask(request)
  postMessage({ number, answer })
}

async function begin(module) {
  try {
    engine = (await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (module), { host })).exports
  } catch (error) {
    postMessage({ fault: String(error.message) })
  }
}

/** @param {any} message */
const work = ({ module, file, number, request }) => {
  if (module) return begin(module)
  return file ? call('hand_in', new Uint8Array(file)) : answered({ number, request })
}

let turn = Promise.resolve()
addEventListener('message', ({ data }) => {
  turn = turn
    .then(() => work(data))
    .catch((error) => {
      setTimeout(() => {
        throw error
      })
    })
})
