// Saved games: listed with their players, searched, reopened, imported, exported, deleted.
import { h, s, button } from '../dom.js'
import { t, currentLanguage, named } from '../i18n.js'
import * as api from '../api.js'
import { gameName, isTurned } from '../library.js'
import { miniature } from '../board/miniature.js'
import { ownerName } from '../board/names.js'
import { outcomeText, reasonText } from '../reasons.js'
import { trouble, troubleText } from '../trouble.js'
import { writeAddress } from '../address.js'
import { importText } from '../importing.js'
import { backup, download, gamesOfBackup, restore } from '../backup.js'
import { ownRecord } from '../panels/own-record.js'

const PAGE = 20
const CALM_MS = 300

export function open(main) {
  const screen = new Saved(main)
  screen.begin().catch((error) => main.replaceChildren(trouble(error, () => open(main))))
  return screen
}

class Saved {
  constructor(main) {
    this.main = main
    this.closed = false
    /** @type {Record<string, any>} */
    this.filter = { limit: PAGE, offset: 0 }
    this.results = h('ul', { class: 'games' })
    this.count = h('p', { class: 'meta', role: 'status' })
    this.note = h('p', { class: 'meta', role: 'status' })
    this.more = button(t('saved.moreGames'), {
      class: 'btn',
      onclick: () => {
        this.filter.offset += PAGE
        this.fill(false)
      },
    })
  }

  close() {
    this.closed = true
  }

  async begin() {
    const [{ games, levels }, { total }] = await Promise.all([api.library(), api.savedGames({ limit: 1 })])
    if (this.closed) return
    this.games = games
    this.levels = levels
    const importing = this.importField()
    if (total === 0) return this.main.replaceChildren(nothingYet(importing, this.note))
    this.main.replaceChildren(
      h(
        'section',
        { class: 'saved' },
        h('div', { class: 'row wrap' }, h('h1', {}, t('saved.title')), importing, this.exportButton()),
        this.note,
        this.searchFields(),
        this.count,
        this.results,
        this.more,
        await ownRecord(this.levels),
      ),
    )
    await this.fill(true)
  }

  searchFields() {
    const search = (name) => (event) => {
      clearTimeout(this.waiting)
      this.waiting = setTimeout(
        () => {
          Object.assign(this.filter, { [name]: event.target.value, offset: 0 })
          this.fill(true)
        },
        event.type === 'input' ? CALM_MS : 0,
      )
    }
    const option = ([value, word]) => h('option', { value }, word)
    const results = ['won', 'drawn', 'lost', 'open'].map((result) => [result, t(`saved.result.${result}`)])
    const games = this.games.map((game) => [game.id, gameName(game)])
    return h(
      'div',
      { class: 'search', role: 'search' },
      h(
        'label',
        { class: 'field' },
        t('saved.game'),
        h('select', { id: 'saved-game', onchange: search('game') }, [['', t('saved.all')], ...games].map(option)),
      ),
      h(
        'label',
        { class: 'field' },
        t('saved.text'),
        h('input', { type: 'search', id: 'saved-text', oninput: search('text') }),
      ),
      h(
        'label',
        { class: 'field' },
        t('saved.result'),
        h('select', { id: 'saved-result', onchange: search('result') }, [['', t('saved.any')], ...results].map(option)),
      ),
      h(
        'label',
        { class: 'field' },
        t('saved.from'),
        h('input', { type: 'date', id: 'saved-from', onchange: search('from') }),
      ),
      h(
        'label',
        { class: 'field' },
        t('saved.to'),
        h('input', { type: 'date', id: 'saved-to', onchange: search('to') }),
      ),
    )
  }

  /** A file with one game or thousands. */
  importField() {
    const file = h('input', {
      type: 'file',
      id: 'import-file',
      class: 'away',
      accept: '.pdn,.pgn,.txt,.json,text/plain,application/json',
      onchange: () => this.import(file.files[0], game.value),
    })
    const game = h(
      'select',
      { 'aria-label': t('saved.importAs'), id: 'import-game' },
      this.games.map((each) => h('option', { value: each.id }, gameName(each))),
    )
    return h('div', { class: 'row importing' }, game, h('label', { class: 'btn' }, t('saved.import'), file))
  }

  async import(file, game) {
    if (!file) return
    const say = (text) => {
      this.note.textContent = text
    }
    try {
      const text = await file.text()
      if (text.includes('\u0000') || text.includes('\ufffd')) return say(t('saved.notText', { name: file.name }))
      const progress = (done, of) => say(t('saved.importing', { done, of }))
      const all = gamesOfBackup(text)
      if (!all && /^\s*(<|\{\s*")/.test(text)) return say(t('saved.foreignFile', { name: file.name }))
      const { kept, refused } = await (all ? restore(all, progress) : importText(text, game, progress))
      const first = refused[0]
        ? ` ${t('saved.refused', { n: refused.length, record: refused[0].record, why: refused[0].message })}`
        : ''
      if (kept > 0) await this.begin()
      say(`${t('saved.imported', { n: kept })}${first}`)
    } catch (error) {
      say(troubleText(error))
    }
  }

  exportButton() {
    const say = (text) => {
      this.note.textContent = text
    }
    const progress = (done, of) => say(t('saved.importing', { done, of }))
    return button(t('saved.exportAll'), {
      class: 'btn',
      id: 'export-all',
      onclick: async () => {
        try {
          const day = new Date().toISOString().slice(0, 10)
          download(`plyground-${day}.json`, await backup(progress), 'application/json')
          say('')
        } catch (error) {
          say(troubleText(error))
        }
      },
    })
  }

  /** The record of one game as a file. */
  async export(event, game) {
    event.preventDefault()
    try {
      download(event.target.closest('a').download, await api.savedRecord(game.id))
    } catch (error) {
      this.note.textContent = troubleText(error)
    }
  }

  async fill(fresh) {
    try {
      const { total, games } = await api.savedGames(this.filter)
      if (this.closed) return
      if (fresh) this.results.replaceChildren()
      this.results.append(...(await Promise.all(games.map((game) => this.entry(game)))))
      this.count.textContent = total === 0 ? t('saved.nothing') : t('saved.found', { n: total })
      this.more.hidden = this.results.children.length >= total
    } catch (error) {
      this.results.replaceChildren(
        h(
          'li',
          {},
          trouble(error, () => this.fill(true)),
        ),
      )
    }
  }

  /** A row of the list; a game that cannot be read any more can still be deleted. */
  async entry(game) {
    const state = await api.state({ game: game.game, options: game.options, position: game.position }).catch(() => null)
    const name = gameName({ id: game.game, name: game.name })
    const date = new Date(game.changed).toLocaleString(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' })
    const about = [date, t('home.ply', { n: game.plies }), state ? resultText(game, state) : t('saved.unreadable')]
    const link = (word, href, more = {}) =>
      h('a', { class: 'btn', href, 'aria-label': `${word}: ${name}, ${date}`, ...more }, word)
    const analysis = writeAddress({
      screen: 'analyse',
      name: game.game,
      options: game.options,
      position: game.start ?? undefined,
      saved: game.id,
    })
    const info = this.games.find((each) => each.id === game.game)
    return h(
      'li',
      {},
      h('div', { class: 'mini' }, state && miniature(state.view, { flipped: Boolean(info && isTurned(info.view)) })),
      h(
        'div',
        { class: 'words' },
        h('b', {}, game.title ? `${name}: ${game.title}` : name),
        h('span', { class: 'who' }, this.playersText(game, state)),
        h('span', { class: 'meta' }, about.join(' · ')),
      ),
      h(
        'div',
        { class: 'row wrap' },
        state && link(t('saved.open'), `#/play/${game.id}`),
        state && link(t('nav.analyse'), analysis),
        state &&
          link(t('saved.export'), '#/saved', {
            download: `${game.game}-${game.id}.pdn`,
            onclick: (event) => this.export(event, game),
          }),
        this.renameButton(game),
        this.deleteButton(game),
      ),
    )
  }

  /** "You – Engine, Casual". */
  playersText({ seats }, state) {
    if (!Array.isArray(seats) || seats.length === 0) return ''
    const people = seats.filter((seat) => seat.kind === 'human').length
    const level = (seat) => this.levels.find((each) => each.level === seat.level)
    const nameOf = (seat, index) => {
      if (seat.named) return seat.name
      if (seat.kind === 'engine')
        return [t('seat.engine'), level(seat) && named(`level.${level(seat).name}`, level(seat).name)]
          .filter(Boolean)
          .join(', ')
      return people === 1 ? t('seat.you') : state ? ownerName(state.view.owners[index]) : t('seat.person')
    }
    return seats.map(nameOf).join(' – ')
  }

  renameButton(game) {
    return button(t('saved.rename'), {
      class: 'btn',
      onclick: async () => {
        const title = prompt(t('saved.renameAsk'), game.title ?? '')
        if (title === null) return
        await api.change(game.id, { title: title.slice(0, 200) })
        await this.refresh()
      },
    })
  }

  deleteButton(game) {
    const remove = button(t('saved.delete'), {
      class: 'btn',
      onclick: async () => {
        if (remove.dataset.sure) {
          await api.forget(game.id)
          return this.refresh()
        }
        remove.dataset.sure = 'yes'
        remove.querySelector('.word').textContent = t('saved.sure')
      },
    })
    return remove
  }

  refresh() {
    this.filter.offset = 0
    return this.fill(true)
  }
}

function resultText({ outcome }, { players, view }) {
  if (!outcome) return t('saved.unfinished')
  return `${outcomeText(outcome, players, view.owners)} · ${reasonText(outcome)}`
}

function nothingYet(importing, note) {
  return h(
    'section',
    { class: 'empty' },
    s('svg', { class: 'mark', 'aria-hidden': 'true' }, s('use', { href: '#mark' })),
    h('h1', {}, t('saved.none')),
    h('p', {}, t('saved.about')),
    h('a', { class: 'btn main', href: '#/' }, t('home.title')),
    importing,
    note,
  )
}
