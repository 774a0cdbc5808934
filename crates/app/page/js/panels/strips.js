// A strip for each seat: its sign, who sits there, what is left on the clock. Yours is below.
import { h } from '../dom.js'
import { t, named } from '../i18n.js'
import { ownerName } from '../board/names.js'
import { clockText } from '../clocks.js'

/** The seats round a board; `shown` is the state on it, where that is an earlier one. */
export function drawStrips({ match, game, below, thinking, top, bottom }, shown = match.state) {
  const seats = match.seats.map((_, seat) => (below + seat) % match.seats.length)
  const lower = seats.length > 2 ? seats.slice(0, 2) : seats.slice(0, 1)
  const upper = seats.slice(lower.length)
  const strip = (seat) => seatStrip(match, game, seat, thinking, shown)
  top.replaceChildren(...upper.map(strip))
  bottom.replaceChildren(...lower.map(strip))
}

export function tickStrips({ match, top, bottom }) {
  for (const time of [...top.querySelectorAll('time'), ...bottom.querySelectorAll('time')]) {
    time.textContent = clockText(match.clocks.now(Number(time.dataset.seat)))
  }
}

function seatStrip(match, game, seat, thinking, shown) {
  const { view } = shown
  const isOn = shown === match.state ? !match.isOver && match.seat === seat : shown.seat === seat
  const clock = match.clocks
    ? h('time', { 'data-seat': seat }, clockText(match.clocks.now(seat)))
    : h('span', { class: 'turn', 'aria-hidden': 'true' })
  return h(
    'div',
    { class: `strip${isOn ? ' on' : ''}` },
    seatSign(view, seat),
    h('b', {}, seatName(match, seat)),
    h('span', { class: 'note' }, note(match, game, seat, isOn && thinking, view)),
    isOn ? h('span', { class: 'away' }, t('seat.toMove')) : null,
    clock,
  )
}

export const seatSign = (view, seat) =>
  h(
    'span',
    { class: `dot seat${seat} owner-${view.owners[seat]}`, 'aria-hidden': 'true' },
    view.palette === 'rack' ? ['×', '○'][seat] : '',
  )

function seatName(match, seat) {
  if (match.seats[seat].named) return match.seats[seat].name
  const isPerson = match.seats[seat].kind === 'human'
  const alone = match.seats.filter((each) => each.kind === match.seats[seat].kind).length === 1
  if (!alone) return ownerName(match.state.view.owners[seat])
  return isPerson ? t('seat.you') : t('seat.engine')
}

function note(match, game, seat, isThinking, view) {
  const level = game.levels.find((each) => each.level === match.seats[seat].level)
  const count = view.pieces.filter((piece) => piece.owner === seat).length
  return [
    match.seats[seat].kind === 'engine' && level && named(`level.${level.name}`, level.name),
    view.palette === 'rack' || count === 0
      ? null
      : view.palette === 'flock'
        ? t('count.hexes', { n: count })
        : t('count.pieces', { n: count }),
    isThinking && `… ${t('seat.thinks')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
