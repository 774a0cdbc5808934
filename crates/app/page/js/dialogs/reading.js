// Text that somebody has pasted or typed, read as what it may be.
import * as api from '../api.js'

/** A position; where the text does not say who is to move, `toMove` does. */
export async function readPosition({ game, options, format }, position, toMove) {
  const asked = { game, options, format, position }
  try {
    return await api.state(asked)
  } catch (error) {
    if (!(error instanceof api.Refusal) || !toMove) throw error
    return api.state({ ...asked, to_move: toMove }).catch(() => {
      throw error
    })
  }
}

/** Whether nothing but the side to move is missing in a position. */
export async function lacksSide(asked, position, players) {
  const read = (to_move) =>
    api.state({ ...asked, moves: [], position, to_move }).then(
      () => true,
      () => false,
    )
  return !(await read(undefined)) && (await read(players[0].sign))
}

export const isRecord = (text) => /^\s*\[/.test(text) || /^\s*\d+\s*\./.test(text)
