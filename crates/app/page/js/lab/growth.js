// A tree that grows by playouts, as it is stepped through: after any number of playouts
// it knows every node's visits and share, and what draws the next playout where.

/** @import { LabFound } from '../types.js' */

export class GrowthModel {
  /** @param {LabFound} found */
  constructor(found) {
    this.found = found
    this.growth = found.growth
    this.nodes = this.growth.nodes
    this.size = this.nodes.length
    this.parents = new Int32Array(this.size)
    /** @type {number[][]} */
    this.below = Array.from({ length: this.size }, () => [])
    this.plies = new Int32Array(this.size)
    for (let id = 0; id < this.size; id++) {
      this.parents[id] = id === 0 ? -1 : this.nodes[id].parent
      if (id === 0) continue
      this.below[this.parents[id]].push(id)
      this.plies[id] = this.plies[this.parents[id]] + 1
    }
    this.visits = new Int32Array(this.size)
    this.points = new Float64Array(this.size)
    this.proofs = new Map(this.growth.proofs.map((proof) => [proof.node, proof]))
    this.played = 0
    this.principal = new Set()
    this.seek(this.stepCount - 1)
    for (let id = 0; id !== undefined; id = this.mostVisited(id)) this.principal.add(id)
  }

  get stepCount() {
    return this.growth.playouts.length
  }

  mostVisited(id) {
    const tried = this.below[id].filter((child) => this.visits[child] > 0)
    return tried.sort((one, other) => this.visits[other] - this.visits[one])[0]
  }

  /** Counts the playouts up to and with this one. */
  seek(at) {
    const wanted = Math.max(0, Math.min(at + 1, this.stepCount))
    while (this.played < wanted) this.count(this.played++, 1)
    while (this.played > wanted) this.count(--this.played, -1)
  }

  count(number, sign) {
    const { node, shares } = this.growth.playouts[number]
    for (let id = node; id >= 0; id = this.parents[id]) {
      this.visits[id] += sign
      this.points[id] += sign * shares[this.nodes[id].mover]
    }
  }

  step(at) {
    const playout = this.growth.playouts[Math.max(0, Math.min(at, this.stepCount - 1))]
    return { id: playout?.node ?? 0, kind: 'playout', shares: playout?.shares ?? [] }
  }
  over = (at) => Math.min(at + 10, this.stepCount - 1)

  state(id, at) {
    this.seek(at)
    if (this.visits[id] === 0 && id !== 0) return 'unseen'
    return this.proofs.get(id)?.after <= at + 1 ? 'proven' : 'done'
  }

  /** What a node brings whoever moves into it, and how much it attracts its next visit. */
  attraction(id, at) {
    this.seek(at)
    const visits = this.visits[id]
    if (visits === 0) return { visits, share: null, bonus: Infinity }
    const above = this.visits[this.parents[id]] ?? visits
    const share = this.points[id] / visits
    return { visits, share, bonus: this.growth.exploration * Math.sqrt(Math.log(Math.max(1, above)) / visits) }
  }

  /** Who chooses at a node is who moves into its children. */
  seat(id) {
    const child = this.below[id][0]
    if (child !== undefined) return this.nodes[child].mover
    return (this.nodes[id].mover + (id === 0 ? 0 : 1)) % this.found.players
  }
  isMax = (id) => this.seat(id) === this.found.chooser
  move = (id) => this.nodes[id].move ?? ''
  unwritten = () => 0
  weight = (id) => this.visits[id]
  path(id) {
    const moves = []
    for (let at = id; this.parents[at] >= 0; at = this.parents[at]) moves.push(this.move(at))
    return moves.reverse()
  }
  local = (id) => id
  hasWindows = () => false
  reason = () => null
  related = () => []
}
