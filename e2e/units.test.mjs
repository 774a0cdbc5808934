// What can be tested without a browser: paths of cells, the tree of moves, addresses, messages, the laboratory's models.
import test from 'node:test'
import assert from 'node:assert/strict'

const load = (name) => import(new URL(`../crates/app/page/js/${name}`, import.meta.url))
const { afterClick, nextSteps, completed, taken, mustCapture } = await load('board/steps.js')
const { Tree } = await load('tree.js')
const { together } = await load('alone/together.js')
const { readAddress, writeAddress } = await load('address.js')
const { ALGORITHMS, SWITCHES, choiceOf, specOf } = await load('lab/choices.js')
const { SearchModel, ENTER, CUT, LEAVE, rank } = await load('lab/model.js')
const { GrowthModel } = await load('lab/growth.js')
const { layout, foldedFor } = await load('lab/layout.js')
const { chances, treeBy } = await load('lab/exercise.js')
const { isMark } = await load('lab/sheet.js')

const captures = [
  { text: 'c3:e5:g7', path: ['c3', 'e5', 'g7'], takes: ['d4', 'f6'] },
  { text: 'c3:e5:c7:a5', path: ['c3', 'e5', 'c7', 'a5'], takes: ['d4', 'd6', 'b6'] },
]
const splits = [1, 2, 3].map((count) => ({ text: `a1-a4:${count}`, path: ['a1', 'a4'], takes: [], count }))

test('the next steps are those of the moves that begin with the path', () => {
  assert.deepEqual([...nextSteps(captures, [])], ['c3'])
  assert.deepEqual([...nextSteps(captures, ['c3', 'e5'])], ['g7', 'c7'])
  assert.ok(mustCapture(captures))
})

test('a click on a last cell plays the only way there', () => {
  assert.deepEqual(afterClick(captures, ['c3'], 'a5'), ['c3', 'e5', 'c7', 'a5'])
  assert.equal(afterClick(captures, ['c3', 'e5'], 'h8'), null)
})

test('each step takes its own piece', () => {
  assert.deepEqual(taken(captures, ['c3', 'e5']), ['d4'])
  assert.deepEqual(taken(captures, ['c3', 'e5', 'c7']), ['d4', 'd6'])
})

test('moves that differ in a number only are complete together', () => {
  assert.deepEqual(
    completed(splits, ['a1', 'a4']).map((move) => move.count),
    [1, 2, 3],
  )
})

test('a tree keeps variations and reads back what it wrote', () => {
  const tree = new Tree()
  tree.play('a')
  tree.play('b')
  tree.back()
  tree.play('c')
  tree.play('d')
  assert.deepEqual(tree.path(), ['a', 'c', 'd'])
  const plain = tree.plain()
  assert.deepEqual(
    plain.map((each) => each.move),
    ['a', 'b'],
  )
  assert.deepEqual(
    plain[1].variations[0].map((each) => each.move),
    ['c', 'd'],
  )
  assert.deepEqual(Tree.from(plain).plain(), plain)
})

test('the main line changes when a variation is promoted', () => {
  const tree = new Tree()
  tree.play('a')
  tree.first()
  tree.play('b')
  tree.promote()
  assert.deepEqual(
    tree.plain().map((each) => each.move),
    ['b'],
  )
})

test('an address says the same when it is read back', () => {
  const said = {
    screen: 'analyse',
    name: 'battle-sheep',
    options: { players: '3' },
    position: ' 0  -16 /  0 ',
    moves: ['a1-a2:3', 'pass'],
    at: 1,
  }
  const { screen, name, options, position, moves, at } = readAddress(writeAddress(said))
  assert.deepEqual({ screen, name, options, position, moves, at }, said)
})

test('an address that makes no sense leads somewhere', () => {
  for (const hash of [
    '',
    '#',
    '#/',
    '#/nowhere',
    '#/play',
    '#/analyse/%',
    '#/analyse/%E0%A4%A?position=%',
    '#/analyse/x?at=y&saved=z',
  ]) {
    const { screen, at, saved } = readAddress(hash)
    assert.ok(['home', 'play', 'analyse', 'saved'].includes(screen), hash)
    assert.ok(at === undefined || Number.isNaN(at), hash)
    assert.equal(saved, undefined, hash)
  }
})

test('every choice of the laboratory is a SPEC and comes back from it', () => {
  for (const algorithm of Object.keys(ALGORITHMS)) {
    const usual = choiceOf(`${algorithm},depth=4`)
    assert.equal(usual.algorithm, algorithm)
    for (const name of SWITCHES.filter((each) => ALGORITHMS[algorithm].includes(each))) {
      const turned = { ...usual, [name]: !usual[name] }
      assert.equal(choiceOf(specOf(turned))[name], turned[name], `${algorithm} ${name}`)
    }
  }
  assert.equal(choiceOf('zeta,depth=-7').depth, 3, 'nonsense is as usual')
})

/** ((3 5)(2 9)) by alpha-beta, as the server tells it: the 9 is cut because of the 3. */
const node = (parent, max, more) => ({ parent, seat: max ? 0 : 1, max, depth: 0, nodes: 1, ...more })
const FOUND = {
  algorithm: 'alpha-beta',
  players: 2,
  chooser: 0,
  layers: [{ root: 0, depth: 2 }],
  tree: [
    node(undefined, true, { value: 3, nodes: 6 }),
    node(0, false, { move: 'a', value: 3, nodes: 3 }),
    node(1, true, { move: 'a', rest: 'leaf', value: 3 }),
    node(1, true, { move: 'b', rest: 'leaf', value: 5, high: 3, high_by: 2 }),
    node(0, false, {
      move: 'b',
      value: 2,
      bound: 'most',
      low: 3,
      low_by: 1,
      cut_by: 5,
      left_out: 1,
      left_out_moves: ['b'],
      nodes: 2,
    }),
    node(4, true, { move: 'a', rest: 'leaf', value: 2, low: 3, low_by: 1 }),
  ],
}

test('a search is stepped through as it went, and a cut names its bound', () => {
  const model = new SearchModel(FOUND, 0)
  const steps = Array.from({ length: model.stepCount }, (_, at) => model.step(at))
  assert.deepEqual(
    steps.map(({ id, kind }) => [id, kind]),
    [
      [0, ENTER],
      [1, ENTER],
      [2, ENTER],
      [2, LEAVE],
      [3, ENTER],
      [3, LEAVE],
      [1, LEAVE],
      [4, ENTER],
      [5, ENTER],
      [5, LEAVE],
      [4, CUT],
      [4, LEAVE],
      [0, LEAVE],
    ],
  )
  assert.deepEqual(model.window(0, 6), { low: 3, high: undefined }, 'what has answered narrows')
  assert.deepEqual(model.reason(4), { bound: 3, setter: 1, cutter: 5, value: 2 })
  assert.deepEqual([...model.principal], [0, 1, 2])
  assert.deepEqual(model.path(5), ['b', 'a'])
  assert.equal(model.over(1), 6, 'over a node is when it is left')
})

test('a tree is laid out without overlaps, and folded ply by ply', () => {
  const model = new SearchModel(FOUND, 0)
  const plan = layout(model, new Set())
  const onLast = [...[2, 3, 5].map((id) => plan.x[id]), ...plan.ghosts.map((ghost) => ghost.x)]
  const sorted = onLast.sort((one, other) => one - other)
  for (let at = 1; at < sorted.length; at++) assert.ok(sorted[at] - sorted[at - 1] >= plan.gap - 0.01)
  assert.equal(plan.x[1], (plan.x[2] + plan.x[3]) / 2)
  assert.deepEqual([...foldedFor(model, 3)], [1, 4])
  assert.equal(foldedFor(model, 100).size, 0)
})

test('a grown tree counts its playouts forward and back', () => {
  const growth = {
    exploration: 1.4,
    nodes: [
      { parent: 0, move: null, mover: 1, born: 0 },
      { parent: 0, move: '1', mover: 0, born: 0 },
      { parent: 0, move: '2', mover: 0, born: 0 },
    ],
    playouts: [
      { node: 1, shares: [1, 0] },
      { node: 2, shares: [0, 1] },
      { node: 1, shares: [1, 0] },
    ],
    proofs: [],
  }
  const model = new GrowthModel({ algorithm: 'mcts', players: 2, chooser: 0, growth })
  assert.deepEqual([...model.visits], [3, 2, 1])
  model.seek(0)
  assert.deepEqual([...model.visits], [1, 1, 0])
  const { share, bonus } = model.attraction(1, 2)
  assert.equal(share, 1)
  assert.ok(Math.abs(bonus - 1.4 * Math.sqrt(Math.log(3) / 2)) < 1e-9)
})

test('values are compared as a search does, and read as people write them', () => {
  const rising = ['-2', '-7', -3, '=', 4.5, '+9', '+1']
  assert.deepEqual(
    [...rising].sort((one, other) => rank(one) - rank(other)),
    rising,
  )
  for (const [text, mark] of [
    ['3', 3],
    [' −2 ', -2],
    ['+3', '+3'],
    ['▼4', '-4'],
    ['=', '='],
    ['0', '='],
    ['-', undefined],
    ['0.5', 0.5],
  ])
    assert.ok(isMark(text, mark), `${text} ${mark}`)
  for (const [text, mark] of [
    ['', 3],
    ['', undefined],
    ['3', undefined],
    ['-', 3],
    ['+2', '+3'],
    ['x', 3],
  ])
    assert.ok(!isMark(text, mark), `${text} ${mark}`)
})

test('the same number makes the same exercise', () => {
  const tree = (seed) => treeBy(chances(seed), [2, 3])
  assert.equal(tree(7), tree(7))
  assert.notEqual(tree(7), tree(8))
  assert.match(tree(7), /^\(\(\d+ \d+ \d+\) \(\d+ \d+ \d+\)\)$/)
})

test('what several searchers say of their moves is told as one, and no draw is proven by a part of them', () => {
  const line = (move, kind, more) => ({ move, score: { kind, ...more } })
  const word = (depth, lines) => ({
    best: lines[0].move,
    score: lines[0].score,
    depth,
    nodes: 10,
    leaves: 5,
    seconds: depth,
    lines,
  })
  const won = together(
    [
      word(4, [line('a', 'estimate', { value: 3 })]),
      word(6, [line('b', 'win', { plies: 5 }), line('c', 'loss', { plies: 2 })]),
    ],
    2,
  )
  assert.deepEqual([won.best, won.score.kind, won.depth, won.nodes, won.seconds], ['b', 'win', 4, 20, 6])
  assert.deepEqual(
    won.lines.map(({ move }) => move),
    ['b', 'a'],
  )
  const open = together([word(9, [line('a', 'draw')]), word(5, [line('b', 'estimate', { value: -1 })])], 3)
  assert.deepEqual(open.score, { kind: 'estimate', value: 0 })
  assert.deepEqual(open.lines[0].score, { kind: 'draw' })
  const drawn = together([word(9, [line('a', 'draw')]), word(5, [line('b', 'loss', { plies: 4 })])], 3)
  assert.deepEqual([drawn.best, drawn.score.kind], ['a', 'draw'])
  const lost = together([word(9, [line('a', 'loss', { plies: 4 })]), word(5, [line('b', 'loss', { plies: 6 })])], 3)
  assert.deepEqual(
    lost.lines.map(({ move }) => move),
    ['b', 'a'],
  )
})
