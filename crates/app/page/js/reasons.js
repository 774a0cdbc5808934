// Why a game ended, in the reader's language: by the code and the values that the
// server names. Words that have no code, such as a player's own, are shown as they came.
import { has, named, t } from './i18n.js'
import { ownerName } from './board/names.js'

/** @param {import('./types.js').Outcome} outcome */
export function reasonText({ code, values = {}, reason }) {
  const key = code ?? `reason.${reason}`
  if (!has(key)) return reason
  const told = Object.entries(values).map(([name, value]) => [name, inWords(name, value)])
  return t(key, Object.fromEntries(told))
}

/** Players are named as after "of": "of White", "у белых". */
function inWords(name, value) {
  if (name === 'who') return named(`ownerOf.${value.toLowerCase()}`, value)
  return Array.isArray(value) ? value.join(' : ') : value
}

/** How many in a row a reason speaks of; more than any board has where it speaks of none. @param {import('./types.js').Outcome} outcome */
export const rowOf = ({ code }) => ({ 'reason.four': 4, 'reason.three': 3 })[code] ?? Infinity

/** Who gave up or ran out of time is named; to the only person at the table it is said so. */
export function endText(outcome, { players, owners, person }) {
  const { reason, winner } = outcome
  if (!['resigned', 'time'].includes(reason) || !winner) return reasonText(outcome)
  const loser = players.findIndex((player) => player.sign !== winner)
  if (loser === person) return t(`reason.${reason}.you`)
  return t(`reason.${reason}.other`, { name: ownerName(owners[loser]) })
}

/** The same for the only person at the table: "You win". */
export function ownOutcome(outcome, players, person) {
  const sign = players[person]?.sign
  if (outcome.places) return outcome.places[sign] === 1 ? null : t('you.place', { n: outcome.places[sign] })
  if (outcome.winner === null) return null
  return outcome.winner === sign ? t('you.win') : t('you.lose')
}

/** The headline of an outcome: "White wins", "Draw", or the places of three and four. */
export function outcomeText(outcome, players, owners) {
  const name = (sign) => ownerName(owners[players.findIndex((player) => player.sign === sign)])
  if (outcome.places) {
    const first = Object.entries(outcome.places)
      .filter(([, place]) => place === 1)
      .map(([sign]) => name(sign))
    return first.length === 1
      ? winsText(ownerOf(outcome, players, owners))
      : t('draw.shared', { names: first.join(', ') })
  }
  if (outcome.winner === null) return t('outcome.draw')
  const owner = owners[players.findIndex((player) => player.sign === outcome.winner)]
  return winsText(owner)
}

const winsText = (owner) => named(`wins.${owner}`, t('wins.other', { name: ownerName(owner) }))

function ownerOf(outcome, players, owners) {
  const [sign] = Object.entries(outcome.places).find(([, place]) => place === 1)
  return owners[players.findIndex((player) => player.sign === sign)]
}
