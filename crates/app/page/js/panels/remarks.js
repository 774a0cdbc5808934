// What people write of a move: a sign and a comment.
import { h } from '../dom.js'
import { t } from '../i18n.js'
import { SIGNS } from './moves.js'

export class Remarks {
  constructor(screen) {
    this.screen = screen
    this.text = h('textarea', { id: 'comment', rows: 2, oninput: () => this.write() })
    this.signs = h(
      'select',
      { id: 'sign', onchange: () => this.write() },
      SIGNS.map((sign, index) => h('option', { value: index }, sign || t('remark.noSign'))),
    )
    this.element = h(
      'details',
      { class: 'remarks' },
      h('summary', {}, t('remark.title')),
      h('label', { class: 'field' }, t('remark.sign'), this.signs),
      h('label', { class: 'field' }, t('remark.comment'), this.text),
    )
  }

  /** The remarks of the move shown; before the first move a comment goes before the game. */
  show() {
    const { tree } = this.screen
    if (this.element.contains(document.activeElement) && this.shown === tree.current) return
    this.shown = tree.current
    const { signs = [], comments = [] } = tree.current
    this.signs.disabled = !tree.current.parent
    this.signs.value = String(signs[0] ?? 0)
    this.text.value = (tree.current.parent ? comments : tree.preamble).join('\n')
  }

  write() {
    const { tree } = this.screen
    const comments = this.text.value.trim() ? [this.text.value] : []
    if (tree.current.parent) {
      tree.current.comments = comments
      tree.current.signs = Number(this.signs.value) > 0 ? [Number(this.signs.value)] : []
    } else tree.preamble = comments
    tree.version++
    this.screen.keep()
    this.screen.drawPanels()
  }
}
