// The files of the page without a server: where they lie, fetched once, and kept in the
// browser's cache under names that stand for their content.
import { Trouble } from './trouble.js'

/** @type {{ engine: string, games: string, brought: Record<string, string[]> }} */
const names = JSON.parse(document.querySelector('#alone').textContent)
const address = (name) => new URL(name, document.baseURI).href

/** The service worker's own, by its name. */
const openCache = async () => {
  try {
    return await caches.open(`plyground ${new URL('./', document.baseURI).pathname}`)
  } catch {
    return null
  }
}

async function fetched(name) {
  let answer
  try {
    answer = await fetch(address(name))
  } catch {
    throw new Trouble('fetch', { name })
  }
  if (!answer.ok) throw new Trouble('fetch', { name })
  return answer
}

/** What the page shows before the engine is there. */
export const library = async () => (await fetched(names.games)).json()

/**
 * A file whose content is `read` with success: what a cache has kept may be damaged, and is then fetched anew.
 * @template T
 * @param {string} name
 * @param {(answer: Response) => Promise<T>} read
 * @returns {Promise<T>}
 */
async function sound(name, read) {
  const cache = await openCache()
  const kept = await cache?.match(address(name))
  if (kept) {
    try {
      return await read(kept)
    } catch {
      await cache.delete(address(name))
    }
  }
  const answer = await fetched(name)
  const copy = answer.clone()
  const content = await read(answer)
  await cache?.put(address(name), copy).catch(() => {})
  return content
}

let compiled
/** The engine, compiled once for all workers. */
export function engine() {
  if (typeof WebAssembly !== 'object') return Promise.reject(new Trouble('wasm'))
  compiled ??= sound(names.engine, async (answer) => WebAssembly.compile(await answer.arrayBuffer())).catch((error) => {
    compiled = null
    throw error instanceof Trouble ? error : new Trouble('engine', { why: error.message })
  })
  return compiled
}

const brought = new Map()
/**
 * What a game brings along, or all games where none is named; without what cannot be had.
 * @param {string} [game]
 * @returns {Promise<{ files: ArrayBuffer[], isWhole: boolean }>}
 */
export async function broughtBy(game) {
  const wanted = game ? (names.brought[game] ?? []) : Object.values(names.brought).flat()
  const one = (name) => {
    if (!brought.has(name)) {
      const file = sound(name, async (answer) => checked(await answer.arrayBuffer()))
      file.catch(() => brought.delete(name))
      brought.set(name, file)
    }
    return brought.get(name).catch(() => null)
  }
  const files = (await Promise.all(wanted.map(one))).filter(Boolean)
  return { files, isWhole: files.length === wanted.length }
}

const MAGIC = 'PLYBROUGHT'
/** A host may send a page that says that nothing is there; the engine checks the rest. */
function checked(file) {
  const found = new TextDecoder().decode(file.slice(0, MAGIC.length))
  if (found !== MAGIC) throw new TypeError('not a file of a game')
  return file
}
