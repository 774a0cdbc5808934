// For everyone: four languages, axe without violations in both themes, a light first paint, no stranger asked.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import {
  Server,
  launch,
  openPage,
  closeClean,
  startGame,
  settled,
  saveGame,
  violations,
  needsServer,
} from './support.mjs'

const FIRST_PAINT_BYTES = 90_000
let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing wrong on any screen, ${colorScheme}`, async () => {
    const page = await openPage(browser, server, { colorScheme, bypassCSP: true })
    const wrong = []
    const look = async (name) => wrong.push(...(await violations(page)).map((each) => `${name}: ${each}`))
    await page.waitForSelector('[data-game]')
    await look('home')
    await page.click('#help')
    await look('help')
    await page.keyboard.press('Escape')
    await page.click('[data-game="kings-valley"]')
    await page.waitForSelector('#start')
    await look('new game')
    await page.keyboard.press('Escape')
    await startGame(page, 'russian-draughts', { kinds: ['human', 'human'] })
    await settled(page)
    await page.click('.cell[data-id="c3"]')
    await look('play')
    await page.goto(`${server.address}/#/saved`)
    await page.waitForSelector('.games li')
    await look('saved')
    await page.goto(`${server.address}/#/puzzles/connect-four`)
    await page.waitForSelector('.puzzles .cell.able')
    await look('puzzles')
    await page.goto(`${server.address}/#/analyse/battle-sheep`)
    await page.waitForSelector('.cell.able')
    await page.click('#options')
    await page.waitForSelector('#options-use')
    await look('options')
    await page.keyboard.press('Escape')
    await page.click('.remarks summary')
    await page.click('.explorer summary')
    await page.waitForSelector('.explorer .meta')
    await look('remarks and explorer')
    await page.goto(`${server.address}/#/analyse/connect-four?moves=4+4+3`)
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Connect Four')
    await page.waitForSelector('.lines button')
    await page.click('#show-values')
    await page.waitForSelector('.chip')
    await page.keyboard.press('l')
    await look('analyse')
    await page.click('#share')
    await look('share')
    await page.keyboard.press('Escape')
    await page.click('#edit')
    await page.waitForSelector('dialog textarea')
    await look('editor')
    await page.keyboard.press('Escape')
    await page.click('.rail [data-icon="book"]')
    await page.waitForSelector('dialog .rules')
    await look('rules')
    assert.deepEqual(wrong, [])
    await closeClean(page)
  })
}

const TITLES = { en: 'Choose a game', ru: 'Выберите игру', fr: 'Choisissez un jeu', pl: 'Wybierz grę' }
for (const [code, title] of Object.entries(TITLES)) {
  test(`the page speaks ${code} to a browser that does`, async () => {
    const page = await openPage(browser, server, { locale: code, width: 360, height: 760 })
    await page.waitForSelector('[data-game]')
    assert.equal(await page.textContent('h1'), title)
    assert.equal(await page.getAttribute('html', 'lang'), code)
    for (const hash of ['#/', '#/saved', '#/analyse/connect-four?moves=4', '#/analyse/russian-draughts']) {
      await page.goto(`${server.address}/${hash}`)
      await page.waitForSelector('#main > *')
      if (hash.includes('analyse')) await page.waitForSelector('.lines button')
      const text = await page.evaluate(() => document.body.innerText)
      assert.doesNotMatch(text, /\b[a-z]+\.[a-z][a-zA-Z]+\b(?!\/)/, `a key shows on ${hash}`)
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${hash} scrolls sideways in ${code}`,
      )
    }
    await closeClean(page)
  })
}

test('another language is a choice that stays', async () => {
  const page = await openPage(browser, server)
  await page.waitForSelector('[data-game]')
  await page.selectOption('.lang', 'pl')
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Wybierz grę')
  await page.reload()
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Wybierz grę')
  await closeClean(page)
})

test(
  'the first paint is light',
  { skip: needsServer('what comes over the wire is measured with the folder') },
  async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    let bytes = 0
    devtools.on('Network.loadingFinished', (event) => {
      bytes += event.encodedDataLength
    })
    await page.goto(server.address)
    await page.waitForSelector('[data-game]')
    await page.waitForLoadState('networkidle')
    console.log(`# first paint: ${bytes} bytes transferred`)
    assert.ok(bytes < FIRST_PAINT_BYTES, `${bytes} bytes`)
    await context.close()
  },
)

test('the whole board is in sight from 921 px up, and nothing scrolls sideways', async () => {
  const page = await openPage(browser, server)
  await page.waitForSelector('[data-game]')
  for (const [width, height] of [
    [360, 760],
    [820, 1100],
    [921, 700],
    [1100, 700],
    [1440, 900],
    [1920, 1080],
  ]) {
    await page.setViewportSize({ width, height })
    for (const [hash, palette] of [
      ['#/analyse/russian-draughts', 'wood'],
      ['#/analyse/connect-four', 'rack'],
    ]) {
      await page.goto(`${server.address}/${hash}`)
      await page.waitForSelector(`.desk.${palette} .bigboard svg`)
      const box = await page.locator(`.desk.${palette} .bigboard`).boundingBox()
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${hash} at ${width} scrolls sideways`,
      )
      if (width >= 921)
        assert.ok(
          box.y + box.height <= height,
          `${hash} at ${width}x${height}: the board ends at ${box.y + box.height}`,
        )
    }
  }
  await closeClean(page)
})

const RULES = {
  en: 'Four of your own in a straight line win',
  ru: 'Четыре свои фишки подряд',
  fr: 'Quatre de vos pions alignés',
  pl: 'Cztery własne żetony',
}
test('the rules are told in the language of the page', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four' })
  for (const [code, sentence] of Object.entries(RULES)) {
    await page.selectOption('.lang', code)
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, code)
    await page.click('.rail [data-icon="book"]')
    await page.waitForSelector(`dialog .rules[lang="${code}"]`)
    assert.ok((await page.textContent('dialog .rules')).includes(sentence), code)
    await page.keyboard.press('Escape')
  }
  await closeClean(page)
})

test('a card shows the newest position of its game', async () => {
  await saveGame(server, {
    game: 'connect-four',
    moves: ['4', '4', '5'],
    seats: [{ kind: 'human' }, { kind: 'human' }],
  })
  const page = await openPage(browser, server)
  await page.waitForFunction(() => document.querySelectorAll('[data-mini="connect-four"] .piece').length === 3)
  assert.equal(
    await page.locator('[data-mini="brazilian-draughts"] .piece').count(),
    24,
    'a game never played shows its start',
  )
  await closeClean(page)
})
