// Saved games in the browser's own storage. The engine is asked within one transaction,
// so two windows never write over each other's moves. Where storage is forbidden, as in
// some private windows, games last as long as the page.

const memory = { games: new Map(), next: 1 }

let opened
const database = () =>
  (opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('plyground', 1)
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore('games', { keyPath: 'id' })
        request.result.createObjectStore('facts')
      })
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => resolve(null))
    } catch {
      resolve(null)
    }
  }))

const trouble = (error) => {
  const isFull = error?.name === 'QuotaExceededError'
  const detail = isFull ? 'storage.full' : 'storage.failing'
  const message = isFull ? 'the disk is full: nothing was saved' : 'the disk fails: nothing was saved'
  return { status: 507, body: { error: { code: 'storage', message, detail, values: {} } } }
}

function inMemory(id, ask) {
  const games = id ? [memory.games.get(Number(id))].filter(Boolean) : [...memory.games.values()]
  const answer = ask(games, memory.next)
  for (const game of answer.put ?? []) memory.games.set(game.id, game)
  for (const gone of answer.removed ?? []) memory.games.delete(gone)
  memory.next = answer.next ?? memory.next
  return answer
}

/** Asks with one game, or with all of them, and keeps what the answer says. */
export async function within(id, ask) {
  const kept = await database()
  if (!kept) return inMemory(id, ask)
  return new Promise((resolve) => {
    const transaction = kept.transaction(['games', 'facts'], 'readwrite')
    const games = transaction.objectStore('games')
    const facts = transaction.objectStore('facts')
    let answer
    const next = facts.get('next')
    const found = id ? games.get(Number(id)) : games.getAll()
    found.addEventListener('success', () => {
      try {
        answer = ask([found.result].flat().filter(Boolean), next.result ?? 1)
        for (const game of answer.put ?? []) games.put(game)
        for (const gone of answer.removed ?? []) games.delete(gone)
        if (answer.put?.length) facts.put(answer.next, 'next')
      } catch (error) {
        answer = trouble(error)
        transaction.abort()
      }
    })
    transaction.addEventListener('complete', () => resolve(answer))
    transaction.addEventListener('abort', () => resolve(answer?.status === 507 ? answer : trouble(transaction.error)))
  })
}
