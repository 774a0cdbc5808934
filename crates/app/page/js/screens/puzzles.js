// Puzzles: positions in which one move wins, proven, and one's own mistakes from games that were reviewed.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { Board } from '../board/board.js'
import { ownerName } from '../board/names.js'
import { groundOf } from '../board/ground-plan.js'
import { Callout } from '../panels/callout.js'
import { gameInfo, gameName, isTurned, moveFormat } from '../library.js'
import { remember, remembered } from '../settings.js'
import { say } from '../voice.js'
import { trouble, troubleText } from '../trouble.js'
import { writeAddress } from '../address.js'
import { refusalOf } from './duties.js'

const LATELY = 30
const MINE = 'mine'

export function open(main, address) {
  const screen = new Puzzles(main, address.name)
  screen.begin().catch((error) => main.replaceChildren(trouble(error, () => screen.begin())))
  return screen
}

class Puzzles {
  constructor(main, set) {
    this.main = main
    this.set = set
    this.closed = false
    this.keys = { flip: () => this.flip() }
  }

  close() {
    this.closed = true
  }

  async begin() {
    const all = (await import('../../puzzles/puzzles.js')).default
    this.sets = Object.groupBy(all, (puzzle) => puzzle.game)
    if (!this.set || (this.set !== MINE && !(this.set in this.sets))) this.set = Object.keys(this.sets)[0]
    this.puzzles = this.set === MINE ? await ownMistakes() : this.sets[this.set]
    if (this.closed) return
    const solved = this.solved()
    this.at = Math.max(
      0,
      this.puzzles.findIndex((puzzle) => !solved.includes(keyOf(puzzle))),
    )
    this.build()
    await this.show()
  }

  solved() {
    return remembered('solved') ?? []
  }

  build() {
    this.callout = new Callout()
    this.host = h('div', { class: 'bigboard' })
    this.count = h('p', { class: 'meta', role: 'status' })
    const sets = [...Object.keys(this.sets), MINE]
    const choose = h(
      'select',
      { id: 'puzzle-set', onchange: (event) => (location.hash = `#/puzzles/${event.target.value}`) },
      sets.map((set) =>
        h(
          'option',
          { value: set, selected: set === this.set },
          set === MINE ? t('puzzles.mine') : gameName({ id: set, name: set }),
        ),
      ),
    )
    this.root = h(
      'section',
      { class: 'desk play puzzles' },
      h(
        'div',
        { class: 'rail' },
        h('div', { class: 'title' }, h('h1', {}, t('puzzles.title')), this.count),
        h('label', { class: 'field' }, t('puzzles.set'), choose),
      ),
      h('div', { class: 'stage' }, h('div', { class: 'boardwrap' }, this.host)),
      h('div', { class: 'side' }, this.callout.element),
    )
    this.main.replaceChildren(this.root)
    this.board = new Board(this.host, {
      play: (move) => this.answer(move.text),
      ask: (moves) => this.callout.split(moves, this.board),
      step: () => {},
      refuse: (cell) => this.callout.tell(this.title(), refusalOf(this.state, this.board.path, cell)),
    })
  }

  /** @returns {any} */
  get puzzle() {
    return this.puzzles[this.at]
  }

  async show() {
    if (!this.puzzle) {
      this.count.textContent = ''
      return this.callout.tell(t('puzzles.none'), this.set === MINE ? t('puzzles.noneWhy') : '')
    }
    const { game, options = {}, position, moves = [] } = this.puzzle
    this.game = await gameInfo(game)
    const format = moveFormat(this.game)
    this.state = await api.state({ game, options, position, moves, format })
    if (this.closed) return
    Object.assign(this.state.view, groundOf(this.state, format))
    this.root.className = `desk play puzzles ${this.state.view.palette}`
    this.flipped =
      isTurned(this.game.view) !==
      (this.state.seat === 1 && this.state.view.cells[0].shape !== 'hole' && this.state.view.owners.length === 2)
    this.draw()
    const done = this.puzzles.filter((each) => this.solved().includes(keyOf(each))).length
    this.count.textContent = t('puzzles.count', { n: this.at + 1, of: this.puzzles.length, done })
    this.tell(
      this.title(),
      this.puzzle.plies
        ? t('puzzles.winIn', { n: this.puzzle.plies })
        : t('puzzles.better', { move: this.puzzle.played }),
      [
        button(t('retry.give'), { class: 'btn', id: 'puzzle-give', onclick: () => this.give() }),
        button(t('puzzles.next'), { class: 'btn', id: 'puzzle-next', onclick: () => this.next() }),
      ],
    )
  }

  draw(options = {}) {
    this.board.show(this.state.view, { flipped: this.flipped, label: gameName(this.game), ...options })
  }

  flip() {
    this.flipped = !this.flipped
    this.draw()
  }

  title() {
    return t('turn', { name: ownerName(this.state.view.owners[this.state.seat]) })
  }

  tell(title, why, buttons = []) {
    this.callout.tell(title, why, buttons)
    say(`${title}. ${why}`)
  }

  /** The solution in the notation shown, found by playing both. */
  async answer(text) {
    const { game, options = {}, position, moves = [], solution } = this.puzzle
    const after = (move) => api.state({ game, options, position, moves: [...moves, move], cells: false })
    try {
      const [own, right] = await Promise.all([after(text), after(solution)])
      if (own.position !== right.position) {
        this.draw()
        return this.tell(t('retry.wrong', { move: text }), t('puzzles.again'), this.onward())
      }
      remember('solved', [...new Set([...this.solved(), keyOf(this.puzzle)])])
      this.reveal(own)
    } catch (error) {
      this.tell(t('error.title'), troubleText(error))
    }
  }

  async give() {
    const { game, options = {}, position, moves = [], solution } = this.puzzle
    this.reveal(await api.state({ game, options, position, moves: [...moves, solution], cells: false }), true)
  }

  /** The board after the solution, and where the line goes from there. */
  reveal(after, isGiven = false) {
    const view = {
      ...after.view,
      ...groundOf(this.state, moveFormat(this.game)),
      numbered: this.state.view.numbered,
      moves: [],
    }
    this.board.show(view, { flipped: this.flipped, label: gameName(this.game), able: false })
    const { pv = [], solution } = this.puzzle
    const title = isGiven ? t('puzzles.was', { move: solution }) : t('puzzles.solved')
    this.tell(title, pv.length > 0 ? t('puzzles.line', { line: pv.join(' ') }) : '', this.onward())
  }

  onward() {
    const { game, options, position, moves } = this.puzzle
    return [
      button(t('puzzles.next'), { class: 'btn main', id: 'puzzle-next', onclick: () => this.next() }),
      h(
        'a',
        { class: 'btn', href: writeAddress({ screen: 'analyse', name: game, options, position, moves }) },
        t('nav.analyse'),
      ),
    ]
  }

  next() {
    this.at = (this.at + 1) % this.puzzles.length
    return this.show()
  }
}

const keyOf = ({ game, position = '', moves = [] }) => `${game} ${position} ${moves.join(' ')}`

/** Mistakes and blunders of games that were reviewed, as positions to do better in. */
async function ownMistakes() {
  const { games } = await api.savedGames({ limit: LATELY })
  const whole = await Promise.all(
    games.filter((game) => game.plies > 0).map((game) => api.savedGame(game.id).catch(() => null)),
  )
  return whole.flatMap((saved) => {
    const { line = [], marks = {} } = saved?.notes?.review ?? {}
    return Object.entries(marks)
      .filter(([, judged]) => ['mistake', 'blunder'].includes(judged.mark) && judged.best)
      .map(([ply, judged]) => ({
        game: saved.game,
        options: saved.options,
        position: saved.start ?? undefined,
        moves: line.slice(0, Number(ply) - 1),
        played: line[Number(ply) - 1],
        solution: judged.best,
        pv: judged.pv,
      }))
  })
}
