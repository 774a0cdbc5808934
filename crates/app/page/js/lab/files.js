// Trees and figures as files: SVG for slides, CSV for tables.
import { LEVEL } from './layout.js'
import { paintTree } from './canvas.js'

/** Hands a text to the reader as a file. */
export function download(name, type, text) {
  const link = document.createElement('a')
  link.download = name
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])

/** The same strokes as on the canvas, in the words of SVG. */
class FileBrush {
  constructor(ink, width, height) {
    this.parts = []
    this.ink = ink
    this.width = width
    this.height = height
    this.view = { scale: 1, tall: 1, x: 40, y: 40 }
  }
  at(x, y) {
    return [x + this.view.x, y + this.view.y]
  }
  isFar() {
    return false
  }
  lines(lines, colour, width, dash = []) {
    if (lines.length === 0) return
    const way = lines.map((line) => {
      const [x1, y1, x2, y2] = line.map((value) => value.toFixed(1))
      return `M${x1} ${y1}L${x2} ${y2}`
    })
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(' ')}"` : ''
    this.parts.push(`<path d="${way.join('')}" fill="none" stroke="${colour}" stroke-width="${width}"${dashes}/>`)
  }
  shape(path, x, y, size, fill, stroke, width = 1.5) {
    const points = path.map(([px, py]) => `${(x + px * size).toFixed(1)},${(y + py * size).toFixed(1)}`)
    this.parts.push(
      `<polygon points="${points.join(' ')}" fill="${fill ?? 'none'}" stroke="${stroke}" stroke-width="${width}"/>`,
    )
  }
  ring() {}
  text(words, x, y, size, colour, { weight = 400 } = {}) {
    this.parts.push(
      `<text x="${x.toFixed(1)}" y="${(y + size * 0.35).toFixed(1)}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="middle" paint-order="stroke" stroke="${this.ink.surface}" stroke-width="3">${escaped(words)}</text>`,
    )
  }
}

/** The tree as it is folded and stepped to now. */
export function treeText({ canvas }) {
  const ink = { ...canvas.colours(), family: 'sans-serif' }
  const [width, height] = [canvas.plan.width + 80, canvas.plan.height + 40]
  const brush = new FileBrush(ink, width, height)
  paintTree(canvas, brush)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height + LEVEL / 2)}" font-family="sans-serif"><rect width="100%" height="100%" fill="${ink.surface}"/>${brush.parts.join('')}</svg>`
}

export const saveTree = (pane) => download('tree.svg', 'image/svg+xml', treeText(pane))
