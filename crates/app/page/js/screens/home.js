// Every game as a card, and the game that is not finished yet.
import { h } from '../dom.js'
import { t, named } from '../i18n.js'
import * as api from '../api.js'
import { miniature } from '../board/board.js'
import { gameName, sizeLine } from '../library.js'
import { openNewGame } from '../dialogs/new-game.js'
import { trouble } from '../trouble.js'

export function open(main) {
  const cards = h('ul', { class: 'cards' })
  const hello = h('div', { class: 'hello' }, h('h1', {}, t('home.title')), h('p', {}, t('home.about')))
  const screen = h('section', { class: 'home' }, hello, cards)
  main.replaceChildren(screen)
  fill(cards, hello).catch((error) => screen.append(trouble(error, () => open(main))))
  return {}
}

async function fill(cards, hello) {
  const [{ games }, banner] = await Promise.all([api.library(), newestUnfinished()])
  if (banner) hello.after(banner)
  cards.append(...games.map(card))
}

/** Comes together with the cards, so that nothing moves under a finger. */
async function newestUnfinished() {
  try {
    const { games: [saved] } = await api.savedGames({ unfinished: 1, limit: 1 })
    return saved ? await resume(saved) : null
  } catch {
    return null
  }
}

function card(game) {
  const start = (event) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    openNewGame(game.id)
  }
  return h('li', { class: 'card' },
    h('div', { class: 'mini' }, miniature(game.view)),
    h('div', { class: 'words' },
      h('h2', {}, h('a', { href: '#/', role: 'button', 'data-game': game.id, onclick: start }, gameName(game))),
      h('p', { class: 'meta' },
        h('span', {}, sizeLine(game)),
        h('a', { class: 'link', href: `#/analyse/${game.id}`, 'aria-label': `${t('nav.analyse')}: ${gameName(game)}` }, t('nav.analyse'))),
      h('p', {}, named(`about.${game.id}`, ''))))
}

async function resume(saved) {
  const { view } = await api.state({ game: saved.game, options: saved.options, position: saved.position })
  return h('a', { class: 'resume', href: `#/play/${saved.id}` },
    h('span', { class: 'mini' }, miniature(view)),
    h('span', {}, h('b', {}, t('home.carryOn')), `${gameName({ id: saved.game, name: saved.name })}, ${t('home.ply', { n: saved.plies })}`),
    h('span', { class: 'btn' }, t('home.resume')))
}
