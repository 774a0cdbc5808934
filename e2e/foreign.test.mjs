// A page of another site against a server that listens to other machines, in a browser
// that has the server's token: it reads nothing and changes nothing.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { Server, launch } from './support.mjs'

const TOKEN = 'a-token-for-tests'
let server, browser, home
before(async () => {
  server = await Server.start({ more: ['--listen', '0.0.0.0', '--token', TOKEN] })
  browser = await launch(['--host-resolver-rules=MAP evil.example 127.0.0.1'])
  home = `http://127.0.0.1:${server.port}`
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const own = (path, options = {}) =>
  fetch(home + path, { ...options, headers: { Authorization: `Bearer ${TOKEN}`, ...options.headers } })
const saved = async () => (await own('/api/saved')).json()

/** Everything that a page can send without being asked; tells what it could read. */
async function attempts(target) {
  const body = JSON.stringify({ game: 'connect-four', title: 'stolen' })
  const ways = [
    ['GET', '/api/saved', {}],
    ['GET', '/api/saved/1', {}],
    ['GET', '/api/games', {}],
    ['DELETE', '/api/saved/1', {}],
    ['POST', '/api/saved', { body, headers: { 'Content-Type': 'application/json' } }],
    ['POST', '/api/saved', { body, headers: { 'Content-Type': 'text/plain' } }],
    ['POST', '/api/saved', { body, mode: 'no-cors' }],
    ['GET', '/api/saved', { mode: 'no-cors' }],
    ['PUT', '/api/saved/1/moves', { body: '{"moves":[]}', headers: { 'Content-Type': 'application/json' } }],
    ['DELETE', '/api/saved/1/moves?from=0', {}],
    ['GET', '/metrics', {}],
  ]
  const read = []
  for (const [method, path, options] of ways) {
    try {
      const answer = await fetch(target + path, { method, credentials: 'include', ...options })
      const text = await answer.text()
      if (answer.ok && text) read.push(`${method} ${path}: ${text.slice(0, 80)}`)
    } catch {
      // Refused: as it should be.
    }
  }
  navigator.sendBeacon(`${target}/api/saved`, body)
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: `${target}/api/saved`,
    target: 'frame',
  })
  const frame = Object.assign(document.createElement('iframe'), { name: 'frame', src: target })
  document.body.append(frame, form)
  form.submit()
  const stream = new EventSource(`${target}/api/analysis?q=${encodeURIComponent('{"game":"connect-four"}')}`, {
    withCredentials: true,
  })
  await new Promise((resolve) => {
    stream.addEventListener('analysis', () => read.push('a stream') && resolve())
    stream.addEventListener('done', () => read.push('a stream') && resolve())
    stream.addEventListener('error', resolve)
  })
  stream.close()
  return read
}

test('a foreign page reads and changes nothing, by its own name or by ours', async () => {
  const made = await own('/api/saved', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ game: 'connect-four', moves: ['4', '4'], title: 'mine' }),
  })
  assert.equal(made.status, 201)
  const before = JSON.stringify(await saved())
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${home}/?token=${TOKEN}`)
  assert.equal(page.url().includes(TOKEN), false)
  const mine = await page.evaluate(async () => (await fetch('/api/saved')).status)
  assert.equal(mine, 200)
  // Rebinding: the page's own name has come to point here. And plainly across.
  for (const [origin, target] of [
    [`http://evil.example:${server.port}`, `http://evil.example:${server.port}`],
    [`http://evil.example:${server.port}`, home],
    ['http://evil.example:9', home],
    ['http://evil.example:9', `http://localhost:${server.port}`],
  ]) {
    const foreign = await context.newPage()
    await foreign.route(`${origin}/attack`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>hello' }),
    )
    await foreign.goto(`${origin}/attack`)
    assert.deepEqual(await foreign.evaluate(attempts, target), [], `${origin} against ${target}`)
    await foreign.waitForTimeout(300)
    await foreign.close()
  }
  assert.equal(JSON.stringify(await saved()), before)
  await context.close()
})

test('who has no token plays on no saved game, and is told why', async () => {
  const answer = await fetch(`${home}/api/saved`)
  assert.equal(answer.status, 401)
  assert.equal((await answer.json()).error.detail, 'server.token')
  assert.equal((await fetch(`${home}/api/games`)).status, 200)
})
