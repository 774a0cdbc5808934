// Whole games by mouse, one by keyboard, and what lies between: drags, steps back, hints, resigning.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch, openPage, closeClean, startGame, settled, isOver, choices, registered } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const PATIENCE = 250

/** Does something and waits until the live line says something else. */
async function heard(page, act) {
  const before = await page.textContent('#live')
  await act()
  await page.waitForFunction((said) => document.querySelector('#live').textContent !== said, before)
}

/** Clicks some legal move, step by step, as the board offers it. */
async function clickSomeMove(page, pick) {
  const pass = page.locator('.call .btn', { hasText: /^Pass$/ })
  if (await pass.isVisible()) return heard(page, () => pass.click())
  for (let step = 0; step < 20; step++) {
    const cells = await page
      .locator(step === 0 ? '.cell.able' : '.cell[aria-label*="you can go here"]')
      .evaluateAll((all) => all.map((cell) => cell.dataset.id))
    if (cells.length === 0) return
    const before = await page.textContent('#live')
    await page.click(`.cell[data-id="${pick(cells)}"]`)
    const split = page.locator('#split-go')
    if (await split.isVisible()) return heard(page, () => split.click())
    const isUnderWay = await page.locator('.call .btn', { hasText: /Take back the step|Put it back/ }).isVisible()
    // A click may fall into the moment in which the board is drawn anew, and go to nobody: a player clicks again.
    if (!isUnderWay)
      return void (await page
        .waitForFunction((said) => document.querySelector('#live').textContent !== said, before, { timeout: 3000 })
        .catch(() => {}))
  }
}

async function wholeGame(game) {
  const page = await openPage(browser, server)
  const pick = choices(7)
  await startGame(page, game, { level: '4' })
  let moves = 0
  for (; moves < PATIENCE; moves++) {
    await settled(page)
    if (await isOver(page)) break
    await clickSomeMove(page, pick)
  }
  assert.ok(await isOver(page), `${game} is not over after ${moves} moves of one side`)
  assert.match(await page.textContent('.call h2'), /wins?$|Draw|shared|^You (win|lose)$|^Your place/)
  assert.notEqual(await page.textContent('.call p'), '')
  assert.match(await page.textContent('#live'), /wins?\.|Draw\.|shared|You (win|lose)\.|Your place/)
  await closeClean(page)
}

const games = await registered()
const KINDS = ['connect-four', 'russian-draughts', 'english-draughts', 'kings-valley', 'battle-sheep'].filter((id) =>
  games.includes(id),
)
for (const game of KINDS) test(`a whole game of ${game} by mouse`, () => wholeGame(game))

test('a whole game by keyboard alone, from the home page on', async () => {
  const page = await openPage(browser, server)
  await page.waitForSelector('[data-game]')
  const tabTo = async (selector) => {
    for (let step = 0; step < 60; step++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`${selector} cannot be reached by Tab`)
  }
  await tabTo('[data-game="connect-four"]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await tabTo('dialog select')
  await page.keyboard.press('Home')
  await tabTo('#start')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.play .cell')
  await page.keyboard.press('b')
  const pick = choices(3)
  for (let move = 0; move < 30; move++) {
    await settled(page)
    if (await isOver(page)) break
    for (let steps = pick([0, 1, 2, 3]); steps > 0; steps--)
      await page.keyboard.press(pick(['ArrowLeft', 'ArrowRight']))
    const before = await page.textContent('#live')
    await page.keyboard.press('Enter')
    await page
      .waitForFunction((said) => document.querySelector('#live').textContent !== said, before, { timeout: 1500 })
      .catch(() => {})
    assert.ok(
      await page.evaluate(() => document.activeElement.closest('.bigboard') !== null),
      'focus stays on the board',
    )
  }
  assert.ok(await isOver(page))
  await closeClean(page)
})

test('a piece is dragged, moves are undone, redone, hinted, typed, and the game resigned', async () => {
  const page = await openPage(browser, server)
  await startGame(page, 'russian-draughts', { kinds: ['human', 'human'] })
  await page.dragAndDrop('.cell[data-id="c3"]', '.cell[data-id="d4"]')
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('c3-d4'))
  assert.match(await page.textContent('#live'), /^White: c3-d4\. Black to move/)
  await page.click('.bar [data-icon="undo"]')
  await page.waitForFunction(() => !document.querySelector('.tree').textContent.includes('c3-d4'))
  await page.click('.bar [data-icon="redo"]')
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('c3-d4'))
  await page.fill('#typed', 'f6-e5')
  await page.press('#typed', 'Enter')
  await page.waitForFunction(() => document.querySelector('.call h2').textContent === 'You must capture')
  await page.click('.cell[data-id="a3"]')
  assert.match(await page.textContent('.call p'), /a3 cannot capture/)
  await page.click('.cell[data-id="d4"]')
  await page.keyboard.press('Escape')
  await page.click('.bar [data-icon="hint"]')
  await page.waitForFunction(() => document.querySelector('.call h2').textContent.startsWith('Look at'))
  await page.click('.bar [data-icon="hint"]')
  await page.waitForSelector('.arrow.advice')
  const before = await page.locator('.coord').first().textContent()
  await page.click('.bar [data-icon="flip"]')
  const first = await page.locator('.coord').first().getAttribute('x')
  assert.ok(before && Number(first) > 0)
  await page.click('.bar [data-icon="flag"]')
  await page.click('.call .btn:has-text("Resign")')
  await page.waitForFunction(() => document.querySelector('.call h2').textContent === 'Black wins')
  assert.equal(await page.textContent('.call p'), 'White resigned')
  await closeClean(page)
})

test('a long capture is clicked step by step, and a step can be taken back', async () => {
  const page = await openPage(browser, server, {
    hash: `#/analyse/russian-draughts?position=${encodeURIComponent('W:WC3:BD4,F6')}`,
  })
  await page.waitForSelector('.cell.able')
  await page.click('.cell[data-id="c3"]')
  await page.click('.cell[data-id="e5"]')
  assert.equal(await page.locator('.cross.in').count(), 1)
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('.cross.in').count(), 0)
  await page.click('.cell[data-id="e5"]')
  await page.click('.cell[data-id="g7"]')
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('c3:'))
  await closeClean(page)
})

test('twelve rows are played by finger on a phone', async () => {
  const page = await openPage(browser, server, { width: 360, height: 760, hasTouch: true, isMobile: true })
  await startGame(page, 'english-draughts-12', { kinds: ['human', 'human'] })
  await page.waitForSelector('.cell.able')
  const start = await page.locator('.cell.able').first().getAttribute('data-id')
  await page.tap(`.cell[data-id="${start}"]`)
  await page.waitForSelector('.target')
  const box = await page.locator('.target').first().boundingBox()
  await page.touchscreen.tap(box.x + box.width / 2 + 9, box.y + box.height / 2)
  await page.waitForFunction(() => document.querySelector('.tree .step'))
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways')
  await closeClean(page)
})

test('a finger drags a piece and the page does not scroll away', async () => {
  const page = await openPage(browser, server, {
    hash: '#/analyse/russian-draughts',
    width: 360,
    height: 760,
    hasTouch: true,
    isMobile: true,
  })
  await page.waitForSelector('.cell.able')
  const middle = async (cell) => {
    const box = await page.locator(`.cell[data-id="${cell}"]`).boundingBox()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await middle('c3'), await middle('d4')]
  const finger = await page.context().newCDPSession(page)
  const touch = (type, ...touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', from)
  for (let step = 1; step <= 6; step++)
    await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 })
  await touch('touchEnd')
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('c3-d4'))
  assert.equal(await page.evaluate(() => scrollY), 0)
  await closeClean(page)
})
