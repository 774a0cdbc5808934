// The pictures of the README and the guide, taken from the page as it is: `node pictures.mjs`.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Server, launch, openPage, saveGame } from './support.mjs'

const FOLDER = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const HUMAN = { kind: 'human', name: 'Person' }
const ENGINE = { kind: 'engine', name: 'Engine', level: 3, time_ms: 1000 }
const GAME = ['32-28', '19-23', '28x19', '14x23', '37-32', '10-14', '41-37', '14-19', '35-30', '20-25', '33-29']

const server = await Server.start()
const browser = await launch()
await mkdir(FOLDER, { recursive: true })

async function picture(name, hash, { ready, act = async () => {}, ...options }) {
  const page = await openPage(browser, server, { hash, ...options })
  await page.evaluate(() => localStorage.setItem('plyground.toured', 'true'))
  await page.waitForSelector(ready)
  await act(page)
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${FOLDER}/${name}.png` })
  await page.context().close()
}

const play = await saveGame(server, { game: 'international-draughts', moves: GAME, seats: [ENGINE, HUMAN] })
await picture('play', `#/play/${play.id}`, {
  ready: '.cell.able',
  width: 1200,
  height: 780,
  act: (page) => page.click('.cell.able'),
})

await picture('values', '#/analyse/connect-four?moves=4+4+4+4+4+2+3', {
  ready: '.lines button',
  width: 1200,
  height: 780,
  act: async (page) => {
    await page.evaluate(() => document.querySelector('#show-values').click())
    await page.waitForFunction(() => document.querySelectorAll('.chip').length >= 6)
  },
})

const sheep = await saveGame(server, {
  game: 'battle-sheep',
  options: { players: 3, seed: 5 },
  seats: [HUMAN, ENGINE, ENGINE],
})
await picture('phone', `#/play/${sheep.id}`, {
  ready: '.cell.able',
  width: 390,
  height: 844,
  colorScheme: 'dark',
  deviceScaleFactor: 1.5,
})

await browser.close()
await server.stop()
