// The page as a folder of files, with the engine inside and no server behind it: what is
// true of it alone. The tests of the served page run against it too: see `run`.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { Program, asked, closeClean, launch, openPage, settled, siteOf, startGame } from './support.mjs'
import { Folder } from './folder.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BEFORE_THE_FIRST_BOARD = 150_000
const FIRST_LOAD = 1_200_000
const PLAYABLE_MS = 3000

let site, browser, home
before(async () => {
  home = mkdtempSync(join(tmpdir(), 'plyground-alone-'))
  browser = await launch()
  site = await Folder.start(siteOf())
})
after(async () => {
  await browser?.close()
  await site?.stop()
  rmSync(home, { recursive: true, force: true })
})

const pieces = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll('.bigboard .piece').length === count, count)

const isControlled = (page) =>
  page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null))

const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const bytesOf = (sent) => sent.reduce((sum, { bytes }) => sum + bytes, 0)

/** A first visit: what came over the wire before the first board and in all, and when a person could play. */
async function firstVisit() {
  const own = await Folder.start(siteOf())
  let goOn
  const seen = new Promise((resolve) => (goOn = resolve))
  own.hold = (name) => (name.endsWith('.wasm') ? seen : null)
  const began = Date.now()
  const page = await openPage(browser, own)
  await page.waitForSelector('.card .mini svg')
  const [board, first] = [Date.now() - began, bytesOf(own.sent)]
  goOn()
  await startGame(page, 'connect-four')
  await settled(page)
  const playable = Date.now() - began
  await page.locator('.bigboard .cell.able').first().click()
  await pieces(page, 2)
  await isControlled(page)
  const loaded = bytesOf(own.sent)
  await closeClean(page)
  await own.stop()
  return { board, first, playable, loaded }
}

test('the first board is seen and played on soon, and little comes over the wire', async () => {
  // A machine that does other things at the time may need another try for its milliseconds, not for its bytes.
  const visits = [await firstVisit()]
  while (visits.length < 3 && visits.at(-1).playable > PLAYABLE_MS) visits.push(await firstVisit())
  const { board, first, playable, loaded } = visits.at(-1)
  const figures = `board after ${board} ms and ${first} bytes, playable after ${playable} ms, ${loaded} bytes in all`
  console.log(figures)
  assert.ok(first <= BEFORE_THE_FIRST_BOARD, figures)
  assert.ok(loaded <= FIRST_LOAD, figures)
  assert.ok(playable <= PLAYABLE_MS, figures)
})

test('the engine in the browser counts the nodes of the program', async () => {
  const page = await openPage(browser, site)
  page.setDefaultTimeout(120000)
  const { body } = await asked(page, '/api/bench')
  const expected = JSON.parse(readFileSync(join(ROOT, 'crates/app/tests/bench-signature.json'), 'utf8'))
  assert.deepEqual(body, expected)
  await closeClean(page)
})

test('an analysis is shared by the cores and says the worth of every move', async () => {
  const page = await openPage(browser, site)
  const body = { game: 'kings-valley', lines: 'all', limits: { depth: 5 } }
  const [shared, whole] = await page.evaluate(async (body) => {
    const { send } = await import(new URL('js/transport.js', document.baseURI).href)
    const last = async (body) => {
      const answer = await send('/api/analysis', { method: 'POST', body: JSON.stringify(body) })
      const blocks = (await answer.text()).trim().split('\n\n')
      const [event, data] = blocks.at(-1).split('\n')
      if (event !== 'event: done') throw new Error(event)
      return JSON.parse(data.slice('data: '.length))
    }
    // No other algorithm is divided, so this one is asked in the same words without it.
    return [await last({ ...body, spec: 'search,selective=off' }), await last({ ...body, spec: 'alpha-beta' })]
  }, body)
  const parts = page.questions.filter(({ share }) => share)
  assert.equal(parts.length, await page.evaluate(() => Math.min(navigator.hardwareConcurrency, 4)))
  const worth = ({ lines }) => lines.map(({ move, score }) => `${move} ${JSON.stringify(score)}`).sort()
  assert.deepEqual(worth(shared), worth(whole))
  await closeClean(page)
})

test('a search stops at once, and a reply comes in the time asked for', async () => {
  const page = await openPage(browser, site)
  const { stopped, late } = await page.evaluate(async () => {
    const { send } = await import(new URL('js/transport.js', document.baseURI).href)
    const post = (path, body, signal) => send(path, { method: 'POST', body: JSON.stringify(body), signal })
    const best = async (measure) => {
      let least = Infinity
      for (let round = 0; round < 4; round++) least = Math.min(least, await measure())
      return least
    }
    const game = 'international-draughts'
    const stopped = await best(async () => {
      const controller = new AbortController()
      const answer = await post('/api/analysis', { game, lines: 3 }, controller.signal)
      const reader = answer.body.getReader()
      await reader.read()
      const began = performance.now()
      controller.abort()
      // Heard by whoever listens, and the processors are free for another question.
      for (;;)
        if (
          await reader.read().then(
            ({ done }) => done,
            () => true,
          )
        )
          break
      await post('/api/state', { game })
      return performance.now() - began
    })
    const late = await best(async () => {
      const began = performance.now()
      await post('/api/move', { game, engine: { time_ms: 400 } })
      return performance.now() - began - 400
    })
    return { stopped, late }
  })
  console.log(`stopped after ${Math.round(stopped)} ms, late by ${Math.round(late)} ms`)
  assert.ok(stopped <= 100 && late <= 100)
  await closeClean(page)
})

test('after the first visit it works without any network, in a folder of its host', async () => {
  const own = await Folder.start(siteOf())
  const page = await openPage(browser, own)
  await startGame(page, 'kings-valley', { kinds: ['human', 'engine'] })
  await settled(page)
  await isControlled(page)
  await own.stop()
  await page.reload()
  await settled(page)
  await page.fill('#typed', 'b1-b4')
  await page.press('#typed', 'Enter')
  await page.waitForFunction(() => document.querySelectorAll('.tree .step').length >= 2)
  for (const hash of ['#/', '#/saved', '#/puzzles/connect-four', '#/analyse/battle-sheep'])
    await page.goto(`${own.address}/${hash}`)
  await page.waitForSelector('.lines button')
  // A book that was never fetched is missed, and the reader is told.
  await page.goto(`${own.address}/#/analyse/connect-four`)
  await page.waitForFunction(() => /could not be fetched/.test(document.querySelector('#toast').textContent))
  await page.waitForSelector('.lines button')
  // So is a part of the page that was never opened.
  await page.goto(`${own.address}/#/lab/connect-four`)
  await page.waitForFunction(() => /part of the page could not/.test(document.querySelector('#toast').textContent))
  page.wrongs = page.wrongs.filter((wrong) => !/Failed to load resource|ERR_CONNECTION/.test(wrong))
  await closeClean(page)
})

test('it can be installed', async () => {
  const page = await openPage(browser, site)
  await isControlled(page)
  const client = await page.context().newCDPSession(page)
  const { errors, url } = await client.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  assert.equal(url, `${site.address}/manifest.webmanifest`)
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  const wrong = installabilityErrors.map(({ errorId }) => errorId)
  assert.deepEqual(
    wrong.filter((each) => each !== 'in-incognito'),
    [],
  )
  await closeClean(page)
})

test('a newer page takes over from an older one, and what a cache has damaged is fetched anew', async () => {
  const older = join(home, 'older')
  cpSync(siteOf(), older, { recursive: true, dereference: true })
  const own = await Folder.start(older)
  const page = await openPage(browser, own)
  await startGame(page, 'kings-valley', { kinds: ['human', 'human'] })
  await isControlled(page)
  const damaged = await page.evaluate(async () => {
    const cache = await caches.open(`plyground ${new URL('./', document.baseURI).pathname}`)
    const keys = (await cache.keys()).map(({ url }) => url)
    const broken = keys.filter((url) => /engine\.\w+\.wasm|main\.js/.test(url))
    for (const url of broken) await cache.put(url, new Response('nonsense'))
    return broken.length
  })
  assert.equal(damaged, 2)
  await page.reload()
  await settled(page)
  const words = join(older, 'i18n/en.js')
  const [was, is] = [
    readFileSync(words, 'utf8'),
    readFileSync(words, 'utf8').replace("'Choose a game'", "'Pick a game'"),
  ]
  assert.notEqual(was, is)
  const worker = readFileSync(join(older, 'sw.js'), 'utf8')
  for (const [name, text] of [
    [words, is],
    [join(older, 'sw.js'), worker.replace(hashOf(was), hashOf(is))],
  ]) {
    writeFileSync(name, text)
    writeFileSync(`${name}.br`, brotliCompressSync(text))
  }
  // While the old page is open it stays what it was; the next one is the new page, with the same games.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null)
  const title = (page, text) => page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, text)
  await page.goto(`${own.address}/#/`)
  await page.reload()
  await title(page, 'Choose a game')
  const next = await page.context().newPage()
  await page.close()
  // The old one goes when its last window has gone, which takes it a moment.
  for (let tries = 0; tries < 20; tries++) {
    await next.goto(`${own.address}/#/`)
    await next.waitForSelector('h1')
    if ((await next.textContent('h1')) === 'Pick a game') break
    await next.goto('about:blank')
    await next.waitForTimeout(100)
  }
  await title(next, 'Pick a game')
  await next.goto(`${own.address}/#/saved`)
  await next.waitForFunction(() => document.querySelectorAll('.games > li').length === 1)
  assert.deepEqual(page.wrongs, [])
  await next.context().close()
  await own.stop()
})

/** A page in a browser that something is wrong with. */
async function spoiltPage(spoil, hash, locale = 'ru') {
  const context = await browser.newContext({ locale, reducedMotion: 'reduce' })
  await context.addInitScript(spoil)
  const page = await context.newPage()
  page.setDefaultTimeout(15000)
  await page.goto(`${site.address}/${hash}`)
  return page
}

test('a browser without WebAssembly is told so in its reader’s language', async () => {
  const page = await spoiltPage(() => delete globalThis.WebAssembly, '#/analyse/connect-four')
  await page.waitForFunction(() => /нет WebAssembly/.test(document.querySelector('main').textContent))
  await page.context().close()
})

test('where storage is forbidden games last as long as the page, and the reader knows', async () => {
  // As in some private windows. The engine's worker has no window, so its script is spoilt on the way.
  const context = await browser.newContext({ locale: 'fr', reducedMotion: 'reduce', serviceWorkers: 'block' })
  const forbid = 'Object.defineProperty(globalThis, "indexedDB", { get() { throw new Error("SecurityError") } })\n'
  await context.addInitScript(forbid)
  await context.route('**/js/alone/storage.js', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: forbid + (await answer.text()) })
  })
  const page = await context.newPage()
  await page.goto(`${site.address}/#/`)
  await startGame(page, 'kings-valley', { kinds: ['human', 'human'] })
  await page.waitForFunction(() => /ne garde rien/.test(document.querySelector('#toast').textContent))
  await page.goto(`${site.address}/#/saved`)
  await page.waitForFunction(() => document.querySelectorAll('.games > li').length === 1)
  await context.close()
})

test('where storage is full nothing is lost, and the move is refused in words', async () => {
  const context = await browser.newContext({ locale: 'pl', reducedMotion: 'reduce', serviceWorkers: 'block' })
  const fill =
    'IDBObjectStore.prototype.put = new Proxy(IDBObjectStore.prototype.put, { apply(put, store, [value, key]) {' +
    ' if (value?.moves?.length > 0) throw new DOMException("", "QuotaExceededError"); return put.call(store, value, key) } })\n'
  await context.route('**/js/alone/storage.js', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: fill + (await answer.text()) })
  })
  const page = await context.newPage()
  await page.goto(`${site.address}/#/`)
  await startGame(page, 'connect-four', { kinds: ['human', 'human'] })
  await settled(page)
  await page.locator('.bigboard .cell.able').first().click()
  await page.waitForFunction(() => /Skończyło się miejsce/.test(document.querySelector('.call').textContent))
  await context.close()
})

test('a link with options of another version, and one to a game that is not there, say so', async () => {
  const page = await openPage(browser, site, { hash: '#/analyse/battle-sheep?o.goats=1&moves=4' })
  await page.waitForFunction(() => /goats/.test(document.querySelector('.call')?.textContent))
  await page.goto(`${site.address}/#/analyse/chess`)
  await page.waitForFunction(() => /no game called chess/.test(document.querySelector('#toast').textContent))
  await page.context().close()
})

const HUMAN = { kind: 'human', name: 'Ann', named: true }
const ENGINE = { kind: 'engine', name: 'Engine', level: 3 }

test('all games go into a file and come back, here and in the served page', async () => {
  const own = await Folder.start(siteOf())
  await own.save({ game: 'connect-four', moves: ['4', '4'], seats: [HUMAN, ENGINE], title: 'First' })
  await own.save({ game: 'battle-sheep', options: { players: 3 }, seats: [HUMAN, ENGINE, ENGINE] })
  const page = await openPage(browser, own, { hash: '#/saved' })
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#export-all')])
  const path = join(home, 'games.json')
  await file.saveAs(path)
  await closeClean(page)
  await own.stop()
  const served = await Program.start()
  for (const there of [served, site]) {
    const other = await openPage(browser, there, { hash: '#/saved' })
    await other.setInputFiles('#import-file', path)
    await other.waitForFunction(() => document.querySelectorAll('.games > li').length === 2)
    const { games } = (await asked(other, '/api/saved')).body
    const four = (await asked(other, `/api/saved/${games.find(({ title }) => title === 'First').id}`)).body
    assert.deepEqual(
      [four.moves, four.seats],
      [
        ['4', '4'],
        [HUMAN, ENGINE],
      ],
    )
    const sheep = games.find(({ game }) => game === 'battle-sheep')
    assert.deepEqual([String(sheep.options.players), sheep.seats.length], ['3', 3])
    for (const [name, text] of [
      ['page.html', '<!doctype html><title>not ours</title>'],
      ['data.json', '{"kind": "something else"}'],
      ['newer.json', '{"kind": "plyground games", "version": 99, "games": []}'],
    ]) {
      await other.setInputFiles('#import-file', { name, mimeType: 'text/plain', buffer: Buffer.from(text) })
      await other.waitForFunction(
        (name) => document.querySelector('main').textContent.includes(`${name} holds no`),
        name,
      )
    }
    assert.equal((await asked(other, '/api/saved')).body.total, 2)
    await closeClean(other)
  }
  await served.stop()
})

test('a link of either page opens in the other', async () => {
  const served = await Program.start()
  for (const [from, to] of [
    [site, served],
    [served, site],
  ]) {
    const page = await openPage(browser, from, { hash: '#/analyse/kings-valley?moves=b1-b4+a5-a2&at=1' })
    await page.waitForSelector('.analyse .cell')
    await page.click('#share')
    await page.click('#copy-link')
    const link = await page.inputValue('#paste')
    assert.ok(link.startsWith(`${from.address}/`), link)
    await page.context().close()
    const other = await openPage(browser, to, { hash: link.slice(link.indexOf('#')) })
    await other.waitForFunction(() => document.querySelectorAll('.tree .step').length === 2)
    assert.equal(await other.textContent('.tree [aria-current]'), 'b1-b4')
    await closeClean(other)
  }
  await served.stop()
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
