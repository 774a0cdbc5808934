// As much of Markdown as the rules are written in: headings, lists, tables, code, bold.
import { h } from './dom.js'

export function rendered(text) {
  const lines = text.split('\n')
  const blocks = []
  while (lines.length > 0) blocks.push(nextBlock(lines))
  return blocks.filter(Boolean)
}

const ITEM = /^\s*([-*]|\d+\.)\s+/

function nextBlock(lines) {
  const line = lines[0]
  if (line.trim() === '') return void lines.shift()
  if (line.startsWith('```')) return code(lines)
  if (/^#+ /.test(line))
    return h(`h${Math.min(3, /^#+/.exec(lines.shift())[0].length + 1)}`, {}, inline(line.replace(/^#+ /, '')))
  if (line.startsWith('|')) return table(takeWhile(lines, (each) => each.startsWith('|')))
  if (ITEM.test(line)) return bullets(takeWhile(lines, (each) => each.trim() !== ''))
  return h(
    'p',
    {},
    inline(takeWhile(lines, (each) => each.trim() !== '' && !/^(#|```|\|)/.test(each) && !ITEM.test(each)).join(' ')),
  )
}

function takeWhile(lines, wanted) {
  const taken = [lines.shift()]
  while (lines.length > 0 && wanted(lines[0])) taken.push(lines.shift())
  return taken
}

function code(lines) {
  lines.shift()
  const inner = []
  while (lines.length > 0 && !lines[0].startsWith('```')) inner.push(lines.shift())
  lines.shift()
  return h('pre', { tabindex: 0 }, inner.join('\n'))
}

function bullets(lines) {
  const items = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return h(
    /^\s*\d/.test(lines[0]) ? 'ol' : 'ul',
    {},
    items.map((item) => h('li', {}, inline(item))),
  )
}

function table(lines) {
  const cells = (line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => cell.trim())
  const [head, , ...rows] = lines
  return h(
    'table',
    {},
    h(
      'tr',
      {},
      cells(head).map((cell) => h('th', {}, inline(cell))),
    ),
    rows.map((row) =>
      h(
        'tr',
        {},
        cells(row).map((cell) => h('td', {}, inline(cell))),
      ),
    ),
  )
}

function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith('`')) return h('code', {}, part.slice(1, -1))
    if (part.startsWith('**')) return h('b', {}, part.slice(2, -2))
    if (part.startsWith('*') && part.length > 2) return h('i', {}, part.slice(1, -1))
    return part.replace(/^\[([^\]]+)\]\([^)]+\)$/, '$1')
  })
}
