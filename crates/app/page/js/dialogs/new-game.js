// A new game: who sits where, how strong, how long, and the options of the game.
import { h, button, choice } from '../dom.js'
import { t, named, number } from '../i18n.js'
import * as api from '../api.js'
import { gameInfo, gameName, moveFormat } from '../library.js'
import { ownerName } from '../board/names.js'
import { Match } from '../match.js'
import { remember, remembered } from '../settings.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'

const MINUTES = [0, 5, 10, 30], FEW_VALUES = 6
/** Who runs out of time loses to the other; among three there is no such other. */
const CLOCK_PLAYERS = 2
const USUAL = { kinds: ['human', 'engine', 'engine', 'engine'], levels: [3, 3, 3, 3], minutes: 0 }

/** Asks how a game is to be played, from its start or from a position, and begins it. */
export async function openNewGame(id, { position, options = {} } = {}) {
  const game = await gameInfo(id)
  const wanted = { ...structuredClone(USUAL), ...remembered('newGame'), options: { ...options } }
  const seats = h('div', {}), wrong = h('p', { class: 'wrong', role: 'alert' })
  const attempt = (action) => action().catch((error) => { wrong.textContent = troubleText(error) })

  const drawSeats = async () => {
    const owners = await ownersOf(game, wanted.options)
    wrong.textContent = ''
    seats.replaceChildren(...owners.map((owner, seat) => seatField(owner, seat, wanted, game.levels)))
    times.hidden = owners.length > CLOCK_PLAYERS
  }
  const rules = game.options.map((option) => optionField(option, options[option.name] ?? option.default, (value) => {
    wanted.options[option.name] = value
    attempt(drawSeats)
  }))
  const spans = MINUTES.map((minutes) => [minutes, minutes ? t('new.minutes', { n: minutes }) : t('new.noClock')])
  const times = choice(t('new.time'), spans, wanted.minutes, (minutes) => { wanted.minutes = minutes })

  const start = async () => {
    const { kinds, levels, minutes } = wanted
    const players = (await ownersOf(game, wanted.options)).length
    const match = await Match.start({ game: id, options: wanted.options, position, minutes: players > CLOCK_PLAYERS ? 0 : minutes, seats: seatsOf(wanted, players), format: moveFormat(game) })
    remember('newGame', { kinds, levels, minutes })
    dialog.close()
    location.hash = `#/play/${match.id}`
  }
  await drawSeats()
  const dialog = openDialog(`${t('new.title')} · ${gameName(game)}`, [
    seats, rules, times, wrong,
    h('div', { class: 'row end' },
      button(t('cancel'), { class: 'btn', onclick: () => dialog.close() }),
      button(t('new.start'), { class: 'btn main', id: 'start', onclick: () => attempt(start) })),
  ])
}

/** Person or engine, and how strong an engine is. */
function seatField(owner, seat, wanted, levels) {
  const strength = h('label', { class: 'field strength' }, h('span', { class: 'away' }, `${t('new.strength')}: ${ownerName(owner)}`),
    h('select', { onchange: (event) => { wanted.levels[seat] = Number(event.target.value) } },
      levels.map(({ level, name }) => h('option', { value: level, selected: level === wanted.levels[seat] }, named(`level.${name}`, name)))))
  const choose = (kind) => {
    wanted.kinds[seat] = kind
    strength.hidden = kind === 'human'
  }
  choose(wanted.kinds[seat])
  return h('div', {}, choice(ownerName(owner), [['human', t('seat.person')], ['engine', t('seat.engine')]], wanted.kinds[seat], choose), strength)
}

function seatsOf({ kinds, levels }, players) {
  return Array.from({ length: players }, (_, seat) => (kinds[seat] === 'human'
    ? { kind: 'human', name: t('seat.person') }
    : { kind: 'engine', name: t('seat.engine'), level: levels[seat], time_ms: 1000 }))
}

async function ownersOf(game, options) {
  if (Object.keys(options).length === 0) return game.view.owners
  const { view, players } = await api.state({ game: game.id, options })
  return view.owners.slice(0, players.length)
}

function optionField(option, chosen, choose) {
  const name = named(`option.${option.name}`, option.name)
  if (option.values) return choice(name, option.values.map((value) => [value, named(`option.${option.name}.${value}`, value)]), chosen, choose)
  const count = option.max - option.min + 1
  if (count <= FEW_VALUES) return choice(name, Array.from({ length: count }, (_, index) => [option.min + index, number(option.min + index)]), Number(chosen), choose)
  return h('label', { class: 'field choice' }, h('span', { class: 'legend' }, name),
    h('input', { type: 'number', min: option.min, max: option.max, value: chosen, onchange: (event) => choose(event.target.value) }))
}
