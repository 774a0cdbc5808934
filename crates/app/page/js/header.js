// The head of every screen: the mark, the places to go, language, theme, help.
import { h, s, find, button } from './dom.js'
import { t, LANGUAGES, currentLanguage } from './i18n.js'
import { switchTheme } from './theme.js'
import { remembered } from './settings.js'

export function drawHeader(screen, changeLanguage) {
  const places = [
    ['home', '#/'],
    ['play', remembered('game') ? `#/play/${remembered('game')}` : '#/'],
    ['analyse', remembered('analysis') ?? `#/analyse/${remembered('analysed') ?? 'connect-four'}`],
    ['puzzles', '#/puzzles'],
    ['lab', remembered('lab') ?? '#/lab/tic-tac-toe'],
    ['saved', '#/saved'],
  ]
  const language = h(
    'select',
    { class: 'lang', 'aria-label': t('language'), onchange: (event) => changeLanguage(event.target.value) },
    Object.entries(LANGUAGES).map(([code, name]) =>
      h('option', { value: code, lang: code, selected: code === currentLanguage() }, name),
    ),
  )
  find('#top').replaceChildren(
    h(
      'a',
      { class: 'brand', href: '#/', 'aria-label': 'plyground' },
      s('svg', { class: 'mark', 'aria-hidden': 'true' }, s('use', { href: '#mark' })),
      h('span', {}, 'plyground'),
    ),
    h(
      'nav',
      { class: 'nav', 'aria-label': t('nav.label') },
      places.map(([name, href]) =>
        h('a', { href, 'data-place': name, 'aria-current': name === screen ? 'page' : null }, t(`nav.${name}`)),
      ),
    ),
    h(
      'div',
      { class: 'tools' },
      language,
      button(t('theme'), { sign: 'theme', iconOnly: true, class: 'ib', id: 'theme', onclick: switchTheme }),
      button(t('help'), {
        sign: 'help',
        iconOnly: true,
        class: 'ib',
        id: 'help',
        onclick: async () => (await import('./dialogs/help.js')).openHelp(changeLanguage),
      }),
    ),
  )
}

/** Play and Analyse lead to the game at hand. */
export function atHand(places) {
  for (const [name, href] of Object.entries(places)) find(`[data-place="${name}"]`)?.setAttribute('href', href)
}
