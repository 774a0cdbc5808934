// The switches of one search: the algorithm, how far it looks, and each idea on or off.
import { h } from '../dom.js'
import { w } from './words.js'
import { ALGORITHMS, MOST_DEPTH, MOST_NODES, ORDERS, SWITCHES } from './choices.js'

/**
 * @param {{ id: string, title: string, choice: import('./choices.js').Choice, evaluations: string[], algorithms: string[], change: (choice: any) => any }} of
 */
export function controls({ id, title, choice, evaluations, algorithms, change }) {
  const keys = ALGORITHMS[choice.algorithm]
  const set = (changes) => change({ ...choice, ...changes })
  const field = (word, input) => h('label', { class: 'field' }, h('span', {}, word), input)
  const select = (name, items, chosen, use) =>
    h(
      'select',
      { id: `${id}-${name}`, onchange: (event) => use(event.target.value) },
      items.map(([value, word]) => h('option', { value, selected: value === chosen }, word)),
    )
  const whole = (name, most) =>
    h('input', {
      type: 'number',
      id: `${id}-${name}`,
      min: 1,
      max: most,
      value: choice[name],
      onchange: (event) => {
        const wanted = Math.round(Number(event.target.value))
        set({ [name]: wanted >= 1 ? Math.min(most, wanted) : 1 })
      },
    })
  const named = algorithms.map((name) => [name, w(`algorithm.${name}`)])
  return h(
    'fieldset',
    { class: 'labchoice', id },
    h('legend', {}, title),
    field(
      w('algorithm'),
      select('algorithm', named, choice.algorithm, (algorithm) => set({ algorithm })),
    ),
    h(
      'div',
      { class: 'grid2' },
      keys.includes('depth') && field(w('depth'), whole('depth', MOST_DEPTH)),
      keys.includes('nodes') &&
        field(w(choice.algorithm === 'mcts' ? 'playouts' : 'nodes'), whole('nodes', MOST_NODES)),
      keys.includes('eval') &&
        evaluations.length > 0 &&
        field(
          w('evaluation'),
          select('eval', [['', w('usual')], ...evaluations.map((name) => [name, name])], choice.eval, (value) =>
            set({ eval: value }),
          ),
        ),
    ),
    keys.includes('order') &&
      field(
        w('order'),
        select(
          'order',
          ORDERS.map((order) => [order, w(`order.${order}`)]),
          choice.order,
          (order) => set({ order }),
        ),
      ),
    h(
      'div',
      { class: 'ideas' },
      SWITCHES.filter((name) => keys.includes(name)).map((name) => {
        const box = h('input', {
          type: 'checkbox',
          role: 'switch',
          id: `${id}-${name}`,
          onchange: (event) => set({ [name]: event.target.checked }),
        })
        box.checked = choice[name]
        return h('label', { title: w(`switch.${name}.why`) }, box, h('span', {}, w(`switch.${name}`)))
      }),
    ),
  )
}
