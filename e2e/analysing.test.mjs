// Analysis on and off, lines, values, keys, the whole game, links, the editor and text in and out.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch, openPage, closeClean, saveGame, asked, until } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const moves = (page) => page.locator('.tree .step').allTextContents()

test('the engine speaks, is switched off, and everything it drew goes', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four?moves=4+4+3+3+3+4+3+5+5' })
  await page.waitForSelector('.lines button')
  await page.waitForSelector('.arrow')
  await page.waitForFunction(
    () => document.querySelector('.engine .head > b').textContent === 'Yellow ○ wins in 27 plies',
  )
  assert.ok(await page.locator('.evalbar').isVisible())
  await page.click('#show-values')
  await page.waitForFunction(() => document.querySelectorAll('.chip.proof').length === 7)
  assert.match(
    await page.getAttribute('.cell[data-id="b1"]', 'aria-label'),
    /won in 27 plies, first choice|won in 27 plies/,
  )
  await page.keyboard.press('a')
  assert.equal(await page.locator('.arrow').count(), 0)
  await page.keyboard.press('z')
  assert.equal(await page.locator('.chip').count(), 0)
  assert.ok(!(await page.locator('.evalbar').isVisible()))
  assert.match(await page.textContent('.engine'), /off/)
  await page.keyboard.press('z')
  await page.waitForSelector('.chip')
  await page.keyboard.press('l')
  assert.equal(await page.locator('.chip').count(), 0)
  await closeClean(page)
})

test('keys walk through the game and its variations', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/russian-draughts?moves=c3-d4+d6-c5' })
  await page.waitForSelector('.tree [aria-current]')
  const current = () => page.textContent('.tree [aria-current]')
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'c3-d4')
  await page.fill('#typed', 'f6-g5')
  await page.press('#typed', 'Enter')
  await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'f6-g5')
  assert.deepEqual((await moves(page)).sort(), ['c3-d4', 'd6-c5', 'f6-g5'])
  assert.equal(await page.locator('.tree .variation').count(), 1)
  await page.locator('h1').click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'd6-c5')
  await page.keyboard.press('ArrowUp')
  await page.waitForFunction(() => !document.querySelector('.tree [aria-current]'))
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'd6-c5')
  await page.waitForSelector('.lines button')
  await page.keyboard.press(' ')
  await page.waitForFunction(() => document.querySelectorAll('.tree .step').length === 4)
  assert.notEqual(await current(), 'd6-c5')
  await closeClean(page)
})

test('a line is previewed by pointing at it and played by a click', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/kings-valley' })
  await page.waitForSelector('.lines button')
  await page.click('#engine-switch')
  await page.click('#engine-switch')
  await page.waitForSelector('.lines button')
  await page.hover('.lines button')
  await page.waitForSelector('.foretold')
  const first = await page.textContent('.lines .first')
  await page.mouse.move(5, 400)
  await page.waitForFunction(() => !document.querySelector('.foretold'))
  const now = await page.textContent('.lines .first')
  await page.click('.lines button')
  await page.waitForSelector('.tree .step')
  assert.ok([first, now].includes((await moves(page))[0]) || (await moves(page)).length === 1)
  await closeClean(page)
})

test('a link shares the position and the moves', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/kings-valley' })
  await page.waitForSelector('.cell.able')
  await page.click('.cell[data-id="b1"]')
  await page.click('.cell[data-id="b4"]')
  await page.waitForFunction(() => location.hash.includes('b1-b4'))
  const address = await page.evaluate(() => location.hash)
  await closeClean(page)
  const guest = await openPage(browser, server, { hash: address })
  await guest.waitForSelector('.tree [aria-current]')
  assert.deepEqual(await moves(guest), ['b1-b4'])
  assert.match(await guest.getAttribute('.cell[data-id="b4"]', 'aria-label'), /white soldier/)
  await closeClean(guest)
})

test('a bad link shows the start and says what is wrong', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four?moves=9' })
  await page.waitForSelector('.call:not([hidden]) h2')
  assert.match(await page.textContent('.call p'), /9/)
  assert.equal(await page.locator('.piece:not(.ghost)').count(), 0)
  page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('422'))
  await closeClean(page)
})

test('the whole game is analysed, weak moves are marked, the chart jumps', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four?moves=4+4+3+3+3+4+3+5+5' })
  await page.waitForSelector('.tree [aria-current]')
  await page.click('#review')
  await page.waitForFunction(() => document.querySelectorAll('.tree .bad').length >= 3, null, { timeout: 30000 })
  await page.waitForFunction(() => document.querySelector('#review').textContent === 'Analyse the game', null, {
    timeout: 30000,
  })
  const box = await page.locator('.value [role=slider]').boundingBox()
  await page.mouse.click(box.x + 4, box.y + box.height / 2)
  await page.waitForFunction(() => !document.querySelector('.tree [aria-current]'))
  await closeClean(page)
})

test('positions and games go out and come in as text', async () => {
  const page = await openPage(browser, server, {
    hash: '#/analyse/russian-draughts?moves=c3-d4+d6-c5',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.waitForSelector('.tree [aria-current]')
  await page.click('#share')
  await page.click('#copy-game')
  await page.waitForFunction(() => document.querySelector('#paste').value.includes('['))
  const record = await page.inputValue('#paste')
  assert.match(record, /Russian|russian/)
  await page.fill('#paste', '1. e3-f4 *')
  await page.click('#open-text')
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('e3-f4'))
  await page.click('#share')
  await page.fill('#paste', record)
  await page.click('#open-text')
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('d6-c5'))
  await page.click('#share')
  await page.fill('#paste', 'W:Wa1:Bh8')
  await page.click('#open-text')
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 2)
  await closeClean(page)
})

test('a position is set up by hand', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/russian-draughts' })
  await page.waitForSelector('.cell.able')
  await page.click('#edit')
  await page.waitForSelector('dialog .palette button')
  await page.locator('dialog .btn', { hasText: 'Clear the board' }).click()
  await page.locator('.palette button').first().click()
  await page.click('dialog .cell[data-id="c3"]')
  await page.locator('.palette button[aria-label="black king"]').click()
  await page.click('dialog .cell[data-id="h8"]')
  await page.click('#edit-done')
  await page.waitForFunction(
    () => !document.querySelector('dialog') && document.querySelectorAll('.pieces .piece').length === 2,
  )
  assert.match(await page.getAttribute('.cell[data-id="h8"]', 'aria-label'), /black king/)
  assert.match(await page.evaluate(() => location.hash), /position=/)
  await closeClean(page)
})

test('the rules are a click away', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/kings-valley' })
  await page.click('.rail [data-icon="book"]')
  await page.waitForSelector('dialog .rules p')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('dialog'))
  await closeClean(page)
})

test('keys flip the board, speak the value, go to the typed move and to the board, and open help', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four?moves=4+4+3+3+3+4+3+5+5' })
  await page.waitForFunction(
    () => document.querySelector('.engine .head > b')?.textContent === 'Yellow ○ wins in 27 plies',
  )
  const left = () =>
    page
      .locator('.cell[data-id="a1"]')
      .boundingBox()
      .then((box) => box.x)
  const before = await left()
  await page.keyboard.press('f')
  assert.ok((await left()) > before + 100, 'the rack is mirrored')
  await page.keyboard.press('f')
  assert.ok(Math.abs((await left()) - before) < 20)
  await page.keyboard.press('v')
  // Columns 2 and 4 win equally fast.
  await page.waitForFunction(() =>
    /Yellow ○ wins in 27 plies\. won in 27 plies\. [24]/.test(document.querySelector('#live').textContent),
  )
  await page.keyboard.press('/')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'typed')
  await page.keyboard.type('f?/')
  assert.equal(await page.inputValue('#typed'), 'f?/', 'keys typed into a field are text')
  assert.equal(await page.locator('dialog').count(), 0)
  await page.locator('h1').click()
  await page.keyboard.press('b')
  assert.ok(await page.evaluate(() => document.activeElement.matches('.bigboard .cell')))
  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open] .keys')
  await page.keyboard.press('f')
  assert.ok(Math.abs((await left()) - before) < 20, 'keys rest while a dialog is open')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('dialog'))
  await closeClean(page)
})

test('the bar of three players has a part for each', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/battle-sheep?o.players=3' })
  await page.waitForSelector('.lines button')
  const parts = page.locator('.evalbar .segments > *')
  assert.equal(await parts.count(), 3)
  const heights = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().height))
  const whole = await page.locator('.evalbar .segments').evaluate((bar) => bar.getBoundingClientRect().height)
  assert.ok(Math.abs(heights.reduce((sum, height) => sum + height) - whole) < 3, `${heights} of ${whole}`)
  assert.ok(heights.every((height) => height > 0))
  await closeClean(page)
})

test('variations are kept with the saved game and exported', async () => {
  const { id } = await saveGame(server, {
    game: 'kings-valley',
    moves: ['b1-b4', 'a5-a2'],
    seats: [{ kind: 'human' }, { kind: 'human' }],
    ended: { winner: 'w', reason: 'resigned' },
  })
  const page = await openPage(browser, server, { hash: `#/play/${id}` })
  await page.locator('.call .btn', { hasText: 'Analyse' }).click()
  await page.waitForSelector('.analyse .tree [aria-current]')
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'b1-b4')
  await page.fill('#typed', 'd5-d2')
  await page.press('#typed', 'Enter')
  await page.waitForSelector('.variation')
  await until(() => page.questions.some(({ method }) => method === 'PATCH'))
  await page.goto(`${server.address}/#/play/${id}`)
  await page.locator('.call .btn', { hasText: 'Analyse' }).click()
  await page.waitForSelector('.analyse .variation')
  assert.deepEqual((await moves(page)).sort(), ['a5-a2', 'b1-b4', 'd5-d2'])
  const record = (await asked(page, `/api/saved/${id}/record`)).body
  assert.match(record, /1\. b1-b4 a5-a2 \(1\.\.\. d5-d2\)/)
  await page.click('#share')
  await page.click('#copy-link')
  assert.doesNotMatch(await page.inputValue('#paste'), /saved=/, 'a shared link names no game of ours')
  await closeClean(page)
})

test('values of every move keep apart on a wide pasture', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/battle-sheep?o.players=4', width: 1440 })
  await page.waitForSelector('.lines button')
  await page.click('#show-values')
  await page.waitForFunction(() => document.querySelectorAll('.chip').length > 20)
  await page.keyboard.press('l')
  await page.waitForFunction(() => document.querySelectorAll('.chip').length === 0)
  await page.keyboard.press('l')
  await page.waitForFunction(() => document.querySelectorAll('.chip').length > 20)
  const overlaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.chip rect')].map((rect) => rect.getBoundingClientRect())
    return boxes.filter((one, index) =>
      boxes
        .slice(0, index)
        .some(
          (other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        ),
    ).length
  })
  assert.equal(overlaps, 0)
  await closeClean(page)
})
