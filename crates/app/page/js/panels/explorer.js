// What was played from here in the games that are kept, and what the book knows of each move.
import { h } from '../dom.js'
import { t, number } from '../i18n.js'
import * as api from '../api.js'
import { troubleText } from '../trouble.js'
import { valueChip } from '../value.js'

export class Explorer {
  constructor(screen) {
    this.screen = screen
    this.known = new Map()
    this.body = h('div')
    this.element = h(
      'details',
      { class: 'panel explorer', ontoggle: () => this.show() },
      h('summary', {}, h('h2', {}, t('explorer.title'))),
      this.body,
    )
  }

  /** Asks only while it is open, and once for each position. */
  async show() {
    if (!this.element.open) return
    const { screen } = this
    const { position } = screen.state
    try {
      if (!this.known.has(position)) {
        this.known.set(position, await api.explore({ ...screen.asked, moves: screen.tree.path() }))
      }
      if (screen.closed || screen.state.position !== position) return
      this.draw(this.known.get(position))
    } catch (error) {
      this.body.replaceChildren(h('p', { class: 'meta' }, troubleText(error)))
    }
  }

  draw({ games, moves }) {
    const shown = moves.filter((each) => each.games > 0 || each.known).sort((one, other) => other.games - one.games)
    if (shown.length === 0) return this.body.replaceChildren(h('p', { class: 'meta' }, t('explorer.none')))
    this.body.replaceChildren(
      h('p', { class: 'meta' }, t('explorer.games', { n: games })),
      h(
        'ul',
        { class: 'explored' },
        shown.map((each) =>
          h(
            'li',
            {},
            h('button', { type: 'button', onclick: () => this.screen.playMove(each.move) }, each.move),
            h('span', { class: 'meta' }, number(each.games)),
            results(each),
            each.known ? valueChip(each.known) : h('span'),
          ),
        ),
      ),
    )
  }
}

/** Won, drawn and lost as a bar; the numbers are in its name. */
function results({ first, drawn, second }) {
  const total = first + drawn + second
  const part = (className, count) => {
    const element = h('span', { class: className })
    element.style.setProperty('flex-grow', String(count))
    return element
  }
  const name = t('explorer.results', { first, drawn, second })
  return h(
    'span',
    { class: 'results', role: 'img', 'aria-label': name, title: name },
    total > 0 ? [part('first', first), part('drawn', drawn), part('second', second)] : [],
  )
}
