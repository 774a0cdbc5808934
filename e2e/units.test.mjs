// What can be tested without a browser: paths of cells, the tree of moves, addresses, messages.
import test from 'node:test'
import assert from 'node:assert/strict'

const load = (name) => import(new URL(`../crates/app/page/js/${name}`, import.meta.url))
const { afterClick, nextSteps, completed, taken, mustCapture } = await load('board/steps.js')
const { Tree } = await load('tree.js')
const { together } = await load('alone/together.js')
const { readAddress, writeAddress } = await load('address.js')

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
