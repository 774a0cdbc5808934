// One board for every game. It draws the view it is given, turns clicks, drags
// and keys into a path of cells, and says when a path is a move. It knows no rules.
import { s, find } from '../dom.js'
import { layout } from './geometry.js'
import { ground } from './ground.js'
import { cellGrid, refreshCells } from './cells.js'
import { pieceAt, glide } from './pieces.js'
import * as marks from './marks.js'
import { arrow, chips } from './overlay.js'
import { nextSteps, completed, taken, mustCapture, afterClick } from './steps.js'
import { listenToPointer } from './pointer.js'
import { listenToKeys } from './keys.js'
import { drawings, listenToDrawing } from './drawing.js'

/** @import { Move, Piece } from '../types.js' */

export class Board {
  /**
   * `play` hears of a move, `ask` of moves that differ in a number only, `step` of every change of the path,
   * `refuse` of a click that means nothing.
   * @param {HTMLElement} host
   * @param {{ play?: (move: Move) => any, ask?: (moves: Move[]) => any, step?: (path: string[]) => any, refuse?: (cell: string) => any, best?: () => any }} [listeners]
   */
  constructor(host, { play = () => {}, ask = () => {}, step = () => {}, refuse = () => {}, best = () => {} } = {}) {
    this.host = host
    this.play = play
    this.ask = ask
    this.step = step
    this.refuse = refuse
    this.best = best
    /** @type {string[]} */
    this.path = []
    /** @type {string | null} */
    this.focus = null
    /** @type {Piece | null} */
    this.dragged = null
    /** @type {Record<string, any>} */
    this.options = {}
    /** What the cells that are drawn belong to. @type {any} */
    this.drawnFor = null
    listenToPointer(this)
    /** What the reader has drawn: cells, and pairs of cells. @type {Set<string>} */
    this.drawn = new Set()
    listenToKeys(this)
    listenToDrawing(this)
  }

  /** A new view: what was half done is dropped. */
  show(view, options = {}) {
    this.view = view
    this.split = null
    this.options = options
    this.path = []
    const position = `${view.pieces.map((piece) => piece.cell + piece.owner + (piece.count ?? '')).join()}`
    if (position !== this.position) this.drawn.clear()
    this.position = position
    this.draw(options.glide)
  }

  /** The same view with other things drawn on it. Cells stay what they are, so that no click is lost. */
  decorate(options) {
    Object.assign(this.options, options)
    if (!this.view) return
    const scene = this.scene()
    this.drawMarks(scene)
    refreshCells(this.host, this.plan, scene)
  }

  get moves() {
    return this.options.able === false ? [] : this.view.moves
  }
  get next() {
    return nextSteps(this.moves, this.path)
  }

  /** A click, a tap, a drop or Enter on a cell. */
  choose(cell) {
    if (this.options.able === false) return
    const path = afterClick(this.moves, this.path, cell)
    if (!path) {
      const wasHeld = this.path.length > 0
      if (this.path.length === 1) this.setPath([])
      if (!wasHeld || this.path.length > 0) this.refuse(cell)
      return
    }
    this.focus = cell
    const done = completed(this.moves, path)
    if (done.length === 0 || path.length < Math.max(...done.map((move) => move.path.length))) return this.setPath(path)
    if (done.length === 1) return this.finish(done[0])
    this.setPath(path)
    this.ask(done)
  }

  finish(move) {
    this.path = []
    this.play(move)
  }

  /** Shows how a stack would be shared between where it is and where it goes. */
  showSplit(split) {
    this.split = split
    this.drawPieces(this.scene())
  }

  setPath(path) {
    this.path = path
    this.split = null
    this.redraw()
    this.step(path)
  }

  /** Takes one step back; says whether there was one. */
  stepBack() {
    if (this.path.length === 0) return false
    this.setPath(this.path.slice(0, -1))
    return true
  }

  get pickedUp() {
    return this.path.length > 0
  }

  draw(glidePath) {
    const { view, options } = this
    const hadFocus = this.host.contains(document.activeElement)
    const isSame =
      this.host.firstChild && this.drawnFor?.cells === view.cells && this.drawnFor.flipped === options.flipped
    if (isSame && this.drawnFor.lead === options.lead && this.drawnFor.numbered === view.numbered) {
      return this.redraw(glidePath)
    }
    this.drawnFor = { cells: view.cells, flipped: options.flipped, lead: options.lead, numbered: view.numbered }
    this.plan = layout(view, { flipped: options.flipped, lead: options.lead })
    const scene = this.scene()
    const picture = s('svg', { viewBox: this.plan.box.join(' '), class: `board ${view.palette}` })
    this.layers = ['marks', 'pieces', 'above'].map((name) => s('g', { class: name, 'aria-hidden': 'true' }))
    picture.append(ground(this.plan, false), cellGrid(this.plan, scene), ...this.layers)
    this.drawMarks(scene)
    this.drawPieces(scene, glidePath)
    /** @type {HTMLElement} */ const stage = this.host.closest('.stage')
    stage?.style.setProperty('--ratio', (this.plan.box[2] / this.plan.box[3]).toFixed(4))
    this.host.replaceChildren(picture)
    if (hadFocus) this.focusCell(scene.focus)
  }

  /** The same board after a step: cells stay the same elements, so that gestures and focus go on. */
  redraw(glidePath) {
    const scene = this.scene()
    this.drawMarks(scene)
    this.drawPieces(scene, glidePath)
    refreshCells(this.host, this.plan, scene)
    if (this.host.contains(document.activeElement)) this.focusCell(scene.focus)
  }

  scene() {
    const { view, path, options } = this
    const next = this.next,
      starts = path.length <= 1 ? nextSteps(this.moves, []) : new Set()
    const onBoard = new Map(view.pieces.map((piece) => [piece.cell, piece]))
    const isUnderWay = path.length > 1 && onBoard.has(path[0])
    const focus = this.plan.places.has(this.focus) ? this.focus : (path.at(-1) ?? [...next][0] ?? view.cells[0].id)
    return {
      view,
      path,
      next,
      starts,
      focus,
      label: options.label,
      values: options.values,
      held: path.at(-1),
      struck: taken(this.moves, path),
      forced: mustCapture(this.moves),
      isUnderWay,
      pieceOn: (cell) =>
        isUnderWay && cell === path[0] ? null : onBoard.get(isUnderWay && cell === path.at(-1) ? path[0] : cell),
    }
  }

  /** All that lies below and above the pieces; these may be gliding and are left alone. */
  drawMarks({ view, path, next, struck, forced, held, pieceOn }) {
    const [below, , above] = this.layers
    below.replaceChildren()
    above.replaceChildren()
    const at = (id) => this.plan.places.get(id)
    const drops = new Set([
      ...(this.options.ghosts ?? []).map((ghost) => ghost.cell),
      ...(this.options.arrows ?? []).map((drawn) => drawn.path[0]),
    ])
    for (const id of view.last) {
      if (path.includes(id) || !at(id)) continue
      below.append(...marks.lastMove(at(id), struck.includes(id)).filter(Boolean))
      above.append(marks.lastDrop(at(id)) ?? '')
    }
    for (const { cell, share } of this.options.shades ?? []) if (at(cell)) below.append(marks.shade(at(cell), share))
    for (const id of this.options.others ?? []) if (at(id)) below.append(...marks.others(at(id)))
    for (const id of this.options.hinted ?? []) above.append(...marks.must(at(id)))
    if (held) below.append(...marks.held(at(held)))
    if (path.length > 1) below.append(marks.trail(path.map(at)))
    for (const id of struck) above.append(...marks.cross(at(id)))
    for (const id of next) {
      if (pieceOn(id)) above.append(...(forced && path.length === 0 ? marks.must(at(id)) : []))
      else if (!drops.has(id)) above.append(marks.target(at(id), this.plan.marks, forced))
    }
    if (this.options.row?.length > 1) above.append(...marks.row(this.options.row.map(at)))
    this.drawOverlay(above)
    above.append(...drawings(this.plan, this.drawn))
  }

  drawPieces({ view, path, struck, isUnderWay }, glidePath) {
    const pieces = this.layers[1]
    pieces.replaceChildren()
    const at = (id) => this.plan.places.get(id)
    const { split } = this
    const inDepth = [...view.pieces].sort((one, other) => at(one.cell).y - at(other.cell).y)
    for (const piece of inDepth) {
      const isOrigin = (isUnderWay || this.dragged) && piece.cell === path[0]
      const shown = isOrigin && split ? { ...piece, count: split.stay } : piece
      const className =
        isOrigin && !split
          ? 'ghost'
          : struck.includes(piece.cell)
            ? 'struck'
            : this.options.foretold?.has(piece.cell)
              ? 'foretold'
              : ''
      const drawn = pieceAt(shown, at(piece.cell), view, className)
      pieces.append(drawn)
      if (glidePath?.at(-1) === piece.cell) {
        pieces.append(drawn)
        glide(drawn, glidePath.map(at).filter(Boolean))
      }
    }
    if (!isUnderWay || this.dragged) return
    const moving = view.pieces.find((piece) => piece.cell === path[0])
    pieces.append(pieceAt(split ? { ...moving, count: split.go } : moving, at(path.at(-1)), view))
  }

  drawOverlay(above) {
    for (const ghost of this.options.ghosts ?? [])
      above.append(pieceAt(ghost, this.plan.places.get(ghost.cell), this.view, 'ghost'))
    const values = this.options.chips?.(this.path) ?? []
    const arrows = this.path.length === 0 ? (this.options.arrows ?? []) : []
    const isCovered = ({ path }) =>
      path.length === 1 &&
      this.plan.places.get(path[0]).shape !== 'hole' &&
      values.some((value) => value.cell === path[0])
    for (const drawn of arrows.filter((each) => !isCovered(each)).reverse()) above.append(arrow(this.plan, drawn))
    const outlined = new Set(arrows.filter(isCovered).map(({ path }) => path[0]))
    above.append(
      ...chips(
        this.plan,
        values.map((value) => ({ ...value, isOutlined: outlined.has(value.cell) })),
      ),
    )
  }

  focusCell(id = this.scene().focus) {
    this.focus = id
    for (const cell of this.host.querySelectorAll('.cell[tabindex="0"]')) cell.setAttribute('tabindex', '-1')
    const cell = find(`[data-id="${id}"]`, this.host)
    cell?.setAttribute('tabindex', 0)
    cell?.focus({ preventScroll: true })
  }
}
