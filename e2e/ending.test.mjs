// How a game ends off the board: resigned, agreed, out of time; and what comes after.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch, openPage, closeClean, startGame, settled, saveGame, asked } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const HUMAN = { kind: 'human', name: 'Person' },
  ENGINE = { kind: 'engine', name: 'Engine', level: 1, time_ms: 200 }
const title = (page) => page.textContent('.call h2')
const waitForTitle = (page, wanted) =>
  page.waitForFunction((title) => document.querySelector('.call h2')?.textContent === title, wanted)
const press = (page, word) => page.locator('.call .btn', { hasText: word }).click()
const play = async (game, more) =>
  openPage(browser, server, { hash: `#/play/${(await saveGame(server, { game, ...more })).id}` })

test('who resigns loses, once it is confirmed; the end is kept', async () => {
  const page = await play('kings-valley', { seats: [HUMAN, ENGINE] })
  await settled(page)
  await page.click('.bar [data-icon="flag"]')
  assert.equal(await title(page), 'Resign this game?')
  await press(page, 'Cancel')
  assert.equal(await title(page), 'Your move')
  await page.click('.bar [data-icon="flag"]')
  await press(page, 'Resign')
  await waitForTitle(page, 'You lose')
  assert.equal(await page.locator('.cell.able').count(), 0)
  await page.reload()
  await waitForTitle(page, 'You lose')
  assert.equal(await page.textContent('.call p'), 'You resigned')
  await closeClean(page)
})

test('two people agree to a draw and play again with the other side', async () => {
  const page = await play('russian-draughts', {
    seats: [
      { ...HUMAN, name: 'Ann' },
      { ...HUMAN, name: 'Ben' },
    ],
  })
  await settled(page)
  await page.click('.bar [data-icon="hand"]')
  assert.equal(await title(page), 'Do both agree to a draw?')
  await press(page, 'Agree')
  await waitForTitle(page, 'Draw')
  assert.equal(await page.textContent('.call p'), 'Agreed')
  const before = page.url()
  await press(page, 'Rematch')
  await waitForTitle(page, 'White to move')
  assert.notEqual(page.url(), before)
  const id = page.url().split('/').at(-1)
  const saved = (await asked(page, `/api/saved/${id}`)).body
  assert.deepEqual(
    saved.seats.map((seat) => seat.name),
    ['Ben', 'Ann'],
  )
  await closeClean(page)
})

test('an engine declines a draw at the start and takes one where nobody can win', async () => {
  const page = await play('russian-draughts', { seats: [HUMAN, ENGINE] })
  await settled(page)
  await page.click('.bar [data-icon="hand"]')
  await press(page, 'Offer a draw')
  await waitForTitle(page, 'The engine declines the draw')
  await page.click('.cell[data-id="c3"]')
  await page.click('.cell[data-id="d4"]')
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('c3-d4'))
  await closeClean(page)
  const even = await play('russian-draughts', { seats: [HUMAN, ENGINE], position: 'W:WKa1:BKb8' })
  await settled(even)
  await even.click('.bar [data-icon="hand"]')
  await press(even, 'Offer a draw')
  await waitForTitle(even, 'Draw')
  await closeClean(even)
})

test('a rematch with the engine swaps the seats, and the engine begins', async () => {
  const page = await play('connect-four', { seats: [HUMAN, ENGINE], moves: ['1', '2', '1', '2', '1', '2', '1'] })
  await waitForTitle(page, 'You win')
  assert.equal(await page.locator('.winrow').count(), 2, 'the four are struck through')
  await press(page, 'Rematch')
  await page.waitForFunction(() => document.querySelectorAll('.tree .step').length === 1)
  await waitForTitle(page, 'Your move')
  assert.match(await page.textContent('.strips:last-of-type'), /You/)
  await closeClean(page)
})

test('a clock runs for the one to move, and who has no time left loses', async () => {
  const page = await play('kings-valley', {
    seats: [HUMAN, HUMAN],
    moves: ['b1-b4'],
    notes: { clocks: { minutes: 5, left: [300000, 2500] } },
  })
  await settled(page)
  const black = page.locator('time[data-seat="1"]'),
    white = page.locator('time[data-seat="0"]')
  const first = Number(await black.textContent())
  assert.ok(first <= 2.5 && first > 0.5, `${first}`)
  await page.waitForTimeout(400)
  assert.ok(Number(await black.textContent()) < first)
  assert.equal(await white.textContent(), '5:00')
  await waitForTitle(page, 'White wins')
  assert.equal(await page.textContent('.call p'), 'Out of time: Black')
  assert.equal(await black.textContent(), '0.0')
  assert.ok(await page.locator('.bar [data-icon="undo"]').isDisabled(), 'lost time cannot be taken back')
  await page.reload()
  await waitForTitle(page, 'White wins')
  await closeClean(page)
})

test('time left is kept with the game, and a move stops the clock', async () => {
  const page = await openPage(browser, server)
  await page.click('[data-game="kings-valley"]')
  const dialog = page.locator('dialog[open]')
  await dialog.locator('.pick').nth(0).locator('button').first().click()
  await dialog.locator('.pick').nth(1).locator('button').first().click()
  await dialog.locator('button', { hasText: '5 min' }).click()
  await page.click('#start')
  await settled(page)
  assert.equal(await page.textContent('time[data-seat="0"]'), '5:00')
  for (const [from, to] of [
    ['b1', 'b4'],
    ['a5', 'a2'],
  ]) {
    await page.click(`.cell[data-id="${from}"]`)
    await page.click(`.cell[data-id="${to}"]`)
    await page.waitForFunction((move) => document.querySelector('.tree').textContent.includes(move), `${from}-${to}`)
    if (from === 'b1') await page.waitForTimeout(1300)
  }
  await page.reload()
  await settled(page)
  assert.match(await page.textContent('time[data-seat="1"]'), /^4:5[0-9]$/)
  await closeClean(page)
})

test('earlier moves are looked at without being taken back', async () => {
  const page = await play('kings-valley', { seats: [HUMAN, HUMAN], moves: ['b1-b4', 'a5-a2', 'd1-d4'] })
  await settled(page)
  const current = () => page.textContent('.tree [aria-current]')
  await page.locator('.tree .step', { hasText: 'b1-b4' }).click()
  await waitForTitle(page, 'After 1 move of 3')
  assert.equal(await current(), 'b1-b4')
  assert.match(await page.getAttribute('.cell[data-id="a5"]', 'aria-label'), /black soldier/)
  assert.equal(await page.locator('.cell.able').count(), 0)
  await page.locator('h1').click()
  await page.keyboard.press('ArrowRight')
  await waitForTitle(page, 'After 2 moves of 3')
  await page.keyboard.press('ArrowUp')
  await waitForTitle(page, 'After 0 moves of 3')
  await page.keyboard.press('ArrowDown')
  await waitForTitle(page, 'Black to move')
  await page.keyboard.press('ArrowLeft')
  await waitForTitle(page, 'After 2 moves of 3')
  await press(page, 'Back to the game')
  await waitForTitle(page, 'Black to move')
  assert.equal(await page.locator('.tree .step').count(), 3)
  await closeClean(page)
})

test('two windows show the same game', async () => {
  const { id } = await saveGame(server, { game: 'kings-valley', seats: [HUMAN, HUMAN] })
  const page = await openPage(browser, server, { hash: `#/play/${id}` })
  const other = await page.context().newPage()
  await other.goto(`${server.address}/#/play/${id}`)
  await settled(other)
  await settled(page)
  await page.click('.cell[data-id="b1"]')
  await page.click('.cell[data-id="b4"]')
  await other.waitForFunction(() => document.querySelector('.tree').textContent.includes('b1-b4'))
  await other.click('.bar [data-icon="undo"]')
  await page.waitForFunction(() => !document.querySelector('.tree').textContent.includes('b1-b4'))
  await closeClean(page)
})

test('back and forward walk through the screens, and a reload keeps the game', async () => {
  const page = await openPage(browser, server)
  await startGame(page, 'kings-valley', { kinds: ['human', 'human'] })
  await settled(page)
  await page.click('.cell[data-id="b1"]')
  await page.click('.cell[data-id="b4"]')
  await page.waitForSelector('.tree .step')
  await page.goBack()
  await page.waitForSelector('.cards .card')
  assert.match(await page.textContent('.resume'), /King’s Valley, move 1: Black to move/)
  await page.goForward()
  await page.waitForSelector('.play .tree .step')
  await page.reload()
  await page.waitForSelector('.play .tree .step')
  await closeClean(page)
})
