// The laboratory: a real search of a real position, step by step, or two side by side.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { gameInfo, gameName, isTurned, moveFormat } from '../library.js'
import { ownerName } from '../board/names.js'
import { groundOf, grounded } from '../board/ground-plan.js'
import { whileLoading } from '../loading.js'
import { writeAddress } from '../address.js'
import { atHand } from '../header.js'
import { remember } from '../settings.js'
import { say, toast } from '../voice.js'
import { trouble, troubleText } from '../trouble.js'
import { choiceOf, specOf } from '../lab/choices.js'
import { loadWords, sentence, w } from '../lab/words.js'
import { countsTable } from '../lab/counts.js'
import { build, drawControls } from '../lab/build.js'
import { style } from '../lab/style.js'

const TREE = 'tree'
const USUAL_TREE = '((3 12 8)(2 4 6)(14 5 2))'
const USUAL_SPEC = 'alpha-beta,depth=3'
/** Between a step and the board that shows it: who hurries by needs none. */
const BOARD_MS = 60

export function open(main, address) {
  if (address.name === 'exercises') {
    const opening = import('./exercises.js').then(({ open }) => open(main, address))
    return { close: () => opening.then((screen) => screen.close()) }
  }
  const screen = new Lab(main, address)
  screen.begin()
  return screen
}

export class Lab {
  // The parts that `build` makes.
  /** @type {any} */ root
  /** @type {any} */ board
  /** @type {any} */ player
  /** @type {any} */ details
  /** @type {any} */ code
  /** @type {any} */ words
  /** @type {any} */ counts
  /** @type {any} */ wrong
  /** @type {any} */ settings
  /** @type {any} */ trees
  /** @type {any} */ place
  /** @type {any} */ plot
  shown = ''

  constructor(main, address) {
    this.main = main
    this.address = address
    /** @type {import('../lab/pane.js').Pane[]} */
    this.panes = []
    this.at = 0
    /** The node that is looked at, where it is not the one of the step. @type {number | null} */
    this.chosen = null
    this.looked = 0
    this.states = new Map()
    this.closed = false
    this.asking = new AbortController()
    this.keys = {
      back: () => this.player.jump(this.at - 1),
      forward: () => this.player.jump(this.at + 1),
      first: () => this.player.jump(0),
      last: () => this.player.jump(this.stepCount() - 1),
      best: () => this.player.toggle(),
      flip: () => this.flip(),
    }
  }

  get isTree() {
    return this.address.name === TREE
  }

  close() {
    this.closed = true
    this.asking.abort()
    this.player?.pause()
    this.plot?.close()
    clearTimeout(this.boarding)
    this.panes.forEach((pane) => pane.close())
    document.documentElement.classList.remove('projector')
  }

  async begin() {
    const loaded = whileLoading(this.main)
    try {
      await Promise.all([loadWords(), style()])
      const { values } = this.address
      this.specs = [values.get('spec') ?? USUAL_SPEC, values.get('vs')].filter(Boolean)
      this.tree = values.get('tree') ?? USUAL_TREE
      const problem = this.isTree ? null : await this.load()
      loaded()
      if (this.closed || problem === 'nowhere') return
      build(this)
      this.project(values.has('projector'))
      if (problem) this.tell(problem)
      await this.search()
      if (values.has('layer')) this.useLayer(Number(values.get('layer')))
      const step = Number(values.get('step'))
      if (step > 0) this.go(step - 1)
    } catch (error) {
      loaded()
      if (!this.closed) this.main.replaceChildren(trouble(error, () => this.begin()))
    }
  }

  /** The position that the address names; else the start, and why. */
  async load() {
    const { name, options, position, moves } = this.address
    this.game = await gameInfo(name)
    if (!this.game) {
      toast(t('error.noSuchGame', { id: name }))
      location.hash = '#/lab/tic-tac-toe'
      return 'nowhere'
    }
    const format = moveFormat(this.game)
    const use = async (asked) => {
      const state = await api.state(asked)
      this.asked = {
        game: name,
        options: state.options,
        position: state.start ?? undefined,
        moves: state.moves,
        format,
      }
      this.state = state
      this.ground = groundOf(state, format)
      this.states = new Map([['', grounded(state, this.ground)]])
    }
    this.flipped = isTurned(this.game.view)
    try {
      await use({ game: name, options, position, moves, format })
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error
      await use({ game: name, format })
      return error
    }
    return null
  }

  /** Who sits at a seat; of a drawn tree the players are called by what they want. */
  who = (seat) => (this.isTree ? w(seat === 0 ? 'player.max' : 'player.min') : ownerName(this.state.view.owners[seat]))

  get evaluations() {
    return this.isTree ? [] : this.game.heuristics
  }

  /** Algorithms that make sense here. */
  get algorithms() {
    const many = !this.isTree && this.state.players.length > 2
    return many
      ? ['maxn', 'minimax', 'alpha-beta', 'search', 'mcts']
      : ['minimax', 'alpha-beta', 'search', 'mtdf', 'mcts', 'pns']
  }

  tell(error) {
    this.wrong.hidden = !error
    this.wrong.textContent = error ? troubleText(error) : ''
    if (error) say(this.wrong.textContent)
  }

  /** What is asked of the server for a SPEC. */
  question(spec, more = {}) {
    return this.isTree ? { game: '', tree: this.tree, spec, ...more } : { ...this.asked, spec, ...more }
  }

  /** Looks at every search that is chosen; one that cannot be looked at says why. */
  async search() {
    this.player.pause()
    this.asking.abort()
    this.asking = new AbortController()
    const { signal } = this.asking
    this.root.setAttribute('aria-busy', 'true')
    const began = performance.now()
    try {
      const found = await Promise.all(this.specs.map((spec) => api.lab(this.question(spec), signal)))
      if (this.closed || signal.aborted) return
      this.tell(null)
      this.specs.forEach((spec, index) => this.panes[index].show(found[index], spec))
      this.counts.replaceChildren(countsTable(found))
      this.chosen = null
      this.go(this.stepCount() - 1)
      await new Promise(requestAnimationFrame)
      this.root.dataset.ms = String(Math.round(performance.now() - began))
    } catch (error) {
      if (error.name === 'AbortError' || this.closed) return
      this.tell(error)
    } finally {
      if (!signal.aborted) this.root.removeAttribute('aria-busy')
    }
  }

  /** Another choice of algorithm or idea. */
  choose(index, choice) {
    this.specs[index] = specOf(choice)
    drawControls(this)
    this.writeLink()
    return this.search()
  }

  compare(isOn) {
    this.specs = isOn ? [this.specs[0], specOf({ ...choiceOf(this.specs[0]), algorithm: 'minimax' })] : [this.specs[0]]
    build(this)
    this.writeLink()
    return this.search()
  }

  useTree(text) {
    this.tree = text
    this.writeLink()
    return this.search()
  }

  get model() {
    return this.panes[this.looked]?.model
  }

  stepCount() {
    return Math.max(1, ...this.panes.map((pane) => pane.model?.stepCount ?? 1))
  }

  /** All searches at the same step. */
  go(at, chosen = null) {
    if (!this.panes[0]?.model) return
    this.at = Math.max(0, Math.min(at, this.stepCount() - 1))
    this.chosen = chosen
    for (const [index, pane] of this.panes.entries())
      pane.go(this.at, index === this.looked ? (chosen ?? undefined) : undefined)
    this.player.show()
    const pane = this.panes[this.looked]
    const told = sentence(pane.model, pane.at, this.who)
    this.words.textContent = told
    if (!this.player.isOn) say(told)
    this.code.show(pane.model, pane.at)
    this.details.show(pane.model, pane.chosen, pane.at)
    this.showPlace(pane)
    clearTimeout(this.writing)
    this.writing = setTimeout(() => this.writeLink(), 300)
  }

  /** Step over: to the moment at which the node of this step is left. */
  over() {
    this.go(this.model.over(this.panes[this.looked].at))
  }

  /** A node that was clicked, or gone to from another. */
  look(pane, id) {
    this.player.pause()
    this.looked = pane.number
    const { model } = pane
    const isSeen = model.growth || model.enteredAt[id] <= pane.at
    this.go(isSeen ? this.at : model.enteredAt[id], id)
    this.panes.forEach((each) => each.element.classList.toggle('looked', each === pane && this.panes.length > 1))
  }

  useLayer(layer, id = null) {
    const pane = this.panes[this.looked]
    if (!pane?.found?.layers[layer]) return
    pane.useLayer(layer)
    this.go(this.stepCount() - 1, id)
  }

  /** The board of a node that the mouse is over, and back. */
  peek(pane, id) {
    if (!this.player.isOn) this.showPlace(id === null ? this.panes[this.looked] : pane, id ?? undefined)
  }

  /** The board of the node that is looked at. */
  showPlace(pane, id = pane.chosen) {
    const path = id === null ? [] : pane.model.path(id)
    this.shown = path.join(' ')
    this.place.textContent = path.length > 0 ? path.join(' ') : w('root')
    if (this.isTree) return
    clearTimeout(this.boarding)
    this.boarding = setTimeout(
      () => this.drawBoard(path).catch(() => {}),
      this.states.has(path.join(' ')) ? 0 : BOARD_MS,
    )
  }

  async drawBoard(path) {
    const key = path.join(' ')
    if (!this.states.has(key)) {
      const moves = [...this.asked.moves, ...path]
      this.states.set(key, grounded(await api.state({ ...this.asked, moves, cells: false }), this.ground))
    }
    if (this.closed || key !== this.shown) return
    this.board.show(
      { ...this.states.get(key).view, moves: [] },
      { flipped: this.flipped, able: false, label: gameName(this.game) },
    )
  }

  flip() {
    if (this.isTree) return
    this.flipped = !this.flipped
    this.showPlace(this.panes[this.looked])
  }

  /** The next node whose line ends with a move. */
  findMove(text) {
    const pane = this.panes[this.looked]
    const { model } = pane
    const wanted = text.trim().toLowerCase()
    if (!wanted) return
    for (let by = 1; by <= model.size; by++) {
      const id = ((pane.chosen ?? 0) + by) % model.size
      if (model.move(id).toLowerCase() === wanted) return this.look(pane, id)
    }
    say(w('find.none', { move: text }))
    toast(w('find.none', { move: text }))
  }

  project(isOn) {
    this.isProjected = isOn
    document.documentElement.classList.toggle('projector', isOn)
    this.root.querySelector('#lab-projector')?.setAttribute('aria-pressed', String(isOn))
    this.panes.forEach((pane) => pane.canvas.draw())
  }

  link() {
    const pane = this.panes[this.looked]
    const isLast = !pane?.model || this.at >= this.stepCount() - 1
    const layers = pane?.found?.layers.length ?? 0
    return writeAddress({
      screen: 'lab',
      name: this.address.name,
      ...(this.isTree ? {} : { options: this.asked.options, position: this.asked.position, moves: this.asked.moves }),
      more: {
        tree: this.isTree ? this.tree : undefined,
        spec: this.specs[0],
        vs: this.specs[1],
        layer: layers > 1 && pane.layer !== pane.usualLayer ? String(pane.layer) : undefined,
        step: isLast ? undefined : String(this.at + 1),
        projector: this.isProjected ? '1' : undefined,
      },
    })
  }

  writeLink() {
    if (this.closed) return
    const link = this.link()
    history.replaceState(null, '', link)
    remember('lab', link)
    if (!this.isTree) {
      const { options, position, moves } = this.asked
      atHand({ lab: link, analyse: writeAddress({ screen: 'analyse', name: this.game.id, options, position, moves }) })
    }
  }

  shareButton() {
    return button(w('copy'), {
      sign: 'share',
      class: 'btn',
      id: 'lab-share',
      onclick: async () => {
        this.writeLink()
        await navigator.clipboard?.writeText(location.href).catch(() => {})
        toast(t('share.linkCopied'))
      },
    })
  }

  /** The plots and the size of the game are made when somebody looks. */
  async openPlot(host) {
    if (this.plot) return
    const { Plot } = await import('../lab/plot.js')
    this.plot = new Plot(this)
    host.append(this.plot.element)
  }

  async openComplexity(host) {
    if (host.childElementCount > 0) return
    const { complexityPanel } = await import('../lab/complexity.js')
    host.append(h('p', { class: 'meta' }, t('loading')))
    host.replaceChildren(await complexityPanel(this.asked))
  }
}
