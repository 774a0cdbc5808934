// A game that the page has never heard of: examples/breakthrough, somebody else's
// program with the whole page in it. No file of ours knows it.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Server, closeClean, launch, openPage, program, startGame, needsServer } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start({ name: 'breakthrough' }), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

test('its pieces are letters on discs, and it can be played against the engine', async () => {
  const page = await openPage(browser, server)
  await startGame(page, 'breakthrough', { kinds: ['human', 'engine'] })
  await page.waitForSelector('.play .cell.able')
  assert.equal(await page.locator('.pieces .piece').count(), 32)
  const letters = await page.locator('.pieces .piece .letter').allTextContents()
  assert.deepEqual([...new Set(letters)].sort(), ['b', 'w'])
  await page.click('.cell[data-id="a2"]')
  await page.click('.cell[data-id="a3"]')
  await page.waitForFunction(async () => {
    const { send } = await import(new URL('js/transport.js', document.baseURI).href)
    const { games } = await (await send('/api/saved')).json()
    return games[0].game === 'breakthrough' && games[0].plies >= 2
  })
  await closeClean(page)
})

test('in another language its words and rules stay in English', async () => {
  const page = await openPage(browser, server, { locale: 'fr' })
  const card = page.locator('[data-game="breakthrough"]')
  assert.match(await card.textContent(), /Breakthrough/)
  await page.goto(`${server.address}/#/analyse/breakthrough`)
  await page.waitForSelector('.analyse .cell')
  assert.equal(await page.locator('.pieces .piece').count(), 32)
  await page.click('.rail [data-icon="book"]')
  await page.waitForFunction(() => /one square straight/.test(document.querySelector('dialog .rules')?.textContent))
  await closeClean(page)
})

test('it plays a match in the terminal', { skip: needsServer('no page is in it') }, async () => {
  const match = ['match', 'breakthrough', 'search,depth=3', 'random', '--games', '4', '--json']
  const { stdout } = await promisify(execFile)(program('breakthrough'), match)
  const { games, players } = JSON.parse(stdout)
  assert.equal(games, 4)
  assert.equal(players[0].wins, 4, 'three plies ahead beat none')
})
