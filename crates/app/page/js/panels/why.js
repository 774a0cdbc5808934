// Why: what an evaluation says of the position shown without any search, part by part as
// bars, and on the board as shades. It asks only while it is open.
import { h } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { remember, remembered } from '../settings.js'
import { troubleText } from '../trouble.js'
import { inWords, largest, reasoning } from '../reasoning.js'
import { signed } from '../value.js'

const MOST_PARTS = 10

export class Why {
  constructor(screen) {
    this.screen = screen
    this.known = new Map()
    this.shades = null
    this.pointed = null
    const names = screen.game.heuristics
    const wanted = remembered('why')
    this.chosen = names.includes(wanted) ? wanted : names[0]
    this.body = h('div', { class: 'why' })
    const select = h(
      'select',
      {
        id: 'why-eval',
        onchange: (event) => {
          this.chosen = event.target.value
          remember('why', this.chosen)
          this.show()
        },
      },
      names.map((name) => h('option', { value: name, selected: name === this.chosen }, name)),
    )
    this.element = h(
      'details',
      { class: 'panel whypanel', id: 'why', ontoggle: () => this.show() },
      h('summary', {}, h('h2', {}, t('why.title'))),
      h('label', { class: 'field' }, h('span', {}, t('why.evaluation')), select),
      this.body,
    )
  }

  /** Asks once for each position, and shows what it heard while that is still the one. */
  async show() {
    const { screen } = this
    if (!this.element.open) return this.shade(null)
    const { position } = screen.state
    const moves = screen.tree.path()
    const key = `${this.chosen} ${moves.join(' ')} ${position}`
    try {
      if (!this.known.has(key)) {
        this.known.set(key, await api.evaluate({ ...screen.asked, moves, eval: this.chosen }))
      }
      const words = await reasoning()
      if (screen.closed || screen.state.position !== position || !key.startsWith(`${this.chosen} `)) return
      this.draw(this.known.get(key).evaluations[0], words)
    } catch (error) {
      this.shade(null)
      this.body.replaceChildren(h('p', { class: 'meta' }, troubleText(error)))
    }
  }

  draw(evaluation, words) {
    if (!evaluation) {
      this.shade(null)
      return this.body.replaceChildren(h('p', { class: 'meta' }, this.screen.outcomeSentence()))
    }
    const parts = largest(evaluation.parts)
    const most = Math.max(1, ...parts.map((part) => Math.abs(part.points)))
    const rest = parts.slice(MOST_PARTS)
    const last = evaluation.last_move
    this.body.replaceChildren(
      h('p', { class: 'meta' }, evaluation.about ? inWords(evaluation.about, words) : ''),
      h(
        'p',
        { class: 'whole' },
        h('b', {}, signed(evaluation.value)),
        h('span', { class: 'meta' }, t('why.seenBy', { name: this.screen.moverName() })),
      ),
      h(
        'ul',
        { class: 'parts' },
        parts.slice(0, MOST_PARTS).map((part) => this.row(part, most, words, evaluation)),
      ),
      rest.length > 0 ? h('p', { class: 'meta' }, t('why.rest', { n: rest.length })) : '',
      last && last.change !== 0 ? h('p', { class: 'meta', id: 'why-last' }, this.lastText(last, words)) : '',
    )
    this.shade(shadesOf(evaluation.parts))
  }

  /** One part as a bar to the left or to the right; pointed at, it alone is shaded. */
  row(part, most, words, evaluation) {
    const name = inWords(part, words)
    const counts = part.counts ? part.counts.join(' : ') : ''
    const bar = h('span', { class: part.points < 0 ? 'gauge against' : 'gauge for', 'aria-hidden': 'true' })
    bar.style.setProperty('--share', String(Math.abs(part.points) / most))
    const alone = () => this.shade(cellsOf([part]))
    const all = () => this.shade(shadesOf(evaluation.parts))
    return h(
      'li',
      { tabindex: 0, onmouseenter: alone, onfocus: alone, onmouseleave: all, onblur: all },
      h('span', { class: 'name' }, name, counts ? h('small', {}, ` ${counts}`) : ''),
      bar,
      h('span', { class: 'points' }, signed(part.value)),
    )
  }

  lastText(last, words) {
    const parts = largest(last.parts, 3).map((part) => `${inWords(part, words)} ${signed(part.value)}`)
    const reasons = last.case ? [inWords(last.case, words)] : parts
    return t('why.last', { move: last.move, reasons: reasons.join(', ') })
  }

  shade(cells) {
    this.shades = cells
    this.screen.board?.decorate({ shades: cells })
  }
}

/** What cancels out hides what does not: it is shaded only where there is nothing else. */
const shadesOf = (parts) => cellsOf(largest(parts).length > 0 ? largest(parts) : parts)

/** What each cell adds, as a share of the largest; seen by the side to move. */
function cellsOf(parts) {
  const sums = new Map()
  for (const { cells = {} } of parts) {
    for (const [cell, points] of Object.entries(cells)) sums.set(cell, (sums.get(cell) ?? 0) + points)
  }
  const most = Math.max(1, ...[...sums.values()].map(Math.abs))
  return [...sums].map(([cell, points]) => ({ cell, share: points / most })).filter(({ share }) => share !== 0)
}
