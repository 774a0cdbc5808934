// The variations of a saved game: what is tried in analysis is there the next time.
import * as api from '../api.js'
import { Tree } from '../tree.js'

const BREATH_MS = 400

export class Keeping {
  constructor(id) {
    this.id = id
    this.waiting = 0
  }

  /** The tree kept with the game, with all that was played in it; `null` where there is no such game. */
  async tree(format) {
    try {
      const { moves, notes } = await api.savedGame(this.id, format)
      const tree = Tree.from(notes?.tree ?? [])
      for (const move of moves) tree.play(move)
      tree.first()
      return tree
    } catch (error) {
      if (error.code === 'not-found') return null
      throw error
    }
  }

  /** Keeps the tree a moment after its last change; `failed` hears why it could not be. */
  keep(tree, failed) {
    clearTimeout(this.waiting)
    this.waiting = setTimeout(() => api.change(this.id, { notes: { tree: tree.plain() } }).catch(failed), BREATH_MS)
  }
}
