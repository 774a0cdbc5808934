// What the engine says: a verdict, how deep it looked, and its lines. The panel keeps its height.
import { h } from '../dom.js'
import { t, named, shortNumber } from '../i18n.js'
import { valueChip, isProof } from '../value.js'

const SHOWN_MOVES = 10,
  LEAST_SECONDS = 0.05

export class EnginePanel {
  /** `toggle` hears of the switch, `play` of a clicked line, `preview` of one that is pointed at (or null). */
  constructor({ isOn, toggle, play, preview }) {
    this.play = play
    this.preview = preview
    this.verdict = h('span', { class: 'verdict' })
    this.sentence = h('b')
    this.toggle = h('input', {
      type: 'checkbox',
      role: 'switch',
      'aria-label': t('engine'),
      id: 'engine-switch',
      onchange: (event) => toggle(event.target.checked),
    })
    this.toggle.checked = isOn
    this.facts = h('p', { class: 'facts' })
    this.lines = h('ol', { class: 'lines' })
    this.element = h(
      'div',
      { class: 'panel engine' },
      h('div', { class: 'head' }, this.verdict, this.sentence, h('label', { class: 'only' }, this.toggle)),
      this.facts,
      this.lines,
    )
  }

  clear(sentence) {
    this.verdict.replaceChildren()
    this.sentence.textContent = sentence
    this.facts.textContent = ''
    this.lines.replaceChildren()
  }

  note(sentence) {
    this.facts.textContent = sentence
  }

  show(analysis, sentence) {
    const { score, depth, nodes, seconds, lines, table } = analysis
    this.verdict.replaceChildren(valueChip(score))
    this.sentence.textContent = sentence
    this.facts.replaceChildren(
      table ? h('span', {}, named(table.code, table.text, table.values)) : '',
      h('span', {}, isProof(score) ? t('solved') : t('depth', { n: depth })),
      nodes > 0 ? h('span', {}, t('nodes', { n: nodes, short: shortNumber(nodes) })) : '',
      nodes > 0 && seconds >= LEAST_SECONDS ? h('span', {}, t('speed', { short: shortNumber(nodes / seconds) })) : '',
    )
    this.drawLines(lines)
  }

  /** Buttons are kept while their lines change, so that focus and hover survive. */
  drawLines(lines) {
    this.lines.classList.toggle('many', lines.length > 3)
    while (this.lines.children.length > lines.length) this.lines.lastChild.remove()
    lines.forEach((line, index) => {
      const item = this.lines.children[index] ?? this.lines.appendChild(this.lineItem())
      const button = item.firstChild
      button.line = line
      button.replaceChildren(
        valueChip(line.score),
        h('span', { class: 'first' }, line.move),
        h('span', { class: 'rest' }, line.pv.slice(1, SHOWN_MOVES).join(' ')),
      )
    })
  }

  lineItem() {
    const button = h('button', { type: 'button' })
    button.addEventListener('click', () => this.play(button.line))
    for (const name of ['mouseenter', 'focus']) button.addEventListener(name, () => this.preview(button.line))
    for (const name of ['mouseleave', 'blur']) button.addEventListener(name, () => this.preview(null))
    return h('li', {}, button)
  }
}
