// Which algorithm is looked at and which ideas are switched on, as a SPEC and back.

/** What can be said of each algorithm. */
export const ALGORITHMS = {
  minimax: ['depth', 'quiescence', 'eval'],
  'alpha-beta': ['depth', 'order', 'quiescence', 'eval'],
  search: ['depth', 'ordered', 'table', 'deepening', 'scout', 'quiescence', 'reductions', 'eval'],
  mtdf: ['depth', 'quiescence', 'eval'],
  maxn: ['depth', 'eval'],
  mcts: ['nodes'],
  pns: ['nodes'],
}
export const ORDERS = ['none', 'eval', 'best', 'worst']
export const SWITCHES = ['ordered', 'table', 'deepening', 'scout', 'quiescence', 'reductions']
const USUAL = {
  algorithm: 'alpha-beta',
  depth: 3,
  nodes: 200,
  order: 'none',
  eval: '',
  ordered: true,
  table: true,
  deepening: true,
  scout: true,
  quiescence: false,
  reductions: false,
}
export const MOST_DEPTH = 60
export const MOST_NODES = 2_000_000

/** @typedef {typeof USUAL} Choice */

/** @param {Choice} choice */
export function specOf(choice) {
  const { algorithm } = choice
  const keys = ALGORITHMS[algorithm]
  const parts = [algorithm]
  const has = (key) => keys.includes(key)
  if (has('depth')) parts.push(`depth=${choice.depth}`)
  if (has('nodes')) parts.push(`nodes=${choice.nodes}`)
  if (has('order') && choice.order !== 'none') parts.push(`order=${choice.order}`)
  if (has('ordered') && !choice.ordered) parts.push('order=none')
  if (has('table') && !choice.table) parts.push('table=off')
  if (has('deepening') && !choice.deepening) parts.push('deepening=off')
  if (has('scout') && !choice.scout) parts.push('scout=off')
  if (algorithm === 'search') parts.push(choice.reductions ? 'selective=on' : 'selective=off')
  if (has('quiescence') && (choice.quiescence || choice.reductions)) {
    parts.push(`quiescence=${choice.quiescence ? 'on' : 'off'}`)
  }
  if (has('eval') && choice.eval) parts.push(`eval=${choice.eval}`)
  return parts.join(',')
}

/**
 * The switches that a SPEC stands for; what is not known is as usual.
 * @returns {Choice}
 */
export function choiceOf(spec) {
  const [algorithm = '', ...rest] = (spec ?? '').split(',')
  const keys = new Map(rest.map((part) => /** @type {[string, string]} */ (part.split('='))))
  const isKnown = algorithm in ALGORITHMS
  const whole = (key, usual, most) => {
    const value = Math.round(Number(keys.get(key)))
    return value >= 1 ? Math.min(value, most) : usual
  }
  const isOn = (key, usual) => (keys.has(key) ? keys.get(key) !== 'off' : usual)
  return {
    ...USUAL,
    algorithm: isKnown ? algorithm : USUAL.algorithm,
    depth: whole('depth', USUAL.depth, MOST_DEPTH),
    nodes: whole('nodes', USUAL.nodes, MOST_NODES),
    order: ORDERS.includes(keys.get('order')) ? keys.get('order') : USUAL.order,
    eval: keys.get('eval') ?? '',
    ordered: keys.get('order') !== 'none',
    table: isOn('table', true),
    deepening: isOn('deepening', true),
    scout: isOn('scout', true),
    quiescence: isOn('quiescence', false),
    reductions: algorithm === 'search' && isOn('selective', true),
  }
}
