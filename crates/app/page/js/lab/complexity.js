// How large a game is, and what the figures mean.
import { h } from '../dom.js'
import { number } from '../i18n.js'
import * as api from '../api.js'
import { w } from './words.js'

const power = (log10) =>
  log10 < 6 ? number(Math.round(10 ** log10)) : `${(10 ** (log10 % 1)).toFixed(1)} × 10^${Math.floor(log10)}`

export async function complexityPanel(asked) {
  const { game, options } = asked
  const found = await api.complexity({ game, options })
  const rows = [
    ['size.branching', found.branching.toFixed(1)],
    ['size.length', found.length.toFixed(1)],
    ['size.tree', power(found.game_tree_log10)],
    ['size.space', found.arrangements_log10 === null ? '–' : power(found.arrangements_log10)],
  ]
  return h(
    'div',
    { class: 'size' },
    h('p', { class: 'meta' }, w('size.about', { n: found.games })),
    h(
      'dl',
      {},
      rows.map(([key, value]) =>
        h(
          'div',
          {},
          h('dt', {}, w(key)),
          h('dd', {}, h('b', {}, value), ' ', h('span', { class: 'meta' }, w(`${key}.why`))),
        ),
      ),
    ),
  )
}
