// A game as a tree of moves: the first child is the main line, the others are variations.
export class Tree {
  constructor() {
    this.root = { move: null, parent: null, children: [], ply: 0 }
    this.current = this.root
    /** @type {string[]} */
    this.preamble = []
    /** Grows with every change of what the tree holds. */
    this.version = 0
  }

  /** Goes to the child with this move, which is made where there is none. */
  play(move) {
    let child = this.current.children.find((each) => each.move === move)
    if (!child) {
      child = { move, parent: this.current, children: [], ply: this.current.ply + 1 }
      this.current.children.push(child)
      this.version++
    }
    this.current = child
    return child
  }

  /** The moves that lead to a node. */
  path(node = this.current) {
    const moves = []
    for (let at = node; at.parent; at = at.parent) moves.unshift(at.move)
    return moves
  }

  /** The nodes of the line that runs through a node: what led to it, and its first children after it. */
  line(through = this.current) {
    const nodes = []
    for (let at = through; at; at = at.parent) nodes.unshift(at)
    for (let at = through.children[0]; at; at = at.children[0]) nodes.push(at)
    return nodes
  }

  back() {
    this.current = this.current.parent ?? this.current
  }
  forward() {
    this.current = this.current.children[0] ?? this.current
  }
  first() {
    this.current = this.root
  }
  last() {
    this.current = this.line().at(-1)
  }

  /** The next sibling, or the previous one by -1. */
  variation(by) {
    const siblings = this.current.parent?.children ?? []
    const count = siblings.length
    if (count > 1) this.current = siblings[(siblings.indexOf(this.current) + by + count) % count]
  }

  /** Makes the line of the current node the main line. */
  promote() {
    for (let at = this.current; at.parent; at = at.parent) {
      const { children } = at.parent
      children.unshift(...children.splice(children.indexOf(at), 1))
    }
    this.version++
  }

  /** Removes the current node and all that follows. */
  remove() {
    const gone = this.current
    if (!gone.parent) return
    this.current = gone.parent
    this.current.children = this.current.children.filter((child) => child !== gone)
    this.version++
  }

  /** As a record writes it: a list of moves, each with the lines that might have been played instead. */
  plain(node = this.root) {
    const moves = []
    for (let at = node; at.children.length > 0; at = at.children[0]) {
      const [main, ...others] = at.children
      const variations = others.map((other) => [{ ...written(other), variations: [] }, ...this.plain(other)])
      moves.push({ ...written(main), variations })
    }
    return moves
  }

  static from(plain) {
    const tree = new Tree()
    graft(tree.root, plain)
    return tree
  }
}

const written = ({ move, signs = [], comments = [] }) => ({ move, signs, comments })

function graft(parent, moves) {
  let at = parent
  for (const { move, signs = [], comments = [], variations = [] } of moves) {
    const child = { move, parent: at, children: [], ply: at.ply + 1, signs, comments }
    at.children.push(child)
    for (const variation of variations) graft(at, variation)
    at = child
  }
}
