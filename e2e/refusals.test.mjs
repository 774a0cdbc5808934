// What the server refuses is told in the reader's language. Every sentence is provoked
// on a real server by its detail; those that take more than a request are named.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, asked, launch, openPage, closeClean } from './support.mjs'

const page = (name) => import(new URL(`../crates/app/page/${name}`, import.meta.url))
const { retold } = await page('js/refusals.js')
const LANGUAGES = ['ru', 'fr', 'pl']
const words = async (code) => (await page(`i18n/refusals/${code}.js`)).default

let server, browser, asking
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
  asking = await openPage(browser, server)
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const SHEET = '  A B C D E F G H'
const RANKS = [
  '1 _ b _ b _ b _ b',
  '2 b _ b _ b _ b _',
  '3 _ b _ b _ b _ b',
  '4 0 _ 0 _ 0 _ 0 _',
  '5 _ 0 _ 0 _ 0 _ 0',
  '6 w _ w _ w _ w _',
  '7 _ w _ w _ w _ w',
  '8 w _ w _ w _ w _',
]
const FIELD = ' 0  -4   0  +4  '
const sheet = (changes = {}) => [SHEET, ...RANKS].map((line, index) => changes[index + 1] ?? line).join('\n')
const state = (game, more) => ['/api/state', { game, ...more }]
const at = (game, position, more = {}) => state(game, { position, ...more })
const record = (text, game = 'connect-four') => ['/api/record/read', { text, game }]
const four = (position, more) => at('connect-four', position, more)
const kings = (position, more) => at('kings-valley', position, more)
const russian = (position, more) => at('russian-draughts', position, more)
const nine = (changes) => russian(sheet(changes), { to_move: 'w' })
const sheep = (position, more) => at('battle-sheep', position, more)
const option = (game, options) => state(game, { options })

const PROVOKED = {
  'move.illegal': state('kings-valley', { moves: ['a1-a2'] }),
  'move.illegalOf': state('russian-draughts', { moves: ['c3-e5'] }),
  'move.illegalSheep': state('battle-sheep', { moves: ['z9'] }),
  'move.several': at('english-draughts', 'W:Wd2:Bc3,c5,e3,e5', { moves: ['d2:d6'] }),
  'move.noCapture': state('russian-draughts', { moves: ['c3:d4'] }),
  'move.squares': state('russian-draughts', { moves: ['c3'] }),
  'move.because': state('russian-draughts', { moves: ['c3-z9'] }),
  'move.column': state('connect-four', { moves: ['9'] }),
  'move.full': state('connect-four', { moves: ['1', '1', '1', '1', '1', '1', '1'] }),
  'move.over': state('connect-four', { moves: ['1', '2', '1', '2', '1', '2', '1', '2'] }),
  'game.unknown': state('chess'),
  'game.long': state('connect-four', { moves: Array.from({ length: 2001 }, () => '1') }),
  'saved.none': ['/api/saved/999', undefined],
  'rows.letter': four('7/7/7/7/7/6z x'),
  'rows.count': four('7/7 x'),
  'rows.width': four('7/7/7/7/7/8 x'),
  'side.after': four('7/7/7/7/7/7 q'),
  'side.none': kings('bbBbb/5/5/5/wwWww'),
  'side.told': kings('bbBbb/5/5/5/wwWww w', { to_move: 'b' }),
  'side.sign': kings('bbBbb/5/5/5/wwWww w', { to_move: 'q' }),
  'four.nothing': four(''),
  'four.ply': four('49'),
  'four.plyOver': four('12121212'),
  'four.plyFull': four('1111111'),
  'four.hangs': four('7/7/7/7/x6/7 o'),
  'four.stones': four('7/7/7/7/7/xx5 o'),
  'four.both': four('7/7/xo5/xo5/xo5/xo5 x'),
  'four.wonAlready': four('7/7/7/7/ooo4/xxxxo2 x'),
  'three.both': at('tic-tac-toe', 'xxx/ooo/3 x'),
  'three.wonAlready': at('tic-tac-toe', 'ooo/xx1/xx1 o'),
  'kings.king': kings('bbBbb/5/5/5/wwwww w'),
  'kings.soldiers': kings('bbBbb/5/5/5/1wWww w'),
  'kings.centre': kings('bbBbb/5/2w2/5/1wWww w'),
  'kings.won': kings('bbBbb/5/2W2/5/ww1ww w'),
  'kings.rest': kings('bbBbb/5/5/5/wwWww w 7'),
  'fen.square': russian('W:Wz9:Bh8'),
  'fen.twice': russian('W:Wa1,a1:Bh8'),
  'fen.crowned': russian('W:Wh8:Ba3'),
  'fen.side': russian('Q:Wa1:Bh8'),
  'fen.noSide': russian(':Wa1:Bh8'),
  'fen.form': russian('nonsense'),
  'fen.colourTwice': russian('W:Wa1:Wc1'),
  'fen.colourNone': russian('W:Wa1'),
  'fen.empty': russian('W:W:B'),
  'fen.range': russian('W:W30-21:B1'),
  'fen.field': russian('W:Wa1:Bb8:Zx'),
  'sheet.side': russian(sheet()),
  'sheet.header': nine({ 1: 'nothing' }),
  'sheet.rest': russian(`${sheet()}\nmore`, { to_move: 'w' }),
  'sheet.pieces': nine(Object.fromEntries([2, 3, 4].map((line) => [line, RANKS[line - 2].replaceAll('b', '0')]))),
  'sheet.number': nine({ 3: '7 b _ b _ b _ b _' }),
  'sheet.squares': nine({ 2: '1 _ b' }),
  'sheet.light': nine({ 2: '1 b b _ b _ b _ b' }),
  'sheet.letter': nine({ 2: '1 _ q _ b _ b _ b' }),
  'sheet.line': nine({ 2: '1 _ w _ b _ b _ b' }),
  'sheep.board': sheep('/'),
  'sheep.turn': sheep(' 0   0 / turn: x'),
  'sheep.hex': sheep(' 0  q '),
  'sheep.stack': sheep(' 0  -99 '),
  'sheep.many': sheep(' 0  -16 -16 '),
  'sheep.grid': sheep(' 0   0  0 '),
  'sheep.columns': sheep(`${' '.repeat(1100)}0`),
  'sheep.hexes': sheep(' 0  '.repeat(70)),
  'sheep.splits': sheep(' 0  *16 ', { options: { ending: 'splits' } }),
  'sheep.splitsOption': option('battle-sheep', { ending: 'splits', players: 3 }),
  'sheep.next': sheep(FIELD, { moves: ['-2  -2   0  +4  /turn: -'] }),
  'sheep.same': sheep(FIELD, { moves: [FIELD] }),
  'sheep.far': sheep(FIELD, { moves: ['-1  -1   0  +4  '] }),
  'sheep.pasture': sheep(FIELD, { moves: [' 0   0  '] }),
  'record.tag': record('[ "x"]'),
  'record.value': record('[Game x]'),
  'record.quote': record('[Game "x'),
  'record.bracket': record('[Game "x" y'),
  'record.unexpected': record('1. 4 ]'),
  'record.open': record('1. 4 (1. 3'),
  'record.early': record('(1. 3) 4'),
  'record.deep': record(`1. 4 ${'(4 '.repeat(200)}`),
  'record.comment': record('1. 4 {no end'),
  'record.type': record('[GameType "99"]\n1. c3-d4 *', 'russian-draughts'),
  'record.game': ['/api/record/read', { text: '1. 4 *' }],
  'record.many': ['/api/saved/import', { game: 'connect-four', text: '* '.repeat(1001) }],
  'record.long': [
    '/api/record/write',
    { game: 'connect-four', tree: [{ move: '1', variations: Array.from({ length: 20_000 }, () => [{ move: '2' }]) }] },
  ],
  'seats.shape': ['/api/saved', { game: 'connect-four', seats: 'x' }],
  'notes.shape': ['/api/saved', { game: 'connect-four', notes: [1] }],
  'title.long': ['/api/saved', { game: 'connect-four', title: 'x'.repeat(1001) }],
  'pieces.twice': [
    '/api/position',
    {
      game: 'russian-draughts',
      to_move: 'w',
      pieces: [
        { cell: 'a1', owner: 0, kind: 'man' },
        { cell: 'a1', owner: 0, kind: 'man' },
      ],
    },
  ],
  'pieces.cell': [
    '/api/position',
    { game: 'russian-draughts', to_move: 'w', pieces: [{ cell: 'z9', owner: 0, kind: 'man' }] },
  ],
  'option.words': option('kings-valley', { blocked: 'never' }),
  'option.number': option('battle-sheep', { sheep: 99 }),
  'lab.over': ['/api/lab', { game: 'connect-four', moves: ['1', '2', '1', '2', '1', '2', '1'] }],
  'spec.tree': ['/api/lab', { game: 'connect-four', spec: 'random' }],
  'spec.algorithm': ['/api/lab', { game: 'connect-four', spec: 'zeta' }],
  'tree.text': ['/api/lab', { game: '', tree: '((3 5)(2 x))' }],
  'tree.deep': ['/api/lab', { game: '', tree: '('.repeat(20) }],
  'tree.uneven': ['/api/lab', { game: '', tree: '((3 5) 2)' }],
  'tree.large': ['/api/lab', { game: '', tree: `(${'1 '.repeat(5000)})` }],
  'option.unknown': option('battle-sheep', { goats: 1 }),
  'option.none': option('connect-four', { x: 1 }),
}

/** Needs a game that goes on meanwhile, a crowd, a fault or a slow line; or frames another sentence. */
const UNPROVOKED = [
  'alone.engine',
  'alone.failing',
  'alone.fetch',
  'alone.full',
  'alone.memory',
  'alone.wasm',
  'game.moved',
  'game.over',
  'notes.large',
  'server.busy',
  'server.chunks',
  'server.internal',
  'server.large',
  'server.slow',
  'server.token',
  'storage.damaged',
  'storage.failing',
  'storage.full',
  'storage.locked',
  'storage.readOnly',
  'sheep.at',
  'sheep.none',
  'record.at',
]

async function refused([path, body]) {
  const answer = await asked(asking, path, body)
  return answer.body.error ?? { detail: `accepted, status ${answer.status}`, values: {} }
}

/** The details that a refusal is made of, from the outside in. */
const detailsOf = (detail, { reason }) => [detail, ...(reason ? detailsOf(reason.code, reason.values) : [])]

test('every sentence is provoked, and told in every language with all its values', async () => {
  const languages = await Promise.all(LANGUAGES.map(words))
  const wrong = []
  for (const [key, question] of Object.entries(PROVOKED)) {
    const { detail, values, message } = await refused(question)
    if (!detailsOf(detail, values).includes(key)) wrong.push(`${key}: ${detail}, ${message}`)
    for (const language of languages) {
      const told = retold(detail, values, language)
      assert.doesNotMatch(told, /expected|found|\{\w+\}|undefined|\[object/, key)
    }
  }
  assert.deepEqual(wrong, [])
})

test('the languages have words for the same refusals, and for none that nobody knows', async () => {
  for (const language of LANGUAGES) {
    const keys = Object.keys(await words(language)).filter((key) => !key.startsWith('code.'))
    assert.deepEqual(keys.sort(), [...Object.keys(PROVOKED), ...UNPROVOKED].sort(), language)
  }
})

test('a wrong move and a wrong position are explained in the reader’s language, and nothing is lost', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/russian-draughts?moves=c3-d4', locale: 'ru' })
  await page.waitForSelector('.tree [aria-current]')
  await page.fill('#typed', 'c3-z9')
  await page.press('#typed', 'Enter')
  await page.waitForFunction(() => document.querySelector('.call p')?.textContent.startsWith('Ход «c3-z9»: Нужно поле'))
  await page.click('#share')
  await page.fill('#paste', 'W:W:B')
  await page.click('#open-text')
  await page.waitForFunction(
    () => document.querySelector('dialog .wrong').textContent === 'На доске нет ни одной фигуры',
  )
  await page.keyboard.press('Escape')
  await page.click('#edit')
  await page.fill('#edit-text', 'W:Wh8:Ba3')
  await page.click('#edit-done')
  await page.waitForFunction(
    () => document.querySelector('dialog .wrong').textContent === 'Белые: простая стоит на h8, где она стала бы дамкой',
  )
  await page.keyboard.press('Escape')
  assert.deepEqual(await page.locator('.tree .step').allTextContents(), ['c3-d4'])
  assert.equal(await page.locator('.pieces .piece').count(), 24)
  await page.goto(`${server.address}/#/`)
  await page.click('[data-game="battle-sheep"]')
  for (const wrong of ['99', '-1', '', '1e9']) {
    await page.locator('dialog .choice input[type=number]').first().fill(wrong)
    await page.click('#start')
    await page.waitForFunction(
      (text) =>
        document.querySelector('dialog .wrong').textContent ===
        `Настройка sheep — целое число от 1 до 32, а введено «${text}»`,
      wrong,
    )
  }
  await page.locator('dialog .choice input[type=number]').first().fill('8')
  await page.click('#start')
  await page.waitForSelector('.play .cell.able')
  page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('422'))
  await closeClean(page)
})
