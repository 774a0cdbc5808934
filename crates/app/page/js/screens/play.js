// Playing: a match on a board, with seats round it and a callout that says what to do now.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import { gameInfo, gameName, moveFormat, seatBelow } from '../library.js'
import { Match, hearOthers } from '../match.js'
import { Board } from '../board/board.js'
import { Callout } from '../panels/callout.js'
import { movePairs } from '../panels/moves.js'
import { drawStrips, tickStrips } from '../panels/strips.js'
import { openNewGame } from '../dialogs/new-game.js'
import { openRules } from '../dialogs/rules.js'
import { whileLoading } from '../loading.js'
import { remember } from '../settings.js'
import { writeAddress } from '../address.js'
import { ownerName } from '../board/names.js'
import { say } from '../voice.js'
import { trouble, troubleText } from '../trouble.js'
import { askResign, askDraw } from './offers.js'
import { ghostsOf } from './insights.js'
import { Lookback } from './lookback.js'
import { dutyOf, refusalOf, outcomeOf } from './duties.js'

/** Between two tries to tell the server that a clock has run out. */
const PATIENCE_MS = 2000

export function open(main, address) {
  const screen = new Play(main, Number(address.name))
  screen.begin()
  return screen
}

class Play {
  constructor(main, id) {
    Object.assign(this, { main, id, flipped: false, thinking: null, ticking: 0, closed: false })
    this.lookback = new Lookback(this)
    this.keys = { flip: () => this.flip(), ...this.lookback.keys() }
  }

  async begin() {
    if (!this.id) return void (location.hash = '#/')
    this.leave()
    const loaded = whileLoading(this.main)
    try {
      const match = await Match.open(this.id)
      const game = await gameInfo(match.game)
      const format = moveFormat(game)
      this.match = format ? await Match.open(this.id, format) : match
      loaded()
      if (this.closed) return
      this.game = game
      remember('game', this.id)
      this.below = this.match.humans[0] ?? 0
      this.flipped = seatBelow(game.view) !== this.below && game.view.owners.length === 2 && game.view.cells[0].shape !== 'hole'
      this.build()
      this.refresh()
      this.ticking = setInterval(() => this.tick(), 200)
      this.unhear = hearOthers(this.id, ({ plies, isOver }) => {
        if (plies !== this.match.plies || isOver !== this.match.isOver) this.begin()
      })
      this.letEngineMove()
    } catch (error) {
      loaded()
      if (error.code === 'not-found') {
        remember('game', null)
        location.hash = '#/'
        return
      }
      this.main.replaceChildren(trouble(error, () => this.begin()))
    }
  }

  close() {
    this.closed = true
    this.leave()
  }

  leave() {
    this.stopThinking()
    this.unhear?.()
    clearInterval(this.ticking)
  }

  build() {
    const act = (action) => () => this.attempt(action)
    const tools = [
      ['undo', t('undo'), act(() => this.undo()), ''],
      ['redo', t('redo'), act(() => this.redo()), ''],
      ['hint', t('hint'), act(() => this.hint()), ''],
      ['flip', t('flip.short'), () => this.flip(), ''],
      ['hand', t('draw.short'), () => askDraw(this), 'wide'],
      ['flag', t('resign.short'), () => askResign(this), 'wide'],
      ['more', t('more'), () => this.more(), 'slim'],
    ]
    this.tools = Object.fromEntries(tools.map(([sign, word, onclick, className]) => [sign, button(word, { sign, class: `ib ${className}`, onclick })]))
    this.top = h('div', { class: 'strips' })
    this.bottom = h('div', { class: 'strips' })
    this.boardHost = h('div', { class: 'bigboard' })
    this.callout = new Callout()
    this.moves = h('ol', { class: 'tree', tabindex: 0, 'aria-label': t('moves') })
    this.typed = h('input', { class: 'typed', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' })
    const typing = h('form', { class: 'field', onsubmit: (event) => this.playTyped(event) }, h('label', { for: 'typed' }, t('type')), this.typed)
    this.typed.id = 'typed'
    this.root = h('section', { class: `desk play ${this.game.view.palette}` },
      h('div', { class: 'rail' },
        h('div', { class: 'title' }, h('h1', {}, gameName(this.game)), h('p', { class: 'meta' }, this.subtitle())),
        h('div', { class: 'row wrap' },
          button(t('new.title'), { class: 'btn main', onclick: () => openNewGame(this.game.id) }),
          button(t('rules'), { sign: 'book', class: 'btn', onclick: () => openRules(this.game.id) })),
        h('p', { class: 'meta kept' }, t('kept'))),
      h('div', { class: 'stage' }, this.top, h('div', { class: 'boardwrap' }, this.boardHost), this.bottom),
      h('div', { class: 'side' },
        this.callout.element,
        h('div', { class: 'panel moves' }, h('h2', {}, t('moves')), this.moves, typing),
        h('div', { class: 'bar', role: 'toolbar', 'aria-label': t('tools') }, Object.values(this.tools))))
    this.main.replaceChildren(this.root)
    this.board = new Board(this.boardHost, {
      play: (move) => this.attempt(() => this.playMove(move.text)),
      ask: (moves) => this.callout.split(moves, this.board),
      step: () => this.drawCallout(),
      refuse: (cell) => this.callout.tell(this.duty().title, refusalOf(this.match.state, this.board.path, cell)),
      best: () => this.attempt(() => this.hint()),
    })
  }

  subtitle() {
    const engines = this.match.seats.filter((seat) => seat.kind === 'engine').length
    const kind = engines === 0 ? t('play.people') : this.match.humans.length === 0 ? t('play.engines') : t('play.engine')
    return this.match.clocks ? `${kind} · ${t('new.minutes', { n: this.match.clocks.minutes })}` : kind
  }

  /** Draws all that hangs on the state of the match; `glide` is the way the moved piece came. */
  refresh(glide) {
    const { state } = this.match
    this.lookback.ply = null
    this.showBoard(state, { able: this.match.isHumanTurn, glide })
    drawStrips(this)
    this.drawMoves()
    this.tools.undo.disabled = !this.match.canUndo
    this.tools.redo.disabled = !this.match.canRedo
    this.tools.hint.disabled = !this.match.isHumanTurn
    this.tools.flag.disabled = this.match.isOver || state.players.length > 2
    this.tools.hand.disabled = this.tools.flag.disabled || !this.match.isHumanTurn
    this.drawCallout()
  }

  showBoard({ view }, options) {
    this.board.show(view, { flipped: this.flipped, label: gameName(this.game), ...options })
  }

  drawMoves() {
    movePairs(this.moves, this.match.state, { current: this.lookback.ply ?? this.match.plies, go: (ply) => this.lookback.go(ply), empty: t('moves.none') })
  }

  duty() { return this.match.isOver ? outcomeOf(this.match) : dutyOf(this.match, this.board.path) }

  drawCallout() {
    const { title, why, pass } = this.duty()
    const buttons = this.match.isOver
      ? [button(t('nav.analyse'), { class: 'btn', onclick: () => this.analyse() }), button(t('rematch'), { class: 'btn', onclick: () => this.attempt(() => this.rematch()) })]
      : pass ? [button(t('pass'), { class: 'btn main', onclick: () => this.attempt(() => this.playMove(pass.text)) })]
      : this.board.pickedUp ? [button(this.board.path.length > 1 ? t('step.back') : t('step.down'), { sign: 'undo', class: 'btn', onclick: () => this.board.stepBack() })]
      : this.match.paused && this.match.isEngineTurn ? [button(t('goOn'), { class: 'btn', onclick: () => { this.match.paused = false; this.letEngineMove() } })] : []
    this.callout.tell(title, why, buttons)
    say([this.lastMoveSentence(), `${title}.`, why].filter(Boolean).join(' '))
  }

  lastMoveSentence() {
    const { state, plies, seats } = this.match
    if (plies === 0) return ''
    const mover = (state.seat + seats.length - 1) % seats.length
    return `${ownerName(state.view.owners[mover])}: ${state.moves.at(-1)}.`
  }

  async playMove(text) {
    const way = this.match.state.view.moves.find((move) => move.text === text)?.path
    await this.match.play(text)
    if (this.closed) return
    this.board.focus = way?.at(-1) ?? this.board.focus
    this.refresh(this.dropped(way))
    this.letEngineMove()
  }

  /** A disc falls from above the rack. */
  dropped(way) {
    if (way?.length !== 1) return way
    const cell = this.match.state.view.cells.find((each) => each.id === way[0])
    if (cell?.shape !== 'hole') return undefined
    const top = this.match.state.view.cells.find((each) => each.x === cell.x && each.row === 0)
    return [top.id, cell.id]
  }

  async letEngineMove() {
    if (!this.match.isEngineTurn || this.match.paused || this.thinking || this.closed) return
    this.thinking = new AbortController()
    drawStrips(this)
    try {
      const move = await this.match.engineMove(this.thinking.signal)
      this.thinking = null
      if (move && !this.closed) await this.playMove(move)
    } catch (error) {
      this.thinking = null
      if (error.name !== 'AbortError') this.fail(error, () => this.letEngineMove())
    }
  }

  /** Does something that needs the server, and says so when it fails. */
  async attempt(action) {
    try {
      await action()
    } catch (error) {
      if (error.name !== 'AbortError') this.fail(error, () => this.attempt(action))
    }
  }

  fail(error, again) {
    if (this.closed) return
    if (error.code === 'conflict') return void this.begin()
    this.refresh()
    const title = t('error.title')
    const why = error.code ? error.message : t('error.saved', { n: this.match.plies })
    this.callout.tell(title, why, error.code ? [] : [button(t('error.again'), { class: 'btn', onclick: again })])
    say(`${troubleText(error)} ${why}`)
  }

  async undo() {
    if (!this.match.canUndo) return
    this.stopThinking()
    await this.match.undo()
    this.refresh()
    this.letEngineMove()
  }

  async redo() {
    if (!this.match.canRedo) return
    this.stopThinking()
    await this.match.redo()
    this.refresh()
    this.letEngineMove()
  }

  stopThinking() {
    this.thinking?.abort()
    this.thinking = null
  }

  async hint() {
    if (!this.match.isHumanTurn) return
    this.lookback.end()
    this.callout.tell(t('hint.busy'), '')
    const { plies } = this.match
    const { move, analysis } = await this.match.advice()
    if (this.closed || this.match.plies !== plies || this.match.isOver || this.lookback.isOn) return
    const line = analysis.lines.find((each) => each.move === move) ?? analysis.lines[0]
    const { view, seat } = this.match.state
    this.board.decorate({ arrows: [{ path: line.path, width: 3, advice: true }], ghosts: ghostsOf({ lines: [line] }, { view, seat }) })
    this.callout.tell(t('hint.title', { move }), t('hint.why'))
    say(t('hint.title', { move }))
  }

  flip() {
    this.flipped = !this.flipped
    this.below = this.match.seats.length === 2 ? 1 - this.below : this.below
    const { ply } = this.lookback
    this.refresh()
    if (ply !== null) this.lookback.go(ply)
  }

  async playTyped(event) {
    event.preventDefault()
    const text = this.typed.value.trim()
    if (!text) return
    this.lookback.end()
    if (!this.match.isHumanTurn) return this.callout.tell(this.duty().title, t('type.wait'))
    await this.attempt(async () => {
      await this.playMove(text)
      this.typed.value = ''
    })
  }

  more() {
    this.callout.tell(t('more'), '', [
      button(t('draw.offer'), { class: 'btn', disabled: this.tools.hand.disabled, onclick: () => askDraw(this) }),
      button(t('resign'), { class: 'btn', disabled: this.tools.flag.disabled, onclick: () => askResign(this) }),
    ])
    this.callout.element.scrollIntoView({ block: 'nearest' })
  }

  analyse() {
    const { state, game } = this.match
    location.hash = writeAddress({ screen: 'analyse', name: game, options: state.options, position: state.start, moves: state.moves, saved: this.id })
  }

  async rematch() {
    const { game, asked, seats, clocks } = this.match
    const turned = seats.length === 2 ? [...seats].reverse() : seats
    const match = await Match.start({ game, options: asked.options, position: asked.position, seats: turned, minutes: clocks?.minutes, format: asked.format })
    location.hash = `#/play/${match.id}`
  }

  tick() {
    if (!this.match.clocks) return
    tickStrips(this)
    const flagged = this.match.clocks.flagged
    if (flagged === null || this.match.isOver || this.ending) return
    this.ending = true
    this.stopThinking()
    this.attempt(async () => {
      await this.match.loseOnTime(flagged)
      this.refresh()
    }).finally(() => setTimeout(() => { this.ending = false }, PATIENCE_MS))
  }
}
