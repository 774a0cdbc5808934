// Saved games: listed, searched by game and date, reopened, exported, deleted.
import { h, s, button } from '../dom.js'
import { t, currentLanguage } from '../i18n.js'
import * as api from '../api.js'
import { gameName } from '../library.js'
import { miniature } from '../board/board.js'
import { outcomeText, reasonText } from '../reasons.js'
import { trouble } from '../trouble.js'

const PAGE = 20

export function open(main) {
  const screen = { filter: { limit: PAGE, offset: 0 }, closed: false, close() { this.closed = true } }
  const results = h('ul', { class: 'games' })
  const count = h('p', { class: 'meta', role: 'status' })
  const more = button(t('saved.moreGames'), { class: 'btn', onclick: () => { screen.filter.offset += PAGE; fill(false) } })

  const fill = async (fresh) => {
    try {
      const { total, games } = await api.savedGames(screen.filter)
      if (screen.closed) return
      if (fresh) results.replaceChildren()
      results.append(...await Promise.all(games.map((game) => entry(game, () => { screen.filter.offset = 0; fill(true) }))))
      count.textContent = total === 0 ? t('saved.nothing') : t('saved.found', { n: total })
      more.hidden = results.children.length >= total
    } catch (error) {
      results.replaceChildren(h('li', {}, trouble(error, () => fill(true))))
    }
  }
  const search = (name) => (event) => { Object.assign(screen.filter, { [name]: event.target.value, offset: 0 }); fill(true) }

  const begin = async () => {
    const [{ games }, { total }] = await Promise.all([api.library(), api.savedGames({ limit: 1 })])
    if (screen.closed) return
    if (total === 0) return main.replaceChildren(nothingYet())
    main.replaceChildren(h('section', { class: 'saved' }, h('h1', {}, t('saved.title')),
      h('div', { class: 'search', role: 'search' },
        h('label', { class: 'field' }, t('saved.game'), h('select', { id: 'saved-game', onchange: search('game') },
          h('option', { value: '' }, t('saved.all')), games.map((game) => h('option', { value: game.id }, gameName(game))))),
        h('label', { class: 'field' }, t('saved.from'), h('input', { type: 'date', id: 'saved-from', onchange: search('from') })),
        h('label', { class: 'field' }, t('saved.to'), h('input', { type: 'date', id: 'saved-to', onchange: search('to') }))),
      count, results, more))
    fill(true)
  }
  begin().catch((error) => main.replaceChildren(trouble(error, () => open(main))))
  return screen
}

function nothingYet() {
  return h('section', { class: 'empty' }, s('svg', { class: 'mark', 'aria-hidden': 'true' }, s('use', { href: '#mark' })),
    h('h1', {}, t('saved.none')), h('p', {}, t('saved.about')), h('a', { class: 'btn main', href: '#/' }, t('home.title')))
}

async function entry(game, refresh) {
  const { view, players } = await api.state({ game: game.game, options: game.options, position: game.position })
  const name = gameName({ id: game.game, name: game.name })
  const date = new Date(game.changed).toLocaleString(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' })
  const result = game.outcome ? `${outcomeText(game.outcome, players, view.owners)} · ${reasonText(game.outcome.reason)}` : t('saved.unfinished')
  const remove = button(t('saved.delete'), { class: 'btn', onclick: async () => {
    if (remove.dataset.sure) {
      await api.forget(game.id)
      return refresh()
    }
    remove.dataset.sure = 'yes'
    remove.querySelector('.word').textContent = t('saved.sure')
  } })
  return h('li', {},
    h('div', { class: 'mini' }, miniature(view)),
    h('div', { class: 'words' }, h('b', {}, name), h('span', { class: 'meta' }, `${date} · ${t('home.ply', { n: game.plies })} · ${result}`)),
    h('div', { class: 'row wrap' }, h('a', { class: 'btn', href: `#/play/${game.id}`, 'aria-label': `${t('saved.open')}: ${name}, ${date}` }, t('saved.open')),
      h('a', { class: 'btn', href: api.recordAddress(game.id), download: true, 'aria-label': `${t('saved.export')}: ${name}, ${date}` }, t('saved.export')), remove))
}
