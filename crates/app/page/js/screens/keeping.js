// The variations of a saved game: what is tried in analysis is there the next time.
import * as api from '../api.js'
import { Tree } from '../tree.js'
import { restore, written } from './review.js'

/** @import { Saved } from '../types.js' */

const BREATH_MS = 400

export class Keeping {
  constructor(id) {
    this.id = id
    this.waiting = 0
  }

  /** The tree kept with the game, with all that was played in it; `null` where there is no such game. */
  async tree(format) {
    try {
      const saved = await api.savedGame(this.id, format)
      const { moves, notes } = saved
      this.about = saved
      const tree = Tree.from(await this.readable(saved, format))
      tree.preamble = notes?.preamble ?? []
      for (const move of moves) tree.play(move)
      if (notes?.review && (notes.review.format ?? undefined) === format) restore(tree, notes.review)
      tree.first()
      this.format = format
      return tree
    } catch (error) {
      if (error.code === 'not-found') return null
      throw error
    }
  }

  /**
   * A tree that was written in another notation is read anew in the reader's.
   * @param {Saved} saved
   */
  async readable({ game, options, start, notes }, format) {
    if (!notes?.tree || (notes.format ?? undefined) === format) return notes?.tree ?? []
    return renotated({ game, options, position: start ?? undefined }, notes.tree, format)
  }

  notes(tree) {
    const review = written(tree)
    const kept = { tree: tree.plain(), preamble: tree.preamble, format: this.format ?? null }
    return review ? { ...kept, review: { ...review, format: this.format } } : kept
  }

  /** Keeps the tree a moment after its last change; `failed` hears why it could not be. */
  keep(tree, failed) {
    clearTimeout(this.waiting)
    this.waiting = setTimeout(() => api.change(this.id, { notes: this.notes(tree) }).catch(failed), BREATH_MS)
  }
}

/** A tree of moves in another notation: written as a record and read again. */
export async function renotated(asked, tree, format) {
  if (tree.length === 0) return []
  const { record } = await api.writeRecord({ ...asked, tree })
  const { games } = await api.readRecord({ text: record, game: asked.game, format })
  return games[0].tree
}
