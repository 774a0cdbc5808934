// A small file server for the page without a server: what lies in a folder, as brotli
// where that is there, under /sub as on many hosts. It counts what goes over the wire.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
}

export class Folder {
  /** Games that a page is to find, as if they had been played on it; their ids count from 1. */
  saved = []
  pages = new Set()
  sent = []
  /** A file waits for what this promises. */
  hold = async (_name) => {}

  static async start(path) {
    const folder = new Folder()
    folder.path = path
    folder.listener = createServer((request, response) => folder.answer(request, response))
    await new Promise((resolve) => folder.listener.listen(0, '127.0.0.1', () => resolve()))
    folder.port = folder.listener.address().port
    folder.address = `http://127.0.0.1:${folder.port}/sub`
    return folder
  }

  async answer(request, response) {
    // A picture that is looked at by itself makes the browser ask for one more.
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    const path = normalize(new URL(request.url, 'http://host').pathname.replace(/^\/sub/, ''))
    const name = path.endsWith('/') ? `${path}index.html` : path
    await this.hold(name)
    try {
      const bytes = await readFile(join(this.path, `${name}.br`))
      this.sent.push({ name, bytes: bytes.length })
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  }

  /** Puts a game where every page will find it; pages that are open, now. */
  async save(game) {
    const id = this.saved.push(game)
    for (const page of this.pages) await put(page, [game], id)
    return { id }
  }

  /** A page before its first address: it finds the games that were saved. */
  async welcome(page) {
    this.pages.add(page)
    page.on('close', () => this.pages.delete(page))
    if (this.saved.length === 0) return
    await page.goto(`${this.address}/#/`)
    await put(page, this.saved, 1)
    // The first address is then a page of its own, and not another place on this one.
    await page.goto(`${this.address}/icon.svg`)
  }

  async stop() {
    this.listener.closeAllConnections()
    await new Promise((resolve) => this.listener.close(resolve))
  }
}

/** Saves games on a page, the first under this id. */
const put = (page, games, first) =>
  page.evaluate(
    async ([games, first]) => {
      const part = (name) => import(new URL(`js/${name}`, document.baseURI).href)
      const [{ send }, { hasGames }] = await Promise.all([part('transport.js'), part('alone/storage.js')])
      await hasGames()
      const done = (request, event = 'success') =>
        new Promise((resolve) => {
          request.addEventListener(event, () => resolve(request.result))
        })
      const opened = await done(indexedDB.open('plyground'))
      const transaction = opened.transaction('facts', 'readwrite')
      transaction.objectStore('facts').put(first, 'next')
      await done(transaction, 'complete')
      opened.close()
      for (const game of games) {
        const answer = await send('/api/saved', { method: 'POST', body: JSON.stringify(game) })
        if (answer.status >= 300) throw new Error(await answer.text())
      }
    },
    [games, first],
  )
