// Files with many games go to the server in parts that it takes.
import * as api from './api.js'

const PART_CHARACTERS = 400_000
const PART_GAMES = 500

/** The games of a file as texts of their own: a game begins with the first tag after moves. */
export function gamesOf(text) {
  const starts = [...text.matchAll(/(?:^|\n)[ \t]*(?:\r?\n)+(?=\[[A-Za-z])/g)].map(
    (found) => found.index + found[0].length,
  )
  const bounds = [0, ...starts, text.length]
  const pieces = bounds.slice(1).map((end, index) => text.slice(bounds[index], end))
  // Blank lines may stand between the tags of one game: tags without moves wait for them.
  const games = []
  let waiting = ''
  for (const piece of pieces) {
    waiting += piece
    if (/^[^[\n][^\n]*\S/m.test(waiting.replace(/^\[.*\]\s*$/gm, ''))) {
      games.push(waiting)
      waiting = ''
    }
  }
  if (waiting.trim()) games.push(waiting)
  return games.filter((game) => game.trim())
}

/** Keeps all games of a text; `progress` hears how many are through. */
export async function importText(
  text,
  game,
  progress = (/** @type {number} */ _done, /** @type {number} */ _of) => {},
) {
  const games = gamesOf(text)
  const refused = []
  let kept = 0
  for (let at = 0; at < games.length;) {
    let part = ''
    let end = at
    while (
      end < games.length &&
      end - at < PART_GAMES &&
      (end === at || part.length + games[end].length < PART_CHARACTERS)
    ) {
      part += `${games[end++]}\n`
    }
    const answer = await api.importGames({ text: part, game: game || undefined })
    kept += answer.ids.length
    refused.push(...answer.refused.map((each) => ({ ...each, record: each.record + at })))
    at = end
    progress(at, games.length)
  }
  return { kept, refused, found: games.length }
}
