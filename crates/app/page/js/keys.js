// Keys that work anywhere on the page but in fields and dialogs. What they do is the screen's business.
import { find } from './dom.js'

const NAMES = {
  ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'first', ArrowDown: 'last', ' ': 'best',
  f: 'flip', l: 'engine', a: 'arrows', z: 'quiet', v: 'value',
}
const SHIFTED = { ArrowLeft: 'previousVariation', ArrowRight: 'nextVariation', ArrowUp: 'previousVariation', ArrowDown: 'nextVariation' }

export function listenToPageKeys(screen) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (find('dialog[open]') || event.target.closest?.('input:not([type=checkbox]), select, textarea')) return
    if (event.key === ' ' && event.target.closest?.('button, a, input, [tabindex="0"]')) return
    if (event.key === '?') return find('#help').click()
    if (event.key === 'b') return focus(event, '.bigboard .cell[tabindex="0"]')
    if (event.key === '/') return focus(event, '.typed')
    const name = event.shiftKey ? SHIFTED[event.key] : NAMES[event.key]
    const action = screen()?.keys?.[name]
    if (!action) return
    event.preventDefault()
    action()
  })
}

function focus(event, selector) {
  const element = find(selector)
  if (!element) return
  event.preventDefault()
  element.focus()
}
