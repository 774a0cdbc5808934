// What the laboratory says: a sentence a step, values and windows as they are written.
import { currentLanguage, filled, number, t } from '../i18n.js'
import { ENTER, CUT, isInfinite } from './model.js'

let words = {}
let language = ''

/** The laboratory's words are fetched when it is opened. */
export async function loadWords() {
  if (language === currentLanguage()) return
  words = (await import(`../../i18n/lab/${currentLanguage()}.js`)).default
  language = currentLanguage()
}

/** @type {(key: string, values?: Record<string, any>) => string} */
export const w = (key, values = {}) => (key in words ? filled(words[key], values) : key)

/** A value as a node shows it: a number, ▲5 for won in five plies, = for a certain draw. */
export function markText(mark) {
  if (mark === undefined || mark === null) return ''
  if (typeof mark === 'number') return String(Math.round(mark * 100) / 100).replace('-', '−')
  if (mark.startsWith('+')) return `▲${mark.slice(1)}`
  if (mark.startsWith('-')) return `▼${mark.slice(1)}`
  return mark
}

/** The same to be heard. */
export function markWords(mark) {
  if (mark === undefined || mark === null) return ''
  if (typeof mark === 'number') return markText(mark)
  if (mark === '=') return t('value.draw')
  const plies = mark.slice(1)
  const key = mark.startsWith('+') ? 'win' : 'loss'
  return plies ? t(`value.${key}In`, { n: Number(plies) }) : t(`value.${key}`)
}

export const windowText = ({ low, high }) =>
  `${low === undefined ? '−∞' : markText(low)}, ${high === undefined ? '∞' : markText(high)}`

export const boundText = (node) =>
  node.bound ? w(`bound.${node.bound}`, { value: markWords(node.value) }) : markWords(node.value)

export const boundMark = (node) => `${{ least: '≥', most: '≤' }[node.bound] ?? ''}${markText(node.value)}`

export const proofText = (value) => (isInfinite(value) ? '∞' : number(value))

export const lineText = (model, id) => model.path(id).join(' ') || w('root')

/** What is written at a node of a search. */
export function marksOf(model, id, at, isOnPath) {
  if (model.growth) {
    const { visits, share } = model.attraction(id, at)
    return { text: share === null ? '' : `${share.toFixed(2)} · ${visits}` }
  }
  const node = model.nodes[id]
  const isLeft = model.leftAt[id] <= at
  const window = (isOnPath || model.size <= 60) && model.hasWindows() && model.below[id].length > 0
  return { text: isLeft ? answerText(node) : '', window: window ? `[${windowText(model.window(id, at))}]` : undefined }
}

export function answerText(node) {
  if (node.each) return node.each.map(markText).join(' · ')
  if (node.numbers) return node.numbers.map(proofText).join(' / ')
  return boundMark(node)
}

/** One plain sentence for what happens in a step. */
export function sentence(model, at, who) {
  const told = plainSentence(model, at, who)
  return told.startsWith(w('root')) ? told[0].toUpperCase() + told.slice(1) : told
}

function plainSentence(model, at, who) {
  if (model.size === 0) return w('step.nothing')
  const step = model.step(at)
  if (model.growth) return grownSentence(model, at, step, who)
  const node = model.nodes[step.id]
  if (step.kind === ENTER) return entered(model, step.id, node, who)
  if (step.kind === CUT) return cutSentence(model, step.id, who)
  return left(model, step.id, node, who)
}

function entered(model, id, node, who) {
  const name = who(node.seat)
  if (node.limit)
    return w(id === 0 ? 'step.hunt.root' : 'step.hunt', {
      line: lineText(model, id),
      who: name,
      hoper: who(model.layer.hoper ?? model.found.chooser),
      p: proofText(node.limit[0]),
      d: proofText(node.limit[1]),
    })
  const isOwn = model.found.players > 2 && !model.hasWindows()
  const kind = isOwn ? 'own' : node.max ? 'max' : 'min'
  const goal = w(`step.enter.${kind}`, { line: lineText(model, id), who: name })
  const first = id === 0 ? `${w('step.root', { n: node.depth })} ${goal}` : goal
  const asking = node.asking
    ? ` ${w(`asking.${node.asking}`, { low: markWords(node.max ? node.high : node.low) })}`
    : ''
  const hasWindow = model.hasWindows() && (node.low !== undefined || node.high !== undefined)
  const window = hasWindow && !node.asking ? ` ${w('step.window', { window: windowText(node) })}` : ''
  return first + asking + window
}

function left(model, id, node, who) {
  const value = boundText(node)
  const line = lineText(model, id)
  if (node.numbers) return w('step.numbers', { line, p: proofText(node.numbers[0]), d: proofText(node.numbers[1]) })
  if (node.rest) {
    const { bound = 'exact', depth = 0 } = node.recalled ?? {}
    const known = w(`known.${bound}`, { value: markWords(node.value) })
    const each = node.each ? node.each.map(markText).join(', ') : value
    return w(`rest.${node.rest}`, { line, value: each, known, n: depth })
  }
  if (node.each) return w('step.each', { line, who: who(node.seat), value: node.each.map(markText).join(', ') })
  const folded = model.unwritten(id)
  if (folded > 0) return w('step.folded', { line, value, n: folded })
  if (node.left_out > 0) return w('step.leftCut', { line, value })
  return w(node.max ? 'step.left.max' : 'step.left.min', { line, value })
}

/** Why a node was cut: what was found, which bound it met and where that comes from. */
export function cutSentence(model, id, who) {
  const node = model.nodes[id]
  const { bound, setter, cutter } = model.reason(id)
  const values = {
    move: cutter === null ? '…' : model.move(cutter),
    value: markWords(node.value),
    bound: markWords(bound),
    n: node.left_out ?? 0,
    who: who(node.seat),
    setter: typeof setter === 'number' && model.local(setter) !== null ? lineText(model, model.local(setter)) : '',
  }
  const kind = typeof setter === 'number' && values.setter ? 'node' : setter === 'null' ? 'null' : 'other'
  const side = node.max ? 'max' : 'min'
  return `${w(`cut.${side}.${kind}`, values)} ${w('cut.left', values)}`
}

function grownSentence(model, at, { id, shares }, who) {
  const { chooser } = model.found
  const result = { 1: 'won', 0: 'lost', 0.5: 'drawn' }[shares[chooser]] ?? 'drawn'
  return w('step.playout', {
    n: at + 1,
    line: lineText(model, id),
    result: w(`playout.${result}`, { who: who(chooser) }),
  })
}
