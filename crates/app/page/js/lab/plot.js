// Nodes against depth for a few algorithms, each power of ten as high as the last; the
// names stand at the ends of the lines. The same as SVG and as CSV.
import { h, s, button } from '../dom.js'
import { number, shortNumber } from '../i18n.js'
import * as api from '../api.js'
import { troubleText } from '../trouble.js'
import { download } from './files.js'
import { w } from './words.js'

const LADDER = ['minimax', 'alpha-beta', 'alpha-beta,order=eval', 'search,selective=off', 'search,selective=on']
/** Colours that can be told apart by people who see few of them. */
const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00']
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 4']
const MOST_NODES = 300_000
const DEEPEST = 10
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [520, 320, 52, 150, 12, 34]

export class Plot {
  constructor(screen) {
    this.screen = screen
    this.asking = new AbortController()
    this.rows = []
    this.picture = h('div', { class: 'plotbox' })
    this.note = h('p', { class: 'meta', role: 'status' })
    this.element = h(
      'div',
      { class: 'plot' },
      h('p', { class: 'meta' }, w('plot.about')),
      this.picture,
      this.note,
      h(
        'div',
        { class: 'row wrap' },
        button('SVG', { class: 'btn', id: 'plot-svg', onclick: () => this.saveSvg() }),
        button('CSV', { class: 'btn', id: 'plot-csv', onclick: () => download('nodes.csv', 'text/csv', this.csv()) }),
      ),
    )
    this.measure()
  }

  close() {
    this.asking.abort()
  }

  /** Depth after depth, each from nothing, until one would take too many nodes. */
  async measure() {
    const { screen } = this
    try {
      for (const spec of LADDER) {
        this.note.textContent = w('plot.busy', { name: spec })
        for (let depth = 1; depth <= DEEPEST; depth++) {
          const more = { limits: { depth, nodes: MOST_NODES }, room: 0 }
          const found = await api.lab(screen.question(spec, more), this.asking.signal)
          if (found.stopped || found.depth < depth) break
          this.rows.push({ spec, depth, ...found })
          this.draw()
          if (found.nodes > MOST_NODES / 4 || (screen.isTree && depth > 1 && this.isSame(spec))) break
        }
      }
      this.note.textContent = ''
    } catch (error) {
      if (error.name !== 'AbortError') this.note.textContent = troubleText(error)
    }
  }

  /** A drawn tree has no more plies. */
  isSame(spec) {
    const own = this.rows.filter((row) => row.spec === spec)
    return own.at(-1).by_ply.length === own.at(-2).by_ply.length
  }

  lines() {
    const own = LADDER.map((spec, index) => ({
      name: spec,
      colour: COLOURS[index],
      dash: DASHES[index],
      points: this.rows.filter((row) => row.spec === spec).map((row) => [row.depth, row.nodes]),
    })).filter(({ points }) => points.length > 0)
    const deepest = Math.max(1, ...this.rows.map((row) => row.depth))
    const { branching = 1 } = this.rows.findLast((row) => row.spec === 'minimax') ?? this.rows[0] ?? {}
    const theory = (name, nodes) => ({
      name,
      colour: 'var(--ink2)',
      dash: '1 4',
      points: Array.from({ length: deepest }, (_, at) => [at + 1, nodes(at + 1)]).filter(
        ([, y]) => y <= MOST_NODES * 3,
      ),
    })
    const least = (d) => branching ** Math.ceil(d / 2) + branching ** Math.floor(d / 2) - 1
    return { deepest, all: [...own, theory('b^d', (d) => branching ** d), theory(w('plot.least'), least)] }
  }

  draw() {
    const { deepest, all } = this.lines()
    const most = Math.max(10, ...all.flatMap(({ points }) => points.map(([, nodes]) => nodes)))
    const x = (depth) => LEFT + ((depth - 1) * (WIDTH - LEFT - RIGHT)) / Math.max(1, deepest - 1)
    const y = (nodes) => HEIGHT - BOTTOM - (Math.log10(Math.max(1, nodes)) * (HEIGHT - TOP - BOTTOM)) / Math.log10(most)
    const powers = Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power)
    const ends = spread(all.map((line) => ({ ...line, at: y(line.points.at(-1)?.[1] ?? 1) })))
    this.picture.replaceChildren(
      s(
        'svg',
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plotlines', role: 'img', 'aria-label': this.described() },
        powers.map((power) => [
          s('path', { d: `M${LEFT} ${y(power)}H${WIDTH - RIGHT}`, stroke: 'var(--line)', fill: 'none' }),
          s(
            'text',
            { x: LEFT - 6, y: y(power) + 4, 'text-anchor': 'end', 'font-size': 11, fill: 'var(--ink2)' },
            shortNumber(power),
          ),
        ]),
        Array.from({ length: deepest }, (_, at) =>
          s(
            'text',
            { x: x(at + 1), y: HEIGHT - BOTTOM + 16, 'text-anchor': 'middle', 'font-size': 11, fill: 'var(--ink2)' },
            at + 1,
          ),
        ),
        s(
          'text',
          {
            x: (LEFT + WIDTH - RIGHT) / 2,
            y: HEIGHT - 4,
            'text-anchor': 'middle',
            'font-size': 12,
            fill: 'var(--ink)',
          },
          w('depth'),
        ),
        ends.map(({ name, colour, dash, points, at }) => [
          s('path', {
            d: `M${points.map(([depth, nodes]) => `${x(depth).toFixed(1)} ${y(nodes).toFixed(1)}`).join('L')}`,
            stroke: colour,
            'stroke-width': 2.2,
            'stroke-dasharray': dash,
            fill: 'none',
          }),
          points.map(([depth, nodes]) => s('circle', { cx: x(depth), cy: y(nodes), r: 2.4, fill: colour })),
          s('path', {
            d: `M${x(points.at(-1)[0])} ${y(points.at(-1)[1])}L${WIDTH - RIGHT + 6} ${at}`,
            stroke: colour,
            'stroke-width': 0.7,
            fill: 'none',
          }),
          s('text', { x: WIDTH - RIGHT + 9, y: at + 4, 'font-size': 11.5, fill: 'var(--ink)' }, shortName(name)),
        ]),
      ),
    )
  }

  /** The figures for those who do not see the picture. */
  described() {
    const last = LADDER.map((spec) => this.rows.findLast((row) => row.spec === spec)).filter(Boolean)
    return last
      .map(({ spec, depth, nodes }) =>
        w('plot.row', { name: spec, depth, n: number(nodes), branching: Math.pow(nodes, 1 / depth).toFixed(2) }),
      )
      .join(' ')
  }

  csv() {
    const head = 'algorithm,depth,nodes,leaves,cutoffs,first_move_cutoffs,effective_branching'
    const rows = this.rows.map((row) =>
      [
        `"${row.spec}"`,
        row.depth,
        row.nodes,
        row.leaves,
        row.cutoffs,
        row.first_move_cutoffs,
        Math.pow(row.nodes, 1 / row.depth).toFixed(3),
      ].join(','),
    )
    return `${[head, ...rows].join('\n')}\n`
  }

  saveSvg() {
    const svg = this.picture.firstElementChild
    if (!svg) return
    const style = getComputedStyle(this.element)
    const text = new XMLSerializer()
      .serializeToString(svg)
      .replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim())
    download('nodes.svg', 'image/svg+xml', text)
  }
}

const shortName = (name) => name.replace('selective=off', w('plot.exact')).replace('selective=on', w('plot.bold'))

/** Names that would lie on each other are moved apart. */
function spread(lines) {
  const sorted = lines.filter(({ points }) => points.length > 0).sort((one, other) => one.at - other.at)
  for (let index = 1; index < sorted.length; index++) {
    sorted[index].at = Math.max(sorted[index].at, sorted[index - 1].at + 15)
  }
  const over = (sorted.at(-1)?.at ?? 0) - (HEIGHT - BOTTOM)
  if (over > 0) for (const line of sorted) line.at -= over
  return sorted
}
