// One node in full: its window and who set it, why it was cut, what the table knew, and
// what draws the next playout. Every other node that is named can be gone to.
import { h, button } from '../dom.js'
import { number } from '../i18n.js'
import { w, answerText, cutSentence, lineText, markText, proofText } from './words.js'

const MOST = 12

export class Details {
  /** @param {{ go: (id: number) => any, layer: (layer: number, id: number) => any, who: (seat: number) => string }} of */
  constructor({ go, layer, who }) {
    this.go = go
    this.layer = layer
    this.who = who
    this.element = h('div', { class: 'details' })
  }

  show(model, id, at) {
    this.model = model
    const rows = id === null || model.size === 0 ? [] : model.growth ? this.grown(id, at) : this.searched(id)
    this.element.replaceChildren(
      h(
        'dl',
        {},
        rows.map(([word, ...told]) => h('div', {}, h('dt', {}, word), h('dd', {}, told))),
      ),
    )
  }

  /** A link to a node that set a bound, or the word for where it comes from. */
  from(setter) {
    if (setter === undefined) return ''
    if (typeof setter !== 'number') return h('span', { class: 'meta' }, w(`setter.${setter}`))
    const id = this.model.local(setter)
    return id === null ? '' : this.link(id, lineText(this.model, id))
  }

  link(id, text) {
    return button(text, { class: 'link', 'data-node': id, onclick: () => this.go(id) })
  }

  searched(id) {
    const { model } = this
    const node = model.nodes[id]
    const rows = [[w('of.line'), lineText(model, id)]]
    const answer = answerText(node)
    if (answer) rows.push([w('of.value'), answer])
    if (model.hasWindows()) {
      rows.push([w('of.low'), node.low === undefined ? '−∞' : markText(node.low), ' ', this.from(node.low_by)])
      rows.push([w('of.high'), node.high === undefined ? '∞' : markText(node.high), ' ', this.from(node.high_by)])
    }
    if (node.left_out > 0) {
      const { setter } = model.reason(id)
      rows.push([w('of.cut'), h('span', {}, cutSentence(model, id, this.who)), ' ', this.from(setter)])
      if (node.left_out_moves) rows.push([w('of.leftOut'), node.left_out_moves.join(' ')])
    }
    if (node.recalled) rows.push([w('of.table'), ...this.recalled(node)])
    if (node.asking) rows.push([w('of.asking'), w(`how.${node.asking}`)])
    if (node.limit) rows.push([w('of.limit'), node.limit.map(proofText).join(' / ')])
    if (node.weighed) {
      const weighed = node.weighed.slice(0, MOST).map(([move, p, d]) => `${move} ${proofText(p)}/${proofText(d)}`)
      rows.push([w('of.weighed'), weighed.join('  ')])
    }
    rows.push([w('of.nodes'), number(node.nodes)])
    return rows
  }

  recalled({ recalled, value }) {
    const told = w('of.known', { known: w(`known.${recalled.bound}`, { value: markText(value) }), n: recalled.depth })
    if (recalled.from === undefined) return [told]
    const { found, first, size } = this.model
    const isHere = recalled.from >= first && recalled.from < first + size
    if (isHere) return [told, ' ', this.link(recalled.from - first, w('of.earlier'))]
    const layer = found.layers.findLastIndex(({ root }) => root <= recalled.from)
    const own = recalled.from - found.layers[layer].root
    const go = () => this.layer(layer, own)
    return [told, ' ', button(w('of.earlierLayer'), { class: 'link', onclick: go })]
  }

  grown(id, at) {
    const { model } = this
    const { visits, share, bonus } = model.attraction(id, at)
    const rows = [
      [w('of.line'), lineText(model, id)],
      [w('of.visits'), number(visits)],
    ]
    if (share !== null) rows.push([w('of.share'), share.toFixed(3)])
    if (share !== null && id !== 0)
      rows.push([w('of.bound'), `${share.toFixed(3)} + ${bonus.toFixed(3)} = ${(share + bonus).toFixed(3)}`])
    if (model.below[id].length > 0) rows.push([w('of.children'), this.children(id, at)])
    return rows
  }

  children(id, at) {
    const { model } = this
    const tried = model.below[id].map((child) => ({ child, ...model.attraction(child, at) }))
    tried.sort((one, other) => (other.share ?? 2) + other.bonus - (one.share ?? 2) - one.bonus)
    return h(
      'ol',
      { class: 'bounds' },
      tried
        .slice(0, MOST)
        .map(({ child, visits, share, bonus }) =>
          h(
            'li',
            {},
            this.link(child, model.move(child)),
            share === null ? ' ∞' : ` ${visits} · ${share.toFixed(2)} + ${bonus.toFixed(2)}`,
          ),
        ),
    )
  }
}
