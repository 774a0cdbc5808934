// The same tree as a list that opens branch by branch: for the keyboard, for those who
// hear the page, and for reading. Only what is open is made.
import { h } from '../dom.js'
import { w, answerText, windowText, cutSentence } from './words.js'

/** So many branches of one node are listed at first. */
const MOST = 200

export class TreeList {
  /** @param {{ label: string, choose: (id: number) => any, who: (seat: number) => string }} of */
  constructor({ label, choose, who }) {
    this.choose = choose
    this.who = who
    this.element = h('ul', { class: 'treelist', role: 'tree', 'aria-label': label })
    this.element.addEventListener('keydown', (event) => this.key(event))
    this.element.addEventListener('click', (event) => {
      const item = /** @type {Element} */ (event.target).closest('[role=treeitem]')
      if (!item) return
      const id = Number(item.getAttribute('data-id'))
      if (this.focused === id) this.setOpen(id, !this.isOpen(id))
      this.take(id)
    })
  }

  show(model) {
    this.model = model
    this.focused = 0
    this.items = new Map()
    this.element.replaceChildren()
    if (model.size === 0) return
    this.element.append(this.item(0, 1, 1))
    this.setOpen(0, true)
  }

  text(id) {
    const { model } = this
    if (model.growth) {
      const { visits, share, bonus } = model.attraction(id, model.played - 1)
      const told = share === null ? w('list.untried') : w('list.grown', { n: visits, share: share.toFixed(2) })
      return [told, Number.isFinite(bonus) && id !== 0 ? `+${bonus.toFixed(2)}` : ''].join(' ')
    }
    const node = model.nodes[id]
    const window = model.hasWindows() && (node.low !== undefined || node.high !== undefined)
    const parts = [answerText(node) || w('list.stopped'), window && `[${windowText(node)}]`]
    if (node.rest) parts.push(w(`why.${node.rest}`))
    if (node.left_out > 0) parts.push(cutSentence(model, id, this.who))
    const folded = model.unwritten(id)
    if (folded > 0) parts.push(w('list.folded', { n: folded }))
    return parts.filter(Boolean).join(' · ')
  }

  item(id, place, of) {
    const { model } = this
    const has = model.below[id].length > 0
    const kind = model.isMax(id) ? 'max' : 'min'
    const element = h(
      'li',
      {
        role: 'treeitem',
        'data-id': id,
        'aria-level': model.plies[id] + 1,
        'aria-setsize': of,
        'aria-posinset': place,
        'aria-expanded': has ? 'false' : null,
        'aria-selected': 'false',
        tabindex: id === this.focused ? 0 : -1,
      },
      h(
        'span',
        { class: `line ${kind}` },
        h('b', {}, model.move(id) || w('root')),
        h('span', { class: 'away' }, ` ${w(`kind.${kind}`)} `),
        h('span', {}, this.text(id)),
      ),
    )
    this.items.set(id, element)
    return element
  }

  isOpen(id) {
    return this.items.get(id)?.getAttribute('aria-expanded') === 'true'
  }

  setOpen(id, isOpen) {
    const element = this.items.get(id)
    const below = this.model.below[id]
    if (!element || below.length === 0) return
    element.setAttribute('aria-expanded', String(isOpen))
    element.querySelector(':scope > ul')?.remove()
    if (!isOpen) return
    const shown = below.slice(0, MOST)
    element.append(
      h(
        'ul',
        { role: 'group' },
        shown.map((child, index) => this.item(child, index + 1, below.length)),
      ),
    )
  }

  /** Shows a node, its branches open above it. */
  go(id) {
    if (!this.model || this.model.size === 0) return
    const above = []
    for (let at = this.model.parents[id]; at >= 0; at = this.model.parents[at]) above.push(at)
    for (const each of above.reverse()) if (!this.isOpen(each)) this.setOpen(each, true)
    const before = this.items.get(this.focused)
    before?.setAttribute('tabindex', '-1')
    before?.setAttribute('aria-selected', 'false')
    this.focused = id
    const element = this.items.get(id)
    element?.setAttribute('tabindex', '0')
    element?.setAttribute('aria-selected', 'true')
    if (element && this.element.offsetParent) element.scrollIntoView({ block: 'nearest' })
  }

  take(id, isFocused = true) {
    this.go(id)
    if (isFocused) this.items.get(id)?.focus({ preventScroll: true })
    this.choose(id)
  }

  key(event) {
    const visible = [...this.element.querySelectorAll('[role=treeitem]')]
    const at = visible.findIndex((item) => Number(item.getAttribute('data-id')) === this.focused)
    const to = (item) => item && this.take(Number(item.getAttribute('data-id')))
    const { focused } = this
    const parent = this.model.parents[focused]
    const acts = {
      ArrowDown: () => to(visible[at + 1]),
      ArrowUp: () => to(visible[at - 1]),
      Home: () => to(visible[0]),
      End: () => to(visible.at(-1)),
      ArrowRight: () => (this.isOpen(focused) ? to(visible[at + 1]) : this.setOpen(focused, true)),
      ArrowLeft: () => (this.isOpen(focused) ? this.setOpen(focused, false) : parent >= 0 && this.take(parent)),
      Enter: () => this.take(focused),
      ' ': () => this.take(focused),
    }
    if (!acts[event.key] || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    acts[event.key]()
  }
}
