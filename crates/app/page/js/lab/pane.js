// One search on the screen: its tree as a picture or as a list, its passes, its tools.
import { h, button } from '../dom.js'
import { TreeCanvas } from './canvas.js'
import { TreeList } from './list.js'
import { SearchModel } from './model.js'
import { GrowthModel } from './growth.js'
import { marksOf, w } from './words.js'
import { warnings } from './counts.js'
import { saveTree } from './files.js'

export class Pane {
  /** @param {{ number: number, choose: (pane: Pane, id: number) => any, hover: (pane: Pane, id: number | null) => any, relayer: (pane: Pane) => any, who: (seat: number) => string }} of */
  constructor({ number, choose, hover, relayer, who }) {
    this.number = number
    this.relayer = relayer
    this.isList = false
    const label = w('tree.label', { n: number + 1 })
    this.canvas = new TreeCanvas({
      label,
      choose: (id) => choose(this, id),
      chooseGhost: (parent) => choose(this, parent),
      hover: (id) => hover(this, id),
      marks: (id, at) => marksOf(this.model, id, at, this.onPath?.has(id)),
    })
    this.list = new TreeList({ label, choose: (id) => choose(this, id), who })
    this.title = h('h2', {})
    this.note = h('p', { class: 'meta note', role: 'status' })
    this.layers = h('select', {
      'aria-label': w('layers'),
      onchange: () => {
        this.useLayer(Number(this.layers.value))
        this.relayer(this)
      },
    })
    this.variation = h('p', { class: 'meta variation' })
    const tool = (name, word, act) => button(word, { class: 'ib tool', id: `${name}-${number}`, onclick: act })
    this.swap = tool('list', w('tool.list'), () => this.showList(!this.isList))
    this.tools = h(
      'div',
      { class: 'row wrap treetools', role: 'toolbar', 'aria-label': w('tools') },
      tool('fit', w('tool.fit'), () => this.canvas.fit()),
      button('+', { class: 'ib tool', 'aria-label': w('tool.in'), onclick: () => this.canvas.zoom(1.5) }),
      button('−', { class: 'ib tool', 'aria-label': w('tool.out'), onclick: () => this.canvas.zoom(1 / 1.5) }),
      tool('fold', w('tool.fold'), () => this.canvas.foldAll(true)),
      tool('unfold', w('tool.unfold'), () => this.canvas.foldAll(false)),
      tool('svg', 'SVG', () => saveTree(this)),
      this.swap,
    )
    this.element = h(
      'section',
      { class: 'panel pane', 'aria-labelledby': `pane-${number}` },
      h('div', { class: 'head' }, this.title, this.layers),
      this.variation,
      this.canvas.element,
      this.list.element,
      this.tools,
      this.note,
    )
    this.title.id = `pane-${number}`
    this.showList(false)
  }

  close() {
    this.canvas.close()
  }

  showList(isList) {
    this.isList = isList
    this.element.classList.toggle('listed', isList)
    this.swap.setAttribute('aria-pressed', String(isList))
    if (isList && this.chosen !== undefined && this.chosen !== null) this.list.go(this.chosen)
  }

  /** What a search has found; its main pass is shown. */
  show(found, spec) {
    this.found = found
    this.title.textContent = spec
    this.note.textContent = warnings(found).join(' ')
    this.usualLayer = usualLayer(found)
    this.layers.replaceChildren(
      ...found.layers.map((layer, index) =>
        h('option', { value: index, selected: index === this.usualLayer }, this.layerName(layer, index)),
      ),
    )
    this.layers.hidden = found.layers.length < 2
    this.useLayer(this.usualLayer)
  }

  layerName({ depth, hoper }, index) {
    if (hoper !== undefined) return w('layer.hope', { n: index + 1 })
    return w('layer', { n: depth })
  }

  useLayer(index) {
    this.layer = index
    this.layers.value = String(index)
    /** @type {any} */
    this.model = this.found.growth ? new GrowthModel(this.found) : new SearchModel(this.found, Math.max(0, index))
    this.variation.textContent = this.passText()
    this.canvas.show(this.model)
    this.list.show(this.model)
  }

  /** The line of this pass, and how its order of moves differs from the pass before. */
  passText() {
    const { model, found } = this
    if (model.size === 0) return ''
    const line = [...model.principal].map((id) => model.move(id)).filter(Boolean)
    const parts = []
    if (line.length > 0) parts.push(w('pass.line', { line: line.join(' ') }))
    if (found.layers.length > 1 && !found.growth && this.layer > 0) {
      const order = (layer) => {
        const { root } = found.layers[layer]
        const moves = found.tree.filter((node) => node.parent === root).map((node) => node.move)
        return [...new Set(moves)].slice(0, 6).join(' ')
      }
      const [before, now] = [order(this.layer - 1), order(this.layer)]
      if (before !== now) parts.push(w('pass.order', { before, now }))
    }
    return parts.join(' ')
  }

  /** A step of this search, clamped to its own end. */
  go(at, chosen) {
    const { model } = this
    this.at = Math.max(0, Math.min(at, model.stepCount - 1))
    this.chosen = chosen ?? (model.size > 0 ? model.step(this.at).id : null)
    this.onPath = new Set()
    for (let id = this.chosen ?? -1; id >= 0; id = model.parents[id]) this.onPath.add(id)
    if (model.growth) model.seek(this.at)
    this.canvas.go(this.at, this.chosen)
    if (this.isList && this.chosen !== null && this.list.focused !== this.chosen) this.list.go(this.chosen)
  }
}

/** The last pass is the deepest; of the questions of a proof-number search the longest says most. */
function usualLayer({ layers, tree }) {
  const last = layers.length - 1
  if (layers[0]?.hoper === undefined) return last
  const nodes = layers.map(({ root }) => tree[root].nodes)
  return nodes.indexOf(Math.max(...nodes))
}
