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

export async function openNewGame(id, { position } = {}) {
  const game = await gameInfo(id)
  const before = remembered('newGame') ?? {}
  const wanted = { options: {}, kinds: before.kinds ?? ['human', 'engine', 'engine', 'engine'], level: before.level ?? 3, minutes: before.minutes ?? 0 }
  const seats = h('div', {}), wrong = h('p', { class: 'wrong', role: 'alert' })

  const drawSeats = async () => {
    const owners = await ownersOf(game, wanted.options)
    const kinds = [['human', t('seat.person')], ['engine', t('seat.engine')]]
    seats.replaceChildren(...owners.map((owner, seat) => choice(ownerName(owner), kinds, wanted.kinds[seat] ?? 'engine', (kind) => { wanted.kinds[seat] = kind })))
  }
  const options = game.options.map((option) => optionField(option, (value) => {
    wanted.options[option.name] = value
    drawSeats()
  }))
  const levels = h('label', { class: 'field choice' }, h('span', { class: 'legend' }, t('new.strength')),
    h('select', { onchange: (event) => { wanted.level = Number(event.target.value) } },
      game.levels.map(({ level, name }) => h('option', { value: level, selected: level === wanted.level }, named(`level.${name}`, name)))))
  const spans = MINUTES.map((minutes) => [minutes, minutes ? t('new.minutes', { n: minutes }) : t('new.noClock')])
  const times = choice(t('new.time'), spans, wanted.minutes, (minutes) => { wanted.minutes = minutes })

  const start = async () => {
    try {
      const players = (await ownersOf(game, wanted.options)).length
      const match = await Match.start({ game: id, options: wanted.options, position, minutes: wanted.minutes, seats: seatsOf(wanted, players), format: moveFormat(game) })
      remember('newGame', { kinds: wanted.kinds, level: wanted.level, minutes: wanted.minutes })
      dialog.close()
      location.hash = `#/play/${match.id}`
    } catch (error) {
      wrong.textContent = troubleText(error)
    }
  }
  await drawSeats()
  const dialog = openDialog(`${t('new.title')} · ${gameName(game)}`, [
    seats, options, levels, times, wrong,
    h('div', { class: 'row end' }, button(t('cancel'), { class: 'btn', onclick: () => dialog.close() }), button(t('new.start'), { class: 'btn main', id: 'start', onclick: start })),
  ])
}

export function seatsOf({ kinds, level }, players) {
  return Array.from({ length: players }, (_, seat) => ((kinds[seat] ?? 'engine') === 'human'
    ? { kind: 'human', name: t('seat.person') }
    : { kind: 'engine', name: t('seat.engine'), level, time_ms: 1000 }))
}

async function ownersOf(game, options) {
  if (Object.keys(options).length === 0) return game.view.owners
  const { view, players } = await api.state({ game: game.id, options })
  return view.owners.slice(0, players.length)
}

function optionField(option, choose) {
  const name = named(`option.${option.name}`, option.name)
  if (option.values) return choice(name, option.values.map((value) => [value, named(`option.${option.name}.${value}`, value)]), option.default, choose)
  const count = option.max - option.min + 1
  if (count <= FEW_VALUES) return choice(name, Array.from({ length: count }, (_, index) => [option.min + index, number(option.min + index)]), option.default, choose)
  return h('label', { class: 'field choice' }, h('span', { class: 'legend' }, name),
    h('input', { type: 'number', min: option.min, max: option.max, value: option.default, onchange: (event) => choose(Number(event.target.value)) }))
}
