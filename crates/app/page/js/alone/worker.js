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

function ask(request) {
  const bytes = encoder.encode(JSON.stringify(request))
  const place = engine.room(bytes.length)
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes)
  engine.ask(place, bytes.length)
  return said
}

const STORED = /^\/api\/(saved(\/(?<id>\d+))?|explorer)/

let turn = Promise.resolve()

async function answered({ number, request }) {
  current = number
  const stored = STORED.exec(request.path)
  const answer = stored
    ? await within(stored.groups.id, (games, next) => ask({ ...request, games, next }))
    : ask(request)
  postMessage({ number, answer })
}

addEventListener('message', ({ data }) => {
  if (data.module)
    turn = WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (data.module), { host }).then((instance) => {
      engine = instance.exports
    })
  else
    turn = turn
      .then(() => answered(data))
      .catch((error) => {
        setTimeout(() => {
          throw error
        })
      })
})
