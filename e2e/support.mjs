// A server of our own, a browser, and pages that report what goes wrong on them.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'
import { Folder } from './folder.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where a program lies that was built: beside PLYGROUND, or where cargo puts it. */
export function program(name = 'plyground') {
  const own = process.env.PLYGROUND && join(dirname(process.env.PLYGROUND), name)
  const places = [own, ...['debug', 'release'].map((profile) => join(ROOT, 'target', profile, name))]
  const found = places.find((place) => place && existsSync(place))
  assert.ok(found, `build ${name} first, or say where plyground is in PLYGROUND`)
  return found
}

/** The folders of the page without a server, by the program whose games they have; `e2e/run` makes them. */
export const siteOf = (name = 'plyground') =>
  process.env.PLYGROUND_SITES && join(process.env.PLYGROUND_SITES, name ?? 'plyground')

/** Why a test is left out where there is no server, if there is none. */
export const needsServer = (why) => (process.env.PLYGROUND_SITES ? why : false)

/** Who serves the page: the program, or where the tests run against the page without a server, its folder. */
export const Server = {
  /** @param {{ folder?: string, port?: number, name?: string, more?: string[] }} [wanted] */
  start: (wanted) => (siteOf() ? Folder.start(siteOf(wanted?.name)) : Program.start(wanted)),
}

export class Program {
  static async start({ folder, port = 0, name, more = [] } = {}) {
    const home = folder ?? (await mkdtemp(join(tmpdir(), 'plyground-e2e-')))
    const page = process.env.PLYGROUND_PAGE ? ['--page', process.env.PLYGROUND_PAGE] : []
    const child = spawn(
      program(name),
      ['serve', '--port', String(port), '--no-open', '--db', join(home, 'games.db'), ...page, ...more],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let said = ''
    const address = await new Promise((resolve, reject) => {
      const hear = (bytes) => {
        said += bytes
        const found = /http:\/\/[\w.]+:\d+/.exec(said)
        if (found) resolve(found[0])
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', () => reject(new Error(`the server ended: ${said}`)))
    })
    return Object.assign(new Program(), { child, home, address, port: Number(new URL(address).port) })
  }

  async kill() {
    this.child.kill('SIGKILL')
    await once(this.child, 'exit')
  }

  async stop() {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill()
    await rm(this.home, { recursive: true, force: true })
  }
}

export const launch = (more = []) =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...FLAGS, ...more] })

/** A page that remembers errors on its console and requests to strangers. */
export async function openPage(
  browser,
  server,
  { hash = '#/', width = 1280, height = 900, locale = 'en', colorScheme = 'light', ...more } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    ...more,
  })
  // Answers come at once: a test has seen enough.
  await context.addInitScript(
    () => localStorage.getItem('plyground.pace') ?? localStorage.setItem('plyground.pace', '"fast"'),
  )
  /** What pages have asked and were answered, or where nobody is asked over a line, what their engines were asked. */
  const questions = []
  await context.exposeBinding('question', (_source, question) => questions.push(question))
  await context.addInitScript(() => {
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.request) globalThis['question'](message.request)
      return postMessage.call(this, message, ...more)
    }
  })
  const page = await context.newPage()
  page.questions = questions
  page.on('response', (answer) => {
    const request = answer.request()
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/'))
      questions.push({ method: request.method(), path: pathname, body: request.postDataJSON() })
  })
  page.setDefaultTimeout(Number(process.env.PATIENCE_MS ?? 15000))
  page.wrongs = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.wrongs.push(message.text())
  })
  page.on('pageerror', (error) => page.wrongs.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address)) page.wrongs.push(`request to ${request.url()}`)
  })
  await server.welcome?.(page)
  page.questions.length = 0
  await page.goto(`${server.address}/${hash}`)
  return page
}

export async function closeClean(page) {
  const { wrongs } = page
  await page.context().close()
  assert.deepEqual(wrongs, [])
}

/** Opens New game for a game from its card and starts it with the given choices. */
export async function startGame(page, game, { level = '1', kinds = ['human', 'engine'] } = {}) {
  await page.click(`[data-game="${game}"]`)
  const dialog = page.locator('dialog[open]')
  const seats = dialog.locator('.pick')
  for (const [seat, kind] of kinds.entries())
    await seats
      .nth(seat)
      .locator('button')
      .nth(kind === 'human' ? 0 : 1)
      .click()
  for (const select of await dialog.locator('select:visible').all()) await select.selectOption(level)
  await page.click('#start')
  await page.waitForSelector('.play .bigboard .cell')
}

export const isOver = (page) => page.locator('.call .row .btn', { hasText: 'Rematch' }).isVisible()

/** Waits until it is a person's turn or the game is over. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const words = [...document.querySelectorAll('.call .btn')].map((each) => each.textContent)
    return words.includes('Rematch') || words.includes('Pass') || document.querySelector('.bigboard .cell.able')
  })
}

/** Waits until something is so, seen from outside of the page. */
export async function until(isSo, patience = 15000) {
  for (const began = Date.now(); !isSo(); await new Promise((resolve) => setTimeout(resolve, 20)))
    assert.ok(Date.now() - began < patience, `waited for ${isSo}`)
}

/** A generator that gives the same choices each run. */
export function choices(seed) {
  let state = seed
  return (items) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return items[Math.floor((state / 2147483648) * items.length)]
  }
}

/** What a page is answered at an address, whoever answers. */
export const asked = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const { send } = await import(new URL('js/transport.js', document.baseURI).href)
      const headers = { 'Content-Type': 'application/json' }
      const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}
      const answer = await send(path, options)
      const text = await answer.text()
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
    },
    [path, body],
  )

/** Puts a game into the server, as if it had been played on the page. */
export async function saveGame(server, game) {
  if (server.save) return server.save(game)
  const answer = await fetch(`${server.address}/api/saved`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(game),
  })
  assert.equal(answer.status, 201)
  return answer.json()
}

/** The ids of all games, as the program names them. */
export async function registered() {
  const { stdout } = await promisify(execFile)(program(), ['games', '--json'])
  return JSON.parse(stdout).map((game) => game.id)
}

let axe
/** What axe finds wrong with a page, in a line each. */
export async function violations(page) {
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(axe)
  const { violations: found } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return found.map(
    (each) =>
      `${each.id}: ${each.nodes.map((node) => `${node.target} ${node.any.map((check) => check.message).join('; ')}`).join(' | ')}`,
  )
}
