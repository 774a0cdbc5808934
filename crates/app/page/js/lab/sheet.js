// A tree to be filled in: fields at its nodes, checked as they are written.
import { h, s } from '../dom.js'
import { LEVEL, layout } from './layout.js'
import { cutSentence, lineText, markText, w } from './words.js'

const SHAPES = { max: 'M0-11 11 8H-11Z', min: 'M0 11 11-8H-11Z', leaf: 'M-8-8H8V8H-8Z' }

/** What somebody wrote as a value: a number, `+3`, `-2`, `=`, or `-` alone for no bound. */
export function readMark(text) {
  const plain = text.trim().replace('−', '-').replace('▲', '+').replace('▼', '-')
  if (plain === '') return undefined
  if (plain === '-' || /^[-+]?(∞|inf|oo)$/i.test(plain)) return null
  return plain
}

/** A mark as it is to be written here: by signs that a keyboard has. */
const written = (mark) => (typeof mark === 'string' ? mark.replace('-', '−') : markText(mark))

/** Whether a text means a mark; a number may have a sign or not. */
export function isMark(text, mark) {
  const read = readMark(text)
  if (read === undefined) return false
  if (mark === undefined) return read === null
  if (read === null) return false
  if (typeof mark === 'number') return Number(read.replace(',', '.')) === Math.round(mark * 100) / 100
  return mark === '=' ? ['=', '0'].includes(read) : read === mark
}

export class Sheet {
  constructor({ kind, whole, cut }, counted) {
    this.kind = kind
    this.whole = whole
    this.cut = cut
    this.counted = counted
    this.plan = layout(whole, new Set())
    /** Where alpha-beta has been, by the line that leads there. */
    this.visited = new Map(Array.from({ length: cut.size }, (_, id) => [cut.path(id).join(' '), id]))
    /** @type {{ id: number, isAsked: boolean, isRight: () => boolean, solve: () => void, clear: () => void, show: () => void, box?: any }[]} */
    this.fields = []
    this.element = this.draw()
  }

  /** The same node in the search that cuts, if it was there. */
  seen(id) {
    return this.visited.get(this.whole.path(id).join(' '))
  }

  draw() {
    const { whole, plan } = this
    const gap = Math.max(plan.gap, this.kind === 'windows' ? 62 : 46) / plan.gap
    const x = (id) => plan.x[id] * gap + 60
    const y = (id) => whole.plies[id] * (LEVEL + 22) + 40
    const width = plan.width * gap + 90,
      height = plan.height * 1.28 + 20
    const picture = s('svg', {
      class: 'exlines',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      'aria-hidden': 'true',
    })
    const nodes = []
    for (const id of plan.shown) {
      const parent = whole.parents[id]
      if (parent >= 0) picture.append(s('path', { d: `M${x(parent)} ${y(parent)}L${x(id)} ${y(id)}`, class: 'exedge' }))
    }
    for (const id of plan.shown) {
      const isLeaf = whole.below[id].length === 0
      const kind = isLeaf ? 'leaf' : whole.isMax(id) ? 'max' : 'min'
      picture.append(
        s('path', {
          d: SHAPES[kind],
          transform: `translate(${x(id)} ${y(id)})`,
          class: `exnode ${whole.isMax(id) ? 'max' : 'min'} ${kind}`,
        }),
      )
      const parent = whole.parents[id]
      if (parent >= 0) {
        const middle = [x(id) + (x(parent) - x(id)) * 0.35, y(id) + (y(parent) - y(id)) * 0.35 + 4]
        picture.append(s('text', { x: middle[0], y: middle[1], class: 'exmove' }, whole.move(id)))
      }
      const at = h('div', { class: 'exat', 'data-line': whole.path(id).join(' ') }, this.part(id, isLeaf))
      at.style.left = `${x(id)}px`
      at.style.top = `${y(id) + 14}px`
      nodes.push(at)
    }
    const sheet = h('div', { class: 'exsheet' }, picture, nodes)
    sheet.style.width = `${width}px`
    sheet.style.height = `${height}px`
    return h('div', { class: 'exscroll', tabindex: 0, role: 'group', 'aria-label': w('ex.title') }, sheet)
  }

  /** What stands at a node: its value, or a field for it, or a mark for what is cut. */
  part(id, isLeaf) {
    const { whole } = this
    const line = lineText(whole, id)
    const value = isLeaf ? h('b', {}, written(whole.nodes[id].value)) : null
    if (this.kind === 'values' && !isLeaf) return this.field(id, w('ex.value', { line }), whole.nodes[id].value)
    if (this.kind === 'cuts' && id !== 0) return [value, this.toggle(id, w('ex.notLooked', { line }))]
    if (this.kind === 'windows' && !isLeaf) {
      const seen = this.seen(id)
      if (seen === undefined) return h('span', { class: 'meta' }, '✕')
      const { low, high } = this.cut.nodes[seen]
      return h(
        'span',
        { class: 'expair' },
        this.field(id, w('ex.low', { line }), low),
        this.field(id, w('ex.high', { line }), high),
      )
    }
    return value
  }

  field(id, label, mark) {
    const input = h('input', {
      class: 'exfield',
      'aria-label': label,
      autocomplete: 'off',
      size: 3,
      oninput: () => this.check(field),
    })
    const sign = h('span', { class: 'exsign', 'aria-hidden': 'true' })
    const field = {
      id,
      label,
      isAsked: true,
      isRight: () => isMark(input.value, mark),
      solve: () => (input.value = mark === undefined ? '-' : written(mark)),
      clear: () => (input.value = ''),
      show: () => {
        const isEmpty = input.value.trim() === ''
        const isRight = field.isRight()
        input.classList.toggle('right', isRight)
        input.setAttribute('aria-invalid', String(!isEmpty && !isRight))
        sign.textContent = isEmpty ? '' : isRight ? '✓' : '✗'
      },
    }
    this.fields.push(field)
    return h('span', { class: 'exinput' }, input, sign)
  }

  toggle(id, label) {
    const isCut = this.seen(id) === undefined
    const box = h('button', {
      type: 'button',
      class: 'excut',
      'aria-pressed': 'false',
      'aria-label': label,
      onclick: () => {
        const isOn = box.getAttribute('aria-pressed') !== 'true'
        this.setCut(id, isOn)
        this.check(field)
      },
    })
    const field = {
      id,
      label,
      box,
      isAsked: isCut,
      isRight: () => (box.getAttribute('aria-pressed') === 'true') === isCut,
      solve: () => box.setAttribute('aria-pressed', String(isCut)),
      clear: () => box.setAttribute('aria-pressed', 'false'),
      show: () => {
        const isOn = box.getAttribute('aria-pressed') === 'true'
        box.textContent = isOn ? (isCut ? '✕ ✓' : '✕ ✗') : '·'
        box.classList.toggle('wrong', isOn && !isCut)
      },
    }
    field.show()
    this.fields.push(field)
    return box
  }

  /** Who cuts a node cuts all below it. */
  setCut(id, isOn) {
    for (const field of this.fields) {
      let at = field.id
      while (at > id) at = this.whole.parents[at]
      if (at !== id) continue
      field.box.setAttribute('aria-pressed', String(isOn))
      field.show()
    }
  }

  check(field) {
    field.show()
    this.count()
  }

  count() {
    const asked = this.fields.filter((field) => field.isAsked)
    const right = asked.filter((field) => field.isRight()).length
    const isSolved = this.fields.every((field) => field.isRight())
    this.counted({ right, all: asked.length, isSolved })
  }

  solve() {
    this.all((field) => field.solve())
  }
  clear() {
    this.all((field) => field.clear())
  }
  all(act) {
    for (const field of this.fields) {
      act(field)
      field.show()
    }
    this.count()
  }

  /** A word about the first field that is not right yet, the deepest and leftmost first. */
  hint() {
    const { whole, cut, kind } = this
    const open = this.fields.filter((field) => !field.isRight())
    const inOrder =
      kind === 'values'
        ? open.sort((one, other) => whole.plies[other.id] - whole.plies[one.id] || one.id - other.id)
        : open
    const field = inOrder[0]
    if (!field) return w('ex.hint.none')
    const line = lineText(whole, field.id)
    if (kind === 'values') {
      const values = whole.below[field.id].map((child) => written(whole.nodes[child].value)).join(', ')
      return w(whole.isMax(field.id) ? 'ex.hint.max' : 'ex.hint.min', { line, values })
    }
    if (kind === 'windows') return w('ex.hint.window', { line })
    if (this.seen(field.id) !== undefined) return w('ex.hint.looked', { line })
    let above = whole.parents[field.id]
    while (this.seen(above) === undefined) above = whole.parents[above]
    return cutSentence(cut, this.seen(above), (seat) => w(seat === cut.found.chooser ? 'player.max' : 'player.min'))
  }
}
