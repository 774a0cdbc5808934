// A new game: who sits where, how strong, how long, and the options of the game.
import { h, button, choice } from '../dom.js'
import { t, named } from '../i18n.js'
import * as api from '../api.js'
import { gameInfo, gameName, moveFormat } from '../library.js'
import { ownerName } from '../board/names.js'
import { miniature } from '../board/miniature.js'
import { Match } from '../match.js'
import { specOf, tuning } from '../panels/tuning.js'
import { remember, remembered } from '../settings.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'
import { optionFields } from './options.js'

/** @import { Options } from '../types.js' */

const MINUTES = [0, 5, 10, 30]
const MOST_MINUTES = 600
const MOST_INCREMENT = 300
/** Who runs out of time loses to the other; among three there is no such other. */
const CLOCK_PLAYERS = 2
const USUAL = {
  kinds: ['human', 'engine', 'engine', 'engine'],
  levels: [3, 3, 3, 3],
  names: ['', '', '', ''],
  minutes: 0,
  own: [15, 15],
  increment: 0,
  lot: false,
}

/**
 * Asks how a game is to be played, from its start or from a position, and begins it.
 * @param {string} id
 * @param {{ position?: string, options?: Options }} [start]
 */
export async function openNewGame(id, { position, options = {} } = {}) {
  const game = await gameInfo(id)
  const wanted = {
    ...structuredClone(USUAL),
    ...remembered('newGame'),
    options: { ...options },
    tuned: [{}, {}, {}, {}],
  }
  const seats = h('div', { class: 'newseats' })
  const preview = h('div', { class: 'preview' })
  const wrong = h('p', { class: 'wrong', role: 'alert' })
  const noClock = h('p', { class: 'meta' }, t('new.noClockForMany'))
  const attempt = (action) =>
    action().catch((error) => {
      wrong.textContent = troubleText(error)
    })

  const drawSeats = async () => {
    const { owners, view } = await boardOf(game, wanted.options)
    wrong.textContent = ''
    seats.replaceChildren(...owners.map((owner, seat) => seatField(owner, seat, wanted, game)))
    times.hidden = owners.length > CLOCK_PLAYERS
    noClock.hidden = !times.hidden
    lot.hidden = owners.length !== 2
    preview.replaceChildren(...(view.cells[0].shape === 'hex' ? [miniature(view)] : []))
    preview.className = `preview mini ${view.palette}`
  }
  const times = timeFields(wanted)
  const lot = lotField(wanted)
  const rules = optionFields(game, options, (values) => {
    wanted.options = values
    attempt(drawSeats)
  })

  const start = async () => {
    const { kinds, levels, names, minutes, own, increment, lot: byLot } = wanted
    const players = (await boardOf(game, wanted.options)).owners.length
    const order = byLot && players === 2 && Math.random() < 0.5 ? [1, 0] : [0, 1, 2, 3]
    const has = players <= CLOCK_PLAYERS && minutes !== 0
    const time =
      minutes === 'own' ? [own[order[0]], own[order[1]]].map((each) => within(each, 0.1, MOST_MINUTES)) : minutes
    const match = await Match.start({
      game: id,
      options: wanted.options,
      position,
      minutes: has ? time : 0,
      increment: has ? within(increment, 0, MOST_INCREMENT) : 0,
      seats: seatsOf(wanted, players, order),
      format: moveFormat(game),
    })
    remember('newGame', { kinds, levels, names, minutes, own, increment, lot: byLot })
    dialog.close()
    location.hash = `#/play/${match.id}`
  }
  await drawSeats()
  const dialog = openDialog(`${t('new.title')} · ${gameName(game)}`, [
    seats,
    lot,
    rules,
    preview,
    times,
    noClock,
    wrong,
    h(
      'div',
      { class: 'row end' },
      button(t('cancel'), { class: 'btn', onclick: () => dialog.close() }),
      button(t('new.start'), { class: 'btn main', id: 'start', onclick: () => attempt(start) }),
    ),
  ])
}

const within = (value, least, most) => Math.min(most, Math.max(least, Number(value) || 0))

/** None, a few usual times, or one's own: minutes a seat and seconds a move. */
function timeFields(wanted) {
  const field = (word, id, value, most, change) =>
    h(
      'label',
      { class: 'field' },
      word,
      h('input', {
        type: 'number',
        id,
        min: 0,
        max: most,
        step: 'any',
        value,
        onchange: (event) => {
          const kept = within(event.target.value, 0, most)
          event.target.value = kept
          change(kept)
        },
      }),
    )
  const own = h(
    'div',
    { class: 'owntimes' },
    [0, 1].map((seat) =>
      field(t('new.minutesOf', { n: seat + 1 }), `minutes-${seat}`, wanted.own[seat], MOST_MINUTES, (value) => {
        wanted.own[seat] = value
      }),
    ),
  )
  const increment = field(t('new.increment'), 'increment', wanted.increment, MOST_INCREMENT, (value) => {
    wanted.increment = value
  })
  const draw = () => {
    own.hidden = wanted.minutes !== 'own'
    increment.hidden = wanted.minutes === 0
  }
  const spans = MINUTES.map((minutes) => [minutes, minutes ? t('new.minutes', { n: minutes }) : t('new.noClock')])
  const pick = choice(t('new.time'), [...spans, ['own', t('new.ownTime')]], wanted.minutes, (minutes) => {
    wanted.minutes = minutes
    draw()
  })
  draw()
  return h('div', { class: 'times' }, pick, own, increment)
}

/** Who begins may be left to chance. */
function lotField(wanted) {
  const box = h('input', {
    type: 'checkbox',
    role: 'switch',
    id: 'lot',
    onchange: (event) => {
      wanted.lot = event.target.checked
    },
  })
  box.checked = wanted.lot
  return h('label', { class: 'lot' }, box, h('span', {}, t('new.lot')))
}

/** Person or engine, how strong an engine is, and what a person is called. */
function seatField(owner, seat, wanted, { levels, heuristics }) {
  const strength = h(
    'label',
    { class: 'field strength' },
    h('span', { class: 'away' }, `${t('new.strength')}: ${ownerName(owner)}`),
    h(
      'select',
      {
        onchange: (event) => {
          wanted.levels[seat] = Number(event.target.value)
        },
      },
      levels.map(({ level, name }) =>
        h('option', { value: level, selected: level === wanted.levels[seat] }, named(`level.${name}`, name)),
      ),
    ),
  )
  const tuned = tuning({
    id: `tune-${seat}`,
    title: `${t('tuning.title')}: ${ownerName(owner)}`,
    evaluations: heuristics,
    chosen: wanted.tuned[seat],
    change: (chosen) => {
      wanted.tuned[seat] = chosen
    },
  })
  const name = h('input', {
    class: 'seatname',
    maxlength: 60,
    placeholder: t('new.name'),
    'aria-label': `${t('new.name')}: ${ownerName(owner)}`,
    value: wanted.names[seat] ?? '',
    oninput: (event) => {
      wanted.names[seat] = event.target.value
    },
  })
  const choose = (kind) => {
    wanted.kinds[seat] = kind
    strength.hidden = tuned.hidden = kind === 'human'
    name.hidden = kind !== 'human'
  }
  choose(wanted.kinds[seat])
  const kinds = [
    ['human', t('seat.person')],
    ['engine', t('seat.engine')],
  ]
  return h(
    'div',
    {},
    choice(ownerName(owner), kinds, wanted.kinds[seat], choose),
    strength,
    tuned,
    h('div', { class: 'field' }, name),
  )
}

/** The seats in turn order; `order` says whose choice each one gets. */
function seatsOf({ kinds, levels, names, tuned }, players, order) {
  return Array.from({ length: players }, (_, index) => {
    const seat = order[index]
    if (kinds[seat] !== 'human') {
      const spec = specOf(tuned[seat])
      const level = spec ? undefined : levels[seat]
      return { kind: 'engine', name: spec ?? t('seat.engine'), level, spec, time_ms: 1000 }
    }
    const name = (names[seat] ?? '').trim()
    return { kind: 'human', name: name || t('seat.person'), named: name !== '' }
  })
}

async function boardOf(game, options) {
  if (Object.keys(options).length === 0)
    return { owners: game.view.owners.slice(0, Math.max(2, game.players[0])), view: game.view }
  const { view, players } = await api.state({ game: game.id, options })
  return { owners: view.owners.slice(0, players.length), view }
}
