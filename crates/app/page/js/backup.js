// All saved games in one file, for another browser or another computer, and back again.
// A record says what was played; this says also who sat where, at which strength.
import * as api from './api.js'

const KIND = 'plyground games'
const VERSION = 1
const PAGE = 100

export function download(name, text, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Every saved game as a text; the oldest first, so that they come back in their order. */
export async function backup(progress = (/** @type {number} */ _done, /** @type {number} */ _of) => {}) {
  const games = []
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const found = await api.savedGames({ limit: PAGE, offset })
    total = found.total
    for (const { id } of found.games) {
      const { game, options, start, moves, title, seats, notes, ended } = await api.savedGame(id)
      games.unshift({ game, options, position: start ?? undefined, moves, title, seats, notes, ended })
      progress(games.length, total)
    }
  }
  return JSON.stringify({ kind: KIND, version: VERSION, games })
}

/** The games of such a text; `null` where it is something else. */
export function gamesOfBackup(text) {
  try {
    const { kind, version, games } = JSON.parse(text)
    return kind === KIND && version <= VERSION && Array.isArray(games) ? games : null
  } catch {
    return null
  }
}

/** Keeps them beside those that are there; one that is refused keeps none of the others out. */
export async function restore(games, progress = (/** @type {number} */ _done, /** @type {number} */ _of) => {}) {
  const refused = []
  let kept = 0
  for (const [index, game] of games.entries()) {
    try {
      await api.save(game)
      kept++
    } catch (error) {
      if (error instanceof api.Silence || error.code === 'storage' || error.code === 'alone') throw error
      refused.push({ record: index + 1, message: error.message })
    }
    progress(index + 1, games.length)
  }
  return { kept, refused }
}
