// A number for oneself: results against each level, and the level at which one would score half.
import { h } from '../dom.js'
import { t, named, number } from '../i18n.js'
import * as api from '../api.js'

const MOST_GAMES = 500

/** Won, drawn and lost against each level, of games of one person and one engine. */
export function resultsByLevel(games) {
  const levels = new Map()
  for (const { seats, outcome, result } of games) {
    if (!outcome || !Array.isArray(seats) || seats.length !== 2) continue
    const person = seats.findIndex((seat) => seat.kind === 'human')
    const engine = seats.findIndex((seat) => seat.kind === 'engine')
    if (person < 0 || engine < 0 || !seats[engine].level) continue
    const { level } = seats[engine]
    const sum = levels.get(level) ?? { level, won: 0, drawn: 0, lost: 0 }
    if (outcome.winner === null) sum.drawn++
    else if (firstWon(result) === (person === 0)) sum.won++
    else sum.lost++
    levels.set(level, sum)
  }
  return [...levels.values()].sort((one, other) => one.level - other.level)
}

const firstWon = (result) => /^[12]-0/.test(result)

/**
 * The level at which half of the points would be scored: where the curve 1 / (1 + e^(level - x)) fits the
 * results best, with one game won at level 0 and one lost at level 9 so that it always exists.
 */
export function ownNumber(results) {
  const all = [...results, { level: 0, won: 1, drawn: 0, lost: 0 }, { level: 9, won: 0, drawn: 0, lost: 1 }]
  let low = 0
  let high = 9
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    const expected = all.reduce(
      (sum, { level, won, drawn, lost }) => sum + (won + drawn + lost) / (1 + Math.exp(level - middle)),
      0,
    )
    const scored = all.reduce((sum, { won, drawn }) => sum + won + drawn / 2, 0)
    if (expected < scored) low = middle
    else high = middle
  }
  return low
}

export async function ownRecord(levels) {
  const { games } = await api.savedGames({ limit: MOST_GAMES }).catch(() => ({ games: [] }))
  const results = resultsByLevel(games)
  const name = (level) => named(`level.${levels.find((each) => each.level === level)?.name}`, String(level))
  const value = ownNumber(results)
  const body =
    results.length === 0
      ? h('p', { class: 'meta' }, t('record.none'))
      : [
          h(
            'p',
            { class: 'lead' },
            t('record.number', {
              value: number(Math.round(value * 10) / 10),
              level: name(Math.min(8, Math.max(1, Math.round(value)))),
            }),
          ),
          h(
            'ul',
            {},
            results.map(({ level, won, drawn, lost }) =>
              h('li', {}, h('b', {}, `${name(level)}: `), t('record.row', { won, drawn, lost })),
            ),
          ),
          h('p', { class: 'meta' }, t('record.why')),
        ]
  return h('section', { class: 'panel ownrecord' }, h('h2', {}, t('record.title')), body)
}
