// The server's questions and answers. A refusal becomes a `Refusal` with a sentence in the reader's language.
import { sentenceOf } from './refusals.js'
import { send } from './transport.js'

/** @import { Analysis, Asked, GameInfo, LabFound, Level, Saved, State } from './types.js' */

export class Refusal extends Error {
  constructor(code, sentence) {
    super(sentence)
    this.code = code
  }
}

async function refusal(error, status) {
  const { code = 'unknown', message = `status ${status}`, detail, values } = error ?? {}
  return new Refusal(code, await sentenceOf({ code, message, detail, values }))
}

/** The server does not answer at all. */
export class Silence extends Error {}

async function request(method, path, body, signal) {
  const options = { method, signal }
  if (method !== 'GET') {
    options.headers = { 'Content-Type': 'application/json' }
    options.body = JSON.stringify(body ?? {})
  }
  let response
  try {
    response = await send(path, options)
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Silence(error.message)
  }
  return response
}

async function answer(method, path, body, signal) {
  const response = await request(method, path, body, signal)
  if (response.status === 204) return null
  const json = await response.json().catch(() => null)
  if (!response.ok) throw await refusal(json?.error, response.status)
  return json
}

const once = new Map()
function remembering(path) {
  if (!once.has(path)) {
    const promise = answer('GET', path)
    promise.catch(() => once.delete(path))
    once.set(path, promise)
  }
  return once.get(path)
}

const query = (values) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')).toString()

/** @type {() => Promise<{ games: GameInfo[], levels: Level[] }>} */
export const library = () => remembering('/api/games')
export const rules = (game) => remembering(`/api/games/${game}/rules`)
export const kit = (game, options = {}) =>
  remembering(
    `/api/games/${game}/kit?${query(Object.fromEntries(Object.entries(options).map(([name, value]) => [`option.${name}`, value])))}`,
  )
/** @type {(asked: Asked, signal?: AbortSignal) => Promise<State>} */
export const state = (asked, signal) => answer('POST', '/api/state', asked, signal)
/** @type {(asked: Asked & { engine: object }, signal?: AbortSignal) => Promise<{ move: string, analysis: Analysis }>} */
export const engineMove = (asked, signal) => answer('POST', '/api/move', asked, signal)
/** A search as it thought. @type {(asked: object, signal?: AbortSignal) => Promise<LabFound>} */
export const lab = (asked, signal) => answer('POST', '/api/lab', asked, signal)
export const complexity = (asked, signal) => answer('POST', '/api/complexity', asked, signal)
export const position = (asked) => answer('POST', '/api/position', asked)
export const writeRecord = (asked) => answer('POST', '/api/record/write', asked)
export const readRecord = (asked) => answer('POST', '/api/record/read', asked)

/** @type {(filter: object) => Promise<{ total: number, games: Saved[] }>} */
export const savedGames = (filter) => answer('GET', `/api/saved?${query(filter)}`)
/** @type {(id: number, format?: string) => Promise<Saved>} */
export const savedGame = (id, format) => answer('GET', `/api/saved/${id}?${query({ format })}`)
/** @type {(game: object) => Promise<Saved>} */
export const save = (game) => answer('POST', '/api/saved', game)
/** @type {(id: number, changes: object) => Promise<Saved>} */
export const change = (id, changes) => answer('PATCH', `/api/saved/${id}`, changes)
export const forget = (id) => answer('DELETE', `/api/saved/${id}`)
/** @type {(id: number, added: object) => Promise<{ ply: number, move: string | null, state: State }>} */
export const addMove = (id, added) => answer('POST', `/api/saved/${id}/moves`, added)
/** @type {(id: number, asked: object, signal?: AbortSignal) => Promise<{ ply: number, move: string, state: State, analysis: Analysis }>} */
export const reply = (id, asked, signal) => answer('POST', `/api/saved/${id}/reply`, asked, signal)
export const hurry = (id) => answer('POST', `/api/saved/${id}/hurry`)
export const importGames = (asked) => answer('POST', '/api/saved/import', asked)
/** What an evaluation says of a position, part by part, without any search. */
export const evaluate = (asked, signal) => answer('POST', '/api/evaluate', asked, signal)
export const explore = (asked, signal) => answer('POST', '/api/explorer', asked, signal)
/** @type {(id: number, from: number, format?: string) => Promise<{ ply: number, state: State }>} */
export const keepMoves = (id, from, format) =>
  answer('DELETE', `/api/saved/${id}/moves?${query({ from, format, cells: false })}`)
/** The record of a saved game, as text. */
export async function savedRecord(id) {
  const response = await request('GET', `/api/saved/${id}/record`)
  if (!response.ok) throw await refusal((await response.json().catch(() => null))?.error, response.status)
  return response.text()
}

/** Reads a stream of events, each given to `hear(name, data)`, until it ends, is refused or is aborted. */
export async function listen(path, asked, hear, signal) {
  const response = await request('POST', path, asked, signal)
  if (!response.ok) throw await refusal((await response.json().catch(() => null))?.error, response.status)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split(/\r?\n\r?\n/)
    rest = blocks.pop()
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event?.name === 'error') throw await refusal(event.data.error)
      if (event) hear(event.name, event.data)
    }
  }
}

export function parseEvent(block) {
  let name = 'message',
    data = ''
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('event:')) name = line.slice(6).trim()
    if (line.startsWith('data:')) data += line.slice(5).trim()
  }
  return data ? { name, data: JSON.parse(data) } : null
}
