// Which algorithm, how deep, by which evaluation: for an analysis or for a seat. Folded
// away from who does not need it; what is not chosen is as it always was.
import { h } from '../dom.js'
import { t } from '../i18n.js'

export const ALGORITHMS = ['search', 'alpha-beta', 'minimax', 'mtdf', 'mcts', 'monte-carlo', 'careful', 'random']
/** These look at positions to a depth, by an evaluation; the others play games by chance or know none. */
const BY_DEPTH = ['search', 'alpha-beta', 'minimax', 'mtdf']
const MOST_DEPTH = 60

export const USUAL = { algorithm: '', depth: '', eval: '' }

/** The SPEC that a choice stands for, or nothing where all is as usual. */
export function specOf({ algorithm, depth, eval: evaluation }) {
  if (!algorithm && !depth && !evaluation) return undefined
  const name = algorithm || 'search'
  const keys = BY_DEPTH.includes(name)
    ? [depth && `depth=${depth}`, evaluation && `eval=${evaluation}`, name === 'search' && 'exact=off']
    : []
  return [name, ...keys].filter(Boolean).join(',')
}

/**
 * The fields, folded; `change` hears of every new choice.
 * @param {{ id: string, title: string, evaluations: string[], chosen: typeof USUAL, change: (chosen: typeof USUAL) => void }} of
 */
export function tuning({ id, title, evaluations, chosen, change }) {
  const own = { ...USUAL, ...chosen }
  const field = (word, input) => h('label', { class: 'field' }, h('span', {}, word), input)
  const select = (name, values) =>
    h(
      'select',
      { id: `${id}-${name}`, onchange: (event) => set(name, event.target.value) },
      h('option', { value: '', selected: !own[name] }, t('tuning.usual')),
      values.map((value) => h('option', { value, selected: value === own[name] }, value)),
    )
  const depth = h('input', {
    type: 'number',
    id: `${id}-depth`,
    min: 1,
    max: MOST_DEPTH,
    placeholder: t('tuning.usual'),
    value: own.depth,
    onchange: (event) => {
      const wanted = Math.round(Number(event.target.value))
      const kept = wanted >= 1 ? String(Math.min(MOST_DEPTH, wanted)) : ''
      event.target.value = kept
      set('depth', kept)
    },
  })
  const byDepth = h(
    'div',
    { class: 'grid2' },
    field(t('tuning.depth'), depth),
    field(t('tuning.evaluation'), select('eval', evaluations)),
  )
  const draw = () => {
    byDepth.hidden = own.algorithm !== '' && !BY_DEPTH.includes(own.algorithm)
  }
  const set = (name, value) => {
    own[name] = value
    draw()
    change({ ...own })
  }
  draw()
  return h(
    'details',
    { class: 'tuning', id, open: specOf(own) !== undefined },
    h('summary', {}, title),
    field(t('tuning.algorithm'), select('algorithm', ALGORITHMS)),
    byDepth,
  )
}
