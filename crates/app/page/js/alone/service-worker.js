// Keeps the page for those who are offline. `known`, which stands before this where the
// folder is written, names every file with the hash of its content. A file is kept under
// its name and hash, so a newer page fetches only what has changed, and an older one that
// is still open loses nothing: it goes when the last window of it is closed.

/** @type {any} */
const own = self
const { files, later } = own.known
const CACHE = `plyground ${new URL(own.registration.scope).pathname}`

const addressOf = (name) => new URL(name, own.registration.scope).href
/** Some names hold their hash. */
const keyOf = (name) => addressOf(name.includes(files[name].slice(0, 16)) ? name : `${name}?${files[name]}`)

async function isSound(name, answer) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') === files[name]
}

/** Fetches a file and keeps it if it is what it should be; what the browser has at hand may be too old. */
async function fetched(name, cache) {
  let answer
  for (const from of /** @type {RequestCache[]} */ (['force-cache', 'reload'])) {
    answer = await fetch(addressOf(name), { cache: from })
    if (!answer.ok) return answer
    if (!(await isSound(name, answer.clone()))) continue
    await cache.put(keyOf(name), answer.clone())
    return answer
  }
  return answer
}

async function install() {
  const cache = await caches.open(CACHE)
  const wanted = Object.keys(files).filter((name) => !later.some((begin) => name.startsWith(begin)))
  const missing = []
  for (const name of wanted) if (!(await cache.match(keyOf(name)))) missing.push(name)
  await Promise.all(missing.map((name) => fetched(name, cache)))
  // While a host is being filled its files may not fit each other yet: the next visit tries again.
  for (const name of missing) if (!(await cache.match(keyOf(name)))) throw new Error(`${name} is not what it should be`)
}

/** Forgets what no file of this page is any more. */
async function clean() {
  const cache = await caches.open(CACHE)
  const wanted = new Set(Object.keys(files).map(keyOf))
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url)
  await own.clients.claim()
}

async function answered(name, request) {
  const cache = await caches.open(CACHE).catch(() => null)
  const kept = await cache?.match(keyOf(name))
  // What a disk has damaged is fetched anew.
  if (kept && (await isSound(name, kept.clone()))) return kept
  return cache ? fetched(name, cache) : fetch(request)
}

own.addEventListener('install', (event) => event.waitUntil(install()))
own.addEventListener('activate', (event) => event.waitUntil(clean()))
own.addEventListener('fetch', (event) => {
  const { request } = event
  const { scope } = own.registration
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length)
  const name = path === '' ? 'index.html' : path
  if (Object.hasOwn(files, name)) event.respondWith(answered(name, request))
})
