// Who stands how, as a bar: a segment for each seat in turn order, the first one from
// below (from the left on a phone). Two seats show a number; more show their signs.
import { h } from '../dom.js'
import { isProof, chipText } from '../value.js'
import { seatSign } from './strips.js'

const FULL = 97,
  LEAST_FOR_SIGN = 8

export class EvaluationBar {
  constructor() {
    this.segments = h('span', { class: 'segments' })
    this.number = h('b')
    this.element = h('div', { class: 'evalbar', role: 'img' }, this.segments, h('span', { class: 'mid' }), this.number)
  }

  /** `shares` are those of the seats and make one. */
  show({ shares, score }, { sentence, owners, flipped }) {
    const percents = shares.map((share) =>
      isProof(score) ? Math.min(FULL, Math.max(100 - FULL, share * 100)) : share * 100,
    )
    const many = owners.length > 2
    while (this.segments.children.length > shares.length) this.segments.lastChild.remove()
    percents.forEach((percent, seat) => {
      const segment = this.segments.children[seat] ?? this.segments.appendChild(h('span'))
      segment.className = `seat${seat} owner-${owners[seat]}`
      segment.style.setProperty('--share', percent)
      segment.replaceChildren(...(many && percent >= LEAST_FOR_SIGN ? [seatSign({ owners, palette: '' }, seat)] : []))
    })
    this.element.classList.toggle('many', many)
    this.element.classList.toggle('down', percents[0] < 50)
    this.element.classList.toggle('turned', Boolean(flipped) && !many)
    this.element.setAttribute('aria-label', sentence)
    this.number.textContent = score.kind === 'draw' ? '=' : `${isProof(score) ? '▲ ' : ''}${chipText(score)}`
    this.number.hidden = many
  }
}
