// Games with a clock, engines that can be hurried, paused and stepped, and answers that can be seen.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch, openPage, closeClean, saveGame, settled, needsServer } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const HUMAN = { kind: 'human', name: 'Person' }
const engine = (level, time_ms = 1000) => ({ kind: 'engine', name: 'Engine', level, time_ms })
const steps = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.tree .step').length === wanted, count)

async function play(game, more, options = {}) {
  const { id } = await saveGame(server, { game, ...more })
  return openPage(browser, server, { hash: `#/play/${id}`, ...options })
}

test('a game with a clock of five minutes goes on after the second move, on a phone and over a reload', async () => {
  const page = await openPage(browser, server, { width: 390, height: 844, hasTouch: true, isMobile: true })
  await page.click('[data-game="connect-four"]')
  await page.locator('dialog .pick button', { hasText: '5 min' }).click()
  await page.fill('#increment', '2')
  await page.click('#start')
  for (const count of [2, 4]) {
    await settled(page)
    await page.fill('#typed', '4')
    await page.press('#typed', 'Enter')
    await steps(page, count)
  }
  await page.reload()
  await settled(page)
  await page.fill('#typed', '2')
  await page.press('#typed', 'Enter')
  await steps(page, 6)
  const left = await page.locator('time[data-seat="0"]').textContent()
  assert.match(left, /^[45]:\d\d$/)
  await closeClean(page)
})

test('minutes that make no sense are brought within bounds, and seats may have different ones', async () => {
  const page = await openPage(browser, server)
  await page.click('[data-game="connect-four"]')
  await page.locator('dialog .pick button', { hasText: 'Own' }).click()
  await page.fill('#minutes-0', '1000000')
  await page.fill('#minutes-1', '2')
  await page.fill('#increment', '3')
  await page.click('#start')
  await page.waitForSelector('.play .cell')
  assert.equal(await page.locator('time[data-seat="0"]').textContent(), '10:00:00')
  assert.equal(await page.locator('time[data-seat="1"]').textContent(), '2:00')
  await closeClean(page)
})

test('a reply that failed can be tried again', { skip: needsServer('the test answers for the server') }, async () => {
  const page = await play('connect-four', { moves: ['4'], seats: [HUMAN, engine(1)] })
  await settled(page)
  await page.route(
    '**/reply',
    (route) => route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'no' } } }),
    { times: 1 },
  )
  await page.fill('#typed', '4')
  await page.press('#typed', 'Enter')
  await page.locator('.call .btn', { hasText: 'Try again' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.tree .step').length >= 4)
  assert.deepEqual(
    page.wrongs.filter((wrong) => !wrong.includes('500')),
    [],
  )
  await page.context().close()
})

test('an engine that thinks long is told to move now', async () => {
  const page = await play('international-draughts', { moves: ['32-28'], seats: [HUMAN, engine(8, 20000)] })
  const began = Date.now()
  await page.click('#hurry')
  await steps(page, 2)
  assert.ok(Date.now() - began < 8000)
  await closeClean(page)
})

test('one’s own disc lands before the answer comes, and the answer can be seen', async () => {
  const page = await play('connect-four', { seats: [HUMAN, engine(1)] }, { reducedMotion: 'no-preference' })
  await settled(page)
  await page.evaluate(() => localStorage.setItem('plyground.pace', '"usual"'))
  const seen = page.evaluate(
    () =>
      new Promise((resolve) => {
        const times = []
        const watch = new MutationObserver(() => {
          const count = document.querySelectorAll('.tree .step').length
          if (count > times.length) times.push(performance.now())
          if (times.length === 2) resolve(times[1] - times[0])
        })
        watch.observe(document.querySelector('.tree'), { childList: true, subtree: true })
      }),
  )
  await page.click('.cell[data-id="d1"], .cell.able')
  const apart = await seen
  // Level 1 answers within some 30 ms: without the pause the two would be one.
  assert.ok(apart >= 300, `${apart} ms`)
  await closeClean(page)
})

test('engines among themselves are paused, stepped and slowed', async () => {
  const page = await play('connect-four', { seats: [engine(1), engine(1)] })
  await page.evaluate(() => localStorage.setItem('plyground.pace', '"slow"'))
  await page.click('#pause')
  const before = await page.locator('.tree .step').count()
  await page.click('#one-move')
  await steps(page, before + 1)
  await page.waitForTimeout(500)
  assert.equal(await page.locator('.tree .step').count(), before + 1)
  await page.click('.call .pick button:has-text("Fast")')
  await page.click('#go-on')
  await page.waitForFunction((count) => document.querySelectorAll('.tree .step').length > count + 2, before)
  await closeClean(page)
})

test('a forced pass passes by itself after a moment', async () => {
  const page = await openPage(browser, server)
  // Blue has one flock that cannot move; Orange still can.
  const { id } = await saveGame(server, { game: 'battle-sheep', position: '-3  +1  +4   0   0', seats: [HUMAN, HUMAN] })
  await page.goto(`${server.address}/#/play/${id}`)
  await page.waitForSelector('.play .cell')
  await page.waitForFunction(() => document.querySelector('.call .btn')?.textContent === 'Pass')
  await steps(page, 1)
  await page.waitForFunction(() => document.querySelector('.call h2').textContent === 'Orange to move')
  await closeClean(page)
})

test('picking up a piece moves nothing beside the board, and the list of moves is one tab stop', async () => {
  const moves = ['32-28', '19-23', '28x19', '14x23', '37-32', '10-14']
  const page = await play('international-draughts', { moves, seats: [HUMAN, HUMAN] })
  await settled(page)
  const bar = () => page.locator('.side .bar').boundingBox()
  const before = await bar()
  await page.click('.cell.able')
  assert.deepEqual(await bar(), before)
  assert.equal(await page.locator('.tree [tabindex="0"]').count(), 1)
  await page.locator('.tree [tabindex="0"]').focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.querySelector('.call h2').textContent.startsWith('After 5 moves'))
  assert.equal(await page.evaluate(() => document.activeElement.textContent), '37-32')
  await closeClean(page)
})
