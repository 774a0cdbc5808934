// The cells of a board and what stands beside them stay the same all game long:
// the server sends them once, and later views get them back here.

/** @import { State } from '../types.js' */

/** What all views of a game share; where moves are numbers, so are the squares. @param {State} state */
export const groundOf = ({ view: { cells, labels } }, format) => ({ cells, labels, numbered: format === 'numeric' })

/** A state whose view came without cells, whole again. @param {State} state */
export function grounded(state, ground) {
  Object.assign(state.view, ground)
  return state
}
