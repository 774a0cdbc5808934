// The games the server has, with their names and options in the reader's language.
import * as api from './api.js'
import { named, t } from './i18n.js'
import { remember, remembered } from './settings.js'

export async function gameInfo(id) {
  const { games, levels } = await api.library()
  const game = games.find((each) => each.id === id)
  return game ? { ...game, levels } : null
}

export const gameName = (game) => named(`game.${game.id ?? game}`, game.name ?? game)

/** How moves and squares are called: as the reader has chosen, else as the game's players do; the first form is theirs. */
export function moveFormat(game) {
  const chosen = remembered('notation')?.[game.id]
  return game.formats?.includes(chosen) ? chosen : game.formats?.[0]
}

export const chooseFormat = (game, format) => remember('notation', { ...remembered('notation'), [game.id]: format })

/** Whether a board is turned so that the first seat sits below. */
export const isTurned = (view) => view.owners.length === 2 && seatBelow(view) !== 0 && view.cells[0].shape !== 'hole'

/** "8 × 8 · 2 players". */
export function sizeLine(game) {
  const [least, most] = game.players
  const players = least === most ? t('players', { n: most }) : t('players.range', { least, most })
  const rows = new Set(game.view.cells.map((cell) => cell.y)).size,
    columns = new Set(game.view.cells.map((cell) => cell.x)).size
  const size =
    game.view.cells[0].shape === 'hex' ? t('size.hexes', { n: game.view.cells.length }) : `${columns} × ${rows}`
  return `${size} · ${players}`
}

/** The seat whose pieces lie lower on the board, or the first where nobody's do. */
export function seatBelow(view) {
  const depths = view.owners.map((_, owner) => {
    const own = view.pieces
      .filter((piece) => piece.owner === owner)
      .map((piece) => view.cells.find((cell) => cell.id === piece.cell).y)
    return own.reduce((sum, y) => sum + y, 0) / (own.length || 1)
  })
  const deepest = Math.max(...depths)
  return depths.every((depth) => Math.abs(depth - deepest) < 0.5) ? 0 : depths.indexOf(deepest)
}
