// The value over the game: the first seat up, a mark for each weak move, a click or an arrow key jumps.
import { h, s } from '../dom.js'
import { t } from '../i18n.js'

const WIDTH = 400,
  HEIGHT = 100,
  EDGE = 6,
  REACH = 32

export class Chart {
  constructor({ go, step }) {
    this.picture = h('div', {
      tabindex: 0,
      role: 'slider',
      'aria-label': t('chart'),
      'aria-valuemin': 0,
      'aria-valuemax': 0,
      'aria-valuenow': 0,
      onclick: (event) => go(this.plyAt(event)),
      onkeydown: (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (!by) return
        event.preventDefault()
        event.stopPropagation()
        step(by)
      },
    })
    this.element = h('div', { class: 'panel value' }, h('h2', {}, t('chart')), this.picture)
  }

  plyAt(event) {
    const box = this.picture.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * WIDTH
    return Math.max(0, Math.min(this.last, Math.round(((x - EDGE) / (WIDTH - 2 * EDGE)) * Math.max(1, this.last))))
  }

  /** `nodes` are the line's, each with the first seat's `share` where it is known. */
  show(nodes, current, names) {
    this.last = nodes.length - 1
    const x = (ply) => EDGE + (ply * (WIDTH - 2 * EDGE)) / Math.max(1, this.last)
    const y = (share) => HEIGHT / 2 - (share - 0.5) * 2 * REACH
    const known = nodes.flatMap((node, ply) => (node.share === undefined ? [] : [[x(ply), y(node.share)]]))
    const way = known.map((point) => point.map((value) => value.toFixed(1)).join(' ')).join('L')
    const now = nodes.indexOf(current)
    this.picture.setAttribute('aria-valuemax', this.last)
    this.picture.setAttribute('aria-valuenow', now)
    this.picture.setAttribute('aria-valuetext', t('chart.ply', { n: now }))
    this.picture.replaceChildren(
      s(
        'svg',
        { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
        s('path', { class: 'zone', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
        known.length > 1 && s('path', { class: 'area', d: `M${known[0][0]} ${HEIGHT / 2}L${way}V${HEIGHT / 2}Z` }),
        known.length > 1 && s('path', { class: 'plot', d: `M${way}` }),
        nodes.map(
          (node, ply) =>
            node.judged?.mark &&
            node.share !== undefined &&
            s('path', {
              class: `mark-${node.judged.mark}`,
              transform: `translate(${x(ply)} ${y(node.share)})`,
              d: SHAPES[node.judged.mark],
            }),
        ),
        s('path', { class: 'now', d: `M${x(now)} 4V${HEIGHT - 4}` }),
        s('text', { x: 14, y: 11 }, names[0]),
        s('text', { x: 14, y: HEIGHT - 2 }, names[1] ?? ''),
      ),
    )
  }
}

const SHAPES = {
  inaccuracy: 'M-4.500 0a4.500 4.500 0 1 0 9 0a4.500 4.500 0 1 0-9 0Z',
  mistake: 'M-4.500-4.500h9v9h-9Z',
  blunder: 'M0-6 6 0 0 6-6 0Z',
}
