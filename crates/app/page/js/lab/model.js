// A recorded search as it is stepped through: its nodes in the order in which they were
// entered, and when each was entered, cut and left.

/** @import { LabFound, LabNode } from '../types.js' */

export const ENTER = 0,
  CUT = 1,
  LEAVE = 2
const KINDS = 3
/** A tree of no more nodes shows every move that was cut; a larger one says how many. */
const SMALL = 60
const INFINITE = 1 << 30

export class SearchModel {
  /** @param {LabFound} found @param {number} layer */
  constructor(found, layer) {
    this.found = found
    this.layer = found.layers[layer]
    this.first = this.layer?.root ?? 0
    const end = found.layers[layer + 1]?.root ?? found.tree.length
    /** @type {LabNode[]} */
    this.nodes = found.tree.slice(this.first, end)
    this.size = this.nodes.length
    this.parents = new Int32Array(this.size)
    /** @type {number[][]} */
    this.below = Array.from({ length: this.size }, () => [])
    this.plies = new Int32Array(this.size)
    for (let id = 0; id < this.size; id++) {
      const { parent } = this.nodes[id]
      this.parents[id] = parent === undefined ? -1 : parent - this.first
      if (parent === undefined) continue
      this.below[this.parents[id]].push(id)
      this.plies[id] = this.plies[this.parents[id]] + 1
    }
    this.isSmall = this.size <= SMALL
    const { algorithm } = found
    this.isWindowed = ['alpha-beta', 'search', 'mtdf'].includes(algorithm) && !this.nodes.some((node) => node.each)
    this.makeSteps()
    this.principal = this.line()
  }

  makeSteps() {
    const steps = []
    this.enteredAt = new Int32Array(this.size)
    this.leftAt = new Int32Array(this.size).fill(INFINITE)
    this.cutAt = new Int32Array(this.size).fill(INFINITE)
    const open = []
    const close = () => {
      const id = open.pop()
      const node = this.nodes[id]
      if (node.left_out > 0) this.cutAt[id] = steps.push(id * KINDS + CUT) - 1
      if (isAnswered(node)) this.leftAt[id] = steps.push(id * KINDS + LEAVE) - 1
    }
    for (let id = 0; id < this.size; id++) {
      while (open.length > 0 && open.at(-1) !== this.parents[id]) close()
      this.enteredAt[id] = steps.push(id * KINDS + ENTER) - 1
      open.push(id)
    }
    while (open.length > 0) close()
    this.steps = Int32Array.from(steps)
  }

  get stepCount() {
    return this.steps.length
  }

  /** What happens in a step, and to whom. */
  step(at) {
    const code = this.steps[Math.max(0, Math.min(at, this.steps.length - 1))] ?? 0
    return { id: Math.floor(code / KINDS), kind: code % KINDS }
  }

  /** The step after all that happens below the node of this one. */
  over(at) {
    const { id, kind } = this.step(at)
    if (kind !== ENTER) return Math.min(at + 1, this.stepCount - 1)
    return this.leftAt[id] === INFINITE ? this.stepCount - 1 : this.leftAt[id]
  }

  /** Its place in the whole record, and back. */
  local = (id) => {
    const own = id - this.first
    return own >= 0 && own < this.size ? own : null
  }

  state(id, at) {
    if (this.enteredAt[id] > at) return 'unseen'
    if (this.leftAt[id] > at) return 'open'
    return 'done'
  }

  isMax = (id) => this.nodes[id].max
  seat = (id) => this.nodes[id].seat
  move = (id) => this.nodes[id].move ?? ''
  /** Positions below a node that are counted and not in the record. */
  unwritten(id) {
    return this.below[id].reduce((left, child) => left - this.nodes[child].nodes, this.nodes[id].nodes - 1)
  }
  weight = (id) => this.nodes[id].nodes

  /** The moves from the root to a node. */
  path(id) {
    const moves = []
    for (let at = id; this.parents[at] >= 0; at = this.parents[at]) moves.push(this.move(at))
    return moves.reverse()
  }

  /** The window of a node at a step: as it was asked, narrowed by what has answered since. */
  window(id, at) {
    const node = this.nodes[id]
    let { low, high } = node
    for (const child of this.below[id]) {
      if (this.leftAt[child] > at) break
      const { value } = this.nodes[child]
      if (value === undefined) continue
      if (node.max && (low === undefined || rank(value) > rank(low))) low = value
      if (!node.max && (high === undefined || rank(value) < rank(high))) high = value
    }
    return { low, high }
  }

  hasWindows = () => this.isWindowed

  /** Best moves from the root, as far as they are written down. */
  line() {
    const line = new Set(this.size > 0 ? [0] : [])
    for (let id = 0; id >= 0 && this.size > 0;) {
      const node = this.nodes[id]
      const best = this.below[id].find((child) => isSame(this.nodes[child], node))
      if (best === undefined) break
      line.add(best)
      id = best
    }
    return line
  }

  /** Nodes that this one rests on: where the table knows it from, and who set the bound that cut. */
  related(id) {
    const { recalled } = this.nodes[id]
    const setter = this.reason(id)?.setter
    return [recalled?.from, setter]
      .filter((other) => typeof other === 'number')
      .map(this.local)
      .filter((other) => other !== null)
  }

  /** The bound that made a cut, and who set it. */
  reason(id) {
    const node = this.nodes[id]
    if (!(node.left_out > 0)) return null
    const bound = node.max ? node.high : node.low
    const setter = node.max ? node.high_by : node.low_by
    const cutter = typeof node.cut_by === 'number' ? this.local(node.cut_by) : null
    return { bound, setter, cutter, value: node.value }
  }
}

const isAnswered = (node) => node.value !== undefined || node.numbers !== undefined || node.each !== undefined

/** Whether a child's answer is its parent's. */
function isSame(child, parent) {
  if (parent.each) return child.each?.[parent.seat] === parent.each[parent.seat]
  return child.value !== undefined && child.value === parent.value && child.bound === undefined
}

/** A value as a number that can be compared: every win is above every estimate. */
export function rank(mark) {
  if (typeof mark === 'number') return mark
  const plies = Number(mark.slice(1)) || 0
  if (mark.startsWith('+')) return 1e9 - plies
  if (mark.startsWith('-')) return plies - 1e9
  return 0
}

export const isInfinite = (number) => number >= INFINITE
