// What several searchers have found, each among moves of its own.

/** What is better for the side to move is greater. */
export function rank({ kind, plies = 500, value = 0 }) {
  if (kind === 'win') return 1e9 - plies
  if (kind === 'loss') return plies - 1e9
  return kind === 'estimate' ? value : 0
}

/**
 * What several workers say, each of its own moves, as if one had said it.
 * @param {any[]} words
 * @param {number} most as many lines are told
 */
export function together(words, most) {
  const found = new Map()
  for (const { depth, lines } of words)
    for (const line of lines) if (!(found.get(line.move)?.depth >= depth)) found.set(line.move, { depth, line })
  const lines = [...found.values()].map(({ line }) => line).sort((one, other) => rank(other.score) - rank(one.score))
  const best = words.find((word) => word.best === lines[0]?.move) ?? words[0]
  const sum = (name) => words.reduce((sum, word) => sum + word[name], 0)
  // A draw is proven when no other move is left that could be better.
  const isOpen = best.score.kind === 'draw' && words.some(({ score }) => score.kind === 'estimate')
  return {
    ...best,
    score: isOpen ? { kind: 'estimate', value: 0 } : best.score,
    depth: Math.min(...words.map(({ depth }) => depth)),
    nodes: sum('nodes'),
    leaves: sum('leaves'),
    seconds: Math.max(...words.map(({ seconds }) => seconds)),
    lines: lines.slice(0, most),
  }
}
