// The parts of the laboratory's screen.
import { h, button, icon } from '../dom.js'
import { writeAddress } from '../address.js'
import { gameName } from '../library.js'
import { Board } from '../board/board.js'
import { Details } from './details.js'
import { Pane } from './pane.js'
import { Player } from './player.js'
import { Pseudocode } from './pseudocode.js'
import { choiceOf } from './choices.js'
import { controls } from './controls.js'
import { w } from './words.js'

export function build(screen) {
  screen.panes.forEach((pane) => pane.close())
  screen.looked = 0
  const { who } = screen
  screen.panes = screen.specs.map(
    (_, number) =>
      new Pane({
        number,
        who,
        choose: (pane, id) => screen.look(pane, id),
        hover: (pane, id) => screen.peek(pane, id),
        relayer: (pane) => {
          screen.looked = pane.number
          screen.go(screen.stepCount() - 1)
        },
      }),
  )
  screen.player = new Player({
    go: (at) => screen.go(at),
    over: () => screen.over(),
    count: () => screen.stepCount(),
    at: () => screen.at,
  })
  screen.details = new Details({
    who,
    go: (id) => screen.look(screen.panes[screen.looked], id),
    layer: (layer, id) => screen.useLayer(layer, id),
  })
  screen.code = new Pseudocode(w('code'))
  screen.words = h('p', { class: 'says', id: 'lab-says' })
  screen.wrong = h('p', { class: 'panel call wrong', role: 'alert', hidden: true })
  screen.counts = h('div')
  screen.settings = h('div', { class: 'panel labsettings' })
  screen.place = h('p', { class: 'meta place' })
  screen.plot = null
  screen.trees = h('div', { class: `labtrees ${screen.panes.length > 1 ? 'two' : ''}` }, screen.panes.map(paneOf))
  screen.root = h(
    'section',
    { class: `lab ${screen.isTree ? '' : screen.game.view.palette}` },
    head(screen),
    h('div', { class: 'labside' }, ground(screen), screen.settings),
    h(
      'div',
      { class: 'labmain' },
      screen.wrong,
      screen.trees,
      screen.player.element,
      h('div', { class: 'panel call' }, screen.words),
      folded('lab-plot', w('plot.title'), (host) => screen.openPlot(host)),
      !screen.isTree && folded('lab-complexity', w('size.title'), (host) => screen.openComplexity(host)),
    ),
    h(
      'div',
      { class: 'labfacts' },
      h('div', { class: 'panel' }, h('h2', {}, w('node')), find(screen), screen.details.element),
      h('div', { class: 'panel' }, h('h2', {}, w('code')), screen.code.element),
      h('div', { class: 'panel' }, h('h2', {}, w('count.title')), screen.counts),
    ),
  )
  screen.main.replaceChildren(screen.root)
  if (!screen.isTree) screen.board = new Board(screen.boardHost, {})
  drawControls(screen)
}

const paneOf = (pane) => pane.element

/** A panel that is made when it is opened. */
function folded(id, title, make) {
  const host = h('div')
  const panel = h('details', { class: 'panel fold', id }, h('summary', {}, h('h2', {}, title)), host)
  panel.addEventListener('toggle', () => panel.open && make(host))
  return panel
}

function head(screen) {
  const title = screen.isTree ? w('title.tree') : w('title', { game: gameName(screen.game) })
  const { options, position, moves } = screen.asked ?? {}
  const analysis = screen.isTree
    ? null
    : writeAddress({ screen: 'analyse', name: screen.game.id, options, position, moves })
  const link = (word, href, sign, id) =>
    h('a', { class: 'btn', href, id, 'data-icon': sign }, icon(sign), h('span', { class: 'word' }, word))
  const switched = (id, word, isOn, act) =>
    button(word, { class: 'btn', id, 'aria-pressed': String(isOn), onclick: act })
  return h(
    'div',
    { class: 'labhead' },
    h('h1', {}, title),
    h(
      'div',
      { class: 'row wrap' },
      switched('lab-compare', w('compare'), screen.panes.length > 1, () => screen.compare(screen.panes.length < 2)),
      analysis && link(w('position'), analysis, 'edit', 'lab-position'),
      link(w('exercises'), '#/lab/exercises', 'book', 'lab-exercises'),
      screen.isTree
        ? link(w('games'), '#/lab/tic-tac-toe', 'prev', 'lab-games')
        : link(w('drawn.tree'), '#/lab/tree', 'chart', 'lab-tree'),
      screen.shareButton(),
      switched('lab-projector', w('projector'), false, () => {
        screen.project(!screen.isProjected)
        screen.writeLink()
      }),
    ),
  )
}

/** The board, or the text of a tree. */
function ground(screen) {
  if (screen.isTree) {
    const field = h('textarea', { id: 'lab-tree-text', rows: 4, spellcheck: 'false', class: 'typed' }, screen.tree)
    return h(
      'form',
      {
        class: 'panel field',
        onsubmit: (event) => {
          event.preventDefault()
          screen.useTree(field.value.trim())
        },
      },
      h('label', { for: 'lab-tree-text' }, w('tree.text')),
      field,
      h('p', { class: 'meta' }, w('tree.about')),
      button(w('tree.use'), { class: 'btn', type: 'submit', id: 'lab-tree-use' }),
      screen.place,
    )
  }
  screen.boardHost = h('div', { class: 'bigboard' })
  return h('div', { class: 'stage' }, h('div', { class: 'boardwrap' }, screen.boardHost), screen.place)
}

function find(screen) {
  const field = h('input', { id: 'lab-find', class: 'typed', autocomplete: 'off', spellcheck: 'false' })
  return h(
    'form',
    {
      class: 'field labfind',
      onsubmit: (event) => {
        event.preventDefault()
        screen.findMove(field.value)
      },
    },
    h('label', { for: 'lab-find' }, w('find')),
    field,
  )
}

export function drawControls(screen) {
  const focused = document.activeElement?.id
  screen.settings.replaceChildren(
    ...screen.specs.map((spec, index) =>
      controls({
        id: `choice-${index}`,
        title: screen.specs.length > 1 ? w('search.n', { n: index + 1 }) : w('search'),
        choice: choiceOf(spec),
        evaluations: screen.evaluations,
        algorithms: screen.algorithms,
        change: (choice) => screen.choose(index, choice),
      }),
    ),
    h('p', { class: 'meta' }, w('settings.about')),
  )
  if (focused) document.getElementById(focused)?.focus()
}
