// What things on a board are called aloud: "c3, white man, must capture".
import { t, named } from '../i18n.js'

/** A cell of a rack is called by column and row; a square by its letters or its number; any other as the server says. */
export function placeName(place, view) {
  if (place.shape !== 'hole') return isNumber(place.label) && !view.numbered ? place.id : (place.label ?? place.id)
  const rows = Math.max(...view.cells.map((cell) => cell.row)) + 1
  return t('cell.rack', { column: place.col + 1, row: rows - place.row })
}

const isNumber = (label) => /^\d+$/.test(label ?? '')

/** The name of the cell with this id. */
export const nameOfCell = (id, view) => placeName(view.cells.find((cell) => cell.id === id) ?? { id }, view)

export function pieceName(piece, view) {
  const owner = view.owners[piece.owner],
    kind = view.words[piece.kind] ?? piece.kind
  if (piece.count) return named(`stack.${owner}`, t('stack.other', { owner, n: piece.count }), { n: piece.count })
  return named(`piece.${owner}.${piece.kind}`, `${owner} ${kind}`)
}

/** The player's name at the head of a sentence: "White", in Russian "Белые". */
export const ownerName = (owner) => named(`owner.${owner}`, owner.charAt(0).toUpperCase() + owner.slice(1))

export function cellName(place, view, { piece, isNext, isHeld, isStruck, isForced, hasPath, value }) {
  return [
    placeName(place, view),
    piece ? pieceName(piece, view) : t('cell.empty'),
    isHeld && t('cell.held'),
    isNext && (hasPath || !piece ? t('cell.target') : isForced ? t('cell.must') : t('cell.able')),
    isStruck && t('cell.struck'),
    value,
  ]
    .filter(Boolean)
    .join(', ')
}
