// What a new user met: the game at hand analysed and back, records that keep everything, links that
// lead nowhere, a server that comes back, other keyboards, many tabs.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch, openPage, closeClean, saveGame, settled, asked, needsServer } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const HUMAN = { kind: 'human', name: 'Person' }
const PAIR = `[Event "Club"]
[White "Ann <b>"]
[Black "Bo"]
[Result "1-0"]

1. c3-d4 $1 {solid} d6-c5 2. b2-c3? 1-0

[White "Cy"]
[Black "Di"]

1. c3-b4 f6-g5 1/2-1/2
`

test('Analyse leads to the game at hand, and back again', async () => {
  const { id } = await saveGame(server, { game: 'russian-draughts', moves: ['c3-d4', 'd6-c5'], seats: [HUMAN, HUMAN] })
  const page = await openPage(browser, server, { hash: `#/play/${id}` })
  await settled(page)
  await page.click('[data-place="analyse"]')
  await page.waitForSelector('.analyse .cell')
  assert.equal(await page.textContent('h1'), 'Russian draughts')
  assert.equal(await page.locator('.tree .step').count(), 2)
  await page.click('#back-to-game')
  await page.waitForSelector('.play .cell')
  assert.equal(await page.evaluate(() => location.hash), `#/play/${id}`)
  await closeClean(page)
})

test('squares are called as the players of a game call them, and the reader may choose', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/international-draughts' })
  await page.waitForSelector('.squarenumber')
  assert.equal(await page.locator('.coord').count(), 0)
  await page.fill('#typed', '32-28')
  await page.press('#typed', 'Enter')
  await page.waitForFunction(() => document.querySelector('.tree .step')?.textContent === '32-28')
  await page.locator('.notation button').first().click()
  await page.waitForFunction(
    () =>
      document.querySelector('.tree .step')?.textContent === 'd4-e5' ||
      /^[a-j]/.test(document.querySelector('.tree .step')?.textContent),
  )
  assert.ok((await page.locator('.coord').count()) > 0)
  await page.goto(`${server.address}/#/analyse/russian-draughts`)
  await page.waitForSelector('.cell.able')
  assert.equal(await page.locator('.squarenumber').count(), 0)
  await closeClean(page)
})

test('text and board of the editor are one position', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/russian-draughts' })
  await page.waitForSelector('.cell.able')
  await page.click('#edit')
  await page.fill('#edit-text', 'W:WKa1:Bb6')
  await page.waitForFunction(
    () =>
      document.querySelectorAll('dialog .piece').length > 0 &&
      document.querySelectorAll('dialog .bigboard .piece').length === 2,
  )
  await page.click('#edit-clear')
  assert.equal(await page.inputValue('#edit-text'), '')
  await page.locator('.palette button[aria-label="white man"]').click()
  await page.click('dialog .cell[data-id="c3"]')
  await page.locator('.palette button[aria-label="black man"]').click()
  await page.click('dialog .cell[data-id="h8"]')
  await page.waitForFunction(() => /^W:W.*:B/.test(document.querySelector('#edit-text').value))
  await page.click('#edit-done')
  await page.waitForFunction(() => document.querySelectorAll('.bigboard .pieces .piece').length === 2)
  await page.context().close()
})

test('a pasted record keeps names, result, signs and comments, and offers all its games', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/russian-draughts' })
  await page.waitForSelector('.cell.able')
  await page.click('#share')
  await page.fill('#paste', PAIR)
  await page.click('#open-text')
  await page.locator('.manygames button').first().click()
  await page.waitForFunction(() => document.querySelectorAll('.tree .step').length === 3)
  assert.match(await page.textContent('.about'), /Club · Ann <b> – Bo · 1-0/)
  assert.match(await page.textContent('.tree'), /c3-d4!/)
  assert.match(await page.textContent('.tree .comment'), /solid/)
  await page.click('#share')
  await page.click('#copy-game')
  await page.waitForFunction(() => document.querySelector('#paste').value.includes('$1 {solid}'))
  assert.match(await page.inputValue('#paste'), /\[White "Ann <b>"\]/)
  await page.fill('#paste', PAIR)
  await page.click('#open-text')
  await page.click('#import-all')
  await page.waitForSelector('.games li')
  await page.fill('#saved-text', 'Ann')
  await page.waitForFunction(() => document.querySelectorAll('.games li').length === 1)
  assert.match(await page.textContent('.games li'), /Russian draughts: Club.*Ann <b> – Bo/s)
  await closeClean(page)
})

test('a board whose first row is indented, and one that does not say who is to move, can be pasted', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/battle-sheep' })
  await page.waitForSelector('.cell')
  await page.click('#share')
  await page.fill('#paste', '   0  +2\n-2   0  -3  +3\n   0           0')
  await page.click('#open-text')
  await page.waitForFunction(
    () => !document.querySelector('dialog') && document.querySelectorAll('.bigboard .piece').length === 4,
  )
  await page.goto(`${server.address}/#/analyse/english-draughts`)
  await page.waitForSelector('.cell.able')
  const sheet = (await asked(page, '/api/state', { game: 'english-draughts', moves: ['11-15'] })).body.board_text
  await page.click('#share')
  await page.fill(
    '#paste',
    sheet
      .split('\n')
      .filter((line) => !line.startsWith('move'))
      .join('\n'),
  )
  await page.click('#open-text')
  await page.locator('dialog .choice button', { hasText: 'White' }).click()
  await page.waitForFunction(() => /White to move/.test(document.querySelector('.who')?.textContent))
  await page.context().close()
})

test('links that lead nowhere say so', async () => {
  const page = await openPage(browser, server)
  for (const [hash, words] of [
    ['#/play/99999', 'no saved game 99999'],
    ['#/analyse/chess', 'no game called chess'],
    ['#/nonsense', 'nothing at this address'],
  ]) {
    await page.goto(`${server.address}/${hash}`)
    await page.waitForFunction((wanted) => document.querySelector('#toast').textContent.includes(wanted), words)
  }
  await page.context().close()
})

test('a review is kept, says what was better, and lets one try again', async () => {
  const moves = ['4', '4', '3', '3', '5', '1', '2']
  const { id } = await saveGame(server, { game: 'connect-four', moves, seats: [HUMAN, HUMAN] })
  const page = await openPage(browser, server, { hash: `#/analyse/connect-four?moves=${moves.join('+')}&saved=${id}` })
  await page.waitForSelector('.cell')
  await page.click('#review')
  await page.waitForFunction(
    () =>
      document.querySelector('#review').textContent === 'Analyse the game' &&
      document.querySelectorAll('.bad').length > 0,
  )
  await page.waitForSelector('.summary')
  const marks = await page.locator('.bad').count()
  await page.waitForTimeout(800)
  await page.reload()
  await page.waitForSelector('.bad')
  assert.equal(await page.locator('.bad').count(), marks)
  await page.locator('.tree .step:has(.bad)').last().click()
  await page.waitForFunction(() => /Better was/.test(document.querySelector('.call p').textContent))
  const best = /Better was (\S+)/.exec(await page.textContent('.call p'))[1]
  await page.click('#retry')
  await page.waitForFunction(() => document.querySelector('.call h2').textContent === 'Find a better move')
  assert.equal(await page.locator('.arrow').count(), 0)
  await page.fill('#typed', best)
  await page.press('#typed', 'Enter')
  await page.waitForFunction(() => document.querySelector('.call h2').textContent === 'That is better')
  await closeClean(page)
})

test('comments and signs are written and kept', async () => {
  const { id } = await saveGame(server, { game: 'connect-four', moves: ['4', '4'], seats: [HUMAN, HUMAN] })
  const page = await openPage(browser, server, { hash: `#/analyse/connect-four?moves=4+4&saved=${id}` })
  await page.waitForSelector('.tree [aria-current]')
  await page.click('.remarks summary')
  await page.selectOption('#sign', '3')
  await page.fill('#comment', 'The <i>centre</i> again')
  await page.waitForTimeout(800)
  await page.reload()
  await page.waitForSelector('.tree .comment')
  assert.equal(await page.textContent('.tree .comment'), 'The <i>centre</i> again')
  assert.match(await page.textContent('.tree [aria-current]'), /4!!/)
  await closeClean(page)
})

test('analysis goes on by itself when the server is back', { skip: needsServer('nobody goes away') }, async () => {
  const own = await Server.start()
  const page = await openPage(browser, own, { hash: '#/analyse/russian-draughts' })
  await page.waitForSelector('.lines button')
  await own.kill()
  await page.keyboard.press('f')
  await page.fill('#typed', 'c3-d4')
  await page.press('#typed', 'Enter')
  await page.waitForFunction(() => /does not answer/.test(document.querySelector('.call p').textContent))
  const again = await Server.start({ folder: own.home, port: own.port })
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.tree .step').length === 1 && document.querySelectorAll('.lines button').length > 0,
    null,
    { timeout: 20000 },
  )
  await page.context().close()
  await again.stop()
})

test('letter keys work on a Russian keyboard', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/russian-draughts' })
  await page.waitForSelector('.cell.able')
  const place = () => page.locator('.cell[data-id="a1"]').boundingBox()
  const before = await place()
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'а', code: 'KeyF', bubbles: true })),
  )
  assert.notDeepEqual(await place(), before)
  await closeClean(page)
})

test('any number of tabs analyse and play', async () => {
  const context = (await openPage(browser, server)).context()
  const pages = []
  for (let tab = 0; tab < 9; tab++) {
    const page = await context.newPage()
    await page.goto(`${server.address}/#/analyse/international-draughts`)
    await page.waitForSelector('.bigboard .cell', { timeout: 8000 })
    pages.push(page)
  }
  await pages[8].waitForSelector('.lines button', { timeout: 10000 })
  const { id } = await saveGame(server, {
    game: 'connect-four',
    seats: [HUMAN, { kind: 'engine', name: 'e', level: 1 }],
  })
  await pages[7].goto(`${server.address}/#/play/${id}`)
  await pages[7].waitForSelector('.play .bigboard .cell.able')
  await pages[7].fill('#typed', '4')
  await pages[7].press('#typed', 'Enter')
  await pages[7].waitForFunction(() => document.querySelectorAll('.tree .step').length === 2)
  await context.close()
})

test('stepping to and fro asks for nothing that is known', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four?moves=4+4+4+4+4+4' })
  await page.waitForSelector('.lines button')
  const step = async (key, wanted) => {
    await page.keyboard.press(key)
    await page.waitForFunction(
      (ply) =>
        (document.querySelector('.tree [aria-current]')
          ? [...document.querySelectorAll('.tree .step')].indexOf(document.querySelector('.tree [aria-current]')) + 1
          : 0) === ply,
      wanted,
    )
  }
  for (let ply = 5; ply >= 0; ply--) await step('ArrowLeft', ply)
  for (let ply = 1; ply <= 6; ply++) await step('ArrowRight', ply)
  const before = page.questions.length
  for (let ply = 5; ply >= 0; ply--) await step('ArrowLeft', ply)
  for (let ply = 1; ply <= 6; ply++) await step('ArrowRight', ply)
  const asked = page.questions.slice(before).map(({ path }) => path)
  assert.deepEqual(
    asked.filter((path) => path.includes('/api/state')),
    [],
  )
  await closeClean(page)
})

test('a puzzle is solved, its board saved as a picture, and the book explored', async () => {
  const page = await openPage(browser, server, { hash: '#/puzzles/connect-four' })
  await page.waitForSelector('.puzzles .cell.able')
  await page.click('#puzzle-give')
  await page.waitForFunction(() => document.querySelector('.call h2').textContent.startsWith('It was'))
  const solution = /^It was (\d)/.exec(await page.textContent('.call h2'))[1]
  await page.reload()
  await page.waitForSelector('.puzzles .cell.able')
  const column = page.locator(`.cell[aria-label^="column ${solution}, row"].able`)
  await column.first().click()
  await page.waitForFunction(() => document.querySelector('.call h2').textContent === 'Solved')
  await page.click('.call a.btn')
  await page.waitForSelector('.analyse .cell')
  await page.click('.explorer summary')
  await page.waitForSelector('.explorer .meta, .explored li')
  await page.click('#share')
  const [svg] = await Promise.all([page.waitForEvent('download'), page.click('#save-svg')])
  assert.equal(svg.suggestedFilename(), 'connect-four.svg')
  const [png] = await Promise.all([page.waitForEvent('download'), page.click('#save-png')])
  assert.equal(png.suggestedFilename(), 'connect-four.png')
  await closeClean(page)
})

test('the tour points at what is where, once', async () => {
  const { id } = await saveGame(server, { game: 'connect-four', seats: [HUMAN, HUMAN] })
  const page = await openPage(browser, server, { hash: `#/play/${id}` })
  await page.click('#tour')
  for (let step = 0; step < 5; step++) {
    await page.waitForFunction(() => document.querySelectorAll('.pointed').length === 1)
    await page.click('#tour-next')
  }
  assert.equal(await page.locator('.tour').count(), 0)
  await page.reload()
  await page.waitForSelector('.cell.able')
  assert.equal(await page.locator('#tour').count(), 0)
  await closeClean(page)
})
