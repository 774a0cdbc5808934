// The figures of one or two searches beside what theory says of their size.
import { h } from '../dom.js'
import { number, shortNumber } from '../i18n.js'
import { w } from './words.js'

const whole = (value) => (value < 1e7 ? number(Math.round(value)) : shortNumber(value))

/** Name and text of each figure. @returns {[string, string][]} */
export function figures(found) {
  const { algorithm, nodes, leaves, cutoffs, first_move_cutoffs: first, table_answers: table, depth } = found
  const isDeep = !found.growth && algorithm !== 'pns'
  const share = cutoffs > 0 ? `${Math.round((100 * first) / cutoffs)} %` : '–'
  return /** @type {[string, string][]} */ (
    [
      [found.growth ? 'count.playouts' : 'count.nodes', number(nodes)],
      isDeep && ['count.leaves', number(leaves)],
      isDeep && ['count.cutoffs', number(cutoffs)],
      isDeep && ['count.first', share],
      ['search', 'mtdf'].includes(algorithm) && ['count.table', number(table)],
      isDeep && ['count.branching', found.branching.toFixed(2)],
      isDeep && depth > 0 && ['count.effective', Math.pow(nodes, 1 / depth).toFixed(2)],
      isDeep && ['count.whole', whole(found.whole_tree)],
      isDeep && ['count.least', whole(found.least_tree)],
    ].filter(Boolean)
  )
}

export function countsTable(searches) {
  const told = searches.map((found) => new Map(figures(found)))
  const names = [...new Set(told.flatMap((each) => [...each.keys()]))]
  return h(
    'table',
    { class: 'counts' },
    h('caption', { class: 'away' }, w('count.title')),
    searches.length > 1 &&
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td'),
          searches.map((found) => h('th', { scope: 'col' }, found.algorithm)),
        ),
      ),
    h(
      'tbody',
      {},
      names.map((name) =>
        h(
          'tr',
          { title: w(`${name}.why`) },
          h('th', { scope: 'row' }, w(name)),
          told.map((each) => h('td', { 'data-count': name }, each.get(name) ?? '–')),
        ),
      ),
    ),
  )
}

/** What was not drawn or not finished, in words; nothing where all is there. */
export function warnings(found) {
  const told = []
  if (found.stopped) told.push(w(`stopped.${found.stopped}`, { n: found.nodes }))
  if (!found.growth && found.drawn < found.nodes) told.push(w('drawn', { n: found.drawn, of: number(found.nodes) }))
  return told
}
