// Saved games in the browser's own storage. The engine is asked within one transaction,
// so two windows never write over each other's moves. Where storage is forbidden, as in
// some private windows, games last as long as the page, and the reader is told.

import { Trouble } from './trouble.js'

const NAME = 'plyground'
const VERSION = 1
const memory = { games: new Map(), next: 1 }

/** @type {Promise<{ kept?: IDBDatabase, notice?: string }> | undefined} */
let opened
const database = () =>
  (opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, VERSION)
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore('games', { keyPath: 'id' })
        request.result.createObjectStore('facts')
      })
      request.addEventListener('success', () => {
        const kept = request.result
        // Another window may bring a newer page: what it asks next is asked anew.
        const forget = () => {
          kept.close()
          opened = undefined
        }
        kept.addEventListener('versionchange', forget)
        kept.addEventListener('close', forget)
        resolve({ kept })
      })
      const isNewer = () => request.error?.name === 'VersionError'
      request.addEventListener('error', () => resolve({ notice: isNewer() ? 'newer' : 'nothingKept' }))
    } catch {
      resolve({ notice: 'nothingKept' })
    }
  }))

const trouble = (error) => new Trouble(error?.name === 'QuotaExceededError' ? 'full' : 'failing').answer

function inMemory(id, ask) {
  const games = id ? [memory.games.get(Number(id))].filter(Boolean) : [...memory.games.values()]
  const answer = ask(games, memory.next)
  for (const game of answer.put ?? []) memory.games.set(game.id, game)
  for (const gone of answer.removed ?? []) memory.games.delete(gone)
  memory.next = answer.next ?? memory.next
  return answer
}

/** Whether anything was ever kept, as far as that can be told. */
export async function hasGames() {
  const { kept } = await database()
  if (!kept) return true
  return new Promise((resolve) => {
    try {
      const count = kept.transaction('games').objectStore('games').count()
      count.addEventListener('success', () => resolve(count.result > 0))
      count.addEventListener('error', () => resolve(true))
    } catch {
      resolve(true)
    }
  })
}

/** Asks with one game, or with all of them, and keeps what the answer says; `notify` hears what the reader should know. */
export async function within(id, ask, notify) {
  const { kept, notice } = await database()
  if (notice) notify(notice)
  if (!kept) return inMemory(id, ask)
  return new Promise((resolve) => {
    const transaction = kept.transaction(['games', 'facts'], 'readwrite')
    const games = transaction.objectStore('games')
    const facts = transaction.objectStore('facts')
    let answer, failed
    const next = facts.get('next')
    const found = id ? games.get(Number(id)) : games.getAll()
    found.addEventListener('success', () => {
      try {
        answer = ask([found.result].flat().filter(Boolean), next.result ?? 1)
        for (const game of answer.put ?? []) games.put(game)
        for (const gone of answer.removed ?? []) games.delete(gone)
        if (answer.put?.length) facts.put(answer.next, 'next')
      } catch (error) {
        failed = trouble(error)
        transaction.abort()
      }
    })
    transaction.addEventListener('complete', () => resolve(answer))
    transaction.addEventListener('abort', () => resolve(failed ?? trouble(transaction.error)))
  })
}
