// Why a game ended, from the server's English sentence to the reader's language.
// A sentence we do not know is shown as it came.
import { t } from './i18n.js'
import { ownerName } from './board/names.js'

const KNOWN = [
  [/^four in a row$/, 'reason.four'],
  [/^the board is full$/, 'reason.full'],
  [/^the king has reached the valley$/, 'reason.valley'],
  [/^the king of (?<player>\w+) has no move$/, 'reason.kingStuck'],
  [/^(?<player>\w+) (?:has no|cannot) move$/, 'reason.stuck'],
  [/^(?<n>\d+) moves a side by kings alone without a capture$/, 'reason.kingsAlone'],
  [/^(?<n>\d+) moves with (?<kings>\d+) or more kings against a lone king$/, 'reason.manyKings'],
  [/^(?<n>\d+) moves a side with kings on both sides/, 'reason.bothKings'],
  [/^(?<n>\d+) moves a side with (?:two|three) pieces(?: or fewer)? against a king$/, 'reason.loneKing'],
  [/^(?<n>\d+) moves a side with three pieces against a king that holds the long diagonal$/, 'reason.diagonal'],
  [/repe(?:at|tit)/, 'reason.repetition'],
  [/^(?<hexes>[\d to]+) hexes$/, 'reason.hexes'],
  [/^(?<hexes>[\d to]+) hexes, herds of (?<herds>[\d to]+)$/, 'reason.herd'],
  [/^resigned$/, 'reason.resigned'],
  [/^agreed$/, 'reason.agreed'],
  [/^time$/, 'reason.time'],
  [/^draw$/, 'reason.draw'],
]

export function reasonText(reason) {
  for (const [pattern, key] of KNOWN) {
    const found = pattern.exec(reason)
    if (!found) continue
    const { player, n, kings, hexes, herds } = found.groups ?? {}
    return t(key, { who: player && genitive(player), n: Number(n), kings: Number(kings), hexes: hexes?.replaceAll(' to ', ' : '), herds: herds?.replaceAll(' to ', ' : ') })
  }
  return reason
}

/** "of White", "у белых": the form that a player's name takes after "has" and "of". */
const genitive = (player) => t(`ownerOf.${player.toLowerCase()}`)

/** The headline of an outcome: "White wins", "Draw", or the places of three and four. */
export function outcomeText(outcome, players, owners) {
  const name = (sign) => ownerName(owners[players.findIndex((player) => player.sign === sign)])
  if (outcome.places) {
    const first = Object.entries(outcome.places).filter(([, place]) => place === 1).map(([sign]) => name(sign))
    return first.length === 1 ? t(`wins.${ownerOf(outcome, players, owners)}`) : t('draw.shared', { names: first.join(', ') })
  }
  if (outcome.winner === null) return t('outcome.draw')
  const owner = owners[players.findIndex((player) => player.sign === outcome.winner)]
  return t(`wins.${owner}`) === `wins.${owner}` ? t('wins.other', { name: ownerName(owner) }) : t(`wins.${owner}`)
}

function ownerOf(outcome, players, owners) {
  const [sign] = Object.entries(outcome.places).find(([, place]) => place === 1)
  return owners[players.findIndex((player) => player.sign === sign)]
}
