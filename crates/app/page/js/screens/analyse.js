// Analysing: a tree of moves on a board, and what the engine says of each position.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { gameInfo, gameName, isTurned, moveFormat } from '../library.js'
import { Tree } from '../tree.js'
import { ownerName } from '../board/names.js'
import { moveTree } from '../panels/moves.js'
import { seatSign } from '../panels/strips.js'
import { whileLoading } from '../loading.js'
import { remember, remembered } from '../settings.js'
import { labAddress, writeAddress } from '../address.js'
import { reasonText, outcomeText } from '../reasons.js'
import { say, toast } from '../voice.js'
import { trouble, troubleText } from '../trouble.js'
import { spoken } from '../value.js'
import { arrowsOf, chipsOf, ghostsOf, valuesOf, barOf, finalShares, verdictOf } from './insights.js'
import { betterThan, summaryTable } from './review.js'
import { Listening } from './listening.js'
import { Retry } from './retry.js'
import { Keeping, renotated } from './keeping.js'
import { build } from './analyse-layout.js'
import { groundOf, grounded } from '../board/ground-plan.js'
import { atHand } from '../header.js'
import { optionsText } from '../game-words.js'

/** @import { Options, RecordMove } from '../types.js' */

/** Between two tries of a step while the server is gone. */
const RETRY_MS = 2500

export function open(main, address) {
  const screen = new Analyse(main, address)
  screen.begin()
  return screen
}

export class Analyse {
  // The parts that `build` makes.
  /** @type {any} */ steps
  /** @type {any} */ switches
  /** @type {any} */ bar
  /** @type {any} */ chart
  /** @type {any} */ engine
  /** @type {any} */ callout
  /** @type {any} */ remarks
  /** @type {any} */ explorer
  /** @type {any} */ why
  /** @type {any} */ summary
  /** @type {any} */ boardHost
  /** @type {any} */ moves
  /** @type {any} */ who
  /** @type {any} */ facts
  /** @type {any} */ seats
  /** @type {any} */ stage
  /** @type {any} */ root
  /** @type {any} */ board
  /** @type {any} */ reviewButton
  /** @type {any} */ promote
  /** @type {any} */ remove
  /** @type {any} */ typed

  constructor(main, address) {
    this.main = main
    this.address = address
    /** Who played and how it ended, where that is known. @type {any} */
    this.about = null
    this.states = new Map()
    this.flipped = false
    this.closed = false
    this.engineOn = remembered('engine') ?? true
    /** Which algorithm, depth and evaluation the engine uses here. @type {any} */
    this.tuned = {}
    this.listening = new Listening(this)
    this.reviewing = null
    this.retry = new Retry(this)
    this.analysis = null
    this.keys = {
      back: () => this.go(() => this.tree.back()),
      forward: () => this.go(() => this.tree.forward()),
      first: () => this.go(() => this.tree.first()),
      last: () => this.go(() => this.tree.last()),
      nextVariation: () => this.go(() => this.tree.variation(1)),
      previousVariation: () => this.go(() => this.tree.variation(-1)),
      best: () => this.playBest(),
      flip: () => this.flip(),
      engine: () => this.setEngine(!this.engineOn),
      arrows: () => this.switches.set({ arrows: !this.switches.on.arrows }),
      quiet: () => this.quiet(),
      value: () => this.sayValue(),
    }
  }

  async begin() {
    const loaded = whileLoading(this.main)
    try {
      this.game = await gameInfo(this.address.name)
      if (!this.game) return void (loaded(), this.nowhere())
      remember('analysed', this.game.id)
      const problem = await this.loadOrStart(this.address)
      loaded()
      if (this.closed) return
      this.flipped = isTurned(this.game.view)
      build(this)
      await this.arrive()
      if (problem) this.tell(t('error.link'), troubleText(problem))
    } catch (error) {
      loaded()
      if (!this.closed) this.main.replaceChildren(trouble(error, () => this.begin()))
    }
  }

  /** The address names a game that is not here: home, with a word about it. */
  nowhere() {
    toast(t('error.noSuchGame', { id: this.address.name }))
    location.hash = '#/'
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

  /**
   * Sets up a position, a record's tree or a list of moves; what makes no sense changes nothing.
   * @param {{ options?: Options, position?: string, to_move?: string, moves?: string[], tree?: RecordMove[], preamble?: string[], about?: object, at?: number, saved?: number }} start
   */
  async load({ options = {}, position, to_move, moves = [], tree, preamble = [], about = null, at, saved }) {
    const asked = { game: this.game.id, options, position, to_move, format: moveFormat(this.game) }
    const state = await api.state({ ...asked, moves })
    const keeping = saved ? new Keeping(saved) : null
    const kept = await keeping?.tree(asked.format)
    this.asked = { ...asked, to_move: undefined, options: state.options, position: state.start ?? undefined }
    this.keeping = kept ? keeping : null
    this.about = kept ? keeping.about : about
    this.tree = kept ?? (tree ? Tree.from(tree) : new Tree())
    if (preamble.length > 0) this.tree.preamble = preamble
    for (const move of state.moves) this.tree.play(move)
    this.ground = groundOf(state, this.asked.format)
    this.states = new Map([[state.moves.join(' '), grounded(state, this.ground)]])
    this.listening.kept.clear()
    if (at !== undefined) this.tree.current = this.tree.line()[at] ?? this.tree.current
  }

  close() {
    this.closed = true
    clearTimeout(this.retrying)
    this.listening.close()
    this.reviewing?.abort()
  }

  tell(title, why, buttons = []) {
    this.callout.element.hidden = false
    this.callout.tell(title, why, buttons)
    say(`${title}. ${why}`)
  }

  /** Says what went wrong; while the server is gone it is tried again by itself, too. */
  fail(error, again) {
    if (this.closed) return
    const isGone = error instanceof api.Silence
    this.tell(t('error.title'), troubleText(error), [button(t('error.again'), { class: 'btn', onclick: again })])
    clearTimeout(this.retrying)
    if (isGone) this.retrying = setTimeout(again, RETRY_MS)
  }

  moverName() {
    return ownerName(this.state.view.owners[this.state.seat])
  }
  jump(node) {
    this.tree.current = node ?? this.tree.current
  }

  /** Walks in the tree, and shows wherever its current node is then. */
  go(walk = () => {}) {
    walk()
    clearTimeout(this.retrying)
    return this.arrive().catch((error) => this.fail(error, () => this.go()))
  }

  /** The tree is another one: shown, and kept with the game it belongs to. */
  changed() {
    this.keep()
    return this.go()
  }

  keep() {
    this.keeping?.keep(this.tree, (error) => this.tell(t('error.title'), troubleText(error)))
  }

  async stateOf(moves) {
    const key = moves.join(' ')
    if (!this.states.has(key)) {
      this.states.set(key, grounded(await api.state({ ...this.asked, moves, cells: false }), this.ground))
    }
    return this.states.get(key)
  }

  async arrive(glide) {
    const node = this.tree.current
    const state = await this.stateOf(this.tree.path(node))
    if (this.closed || node !== this.tree.current) return
    this.state = state
    this.analysis = null
    this.wantsBest = false
    this.drawCallout()
    this.drawBoard(glide)
    this.drawPanels()
    this.writeLink()
    this.listen()
    const last = this.tree.path().at(-1)
    if (last) say(`${last}. ${state.outcome ? this.outcomeSentence() : t('turn', { name: this.moverName() })}`)
  }

  /** What was better than the move shown, or the try to find it. */
  drawCallout() {
    const told = this.retry.told() ?? betterThan(this)
    this.callout.element.hidden = !told
    if (told) this.callout.tell(told.title, told.why, told.buttons)
  }

  drawBoard(glide) {
    this.board.show(this.state.view, {
      flipped: this.flipped,
      glide,
      label: gameName(this.game),
      lead: this.lead(),
      ...this.insights(),
    })
  }

  /** A rack needs room above it for what falls in. */
  lead() {
    return this.game.view.cells[0].shape === 'hole' ? 0.62 : 0
  }

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
    this.facts.textContent = this.factsText()
    atHand({ play: this.keeping ? `#/play/${this.keeping.id}` : '#/', analyse: location.hash })
    const counted = view.palette === 'flock' ? 'count.hexes' : 'count.pieces'
    const pieces = (seat) => t(counted, { n: view.pieces.filter((piece) => piece.owner === seat).length })
    this.seats.replaceChildren(
      ...players.map((_, seat) =>
        h(
          'li',
          {},
          seatSign(view, seat),
          h('b', {}, ownerName(view.owners[seat])),
          h('span', {}, view.palette === 'rack' ? '' : pieces(seat)),
        ),
      ),
    )
    moveTree(this.moves, tree, {
      players: players.length,
      offset: this.firstSeat(),
      go: (node) => {
        this.go(() => this.jump(node))
      },
      empty: t('moves.none'),
    })
    this.chart.show(tree.line(), tree.current, view.owners.map(ownerName))
    this.steps.first.disabled = this.steps.back.disabled = !tree.current.parent
    this.steps.forward.disabled = this.steps.last.disabled = tree.current.children.length === 0
    this.reviewButton.disabled = tree.root.children.length === 0
    this.promote.hidden = tree.line().every((node) => !node.parent || node.parent.children[0] === node)
    this.remove.hidden = !tree.current.parent
    this.remarks.show()
    this.explorer.show()
    this.why.show()
    this.summary.replaceChildren(summaryTable(this) ?? '')
    this.applySwitches(false)
  }

  /** Who played, where that is known, and the options of the game. */
  factsText() {
    const { title = '', seats = [], result = '*' } = this.about ?? {}
    const names = seats.map((seat) => seat.name ?? seat).filter(Boolean)
    const players = names.length > 1 && names.some((name) => name !== '?') ? names.join(' – ') : ''
    return [title, players, result === '*' ? '' : result, ...optionsText(this.game, this.state)]
      .filter(Boolean)
      .join(' · ')
  }

  firstSeat() {
    const count = this.state.players.length
    return (((this.state.seat - this.tree.current.ply) % count) + count) % count
  }

  outcomeSentence() {
    return `${outcomeText(this.state.outcome, this.state.players, this.state.view.owners)}. ${reasonText(this.state.outcome)}.`
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
  listen() {
    this.listening.stop()
    this.listensToAll = this.switches.on.values
    if (this.retry.isOn) return this.engine.clear(t('engine.hidden'))
    if (!this.engineOn) return this.engine.clear(t('engine.off'))
    if (this.reviewing) return
    if (this.state.outcome) {
      this.engine.clear(this.outcomeSentence())
      return this.showFinalShare()
    }
    this.engine.clear(t('engine.busy'))
    this.heardOf = this.tree.current
    this.listening.start(this.listensToAll)
  }

  hear(name, data) {
    if (!this.isHeardHere) return
    if (name === 'waiting') return this.engine.note(t('engine.waiting', { n: data.before }))
    this.analysis = data
    if (this.wantsBest && data.best) return void this.playMove(data.best)
    this.tree.current.share = barOf(data, this.state).shares[0]
    const verdict = verdictOf(data, this.state)
    this.engine.show(data, verdict)
    this.bar.show(barOf(data, this.state), {
      sentence: t('bar', { verdict }),
      owners: this.state.view.owners,
      flipped: this.flipped,
    })
    this.chart.show(this.tree.line(), this.tree.current, this.state.view.owners.map(ownerName))
    if (!this.previewed && !this.board.dragged) this.board.decorate(this.insights())
  }

  showFinalShare() {
    const shares = finalShares(this.state)
    this.tree.current.share = shares[0]
    this.chart.show(this.tree.line(), this.tree.current, this.state.view.owners.map(ownerName))
    this.bar.show(
      { shares, score: { kind: Math.max(...shares) === 1 ? 'win' : 'draw' } },
      { sentence: this.outcomeSentence(), owners: this.state.view.owners, flipped: this.flipped },
    )
  }

  setEngine(isOn) {
    this.engineOn = isOn
    this.engine.toggle.checked = isOn
    remember('engine', isOn)
    if (!isOn) this.analysis = null
    this.applySwitches()
    this.listen()
  }

  /** Another algorithm, depth or evaluation for the analysis. */
  tune(chosen) {
    this.tuned = chosen
    this.listening.kept.clear()
    this.analysis = null
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
    if (this.analysis)
      say(`${verdictOf(this.analysis, this.state)}. ${spoken(this.analysis.score)}. ${this.analysis.best ?? ''}`)
  }

  async playMove(text) {
    if (this.retry.isOn) return this.retry.answer(text)
    this.previewed = null
    const way = this.state.view.moves.find((move) => move.text === text)?.path
    const isNew = !this.tree.current.children.some((child) => child.move === text)
    this.tree.play(text)
    this.board.focus = way?.at(-1) ?? this.board.focus
    await this.arrive(way?.length > 1 ? way : undefined).then(
      () => {
        if (isNew) this.keep()
      },
      (error) => {
        if (isNew) this.tree.remove()
        else this.tree.back()
        this.fail(error, () => this.playMove(text))
      },
    )
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
      if (error instanceof api.Silence) return this.fail(error, () => this.playTyped(event))
      this.tell(t('error.title'), troubleText(error))
    }
  }

  /** Whether what the engine says is still said of the position shown. */
  get isHeardHere() {
    return this.heardOf === this.tree.current
  }

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
    this.board.show(
      { ...state.view, moves: [] },
      { flipped: this.flipped, able: false, foretold, lead: this.lead(), label: gameName(this.game) },
    )
  }

  flip() {
    this.flipped = !this.flipped
    this.drawBoard()
    this.bar.element.classList.toggle('turned', this.flipped)
  }

  /** An address that shares what is on the board; one's own also names the saved game. */
  link(saved) {
    const line = this.tree.line()
    return writeAddress({
      screen: 'analyse',
      name: this.game.id,
      options: this.asked.options,
      position: this.asked.position,
      moves: this.tree.path(line.at(-1)),
      at: this.tree.current.ply,
      saved,
    })
  }

  writeLink() {
    const lab = labAddress(this.game.id, this.state)
    atHand({ lab })
    this.root.querySelector('#to-lab').setAttribute('href', lab)
    const link = this.link(this.keeping?.id)
    history.replaceState(null, '', link)
    remember('analysis', link)
  }

  /** The same game in the other notation. */
  async renotate() {
    const { options, position } = this.asked
    const at = this.tree.current.ply
    const moves = this.tree.path(this.tree.line().at(-1))
    const tree = await renotated(this.asked, this.tree.plain(), moveFormat(this.game))
    const { preamble } = this.tree
    this.tree.first()
    await this.load({ options, position, tree, preamble, moves, at, saved: this.keeping?.id, about: this.about })
    build(this)
    await this.arrive()
  }

  /** Takes the weak move shown as a puzzle. */
  beginRetry() {
    this.retry.begin(this.tree.current)
  }

  /** Begins anew, or throws and changes nothing. */
  async begun(start) {
    await this.load(start)
    this.retry.end()
    build(this)
    await this.arrive()
  }
}
