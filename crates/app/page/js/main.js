// Where the page begins: language, theme, header, and the screen that the address names.
import { find } from './dom.js'
import { t, useLanguage, chooseLanguage, preferredLanguage } from './i18n.js'
import { drawHeader } from './header.js'
import { followSystemTheme } from './theme.js'
import { readAddress } from './address.js'
import { listenToPageKeys } from './keys.js'
import { say, toast } from './voice.js'

const SCREENS = {
  home: () => import('./screens/home.js'),
  play: () => import('./screens/play.js'),
  analyse: () => import('./screens/analyse.js'),
  saved: () => import('./screens/saved.js'),
  puzzles: () => import('./screens/puzzles.js'),
  lab: () => import('./screens/lab.js'),
}

let screen = null
let visits = 0

async function show() {
  const address = readAddress(location.hash)
  const visit = ++visits
  const { open } = await (SCREENS[address.screen] ?? SCREENS.home)().catch(() => ({ open: null }))
  if (!open) return toast(t('error.part'))
  if (visit !== visits) return
  if (!address.isKnown) toast(t('error.noPage'))
  if (screen?.follow?.(address)) return
  screen?.close?.()
  say('')
  drawHeader(address.screen, changeLanguage)
  find('#skip').textContent = ['home', 'saved'].includes(address.screen) ? t('skip.main') : t('skip')
  document.title = `plyground · ${t(`nav.${address.screen}`)}`
  screen = open(find('#main'), address)
  scrollTo(0, 0)
}

async function changeLanguage(language) {
  await chooseLanguage(language)
  find('#skip').textContent = t('skip')
  screen?.close?.()
  screen = null
  await show()
}

async function begin() {
  followSystemTheme()
  const sheet = fetch(new URL('../pieces.svg', import.meta.url)).then((answer) => answer.text())
  await useLanguage(preferredLanguage())
  find('#skip').textContent = t('skip')
  document.body.insertAdjacentHTML(
    'afterbegin',
    (await sheet).replace('<svg ', '<svg class="sprite" aria-hidden="true" '),
  )
  find('#skip').addEventListener('click', (event) => {
    event.preventDefault()
    const place = find('.bigboard .cell[tabindex="0"]') ?? find('#main')
    place.focus()
  })
  listenToPageKeys(() => screen)
  addEventListener('hashchange', show)
  await show()
}

begin()
