// Why: the parts of an evaluation as bars and shades, a hint with its reason, and the choice
// of algorithm, depth and evaluation for an analysis and for a seat.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch, openPage, closeClean, until } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const openWhy = (page) => page.locator('#why > summary').click()

test('the parts are told, sum to the whole, and shade the squares they lie on', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four?moves=4+4+5' })
  await page.waitForSelector('.tree [aria-current]')
  assert.equal(await page.locator('.shade').count(), 0)
  await openWhy(page)
  await page.selectOption('#why-eval', 'classic')
  await page.waitForFunction(() => document.querySelector('.why .whole b')?.textContent === '−2.00')
  assert.deepEqual(await page.locator('.parts .points').allTextContents(), ['−2.00'])
  assert.equal(await page.locator('.shade').count(), 3)
  assert.equal(await page.locator('.shade.for').count(), 1)
  assert.match(await page.textContent('#why-last'), /5 changed: lines of four through the discs \+5/)
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.querySelectorAll('.shade').length === 2)
  await openWhy(page)
  await page.waitForFunction(() => document.querySelectorAll('.shade').length === 0)
  await closeClean(page)
})

test('a case of the valley and a learnt pattern are told in the reader’s language', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/kings-valley?moves=a1-d4', locale: 'pl' })
  await page.waitForSelector('.tree [aria-current]')
  await openWhy(page)
  await page.selectOption('#why-eval', 'classic')
  await page.waitForFunction(() => /ścieśnia obcego króla/.test(document.querySelector('#why-last')?.textContent ?? ''))
  assert.match(await page.textContent('.parts'), /najlepszy ruch/)
  await page.goto(`${server.address}/#/analyse/russian-draughts`)
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Warcaby rosyjskie')
  await openWhy(page)
  await page.selectOption('#why-eval', 'default')
  await page.waitForFunction(() => /układ [a-h]\d–[a-h]\d/.test(document.querySelector('.parts')?.textContent ?? ''))
  const shades = await page.locator('.shade').count()
  await page.locator('.parts li', { hasText: 'układ' }).first().hover()
  await page.waitForFunction((all) => document.querySelectorAll('.shade').length < all, shades)
  await closeClean(page)
})

test('an analysis is made with the algorithm, depth and evaluation that are chosen', async () => {
  const page = await openPage(browser, server, { hash: '#/analyse/connect-four' })
  await page.waitForSelector('.lines button')
  assert.ok(!(await page.locator('#tune-analysis-depth').isVisible()))
  await page.locator('#tune-analysis > summary').click()
  await page.selectOption('#tune-analysis-algorithm', 'alpha-beta')
  await page.selectOption('#tune-analysis-eval', 'classic')
  await page.fill('#tune-analysis-depth', '3')
  await page.press('#tune-analysis-depth', 'Tab')
  await page.waitForFunction(() => /depth 3/i.test(document.querySelector('.engine .facts').textContent))
  const analyses = page.questions.filter(({ path }) => path === '/api/analysis')
  assert.equal(analyses.at(-1).body.spec, 'alpha-beta,depth=3,eval=classic')
  await page.selectOption('#tune-analysis-algorithm', 'random')
  assert.ok(!(await page.locator('#tune-analysis-depth').isVisible()))
  await closeClean(page)
})

test('a seat plays with what is chosen for it, and a hint gives its reason', async () => {
  const page = await openPage(browser, server, { hash: '#/' })
  await page.click('[data-game="connect-four"]')
  await page.waitForSelector('#start')
  await page.locator('#tune-1 > summary').click()
  await page.selectOption('#tune-1-algorithm', 'minimax')
  await page.fill('#tune-1-depth', '2')
  await page.press('#tune-1-depth', 'Tab')
  await page.click('#start')
  await page.waitForSelector('[data-icon="hint"]')
  for (const wanted of [/Try \d/, /It changes: .* [+−]\d/]) {
    await page.click('[data-icon="hint"]')
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('.call').textContent),
      wanted.source,
    )
  }
  await page.click('.cell[data-id="d1"]')
  const reply = () => page.questions.find(({ path }) => path.endsWith('/reply'))
  await until(() => reply())
  assert.equal(reply().body.engine.spec, 'minimax,depth=2')
  await page.waitForFunction(() => document.querySelectorAll('.tree .step').length >= 2)
  await closeClean(page)
})
