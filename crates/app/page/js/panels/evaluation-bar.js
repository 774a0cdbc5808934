// Who stands how, as a bar: the first seat's share fills it from below (from the left on a phone).
import { h } from '../dom.js'
import { isProof, chipText } from '../value.js'

const FULL = 97

export class EvaluationBar {
  constructor() {
    this.over = h('span', { class: 'over' })
    this.fill = h('span', { class: 'fill' })
    this.number = h('b')
    this.element = h('div', { class: 'evalbar', role: 'img' }, this.over, this.fill, h('span', { class: 'mid' }), this.number)
  }

  /** `share` is the filling seat's, from 0 to 1; the other seats are the rest of the bar. */
  show({ share, score, sentence, owners, seat, flipped }) {
    const percent = isProof(score) ? Math.min(FULL, Math.max(100 - FULL, share * 100)) : share * 100
    this.fill.className = `fill seat${seat} owner-${owners[seat]}`
    const rest = owners.length === 2 ? 1 - seat : null
    this.over.className = rest === null ? 'over' : `over seat${rest} owner-${owners[rest]}`
    this.element.style.setProperty('--share', `${percent}%`)
    this.element.classList.toggle('down', percent < 50)
    this.element.classList.toggle('turned', Boolean(flipped))
    this.element.setAttribute('aria-label', sentence)
    this.number.textContent = score.kind === 'draw' ? '=' : `${isProof(score) ? '▲ ' : ''}${chipText(score)}`
  }
}
