// Elements without a framework: `h` makes HTML, `s` makes SVG, both from plain data.
const SVG = 'http://www.w3.org/2000/svg'

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** @type {(tag: string, attributes?: Record<string, any>, ...children: any[]) => any} */
export const h = (tag, attributes = {}, ...children) => dress(document.createElement(tag), attributes, children)
/** @type {(tag: string, attributes?: Record<string, any>, ...children: any[]) => any} */
export const s = (tag, attributes = {}, ...children) => dress(document.createElementNS(SVG, tag), attributes, children)
export const icon = (name) => s('svg', { class: 'i', 'aria-hidden': 'true' }, s('use', { href: `#i-${name}` }))
/** @type {(selector: string, within?: ParentNode) => any} */
export const find = (selector, within = document) => within.querySelector(selector)

/**
 * A button with an icon and a word; `iconOnly` keeps the word for those who hear the page.
 * @param {string} word
 * @param {{ sign?: string, iconOnly?: boolean, [attribute: string]: any }} [options]
 */
export function button(word, { sign, iconOnly = false, ...attributes } = {}) {
  const text = iconOnly ? null : h('span', { class: 'word' }, word)
  return h(
    'button',
    {
      type: 'button',
      'data-icon': sign ?? null,
      'aria-label': iconOnly ? word : null,
      title: iconOnly ? word : null,
      ...attributes,
    },
    sign ? icon(sign) : null,
    text,
  )
}

/** A row of buttons of which one is pressed; `choose` hears of a new choice. */
export function choice(label, items, chosen, choose) {
  const id = `pick-${Math.random().toString(36).slice(2)}`
  const buttons = items.map(([value, word]) =>
    h('button', { type: 'button', 'aria-pressed': String(value === chosen), onclick: () => press(value) }, word),
  )
  function press(value) {
    items.forEach(([other], index) => buttons[index].setAttribute('aria-pressed', String(other === value)))
    choose(value)
  }
  return h(
    'div',
    { class: 'choice' },
    h('p', { class: 'legend', id }, label),
    h('div', { class: 'pick', role: 'group', 'aria-labelledby': id }, buttons),
  )
}
