// A first game: what is where, in five steps that point at it.
import { h, button, find } from '../dom.js'
import { t } from '../i18n.js'
import { remember } from '../settings.js'

const STEPS = [
  ['.bigboard', 'tour.board'],
  ['.call', 'tour.callout'],
  ['.side .bar', 'tour.tools'],
  ['.panel.moves', 'tour.moves'],
  ['[data-place="analyse"]', 'tour.analyse'],
]

export function openTour() {
  let step = 0
  const words = h('p')
  const next = button(t('tour.next'), { class: 'btn main', id: 'tour-next', onclick: () => show(step + 1) })
  const note = h(
    'div',
    { class: 'tour', role: 'dialog', 'aria-label': t('tour.title') },
    words,
    h('div', { class: 'row end' }, button(t('tour.end'), { class: 'btn', id: 'tour-end', onclick: () => end() }), next),
  )
  const point = (selector) => {
    for (const element of document.querySelectorAll('.pointed')) element.classList.remove('pointed')
    if (selector) find(selector)?.classList.add('pointed')
  }
  // A screen may draw itself anew under the tour: what was pointed at is then another element.
  const redrawn = new MutationObserver(() => {
    if (!document.querySelector('.pointed')) point(STEPS[step][0])
  })
  function show(at) {
    if (at >= STEPS.length) return end()
    step = at
    const [selector, key] = STEPS[step]
    words.textContent = t(key)
    point(selector)
    find(selector)?.scrollIntoView({ block: 'nearest' })
    next.focus({ preventScroll: true })
  }
  function end() {
    redrawn.disconnect()
    point(null)
    note.remove()
    remember('toured', true)
    removeEventListener('hashchange', end)
  }
  addEventListener('hashchange', end)
  document.body.append(note)
  show(0)
  redrawn.observe(document.body, { childList: true, subtree: true })
}
