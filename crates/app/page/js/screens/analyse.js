// Analysing: a tree of moves on a board, and what the engine says of each position.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { gameInfo, gameName, moveFormat, seatBelow } from '../library.js'
import { Tree } from '../tree.js'
import { Board } from '../board/board.js'
import { ownerName } from '../board/names.js'
import { Callout } from '../panels/callout.js'
import { Chart } from '../panels/chart.js'
import { EnginePanel } from '../panels/engine.js'
import { EvaluationBar } from '../panels/evaluation-bar.js'
import { Switches } from '../panels/switches.js'
import { moveTree } from '../panels/moves.js'
import { seatSign } from '../panels/strips.js'
import { openRules } from '../dialogs/rules.js'
import { whileLoading } from '../loading.js'
import { remember, remembered } from '../settings.js'
import { writeAddress } from '../address.js'
import { reasonText, outcomeText } from '../reasons.js'
import { say } from '../voice.js'
import { trouble, troubleText } from '../trouble.js'
import { spoken } from '../value.js'
import { arrowsOf, chipsOf, ghostsOf, valuesOf, barOf, finalShares, verdictOf } from './insights.js'
import { review } from './review.js'
import { refusalOf } from './duties.js'
import { Keeping } from './keeping.js'

const LINES = 3, SECONDS = 60

export function open(main, address) {
  const screen = new Analyse(main, address)
  screen.begin()
  return screen
}

export class Analyse {
  constructor(main, address) {
    Object.assign(this, { main, address, states: new Map(), flipped: false, closed: false, engineOn: remembered('engine') ?? true, listening: null, analysis: null })
    this.keys = {
      back: () => this.go(this.tree.back()), forward: () => this.go(this.tree.forward()), first: () => this.go(this.tree.first()), last: () => this.go(this.tree.last()),
      nextVariation: () => this.go(this.tree.variation(1)), previousVariation: () => this.go(this.tree.variation(-1)),
      best: () => this.playBest(), flip: () => this.flip(), engine: () => this.setEngine(!this.engineOn),
      arrows: () => this.switches.set({ arrows: !this.switches.on.arrows }), quiet: () => this.quiet(), value: () => this.sayValue(),
    }
  }

  async begin() {
    const loaded = whileLoading(this.main)
    try {
      this.game = await gameInfo(this.address.name)
      if (!this.game) return void (loaded(), location.hash = '#/')
      remember('analysed', this.game.id)
      const problem = await this.loadOrStart(this.address)
      loaded()
      if (this.closed) return
      this.flipped = this.game.view.owners.length === 2 && seatBelow(this.game.view) !== 0 && this.game.view.cells[0].shape !== 'hole'
      this.build()
      await this.arrive()
      if (problem) this.tell(t('error.link'), troubleText(problem))
    } catch (error) {
      loaded()
      if (!this.closed) this.main.replaceChildren(trouble(error, () => this.begin()))
    }
  }

  /** Sets up what an address says, or the start; then the answer is why the address makes no sense. */
  async loadOrStart(address) {
    try {
      await this.load(address)
      return null
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error
      await this.load({})
      return error
    }
  }

  /** Sets up a position, a record's tree or a list of moves; what makes no sense changes nothing. */
  async load({ options = {}, position, moves = [], tree, at, saved }) {
    const asked = { game: this.game.id, options, position, format: moveFormat(this.game) }
    const state = await api.state({ ...asked, moves })
    const keeping = saved ? new Keeping(saved) : null
    const kept = await keeping?.tree(asked.format)
    this.asked = { ...asked, options: state.options, position: state.start ?? undefined }
    this.keeping = kept ? keeping : null
    this.tree = kept ?? (tree ? Tree.from(tree) : new Tree())
    for (const move of state.moves) this.tree.play(move)
    this.states = new Map([[state.moves.join(' '), state]])
    if (at !== undefined) this.tree.current = this.tree.line()[at] ?? this.tree.current
  }

  close() {
    this.closed = true
    this.listening?.abort()
    this.reviewing?.abort()
  }

  build() {
    const step = (sign, word, key) => button(word, { sign, iconOnly: true, class: 'ib', onclick: () => this.keys[key]() })
    this.steps = {
      first: step('first', t('step.first'), 'first'),
      back: step('prev', t('step.previous'), 'back'),
      forward: step('next', t('step.next'), 'forward'),
      last: step('last', t('step.last'), 'last'),
    }
    this.switches = new Switches(() => this.applySwitches())
    this.bar = new EvaluationBar()
    this.chart = new Chart({ go: (ply) => this.go(this.jump(this.tree.line()[ply])), step: (by) => this.keys[by < 0 ? 'back' : 'forward']() })
    this.engine = new EnginePanel({
      isOn: this.engineOn,
      toggle: (isOn) => this.setEngine(isOn),
      play: (line) => { if (this.isHeardHere) this.playMove(line.move) },
      preview: (line) => this.preview(line),
    })
    this.callout = new Callout()
    this.boardHost = h('div', { class: 'bigboard' })
    this.moves = h('ol', { class: 'tree', tabindex: 0, 'aria-label': t('moves') })
    this.who = h('p', { class: 'who' })
    this.seats = h('ul', { class: 'seats' })
    this.reviewButton = button(t('review'), { class: 'link', id: 'review', onclick: () => review(this) })
    this.typed = h('input', { class: 'typed', id: 'typed', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' })
    this.promote = button(t('tree.promote'), { class: 'link', onclick: () => { this.tree.promote(); this.changed() } })
    this.remove = button(t('tree.remove'), { class: 'link', onclick: () => { this.tree.remove(); this.changed() } })
    const typing = h('form', { class: 'field', onsubmit: (event) => this.playTyped(event) }, h('label', { for: 'typed' }, t('type')), this.typed)
    this.stage = h('div', { class: 'stage' }, h('div', { class: 'boardwrap' }, this.bar.element, this.boardHost),
      h('div', { class: 'bar step', role: 'toolbar', 'aria-label': t('step.label') }, Object.values(this.steps), step('flip', t('flip'), 'flip'), this.switches.opener))
    const openShare = async () => (await import('../dialogs/share.js')).openShare(this)
    const openEditor = async () => (await import('../dialogs/editor.js')).openEditor(this)
    this.root = h('section', { class: `desk analyse ${this.game.view.palette}` },
      h('div', { class: 'rail' },
        h('div', { class: 'title' }, h('h1', {}, gameName(this.game)), this.who), this.seats, this.switches.element,
        h('div', { class: 'row wrap' },
          button(t('edit'), { sign: 'edit', class: 'btn', id: 'edit', onclick: openEditor }),
          button(t('share'), { sign: 'share', class: 'btn', id: 'share', onclick: openShare }),
          button(t('rules'), { sign: 'book', class: 'btn', onclick: () => openRules(this.game.id) }))),
      this.stage,
      h('div', { class: 'side' }, this.callout.element, this.engine.element, this.chart.element,
        h('div', { class: 'panel moves' },
          h('div', { class: 'head' }, h('h2', {}, t('moves')), this.reviewButton),
          this.moves, h('div', { class: 'row' }, this.promote, this.remove), typing)))
    this.main.replaceChildren(this.root)
    this.board = new Board(this.boardHost, {
      play: (move) => this.playMove(move.text),
      ask: (moves) => {
        this.callout.element.hidden = false
        this.callout.tell(t('turn.from', { where: moves[0].path[0] }), '')
        this.callout.split(moves, this.board)
      },
      step: (path) => { this.callout.element.hidden = true; say(path.length > 0 ? t('turn.from', { where: path[0] }) : '') },
      refuse: (cell) => this.tell(t('turn', { name: this.moverName() }), refusalOf(this.state, this.board.path, cell)),
      best: () => this.playBest(),
    })
  }

  tell(title, why) {
    this.callout.element.hidden = false
    this.callout.tell(title, why)
    say(`${title}. ${why}`)
  }

  moverName() { return ownerName(this.state.view.owners[this.state.seat]) }
  jump(node) { this.tree.current = node ?? this.tree.current }

  /** Goes wherever the tree's current node is now. */
  go() { return this.arrive().catch((error) => this.tell(t('error.title'), troubleText(error))) }

  /** The tree is another one: shown, and kept with the game it belongs to. */
  changed() {
    this.keep()
    return this.go()
  }

  keep() { this.keeping?.keep(this.tree, (error) => this.tell(t('error.title'), troubleText(error))) }

  async stateOf(moves) {
    const key = moves.join(' ')
    if (!this.states.has(key)) this.states.set(key, await api.state({ ...this.asked, moves }))
    return this.states.get(key)
  }

  async arrive(glide) {
    const node = this.tree.current
    const state = await this.stateOf(this.tree.path(node))
    if (this.closed || node !== this.tree.current) return
    this.state = state
    this.analysis = null
    this.wantsBest = false
    this.callout.element.hidden = true
    this.drawBoard(glide)
    this.drawPanels()
    this.writeLink()
    this.listen()
    const last = this.tree.path().at(-1)
    if (last) say(`${last}. ${state.outcome ? this.outcomeSentence() : t('turn', { name: this.moverName() })}`)
  }

  drawBoard(glide) {
    this.board.show(this.state.view, { flipped: this.flipped, glide, label: gameName(this.game), lead: this.lead(), ...this.insights() })
  }

  /** A rack needs room above it for what falls in. */
  lead() { return this.game.view.cells[0].shape === 'hole' ? 0.62 : 0 }

  insights() {
    if (!this.analysis) return { arrows: [], chips: null, values: null, ghosts: [] }
    const { on } = this.switches
    return {
      arrows: on.arrows ? arrowsOf(this.analysis) : [],
      ghosts: on.arrows ? ghostsOf(this.analysis, this.state) : [],
      chips: on.values ? (path) => chipsOf(this.analysis, path, this.board) : null,
      values: on.values ? valuesOf(this.analysis) : null,
    }
  }

  drawPanels() {
    const { state, tree } = this
    const { view, players } = state
    this.who.textContent = state.outcome ? this.outcomeSentence() : t('turn', { name: this.moverName() })
    const counted = view.palette === 'flock' ? 'count.hexes' : 'count.pieces'
    const pieces = (seat) => t(counted, { n: view.pieces.filter((piece) => piece.owner === seat).length })
    this.seats.replaceChildren(...players.map((_, seat) => h('li', {},
      seatSign(view, seat), h('b', {}, ownerName(view.owners[seat])), h('span', {}, view.palette === 'rack' ? '' : pieces(seat)))))
    moveTree(this.moves, tree, { players: players.length, offset: this.firstSeat(), go: (node) => { this.jump(node); this.go() }, empty: t('moves.none') })
    this.chart.show(tree.line(), tree.current, view.owners.map(ownerName))
    this.steps.first.disabled = this.steps.back.disabled = !tree.current.parent
    this.steps.forward.disabled = this.steps.last.disabled = tree.current.children.length === 0
    this.reviewButton.disabled = tree.root.children.length === 0
    this.promote.hidden = tree.line().every((node) => !node.parent || node.parent.children[0] === node)
    this.remove.hidden = !tree.current.parent
    this.applySwitches(false)
  }

  firstSeat() {
    const count = this.state.players.length
    return (((this.state.seat - this.tree.current.ply) % count) + count) % count
  }

  outcomeSentence() {
    return `${outcomeText(this.state.outcome, this.state.players, this.state.view.owners)}. ${reasonText(this.state.outcome.reason)}.`
  }

  applySwitches(redraw = true) {
    const { on } = this.switches
    this.bar.element.hidden = !on.bar || !this.engineOn
    this.stage.classList.toggle('barred', on.bar && this.engineOn)
    this.chart.element.hidden = !on.chart
    if (redraw) this.board.decorate(this.insights())
    if (redraw && this.engineOn && on.values !== this.listensToAll) this.listen()
  }

  /** Starts the engine on the position shown; what it said of another is dropped. */
  async listen() {
    this.listening?.abort()
    this.listensToAll = this.switches.on.values
    if (!this.engineOn) return this.engine.clear(t('engine.off'))
    if (this.state.outcome) {
      this.engine.clear(this.outcomeSentence())
      return this.showFinalShare()
    }
    this.engine.clear(t('engine.busy'))
    const { signal } = (this.listening = new AbortController())
    this.heardOf = this.tree.current
    const asked = { ...this.asked, moves: this.tree.path(), lines: this.listensToAll ? 'all' : LINES, limits: { time_ms: SECONDS * 1000 } }
    try {
      await api.listen('/api/analysis', asked, (name, data) => { if (!signal.aborted) this.hear(name, data) }, signal)
    } catch (error) {
      if (error.name !== 'AbortError' && !this.closed) this.engine.clear(error instanceof api.Silence ? t('error.gone') : error.message)
    }
  }

  hear(name, data) {
    if (!this.isHeardHere) return
    if (name === 'waiting') return this.engine.note(t('engine.waiting', { n: data.before }))
    this.analysis = data
    if (this.wantsBest && data.best) return void this.playMove(data.best)
    this.tree.current.share = barOf(data, this.state).shares[0]
    const verdict = verdictOf(data, this.state)
    this.engine.show(data, verdict)
    this.bar.show(barOf(data, this.state), { sentence: t('bar', { verdict }), owners: this.state.view.owners, flipped: this.flipped })
    this.chart.show(this.tree.line(), this.tree.current, this.state.view.owners.map(ownerName))
    if (!this.previewed && !this.board.dragged) this.board.decorate(this.insights())
  }

  showFinalShare() {
    const shares = finalShares(this.state)
    this.tree.current.share = shares[0]
    this.chart.show(this.tree.line(), this.tree.current, this.state.view.owners.map(ownerName))
    this.bar.show({ shares, score: { kind: Math.max(...shares) === 1 ? 'win' : 'draw' } }, { sentence: this.outcomeSentence(), owners: this.state.view.owners, flipped: this.flipped })
  }

  setEngine(isOn) {
    this.engineOn = isOn
    this.engine.toggle.checked = isOn
    remember('engine', isOn)
    if (!isOn) this.analysis = null
    this.applySwitches()
    this.listen()
  }

  /** All analysis off, and on again as it was. */
  quiet() {
    const isQuiet = !this.engineOn && !Object.values(this.switches.on).some(Boolean)
    if (isQuiet) {
      this.switches.set(this.before?.on ?? { bar: true, arrows: true, chart: true })
      return this.setEngine(true)
    }
    this.before = { on: { ...this.switches.on } }
    this.setEngine(false)
    this.switches.set({ bar: false, arrows: false, values: false, chart: false })
  }

  sayValue() {
    if (this.analysis) say(`${verdictOf(this.analysis, this.state)}. ${spoken(this.analysis.score)}. ${this.analysis.best ?? ''}`)
  }

  async playMove(text) {
    this.previewed = null
    const way = this.state.view.moves.find((move) => move.text === text)?.path
    const isNew = !this.tree.current.children.some((child) => child.move === text)
    this.tree.play(text)
    this.board.focus = way?.at(-1) ?? this.board.focus
    await this.arrive(way?.length > 1 ? way : undefined).then(() => { if (isNew) this.keep() }, (error) => {
      if (isNew) this.tree.remove()
      else this.tree.back()
      this.tell(t('error.title'), troubleText(error))
    })
  }

  /** Plays the best move, as soon as there is an opinion. */
  playBest() {
    if (this.analysis?.best) this.playMove(this.analysis.best)
    else this.wantsBest = this.engineOn
  }

  async playTyped(event) {
    event.preventDefault()
    const text = this.typed.value.trim()
    if (!text) return
    try {
      const state = await api.state({ ...this.asked, moves: [...this.tree.path(), text] })
      this.typed.value = ''
      await this.playMove(state.moves.at(-1))
    } catch (error) {
      this.tell(t('error.title'), troubleText(error))
    }
  }

  /** Whether what the engine says is still said of the position shown. */
  get isHeardHere() { return this.heardOf === this.tree.current }

  /** Shows where a line leads while it is pointed at. */
  async preview(line) {
    this.previewed = line
    if (!line) return this.drawBoard()
    if (!this.isHeardHere) return
    const state = await this.stateOf([...this.tree.path(), ...line.pv.slice(0, 8)]).catch(() => null)
    if (!state || this.previewed !== line) return
    const told = (piece) => `${piece.cell} ${piece.owner} ${piece.kind} ${piece.count}`
    const before = new Set(this.state.view.pieces.map(told))
    const foretold = new Set(state.view.pieces.filter((piece) => !before.has(told(piece))).map((piece) => piece.cell))
    this.board.show({ ...state.view, moves: [] }, { flipped: this.flipped, able: false, foretold, lead: this.lead(), label: gameName(this.game) })
  }

  flip() {
    this.flipped = !this.flipped
    this.drawBoard()
    this.bar.element.classList.toggle('turned', this.flipped)
  }

  /** An address that shares what is on the board; one's own also names the saved game. */
  link(saved) {
    const line = this.tree.line()
    return writeAddress({ screen: 'analyse', name: this.game.id, options: this.asked.options, position: this.asked.position, moves: this.tree.path(line.at(-1)), at: this.tree.current.ply, saved })
  }

  writeLink() { history.replaceState(null, '', this.link(this.keeping?.id)) }

  /** Begins anew, or throws and changes nothing. */
  async restart(start) {
    await this.load(start)
    await this.arrive()
  }
}
