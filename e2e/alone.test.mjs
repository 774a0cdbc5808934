// The page as a folder of files, with the engine inside and no server behind it.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { closeClean, launch, openPage, settled, startGame } from './support.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}
// What the draughts endings and the learnt weights take is most of it.
const LARGEST_ENGINE = 2.6e6
let home, folder, server, site, browser

before(async () => {
  home = mkdtempSync(join(tmpdir(), 'plyground-site-'))
  folder = join(home, 'site')
  execFileSync(join(ROOT, 'site/build'), [folder], { stdio: 'inherit' })
  // In a folder of its host, as many sites are.
  server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://host').pathname.replace(/^\/sub/, ''))
    const name = path.endsWith('/') ? `${path}index.html` : path
    try {
      const bytes = await readFile(join(folder, name))
      response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  site = { address: `http://127.0.0.1:${server.address().port}/sub` }
  browser = await launch()
})

after(async () => {
  await browser?.close()
  server?.close()
  rmSync(home, { recursive: true, force: true })
})

test('a game is played, kept and found again without any server', async () => {
  const page = await openPage(browser, site)
  await startGame(page, 'connect-four')
  const has = (count) =>
    page.waitForFunction((count) => document.querySelectorAll('.bigboard .piece').length === count, count)
  for (let round = 1; round <= 3; round++) {
    await settled(page)
    await page.locator('.bigboard .cell.able').first().click()
    await has(2 * round)
  }
  await page.reload()
  await has(6)
  await closeClean(page)
})

test('the engine in the browser counts the nodes of the program', async () => {
  const page = await openPage(browser, site)
  page.setDefaultTimeout(120000)
  const found = await page.evaluate(async () => {
    const { send } = await import(new URL('js/alone/browser.js', document.baseURI).href)
    return (await send('/api/bench', {})).json()
  })
  const expected = JSON.parse(await readFile(join(ROOT, 'crates/app/tests/bench-signature.json'), 'utf8'))
  assert.deepEqual(found, expected)
  await closeClean(page)
})

test('the engine is no larger than it was', () => {
  const { size } = statSync(join(folder, 'engine.wasm.br'))
  assert.ok(size < LARGEST_ENGINE, `${size} bytes`)
})

test('the laboratory looks at searches without any server', async () => {
  const page = await openPage(browser, site, { hash: '#/lab/tic-tac-toe?spec=minimax,depth=9' })
  await page.waitForSelector('.lab[data-ms]')
  assert.equal(await page.textContent('[data-count="count.nodes"]'), '549,946')
  await page.goto(`${site.address}/#/lab/exercises?set=1&n=9`)
  await page.waitForSelector('.exfield')
  await page.click('#ex-solution')
  assert.equal(await page.textContent('#ex-status'), 'All right.')
  await closeClean(page)
})
