// The algorithm in a few lines, and which of them a step stands on.
import { h } from '../dom.js'
import { ENTER, CUT } from './model.js'

const CODE = {
  minimax: [
    'value(node, depth):',
    '  if over(node) or depth == 0: return evaluate(node)',
    '  for move in moves(node):',
    '    v = value(after(node, move), depth - 1)',
    '    best = max or min of best and v',
    '  return best',
  ],
  'alpha-beta': [
    'value(node, depth, low, high):',
    '  if over(node) or depth == 0: return evaluate(node)',
    '  for move in moves(node):',
    '    v = value(after(node, move), depth - 1, low, high)',
    '    best = max or min of best and v; low or high = best',
    '    if low >= high: break            # cut',
    '  return best',
  ],
  search: [
    'value(node, depth, low, high):',
    '  if over(node) or depth == 0: return evaluate(node)',
    '  if table knows enough of node: return that',
    '  for move in ordered(moves(node)):',
    '    v = value(after(node, move), …, null window)   # is it better?',
    '    if it may be: v = value(after(node, move), …, low, high)',
    '    best = max or min of best and v; low or high = best',
    '    if low >= high: break            # cut',
    '  write best into the table; return best',
  ],
  maxn: [
    'values(node, depth):                 # one for each player',
    '  if over(node) or depth == 0: return evaluate_each(node)',
    '  for move in moves(node):',
    '    v = values(after(node, move), depth - 1)',
    '    if v[mover] > best[mover]: best = v',
    '  return best',
  ],
  mcts: [
    'repeat:',
    '  node = root',
    '  while node has children: node = child with the most',
    '    share + c * sqrt(ln(visits of parent) / visits)',
    '  grow the children of node',
    '  play by chance to the end',
    '  count the result at node and all above it',
  ],
  pns: [
    'hunt(node, limits):',
    '  if over(node): numbers are (0, ∞) or (∞, 0); return',
    '  while numbers(node) < limits:',
    '    proof = least of the children, disproof = their sum   # or the reverse',
    '    hunt(the child that is cheapest to settle)',
    '  write the numbers into the table',
  ],
}
CODE.mtdf = CODE.search

const TABLE = ['table', 'reply']
/** The line of a step: entered, at rest, an answer taken, cut, left. */
function lineOf(code, model, at) {
  if (model.size === 0) return 0
  const step = model.step(at)
  if (model.growth) return 6
  const node = model.nodes[step.id]
  if (code === 'pns') return step.kind === ENTER ? 0 : node.rest ? 1 : 5
  const isSearch = code === 'search' || code === 'mtdf'
  if (step.kind === ENTER) {
    if (step.id === 0) return 0
    if (!isSearch) return 3
    return node.asking === 'scout' || node.asking === 'reduced' ? 4 : 5
  }
  if (step.kind === CUT) return isSearch ? 7 : 5
  if (TABLE.includes(node.rest)) return 2
  if (node.rest) return 1
  return CODE[code].length - 1
}

export class Pseudocode {
  constructor(label) {
    this.element = h('ol', { class: 'code', 'aria-label': label, tabindex: 0 })
  }

  show(model, at) {
    const code = CODE[model.found.algorithm] ? model.found.algorithm : 'alpha-beta'
    const name = model.found.players > 2 && !model.growth && model.nodes.some((node) => node.each) ? 'maxn' : code
    if (this.name !== name) {
      this.name = name
      this.element.replaceChildren(...CODE[name].map((line) => h('li', {}, h('code', {}, line))))
    }
    const lit = lineOf(name, model, at)
    for (const [index, line] of [...this.element.children].entries()) {
      if (index === lit) line.setAttribute('aria-current', 'step')
      else line.removeAttribute('aria-current')
    }
  }
}
