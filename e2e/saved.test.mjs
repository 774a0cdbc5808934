// Saved games: what the page showed as played is there after a kill -9; games are found, exported, deleted.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch, openPage, closeClean, startGame, settled, needsServer } from './support.mjs'

let browser
before(async () => {
  browser = await launch()
})
after(async () => {
  await browser?.close()
})

const shownMoves = (page) => page.locator('.tree .step').allTextContents()

test('a game survives the death of the server', { skip: needsServer('nobody dies') }, async () => {
  let server = await Server.start()
  const page = await openPage(browser, server)
  await startGame(page, 'kings-valley', { kinds: ['human', 'human'] })
  for (const [from, to] of [
    ['b1', 'b4'],
    ['a5', 'a2'],
  ]) {
    await settled(page)
    await page.click(`.cell[data-id="${from}"]`)
    await page.click(`.cell[data-id="${to}"]`)
    await page.waitForFunction((move) => document.querySelector('.tree').textContent.includes(move), `${from}-${to}`)
  }
  await server.kill()
  await page.click('.cell[data-id="d1"]')
  await page.click('.cell[data-id="d4"]')
  await page.waitForFunction(() => document.querySelector('.call').textContent.includes('The server does not answer'))
  assert.deepEqual(await shownMoves(page), ['b1-b4', 'a5-a2'])
  server = await Server.start({ folder: server.home, port: server.port })
  await page.locator('.call .btn', { hasText: 'Try again' }).click()
  await page.waitForFunction(() => document.querySelector('.tree').textContent.includes('d1-d4'))
  await server.kill()
  server = await Server.start({ folder: server.home, port: server.port })
  await page.reload()
  await page.waitForSelector('.tree .step')
  assert.deepEqual(await shownMoves(page), ['b1-b4', 'a5-a2', 'd1-d4'])
  page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('ERR_CONNECTION_REFUSED'))
  await closeClean(page)
  await server.stop()
})

test('games are listed, searched, exported, carried on and deleted', async () => {
  const server = await Server.start()
  const page = await openPage(browser, server, { hash: '#/saved' })
  await page.waitForSelector('.empty')
  await page.goto(`${server.address}/#/`)
  await startGame(page, 'connect-four', { kinds: ['human', 'human'] })
  await settled(page)
  await page.click('.cell[data-id="d6"]')
  await page.waitForSelector('.tree .step')
  await page.goto(`${server.address}/#/`)
  await page.waitForSelector('.resume')
  await startGame(page, 'kings-valley', { kinds: ['human', 'human'] })
  await page.goto(`${server.address}/#/saved`)
  await page.waitForFunction(() => document.querySelectorAll('.games > li').length === 2)
  await page.selectOption('#saved-game', 'connect-four')
  await page.waitForFunction(() => document.querySelectorAll('.games > li').length === 1)
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.games a[download]')])
  assert.ok(download.suggestedFilename().length > 0)
  await page.fill('#saved-to', '2001-01-01')
  await page.waitForFunction(() => document.querySelectorAll('.games > li').length === 0)
  await page.fill('#saved-to', '')
  await page.waitForFunction(() => document.querySelectorAll('.games > li').length === 1)
  await page.locator('.games .btn', { hasText: 'Delete' }).click()
  await page.locator('.games .btn', { hasText: 'Delete for good' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.games > li').length === 0)
  await closeClean(page)
  await server.stop()
})
