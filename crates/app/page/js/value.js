// Scores in words and shapes. A score is seen by the side to move; proof and opinion stay apart.
import { h, s } from './dom.js'
import { t } from './i18n.js'

const PROOFS = new Set(['win', 'loss', 'draw'])
export const isProof = (score) => PROOFS.has(score.kind)

/** `+1.40` with a true minus sign. */
export function signed(value, digits = 2) {
  const size = Math.abs(value)
  const text = size.toFixed(size >= 100 ? 0 : size >= 10 ? Math.min(1, digits) : digits)
  return value > 0 && Number(text) !== 0 ? `+${text}` : value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** The number a chip carries: plies for proof, the value for opinion. */
export function chipText(score, digits) {
  if (score.kind === 'estimate') return signed(score.value, digits)
  if (score.kind === 'win' || score.kind === 'loss') return score.plies === undefined ? '' : String(score.plies)
  return ''
}

/** How a value is said aloud: "won in 5 plies". */
export function spoken(score) {
  switch (score.kind) {
    case 'win':
      return score.plies === undefined ? t('value.win') : t('value.winIn', { n: score.plies })
    case 'loss':
      return score.plies === undefined ? t('value.loss') : t('value.lossIn', { n: score.plies })
    case 'draw':
      return t('value.draw')
    case 'estimate':
      return t('value.estimate', { value: signed(score.value) })
    default:
      return t('value.unknown')
  }
}

/** The same score seen by the other side. */
export function reversed(score) {
  if (score.kind === 'win') return { ...score, kind: 'loss' }
  if (score.kind === 'loss') return { ...score, kind: 'win' }
  if (score.kind === 'estimate') return { ...score, value: -score.value }
  return score
}

/** A value chip in a panel. */
export function valueChip(score) {
  const proof = isProof(score)
  const sign = { win: 'M0 9h10L5 1Z', loss: 'M0 1h10L5 9Z' }[score.kind]
  return h(
    'b',
    { class: `val ${proof ? `proof ${score.kind}` : ''}` },
    sign && s('svg', { class: 'tri', viewBox: '0 0 10 10', 'aria-hidden': 'true' }, s('path', { d: sign })),
    h(
      'span',
      { 'aria-hidden': 'true' },
      score.kind === 'draw' ? '=' : score.kind === 'unknown' ? '…' : chipText(score),
    ),
    h('span', { class: 'away' }, spoken(score)),
  )
}
