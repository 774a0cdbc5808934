// Where things lie: cells are 1 wide in a view, 100 units wide in the drawing.
export const UNIT = 100
const ROOT3 = Math.sqrt(3)

const CORNERS = {
  hex: [0, 1, 2, 3, 4, 5].map((i) => [Math.sin((i * Math.PI) / 3) / ROOT3, -Math.cos((i * Math.PI) / 3) / ROOT3]),
  square: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ],
}

/** The outline of a cell, `scale` times its size, as points of a polygon. */
export function outline(place, scale = 1) {
  const corners = CORNERS[place.shape] ?? CORNERS.square
  return corners
    .map(([x, y]) => `${round((place.x + x * scale) * UNIT)},${round((place.y + y * scale) * UNIT)}`)
    .join(' ')
}

export const sideLength = (place) => (place.shape === 'hex' ? UNIT / ROOT3 : UNIT)
export const round = (value) => Math.round(value * 10) / 10

/**
 * All that drawing needs to know about a view's shape: the places by id as they
 * lie for the reader, the box round them, and the scale of letters and marks.
 * A flipped rack is mirrored, because discs fall downward for everybody.
 */
export function layout(view, { flipped = false, mini = false, lead = 0 } = {}) {
  const shape = view.cells[0].shape
  const hex = shape === 'hex'
  const turn = turned(view.cells, flipped, shape === 'hole')
  const places = new Map(view.cells.map((cell) => [cell.id, { ...cell, ...turn(cell) }]))
  const labels =
    mini || view.numbered
      ? []
      : view.labels.map(
          (label) => (hex && beside(places.get(label.text), flipped, label)) || { ...label, ...turn(label) },
        )
  const [halfWidth, halfHeight] = hex ? [0.55, 0.63] : [0.5, 0.5]
  const xs = [
    ...places.values(),
    ...(hex ? labels.map((label) => ({ x: label.x + (flipped ? -0.25 : 0.25) })) : []),
  ].map((place) => place.x)
  const ys = [...places.values()].map((place) => place.y)
  const left = Math.min(...xs) - halfWidth,
    top = Math.min(...ys) - halfHeight
  const width = Math.max(...xs) + halfWidth - left,
    height = Math.max(...ys) + halfHeight - top
  const scale = width / 8
  const frame = mini || hex ? 0 : (view.numbered ? 0.12 : 0.3) * scale
  return {
    places,
    labels,
    hex,
    frame,
    scale,
    lead,
    marks: Math.min(1.25, Math.max(0.72, scale)),
    board: { left, top, width, height },
    box: [left - frame, top - frame - lead, width + 2 * frame, height + 2 * frame + lead + 0.17].map((value) =>
      round(value * UNIT),
    ),
  }
}

/** A row of hexes is named after its first one: the name stands beside it. */
const beside = (place, flipped, label) => place && { ...label, x: place.x + (flipped ? 0.78 : -0.78), y: place.y }

function turned(cells, flipped, mirrored) {
  if (!flipped) return ({ x, y }) => ({ x, y })
  const across = Math.min(...cells.map((cell) => cell.x)) + Math.max(...cells.map((cell) => cell.x))
  const down = Math.min(...cells.map((cell) => cell.y)) + Math.max(...cells.map((cell) => cell.y))
  return ({ x, y }) => ({ x: across - x, y: mirrored ? y : down - y })
}

/** The cell next to `from` in a direction, preferring the straight way. */
export function neighbour(places, from, [dx, dy]) {
  let best = null,
    least = Infinity
  for (const place of places.values()) {
    const forward = (place.x - from.x) * dx + (place.y - from.y) * dy
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx)
    const cost = forward + 0.9 * aside
    if (forward > 0.2 && cost < least) [best, least] = [place, cost]
  }
  return best
}
