// The parts of the analysis screen, and what they do.
import { h, button, icon } from '../dom.js'
import { t } from '../i18n.js'
import { gameName } from '../library.js'
import { Board } from '../board/board.js'
import { nameOfCell } from '../board/names.js'
import { Callout } from '../panels/callout.js'
import { Chart } from '../panels/chart.js'
import { EnginePanel } from '../panels/engine.js'
import { EvaluationBar } from '../panels/evaluation-bar.js'
import { Explorer } from '../panels/explorer.js'
import { Remarks } from '../panels/remarks.js'
import { tuning } from '../panels/tuning.js'
import { Why } from '../panels/why.js'
import { Switches } from '../panels/switches.js'
import { notationSwitch } from '../panels/notation.js'
import { say } from '../voice.js'
import { refusalOf } from './duties.js'
import { review } from './review.js'

export function build(screen) {
  const step = (sign, word, key) =>
    button(word, { sign, iconOnly: true, class: 'ib', onclick: () => screen.keys[key]() })
  screen.steps = {
    first: step('first', t('step.first'), 'first'),
    back: step('prev', t('step.previous'), 'back'),
    forward: step('next', t('step.next'), 'forward'),
    last: step('last', t('step.last'), 'last'),
  }
  screen.switches = new Switches(() => screen.applySwitches())
  screen.bar = new EvaluationBar()
  screen.chart = new Chart({
    go: (ply) => screen.go(() => screen.jump(screen.tree.line()[ply])),
    step: (by) => screen.keys[by < 0 ? 'back' : 'forward'](),
  })
  screen.engine = new EnginePanel({
    isOn: screen.engineOn,
    toggle: (isOn) => screen.setEngine(isOn),
    play: (line) => {
      if (screen.isHeardHere) screen.playMove(line.move)
    },
    preview: (line) => screen.preview(line),
  })
  screen.engine.element.append(
    tuning({
      id: 'tune-analysis',
      title: t('tuning.title'),
      evaluations: screen.game.heuristics,
      chosen: screen.tuned,
      change: (chosen) => screen.tune(chosen),
    }),
  )
  screen.callout = new Callout()
  screen.callout.element.hidden = true
  screen.remarks = new Remarks(screen)
  screen.explorer = new Explorer(screen)
  screen.why = new Why(screen)
  screen.summary = h('div')
  screen.boardHost = h('div', { class: 'bigboard' })
  screen.moves = h('ol', { class: 'tree', 'aria-label': t('moves') })
  screen.who = h('p', { class: 'who' })
  screen.facts = h('p', { class: 'meta about' })
  screen.seats = h('ul', { class: 'seats' })
  screen.stage = stage(screen, step)
  screen.root = h(
    'section',
    { class: `desk analyse ${screen.game.view.palette}` },
    rail(screen),
    screen.stage,
    h(
      'div',
      { class: 'side' },
      screen.callout.element,
      screen.engine.element,
      screen.chart.element,
      movesPanel(screen),
      screen.why.element,
      screen.explorer.element,
    ),
  )
  screen.main.replaceChildren(screen.root)
  screen.board = board(screen)
}

function rail(screen) {
  const { game } = screen
  const open = (name, act) => async () => act(await import(`../dialogs/${name}.js`))
  return h(
    'div',
    { class: 'rail' },
    h('div', { class: 'title' }, h('h1', {}, gameName(game)), screen.who, screen.facts),
    screen.seats,
    screen.switches.element,
    h(
      'div',
      { class: 'row wrap' },
      screen.keeping &&
        h(
          'a',
          { class: 'btn main', id: 'back-to-game', 'data-icon': 'prev', href: `#/play/${screen.keeping.id}` },
          icon('prev'),
          h('span', { class: 'word' }, t('look.end')),
        ),
      button(t('edit'), {
        sign: 'edit',
        class: 'btn',
        id: 'edit',
        onclick: open('editor', (it) => it.openEditor(screen)),
      }),
      button(t('share'), {
        sign: 'share',
        class: 'btn',
        id: 'share',
        onclick: open('share', (it) => it.openShare(screen)),
      }),
      button(t('share.play'), {
        sign: 'plus',
        class: 'btn',
        id: 'play-on',
        onclick: open('new-game', (it) =>
          it.openNewGame(game.id, { position: screen.state.position, options: screen.asked.options }),
        ),
      }),
      h(
        'a',
        { class: 'btn', id: 'to-lab', 'data-icon': 'chart', href: '#/lab' },
        icon('chart'),
        h('span', { class: 'word' }, t('nav.lab')),
      ),
      game.options.length > 0 &&
        button(t('options'), {
          sign: 'more',
          class: 'btn',
          id: 'options',
          onclick: open('options', (it) => it.openOptions(screen)),
        }),
      button(t('rules'), { sign: 'book', class: 'btn', onclick: open('rules', (it) => it.openRules(game.id)) }),
    ),
    notationSwitch(game, () => screen.renotate()),
  )
}

function stage(screen, step) {
  return h(
    'div',
    { class: 'stage' },
    h('div', { class: 'boardwrap' }, screen.bar.element, screen.boardHost),
    h(
      'div',
      { class: 'bar step', role: 'toolbar', 'aria-label': t('step.label') },
      Object.values(screen.steps),
      step('flip', t('flip'), 'flip'),
      screen.switches.opener,
    ),
  )
}

function movesPanel(screen) {
  const changing = (word, change) =>
    button(word, {
      class: 'link',
      onclick: () => {
        change()
        screen.changed()
      },
    })
  screen.reviewButton = button(t('review'), { class: 'link', id: 'review', onclick: () => review(screen) })
  screen.promote = changing(t('tree.promote'), () => screen.tree.promote())
  screen.remove = changing(t('tree.remove'), () => screen.tree.remove())
  screen.typed = h('input', {
    class: 'typed',
    id: 'typed',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: screen.game.view.moves.at(-1)?.text ?? '',
  })
  const typing = h(
    'form',
    { class: 'field', onsubmit: (event) => screen.playTyped(event) },
    h('label', { for: 'typed' }, t('type')),
    screen.typed,
  )
  return h(
    'div',
    { class: 'panel moves' },
    h('div', { class: 'head' }, h('h2', {}, t('moves')), screen.reviewButton),
    screen.moves,
    screen.summary,
    h('div', { class: 'row' }, screen.promote, screen.remove),
    screen.remarks.element,
    typing,
  )
}

function board(screen) {
  const from = (path) => t('turn.from', { where: nameOfCell(path[0], screen.state.view) })
  const made = new Board(screen.boardHost, {
    play: (move) => screen.playMove(move.text),
    ask: (moves) => {
      screen.callout.element.hidden = false
      screen.callout.tell(t('split.ask'), '')
      screen.callout.split(moves, made)
    },
    step: (path) => {
      screen.drawCallout()
      say(path.length > 0 ? from(path) : '')
    },
    refuse: (cell) => screen.tell(t('turn', { name: screen.moverName() }), refusalOf(screen.state, made.path, cell)),
    best: () => screen.playBest(),
  })
  return made
}
