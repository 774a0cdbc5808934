// The tree as a picture that can be moved, enlarged and folded. It is drawn on a canvas,
// so that thousands of nodes follow a step at once; what it shows is in the list, too.
import { h } from '../dom.js'
import { LEVEL, foldedFor, layout } from './layout.js'

/** So many nodes are shown before deeper ones are folded. */
const READABLE = 70
const REACH = 15
const RADIUS = 8
const SMALLEST = 0.004,
  LARGEST = 3

export class TreeCanvas {
  /**
   * @param {{ label: string, choose: (id: number) => any, chooseGhost: (parent: number) => any, hover: (id: number | null) => any, marks: (id: number, at: number) => { text: string, window?: string } }} of
   */
  constructor({ label, choose, chooseGhost, hover, marks }) {
    this.hover = hover
    /** @type {number | null} */
    this.hovered = null
    this.choose = choose
    this.chooseGhost = chooseGhost
    this.marks = marks
    this.canvas = h('canvas', { class: 'treecanvas', role: 'img', 'aria-label': label, tabindex: -1 })
    this.element = h('div', { class: 'treebox' }, this.canvas)
    this.view = { x: 0, y: 0, scale: 1 }
    this.at = 0
    this.width = 0
    this.height = 0
    /** @type {number | null} */
    this.chosen = null
    this.pending = 0
    this.watcher = new ResizeObserver(() => this.resized())
    this.watcher.observe(this.element)
    this.listen()
  }

  close() {
    this.watcher.disconnect()
    cancelAnimationFrame(this.pending)
  }

  /** Another tree. */
  show(model) {
    this.model = model
    this.folded = foldedFor(model, READABLE)
    this.chosen = null
    this.arrange()
    this.fit()
  }

  arrange() {
    this.plan = layout(this.model, this.folded)
    this.isShown = new Uint8Array(this.model.size)
    for (const id of this.plan.shown) this.isShown[id] = 1
  }

  /** Plies stay apart where moves crowd: a wide tree is not drawn flat. */
  tall(scale) {
    return Math.max(scale, Math.min(1.5, (this.height - 70) / Math.max(1, this.plan.height)))
  }

  /** A step, or another node that is looked at. */
  go(at, chosen) {
    this.at = at
    this.chosen = chosen
    if (chosen !== null && !this.isShown[chosen]) this.unfoldTo(chosen)
    this.keepInSight(chosen)
    this.draw()
  }

  unfoldTo(id) {
    for (let above = this.model.parents[id]; above >= 0; above = this.model.parents[above]) this.folded.delete(above)
    // The neighbours on the way stay folded, or a long walk would unfold all.
    for (let above = id; above >= 0; above = this.model.parents[above]) {
      const parent = this.model.parents[above]
      if (parent < 0) break
      for (const child of this.model.below[parent]) {
        if (child !== above && !this.isShown[child] && this.model.below[child].length > 0) this.folded.add(child)
      }
    }
    if (this.model.below[id].length > 0) this.folded.add(id)
    this.arrange()
  }

  toggle(id) {
    if (this.model.below[id].length === 0) return
    const before = this.place(id)
    if (!this.folded.delete(id)) this.folded.add(id)
    this.arrange()
    const after = this.place(id)
    this.view.x += (before[0] - after[0]) * this.view.scale
    this.draw()
  }

  foldAll(isFolded) {
    this.folded = isFolded ? foldedFor(this.model, 1) : new Set()
    this.arrange()
    this.fit()
  }

  place(id) {
    return [this.plan.x[id], this.model.plies[id] * LEVEL]
  }

  resized() {
    const { clientWidth: width, clientHeight: height } = this.element
    const ratio = devicePixelRatio || 1
    if (width === 0 || (this.width === width && this.height === height)) return
    const isFirst = !this.width
    this.width = width
    this.height = height
    this.canvas.width = width * ratio
    this.canvas.height = height * ratio
    if (isFirst && this.model) this.fit()
    else this.draw()
  }

  /** All of it in sight, but never so small that nothing can be read where there is a choice. */
  fit() {
    if (!this.width || !this.model) return
    const { width, height } = this.plan
    const whole = Math.min((this.width - 48) / width, Math.max(0.6, (this.height - 70) / height), 1.25)
    const scale = Math.max(SMALLEST, whole)
    const [rootX] = this.model.size > 0 ? this.place(0) : [0]
    const isWhole = width * scale <= this.width
    this.view = {
      scale,
      x: isWhole ? (this.width - width * scale) / 2 + (this.plan.gap * scale) / 2 : this.width / 2 - rootX * scale,
      y: 34,
    }
    this.draw()
  }

  zoom(factor, centre = [this.width / 2, this.height / 2]) {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.view.scale * factor))
    const by = scale / this.view.scale
    const higher = this.tall(scale) / this.tall(this.view.scale)
    this.view = {
      scale,
      x: centre[0] - (centre[0] - this.view.x) * by,
      y: centre[1] - (centre[1] - this.view.y) * higher,
    }
    this.draw()
  }

  keepInSight(id) {
    if (id === null || !this.width) return
    const [px, py] = this.place(id)
    const [x, y] = [px * this.view.scale + this.view.x, py * this.tall(this.view.scale) + this.view.y]
    const edge = 40
    if (x < edge) this.view.x += this.width * 0.4 - x
    else if (x > this.width - edge) this.view.x -= x - this.width * 0.6
    if (y < edge / 2) this.view.y += this.height * 0.3 - y
    else if (y > this.height - edge) this.view.y -= y - this.height * 0.7
  }

  /** The node under a place of the picture, or the parent of what was cut there. */
  find(x, y) {
    const { scale } = this.view
    const tall = this.tall(scale)
    const [mx, my] = [x - this.view.x, y - this.view.y]
    let best = null,
      nearest = REACH * REACH
    for (const id of this.plan.shown) {
      const dx = this.plan.x[id] * scale - mx,
        dy = this.model.plies[id] * LEVEL * tall - my
      const far = dx * dx + dy * dy * 0.5
      if (far < nearest) [best, nearest] = [{ id }, far]
    }
    for (const ghost of this.plan.ghosts) {
      const dx = ghost.x * scale - mx,
        dy = (this.model.plies[ghost.parent] + 1) * LEVEL * tall - my
      const far = dx * dx + dy * dy * 0.5
      if (far < nearest) [best, nearest] = [{ ghost: ghost.parent }, far]
    }
    return best
  }

  /** The mouse is over a node, or over none. */
  point(found) {
    const id = found?.id ?? null
    if (id === this.hovered) return
    this.hovered = id
    this.canvas.style.cursor = found ? 'pointer' : ''
    this.hover(id)
  }

  listen() {
    const held = new Map()
    let moved = false
    const where = (event) => {
      const box = this.canvas.getBoundingClientRect()
      return [event.clientX - box.left, event.clientY - box.top]
    }
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId)
      held.set(event.pointerId, where(event))
      moved = false
    })
    this.canvas.addEventListener('pointermove', (event) => {
      const before = held.get(event.pointerId)
      if (!before) return this.point(event.pointerType === 'mouse' && this.model ? this.find(...where(event)) : null)
      const now = where(event)
      if (Math.hypot(now[0] - before[0], now[1] - before[1]) > 3 || moved) {
        moved = true
        if (held.size === 1) {
          this.view.x += now[0] - before[0]
          this.view.y += now[1] - before[1]
          this.draw()
        } else {
          const [other] = [...held].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
          const was = Math.hypot(before[0] - other[0], before[1] - other[1])
          const is = Math.hypot(now[0] - other[0], now[1] - other[1])
          this.zoom(is / Math.max(1, was), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2])
        }
        held.set(event.pointerId, now)
      }
    })
    const release = (event) => {
      const place = held.get(event.pointerId)
      held.delete(event.pointerId)
      if (!place || moved || event.type === 'pointercancel' || !this.model) return
      const found = this.find(...place)
      if (found?.ghost !== undefined) this.chooseGhost(found.ghost)
      else if (found) this.choose(found.id)
    }
    this.canvas.addEventListener('pointerleave', () => this.point(null))
    this.canvas.addEventListener('pointerup', release)
    this.canvas.addEventListener('pointercancel', release)
    this.canvas.addEventListener('dblclick', (event) => {
      const found = this.find(...where(event))
      if (found?.id !== undefined) this.toggle(found.id)
    })
    this.canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        this.zoom(Math.exp(-event.deltaY * 0.0016), where(event))
      },
      { passive: false },
    )
  }

  draw() {
    if (this.pending || !this.width) return
    this.pending = requestAnimationFrame(() => {
      this.pending = 0
      if (this.model) this.paint()
    })
  }

  colours() {
    const style = getComputedStyle(this.element)
    const colour = (name) => style.getPropertyValue(`--${name}`).trim()
    return {
      max: colour('win'),
      min: colour('loss'),
      ink: colour('ink'),
      faint: colour('line2'),
      line: colour('line2'),
      hair: colour('line'),
      surface: colour('surface'),
      accent: colour('accent'),
      last: colour('last'),
      family: colour('sans') || 'sans-serif',
    }
  }

  paint() {
    const ratio = devicePixelRatio || 1
    const context = this.canvas.getContext('2d')
    const ink = this.colours()
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, this.width, this.height)
    const brush = new Brush(context, ink, { ...this.view, tall: this.tall(this.view.scale) }, [this.width, this.height])
    paintTree(this, brush)
  }
}

/** Draws on a canvas in the places of the tree. */
class Brush {
  constructor(context, ink, view, [width, height]) {
    this.context = context
    this.ink = ink
    this.view = view
    this.width = width
    this.height = height
  }
  at(x, y) {
    return [x * this.view.scale + this.view.x, y * this.view.tall + this.view.y]
  }
  isFar(x, y) {
    return x < -80 || x > this.width + 80 || y < -LEVEL * 2 || y > this.height + LEVEL
  }
  /** Many lines of one kind at once. */
  lines(lines, colour, width, dash = []) {
    if (lines.length === 0) return
    const { context } = this
    context.beginPath()
    for (const [x1, y1, x2, y2] of lines) {
      context.moveTo(x1, y1)
      context.lineTo(x2, y2)
    }
    context.setLineDash(dash)
    context.strokeStyle = colour
    context.lineWidth = width
    context.stroke()
    context.setLineDash([])
  }
  shape(path, x, y, size, fill, stroke, width = 1.5) {
    const { context } = this
    context.beginPath()
    for (const [index, [px, py]] of path.entries()) context[index ? 'lineTo' : 'moveTo'](x + px * size, y + py * size)
    context.closePath()
    if (fill) {
      context.fillStyle = fill
      context.fill()
    }
    context.strokeStyle = stroke
    context.lineWidth = width
    context.stroke()
  }
  ring(x, y, size, colour) {
    const { context } = this
    context.beginPath()
    context.arc(x, y, size, 0, 2 * Math.PI)
    context.strokeStyle = colour
    context.lineWidth = 3
    context.stroke()
  }
  text(words, x, y, size, colour, { weight = 400, halo = true } = {}) {
    const { context } = this
    context.font = `${weight} ${size}px ${this.ink.family}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    if (halo) {
      context.strokeStyle = this.ink.surface
      context.lineWidth = 3.5
      context.lineJoin = 'round'
      context.strokeText(words, x, y)
    }
    context.fillStyle = colour
    context.fillText(words, x, y)
  }
}

const UP = [
  [0, -1.1],
  [1.1, 0.8],
  [-1.1, 0.8],
]
const DOWN = [
  [0, 1.1],
  [1.1, -0.8],
  [-1.1, -0.8],
]
const SQUARE = [
  [-0.8, -0.8],
  [0.8, -0.8],
  [0.8, 0.8],
  [-0.8, 0.8],
]
const CROSS = [
  [-0.6, -0.6],
  [0.6, 0.6],
  [0, 0],
  [0.6, -0.6],
  [-0.6, 0.6],
  [0, 0],
]

/** What would fall on the same point of the screen is drawn once. */
class Crowd {
  last = []
  has(x, ply, state) {
    const kept = (this.last[ply] ??= {})
    if (Math.abs(x - (kept[state] ?? -Infinity)) < 0.6) return false
    kept[state] = x
    return true
  }
}

/** Words are written where they touch no others on their line. */
class Room {
  ends = new Map()
  has(line, x, words, size) {
    const half = words.length * size * 0.31 + 2
    if (x - half < (this.ends.get(line) ?? -Infinity)) return false
    this.ends.set(line, x + half)
    return true
  }
}

/** Everything that is in sight at this step. The brush may be a canvas or a file. */
export function paintTree({ model, plan, folded, at, chosen, marks, isShown }, brush) {
  const { ink, view } = brush
  const size = Math.max(1.2, Math.min(RADIUS * view.scale, RADIUS * 1.6))
  const font = Math.max(8.5, Math.min(13 * view.scale, 17))
  const gap = plan.gap * view.scale
  const room = new Room()
  const edges = { usual: [], open: [], principal: [], unseen: [], cut: [] }
  const nodes = []
  const crowd = new Crowd()
  for (const id of plan.shown) {
    const [x, y] = brush.at(plan.x[id], model.plies[id] * LEVEL)
    const state = model.state(id, at)
    const parent = model.parents[id]
    if (id !== chosen && !crowd.has(x, model.plies[id], state)) continue
    if (parent >= 0) {
      const [px, py] = brush.at(plan.x[parent], model.plies[parent] * LEVEL)
      if (!(brush.isFar(x, y) && brush.isFar(px, py)) || x < 0 !== px < 0) {
        const isPrincipal = model.principal.has(id) && model.state(0, at) !== 'open' && state !== 'unseen'
        const kind = isPrincipal ? 'principal' : state === 'unseen' ? 'unseen' : state === 'open' ? 'open' : 'usual'
        edges[kind].push([px, py, x, y])
      }
    }
    if (!brush.isFar(x, y)) nodes.push([id, x, y, state])
  }
  const ghosts = plan.ghosts.map((ghost) => {
    const [x, y] = brush.at(ghost.x, (model.plies[ghost.parent] + 1) * LEVEL)
    const [px, py] = brush.at(plan.x[ghost.parent], model.plies[ghost.parent] * LEVEL)
    return { ...ghost, x, y, px, py, isCut: model.cutAt[ghost.parent] <= at }
  })
  for (const { x, y, px, py, isCut } of ghosts) {
    if (isCut && !brush.isFar(x, y)) edges.cut.push([px, py, x, y])
  }
  brush.lines(edges.unseen, ink.hair, 1)
  brush.lines(edges.cut, ink.faint, 1, [3, 4])
  brush.lines(edges.usual, ink.line, 1.1)
  brush.lines(edges.open, ink.accent, 2.5)
  brush.lines(edges.principal, ink.ink, 2.5)
  for (const { x, y, px, py, move, isCut } of ghosts) {
    if (!isCut || brush.isFar(x, y)) continue
    brush.shape(CROSS, x, y, size * 0.8, null, ink.faint)
    const [mx, my] = [(x + px) / 2, (y + py) / 2]
    if (gap > 26) brush.text(move, x + (mx - x) * 0.5, y + (my - y) * 0.5, font * 0.85, ink.faint)
  }
  for (const [id, x, y, state] of nodes) paintNode(id, x, y, state)
  for (const other of chosen === null ? [] : model.related(chosen)) {
    if (!isShown[other]) continue
    const [x, y] = brush.at(plan.x[chosen], model.plies[chosen] * LEVEL)
    const [ox, oy] = brush.at(plan.x[other], model.plies[other] * LEVEL)
    brush.lines([[x, y, ox, oy]], ink.last, 2, [2, 5])
    brush.ring(ox, oy, size * 1.6, ink.last)
  }

  function paintNode(id, x, y, state) {
    const isMax = model.isMax(id)
    const colour = isMax ? ink.max : ink.min
    const isLeaf = model.below[id].length === 0 && model.unwritten(id) === 0
    const isUnseen = state === 'unseen'
    if (!isUnseen && (folded.has(id) || model.unwritten(id) > 0)) paintFold(id, x, y, colour)
    const path = isLeaf ? SQUARE : isMax ? UP : DOWN
    brush.shape(
      path,
      x,
      y,
      size,
      isUnseen ? ink.surface : state === 'open' ? ink.surface : colour,
      isUnseen ? ink.hair : colour,
    )
    if (id === chosen) brush.ring(x, y, size * 1.9, ink.last)
    if (isUnseen || size < 2) return
    const parent = model.parents[id]
    if (parent >= 0) {
      const [px, py] = brush.at(plan.x[parent], model.plies[parent] * LEVEL)
      const [mx, my] = [x + (px - x) * 0.42, y + (py - y) * 0.42]
      const move = model.move(id)
      if (room.has(`move ${y}`, mx, move, font * 0.9)) brush.text(move, mx, my, font * 0.9, ink.ink)
    }
    const { text, window } = marks(id, at)
    if (text && room.has(`value ${y}`, x, text, font))
      brush.text(text, x, y + size + font * 0.85, font, ink.ink, { weight: 650 })
    if (window && room.has(`window ${y}`, x, window, font * 0.8))
      brush.text(window, x, y - size - font * 0.8, font * 0.82, ink.accent)
  }

  /** What lies below, as a triangle that is the larger the more it holds. */
  function paintFold(id, x, y, colour) {
    const held = Math.log10(Math.max(2, model.weight(id)))
    const [wide, high] = [Math.min(gap * 0.46, (5 + 4 * held) * view.scale), (12 + 6 * held) * view.scale]
    const top = y + size * 0.7
    brush.shape(
      [
        [0, 0],
        [wide, high],
        [-wide, high],
      ],
      x,
      top,
      1,
      ink.surface,
      colour,
      1,
    )
  }
}
