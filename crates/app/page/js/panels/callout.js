// The one loud thing on a screen: what to do now, one sentence of why, and one button or two.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'

const MOST_BUTTONS = 6

export class Callout {
  constructor() {
    this.title = h('h2')
    this.why = h('p')
    this.more = h('div')
    this.element = h('div', { class: 'panel call' }, this.title, this.why, this.more)
  }

  tell(title, why = '', buttons = []) {
    this.element.classList.remove('splitting')
    this.title.textContent = title
    this.why.textContent = why
    this.why.hidden = !why
    this.more.replaceChildren(...(buttons.length > 0 ? [h('div', { class: 'row' }, buttons)] : []))
  }

  /** Asks how many of a stack go: a number each up to six, a slider beyond. */
  split(moves, board) {
    const counts = moves.map((move) => move.count).sort((one, other) => one - other)
    const height = board.view.pieces.find((piece) => piece.cell === moves[0].path[0])?.count ?? counts.at(-1) + 1
    let chosen = counts[Math.floor((counts.length - 1) / 2)]
    const stays = h('p', { class: 'meta' })
    const go = button(t('split.go'), {
      class: 'btn main',
      id: 'split-go',
      onclick: () => board.finish(moves.find((move) => move.count === chosen)),
    })
    const cancel = () => board.stepBack()
    const control =
      counts.length <= MOST_BUTTONS ? numbers(counts, () => chosen, choose) : slider(counts, () => chosen, choose)
    function choose(count) {
      chosen = Math.min(counts.at(-1), Math.max(counts[0], count))
      control.update(chosen)
      stays.textContent = t('split.stay', { go: chosen, stay: height - chosen })
      board.showSplit({ go: chosen, stay: height - chosen })
    }
    const keys = (event) => {
      const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
      if (step) choose(chosen + step)
      else if (/^[1-9]$/.test(event.key)) choose(Number(event.key))
      else if (event.key === 'Enter' && event.target !== go) go.click()
      else if (event.key === 'Escape') cancel()
      else return
      if (event.key !== 'Enter' || event.target !== go) event.preventDefault()
      event.stopPropagation()
    }
    this.more.replaceChildren(
      h(
        'div',
        { class: 'split', onkeydown: keys },
        h('span', { id: 'split-label' }, t('split.title')),
        control.element,
        stays,
        h('div', { class: 'row' }, go, button(t('step.down'), { sign: 'undo', class: 'btn', onclick: cancel })),
      ),
    )
    this.element.classList.add('splitting')
    choose(chosen)
    control.focus()
  }
}

function numbers(counts, chosen, choose) {
  const buttons = counts.map((count) =>
    h('button', { type: 'button', 'data-count': count, onclick: () => choose(count) }, count),
  )
  return {
    element: h('div', { class: 'pick', role: 'group', 'aria-labelledby': 'split-label' }, buttons),
    update: (count) =>
      buttons.forEach((each, index) => each.setAttribute('aria-pressed', String(counts[index] === count))),
    focus: () => buttons[counts.indexOf(chosen())].focus({ preventScroll: true }),
  }
}

function slider(counts, chosen, choose) {
  const range = h('input', {
    type: 'range',
    min: counts[0],
    max: counts.at(-1),
    'aria-labelledby': 'split-label',
    oninput: () => choose(Number(range.value)),
  })
  const shown = h('output')
  const nudge = (by, sign, word) =>
    h('button', { type: 'button', class: 'btn', 'aria-label': word, onclick: () => choose(chosen() + by) }, sign)
  return {
    element: h(
      'div',
      { class: 'slide' },
      nudge(-1, '−', t('split.fewer')),
      range,
      nudge(1, '+', t('split.more')),
      shown,
    ),
    update: (count) => {
      range.value = count
      shown.textContent = count
    },
    focus: () => range.focus({ preventScroll: true }),
  }
}
