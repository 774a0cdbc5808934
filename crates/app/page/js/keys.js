// Keys that work anywhere on the page but in fields and dialogs. What they do is the screen's business.
import { find } from './dom.js'

const NAMES = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'first',
  ArrowDown: 'last',
  ' ': 'best',
  f: 'flip',
  l: 'engine',
  a: 'arrows',
  z: 'quiet',
  v: 'value',
}
const SHIFTED = {
  ArrowLeft: 'previousVariation',
  ArrowRight: 'nextVariation',
  ArrowUp: 'previousVariation',
  ArrowDown: 'nextVariation',
}

/** The key as a Latin keyboard has it: other alphabets have the same keys in the same places. */
function keyOf(event) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase()
  return letter && !/^[a-z]$/i.test(event.key) && [...event.key].length === 1 ? letter : event.key
}

export function listenToPageKeys(screen) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const target = /** @type {Element} */ (event.target)
    if (find('dialog[open]') || target.closest?.('input:not([type=checkbox]), select, textarea')) return
    const key = keyOf(event)
    if (key === ' ' && target.closest?.('button, a, input, [tabindex="0"]')) return
    if (key === '?' || (event.code === 'Slash' && event.shiftKey)) return find('#help').click()
    if (key === 'b') return focus(event, '.bigboard .cell[tabindex="0"]')
    if (key === '/' || event.code === 'Slash') return focus(event, '.typed')
    const name = event.shiftKey ? SHIFTED[key] : NAMES[key]
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
