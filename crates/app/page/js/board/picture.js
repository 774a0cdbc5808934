// The board as a picture of its own: what the style sheets say is written into it.

const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'display',
  'paint-order',
]
const WIDTH = 1200

/** Saves what is on the board as an SVG or PNG file. */
export async function savePicture(board, name, kind) {
  const source = pictureOf(board)
  const svg = new Blob([new XMLSerializer().serializeToString(source)], { type: 'image/svg+xml' })
  const file = kind === 'png' ? await painted(svg, source) : svg
  const link = document.createElement('a')
  link.download = `${name}.${kind}`
  link.href = URL.createObjectURL(file)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** A copy that needs no other file: symbols are put in, styles are written out. */
export function pictureOf(board) {
  const original = board.host.firstElementChild
  const copy = /** @type {SVGElement} */ (original.cloneNode(true))
  const [, , width, height] = copy.getAttribute('viewBox').split(' ').map(Number)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(WIDTH))
  copy.setAttribute('height', String(Math.round((WIDTH * height) / width)))
  copy.style.visibility = 'hidden'
  copy.style.position = 'absolute'
  original.parentElement.append(copy)
  for (const use of copy.querySelectorAll('use')) unfold(use)
  for (const element of copy.querySelectorAll('*')) inline(element)
  for (const element of copy.querySelectorAll('.focus, [visibility=hidden]')) element.remove()
  copy.remove()
  copy.removeAttribute('style')
  return copy
}

function unfold(use) {
  const symbol = document.querySelector(use.getAttribute('href'))
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  const y = Number(use.getAttribute('y') ?? 0)
  group.setAttribute('transform', `translate(0 ${y})`)
  group.setAttribute('class', use.getAttribute('class') ?? '')
  if (symbol) group.append(...[...symbol.childNodes].map((node) => node.cloneNode(true)))
  use.replaceWith(group)
}

function inline(element) {
  const computed = getComputedStyle(element)
  for (const name of STYLES) {
    const value = computed.getPropertyValue(name)
    if (value && name !== 'visibility') element.setAttribute(name, value)
  }
  for (const name of ['role', 'tabindex', 'aria-label', 'aria-hidden', 'aria-selected', 'data-id', 'class'])
    element.removeAttribute(name)
}

async function painted(svg, source) {
  const address = URL.createObjectURL(svg)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await svg.text())}`
  await image.decode()
  URL.revokeObjectURL(address)
  const canvas = document.createElement('canvas')
  canvas.width = Number(source.getAttribute('width'))
  canvas.height = Number(source.getAttribute('height'))
  canvas.getContext('2d').drawImage(image, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
