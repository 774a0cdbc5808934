// Playing: a match on a board, with seats round it and a callout that says what to do now.
import { h, button, choice } from '../dom.js'
import { t } from '../i18n.js'
import { gameInfo, gameName, moveFormat, seatBelow } from '../library.js'
import { Match, hearOthers } from '../match.js'
import { Board } from '../board/board.js'
import { Callout } from '../panels/callout.js'
import { movePairs } from '../panels/moves.js'
import { notationSwitch } from '../panels/notation.js'
import { drawStrips, tickStrips } from '../panels/strips.js'
import { whileLoading } from '../loading.js'
import { remember, remembered } from '../settings.js'
import { labAddress, writeAddress } from '../address.js'
import { ownerName } from '../board/names.js'
import { winLine } from '../board/win-line.js'
import { say, toast } from '../voice.js'
import { trouble, troubleText } from '../trouble.js'
import { askResign, askDraw } from './offers.js'
import { Lookback } from './lookback.js'
import { Hints } from './hints.js'
import { dutyOf, refusalOf, outcomeOf } from './duties.js'
import { glideTime, pace, PACES, choosePace, until, whenSeen } from './pace.js'
import { rowOf } from '../reasons.js'
import { atHand } from '../header.js'
import { optionsText, timeText } from '../game-words.js'

/** Between two tries to tell the server that a clock has run out. */
const PATIENCE_MS = 2000
/** So long a forced pass can be read before it is played. */
const PASS_MS = 900
/** An engine that thinks for longer than this can be told to move now. */
const LONG_THOUGHT_MS = 1500

export function open(main, address) {
  const screen = new Play(main, address.name)
  screen.begin()
  return screen
}

const openNewGame = async (id) => (await import('../dialogs/new-game.js')).openNewGame(id)
const openRules = async (id) => (await import('../dialogs/rules.js')).openRules(id)

/** Whoever has been shown around once is not asked again. */
const isToured = () => Boolean(remembered('toured'))

export class Play {
  constructor(main, name) {
    this.main = main
    this.name = name
    this.id = /^\d+$/.test(name) ? Number(name) : 0
    this.flipped = false
    this.thinking = null
    this.ticking = 0
    this.closed = false
    this.landed = 0
    this.isFailing = false
    /** The moves since a person last moved: what has been answered, and where. */
    this.answers = []
    this.lookback = new Lookback(this)
    this.hints = new Hints(this)
    this.keys = { flip: () => this.flip(), ...this.lookback.keys() }
  }

  async begin() {
    if (!this.id) return this.nowhere()
    this.leave()
    const loaded = whileLoading(this.main)
    try {
      const match = await Match.open(this.id, async (id) => moveFormat(await gameInfo(id)))
      this.game = await gameInfo(match.game)
      loaded()
      if (this.closed) return
      match.paused = this.match?.paused ?? false
      this.match = match
      remember('game', this.id)
      this.below = match.humans[0] ?? 0
      const { view } = this.game
      this.flipped = seatBelow(view) !== this.below && view.owners.length === 2 && view.cells[0].shape !== 'hole'
      this.build()
      this.refresh()
      this.ticking = setInterval(() => this.tick(), 200)
      this.unhear = hearOthers(this.id, ({ plies, isOver }) => {
        if (plies !== this.match.plies || isOver !== this.match.isOver) this.begin()
      })
      this.letEngineMove()
    } catch (error) {
      loaded()
      if (error.code === 'not-found') return this.nowhere()
      this.main.replaceChildren(trouble(error, () => this.begin()))
    }
  }

  /** The address names no game: home, with a word about it. */
  nowhere() {
    remember('game', null)
    if (this.name) toast(t('error.noGame', { id: this.name }))
    location.hash = '#/'
  }

  close() {
    this.closed = true
    this.leave()
  }

  leave() {
    this.stopThinking()
    this.unhear?.()
    clearInterval(this.ticking)
    clearTimeout(this.passing)
  }

  build() {
    const act = (action) => () => this.attempt(action)
    const tools = [
      ['undo', t('undo'), act(() => this.undo()), ''],
      ['redo', t('redo'), act(() => this.redo()), ''],
      ['hint', t('hint'), act(() => this.hints.next()), ''],
      ['flip', t('flip.short'), () => this.flip(), ''],
      ['hand', t('draw.short'), () => askDraw(this), 'wide'],
      ['flag', t('resign.short'), () => askResign(this), 'wide'],
      ['more', t('more'), () => this.more(), 'slim'],
    ]
    this.tools = Object.fromEntries(
      tools.map(([sign, word, onclick, className]) => [
        sign,
        button(word, { sign, class: `ib ${className}`, onclick }),
      ]),
    )
    this.top = h('div', { class: 'strips' })
    this.bottom = h('div', { class: 'strips' })
    this.boardHost = h('div', { class: 'bigboard' })
    this.callout = new Callout()
    this.moves = h('ol', { class: 'tree', 'aria-label': t('moves') })
    this.typed = h('input', {
      class: 'typed',
      id: 'typed',
      autocomplete: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
      placeholder:
        this.match.state.view.moves.find((move) => move.path.length > 1)?.text ?? this.match.state.view.moves[0]?.text,
    })
    const typing = h(
      'form',
      { class: 'field', onsubmit: (event) => this.playTyped(event) },
      h('label', { for: 'typed' }, t('type')),
      this.typed,
    )
    const rail = h(
      'div',
      { class: 'rail' },
      h('div', { class: 'title' }, h('h1', {}, gameName(this.game)), h('p', { class: 'meta' }, this.subtitle())),
      h(
        'div',
        { class: 'row wrap' },
        button(t('new.title'), { class: 'btn main', onclick: () => openNewGame(this.game.id) }),
        button(t('nav.analyse'), { sign: 'chart', class: 'btn', id: 'analyse', onclick: () => this.analyse() }),
        button(t('rules'), { sign: 'book', class: 'btn', onclick: () => openRules(this.game.id) }),
      ),
      notationSwitch(this.game, () => this.begin()),
      h('p', { class: 'meta kept' }, t('kept')),
    )
    this.root = h(
      'section',
      { class: `desk play ${this.game.view.palette}` },
      rail,
      h('div', { class: 'stage' }, this.top, h('div', { class: 'boardwrap' }, this.boardHost), this.bottom),
      h(
        'div',
        { class: 'side' },
        this.callout.element,
        h('div', { class: 'bar', role: 'toolbar', 'aria-label': t('tools') }, Object.values(this.tools)),
        h('div', { class: 'panel moves' }, h('h2', {}, t('moves')), this.moves, typing),
      ),
    )
    this.main.replaceChildren(this.root)
    this.board = new Board(this.boardHost, {
      play: (move) => this.attempt(() => this.playMove(move.text)),
      ask: (moves) => {
        this.callout.tell(t('split.ask'), '')
        this.callout.split(moves, this.board)
      },
      step: () => this.drawCallout(),
      refuse: (cell) => {
        const why = refusalOf(this.match.state, this.board.path, cell)
        this.callout.tell(this.duty().title, why)
        say(why)
      },
      best: () => this.attempt(() => this.hints.next()),
    })
  }

  subtitle() {
    const { match } = this
    const engines = match.seats.filter((seat) => seat.kind === 'engine').length
    const kind = engines === 0 ? t('play.people') : match.humans.length === 0 ? t('play.engines') : t('play.engine')
    return [match.title, kind, timeText(match.clocks), ...optionsText(this.game, match.state)]
      .filter(Boolean)
      .join(' · ')
  }

  /** Draws all that hangs on the state of the match; `glide` is the way the moved piece came. */
  refresh(glide) {
    const { match } = this
    const { state } = match
    this.lookback.ply = null
    this.hints.forget()
    this.showBoard(state, { able: match.isHumanTurn, glide })
    drawStrips(this)
    this.drawMoves()
    this.tools.undo.disabled = !match.canUndo
    this.tools.redo.disabled = !match.canRedo
    this.tools.hint.disabled = !match.isHumanTurn
    this.tools.flag.disabled = match.isOver || state.players.length > 2
    this.tools.hand.disabled = this.tools.flag.disabled || !match.isHumanTurn
    atHand({ analyse: this.analysisAddress(), play: `#/play/${this.id}`, lab: labAddress(match.game, state) })
    this.drawCallout()
  }

  showBoard(state, options) {
    const { view } = state
    const row = this.match.isOver && state === this.match.state ? winLine(view, rowOf(this.match.outcome)) : []
    this.board.show(view, {
      flipped: this.flipped,
      label: gameName(this.game),
      row,
      others: this.othersMarks(state),
      ...options,
    })
  }

  /** Among three and four, what the others have played since one's own turn. */
  othersMarks(state) {
    if (state !== this.match.state || this.match.seats.length < 3) return []
    return this.answers.slice(0, -1).flatMap((answer) => answer.last)
  }

  drawMoves() {
    const current = this.lookback.ply ?? this.match.plies
    movePairs(this.moves, this.match.state, { current, go: (ply) => this.lookback.go(ply), empty: t('moves.none') })
  }

  duty() {
    return this.match.isOver ? outcomeOf(this.match) : dutyOf(this.match, this.board.path)
  }

  drawCallout() {
    const { title, why, pass } = this.duty()
    this.callout.tell(title, why, this.calloutButtons(pass))
    if (!this.isFailing) say([...this.moveSentences(), `${title}.`, why].filter(Boolean).join(' '))
    clearTimeout(this.passing)
    if (pass) this.passing = setTimeout(() => this.attempt(() => this.playMove(pass.text)), PASS_MS)
  }

  calloutButtons(pass) {
    const { match, board } = this
    if (match.isOver) {
      return [
        button(t('nav.analyse'), { class: 'btn', onclick: () => this.analyse() }),
        button(t('rematch'), { class: 'btn', onclick: () => this.attempt(() => this.rematch()) }),
      ]
    }
    if (pass) {
      return [button(t('pass'), { class: 'btn main', onclick: () => this.attempt(() => this.playMove(pass.text)) })]
    }
    if (board.pickedUp) {
      const word = board.path.length > 1 ? t('step.back') : t('step.down')
      return [button(word, { sign: 'undo', class: 'btn', onclick: () => board.stepBack() })]
    }
    if (match.humans.length > 0 && match.plies === 0 && !isToured()) {
      return [button(t('tour.start'), { class: 'btn', id: 'tour', onclick: () => this.tour() })]
    }
    if (match.humans.length === 0) return this.engineControls()
    if (match.paused && match.isEngineTurn) return [button(t('goOn'), { class: 'btn', onclick: () => this.goOn() })]
    return []
  }

  async tour() {
    ;(await import('../dialogs/tour.js')).openTour()
  }

  /** Engines among themselves can be stopped, stepped and slowed. */
  engineControls() {
    const { paused } = this.match
    const speeds = Object.keys(PACES).map((name) => [name, t(`pace.${name}`)])
    return [
      paused
        ? button(t('goOn'), { class: 'btn', id: 'go-on', onclick: () => this.goOn() })
        : button(t('pause'), { class: 'btn', id: 'pause', onclick: () => this.pause() }),
      paused && button(t('step.one'), { class: 'btn', id: 'one-move', onclick: () => this.goOn(true) }),
      choice(t('pace'), speeds, pace(), choosePace),
    ].filter(Boolean)
  }

  pause() {
    this.match.paused = true
    this.drawCallout()
  }

  goOn(once = false) {
    this.match.paused = false
    if (!this.thinking) this.letEngineMove(once)
    if (once) this.match.paused = true
    this.drawCallout()
  }

  /** What was played since one's own turn, in words. */
  moveSentences() {
    const { state, plies, seats } = this.match
    const count = Math.min(plies, Math.max(1, seats.length > 2 ? this.answers.length : 1))
    return Array.from({ length: count }, (_, index) => {
      const back = count - index
      const mover = (((state.seat - back) % seats.length) + seats.length) % seats.length
      return `${ownerName(state.view.owners[mover])}: ${state.moves.at(-back)}.`
    })
  }

  async playMove(text) {
    clearTimeout(this.passing)
    const way = this.wayOf(text)
    await this.match.play(text)
    if (this.closed) return
    this.answers = []
    this.board.focus = way?.at(-1) ?? this.board.focus
    this.shown(way)
    this.letEngineMove()
  }

  /** The cells a move leads over; a disc falls from above the rack. */
  wayOf(text) {
    const { view } = this.match.state
    const way = view.moves.find((move) => move.text === text)?.path
    if (way?.length !== 1) return way
    const cell = view.cells.find((each) => each.id === way[0])
    if (cell?.shape !== 'hole') return undefined
    const top = view.cells.find((each) => each.x === cell.x && each.row === 0)
    return [top.id, cell.id]
  }

  /** Shows the move just made, and notes when it will have landed. */
  shown(way) {
    this.landed = performance.now() + glideTime(way)
    this.refresh(way)
  }

  /** The engine's answer comes when one's own piece has landed, and not too fast to be seen. */
  async letEngineMove(once = false) {
    const { match } = this
    if (!match.isEngineTurn || match.paused || this.thinking || this.closed) return
    const thinking = (this.thinking = new AbortController())
    const { signal } = thinking
    drawStrips(this)
    const patience = setTimeout(() => this.offerHurry(), LONG_THOUGHT_MS)
    try {
      if (match.humans.length === 0) await whenSeen()
      signal.throwIfAborted()
      const answer = await match.reply(signal)
      await until(this.landed + PACES[pace()], signal)
      if (this.closed || this.thinking !== thinking) return
      this.thinking = null
      const way = this.wayOf(answer.move)
      match.take(answer)
      this.answers.push({ last: answer.state.view.last })
      if (once) match.paused = true
      this.shown(way)
      this.letEngineMove()
    } catch (error) {
      if (this.thinking === thinking) this.thinking = null
      if (error.name !== 'AbortError') this.fail(error, () => this.letEngineMove())
    } finally {
      clearTimeout(patience)
    }
  }

  offerHurry() {
    if (!this.thinking || this.closed || this.lookback.isOn) return
    const now = button(t('hurry'), { class: 'btn', id: 'hurry', onclick: () => this.attempt(() => this.match.hurry()) })
    if (this.match.humans.length > 0) this.callout.tell(this.duty().title, t('hurry.why'), [now])
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
    // What went wrong is said, and nothing else.
    this.isFailing = true
    this.refresh()
    this.isFailing = false
    const why = error.code ? error.message : t('error.saved', { n: this.match.plies })
    const isOwn = error.code && this.match.isHumanTurn
    this.callout.tell(t('error.title'), why, isOwn ? [] : [button(t('error.again'), { class: 'btn', onclick: again })])
    say(error.code ? why : `${troubleText(error)} ${why}`)
  }

  async undo() {
    if (!this.match.canUndo) return
    this.stopThinking()
    await this.match.undo()
    this.answers = []
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
      notationSwitch(this.game, () => this.begin()),
    ])
    this.callout.element.scrollIntoView({ block: 'nearest' })
  }

  analysisAddress() {
    const { state, game } = this.match
    return writeAddress({
      screen: 'analyse',
      name: game,
      options: state.options,
      position: state.start,
      moves: state.moves,
      saved: this.id,
    })
  }

  analyse() {
    location.hash = this.analysisAddress()
  }

  async rematch() {
    const { game, asked, seats, clocks, title } = this.match
    const turned = seats.length === 2 ? [...seats].reverse() : seats
    const minutes = Array.isArray(clocks?.minutes) ? [...clocks.minutes].reverse() : clocks?.minutes
    const { options, position, format } = asked
    const increment = clocks ? clocks.increment / 1000 : 0
    const match = await Match.start({ game, options, position, seats: turned, minutes, increment, format, title })
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
    }).finally(() =>
      setTimeout(() => {
        this.ending = false
      }, PATIENCE_MS),
    )
  }
}
