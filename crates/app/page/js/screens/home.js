// Every game as a card, and the game that is not finished yet.
import { h, find } from '../dom.js'
import { t, named } from '../i18n.js'
import * as api from '../api.js'
import { miniature } from '../board/miniature.js'
import { gameName, isTurned, sizeLine } from '../library.js'
import { trouble } from '../trouble.js'
import { ownerName } from '../board/names.js'

const LATELY = 100

export function open(main) {
  const cards = h('ul', { class: 'cards' })
  const hello = h(
    'div',
    { class: 'hello' },
    h('h1', {}, t('home.title')),
    h(
      'p',
      {},
      t('home.about'),
      ' ',
      h('a', { href: '#/puzzles', id: 'to-puzzles' }, t('home.puzzles')),
      ' ',
      h('a', { href: '#/lab/tic-tac-toe', id: 'to-lab' }, t('home.lab')),
    ),
  )
  const screen = h('section', { class: 'home' }, hello, cards)
  main.replaceChildren(screen)
  fill(cards, hello).catch((error) => screen.append(trouble(error, () => open(main))))
  return {}
}

async function fill(cards, hello) {
  const [{ games }, saved] = await Promise.all([api.library(), savedLately()])
  const banner = await newestUnfinished(saved)
  if (banner) hello.after(banner)
  cards.append(...games.map(card))
  for (const game of games)
    showNewest(
      cards,
      game,
      saved.find((each) => each.game === game.id),
    )
}

/** Games in which something has happened, the newest first; none where they cannot be had. */
async function savedLately() {
  const { games } = await api.savedGames({ limit: LATELY }).catch(() => ({ games: [] }))
  return games.filter((saved) => saved.plies > 0)
}

const shown = (saved) => api.state({ game: saved.game, options: saved.options, position: saved.position })

/** Comes together with the cards, so that nothing moves under a finger. */
async function newestUnfinished(saved) {
  const newest = saved.find((each) => !each.outcome)
  return newest ? resume(newest).catch(() => null) : null
}

/** A card shows the newest saved position of its game, once that is here. */
async function showNewest(cards, game, saved) {
  if (!saved) return
  const state = await shown(saved).catch(() => null)
  if (state)
    find(`[data-mini="${saved.game}"]`, cards)?.replaceChildren(miniature(state.view, { flipped: isTurned(game.view) }))
}

function card(game) {
  const start = (event) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    import('../dialogs/new-game.js').then(({ openNewGame }) => openNewGame(game.id))
  }
  return h(
    'li',
    { class: 'card' },
    h('div', { class: 'mini', 'data-mini': game.id }, miniature(game.view, { flipped: isTurned(game.view) })),
    h(
      'div',
      { class: 'words' },
      h('h2', {}, h('a', { href: '#/', role: 'button', 'data-game': game.id, onclick: start }, gameName(game))),
      h(
        'p',
        { class: 'meta' },
        h('span', {}, sizeLine(game)),
        h(
          'a',
          { class: 'link', href: `#/analyse/${game.id}`, 'aria-label': `${t('nav.analyse')}: ${gameName(game)}` },
          t('nav.analyse'),
        ),
      ),
      h('p', {}, named(`about.${game.id}`, game.about ?? '')),
    ),
  )
}

/** "King's Valley, move 19: your move". */
async function resume(saved) {
  const { view, players, seat } = await shown(saved)
  const isOwn = saved.seats?.[seat]?.kind === 'human'
  const people = (saved.seats ?? []).filter((each) => each.kind === 'human').length
  const turn = isOwn && people === 1 ? t('turn.yours') : t('turn', { name: ownerName(view.owners[seat]) })
  const move = t('home.move', { n: Math.floor(saved.plies / players.length) + 1 })
  return h(
    'a',
    { class: 'resume', href: `#/play/${saved.id}` },
    h('span', { class: 'mini' }, miniature(view)),
    h('span', {}, h('b', {}, t('home.carryOn')), `${gameName({ id: saved.game, name: saved.name })}, ${move}: ${turn}`),
    h('span', { class: 'btn' }, t('home.resume')),
  )
}
