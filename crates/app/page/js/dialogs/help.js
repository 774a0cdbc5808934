// Keys, and on a phone the language and the theme, for which its header has no room.
import { h, button } from '../dom.js'
import { t, LANGUAGES, currentLanguage } from '../i18n.js'
import { switchTheme } from '../theme.js'
import { openDialog, closeButton } from './dialog.js'

const KEYS = [
  [['←', '→'], 'key.step'], [['↑', '↓'], 'key.ends'], [['⇧ →'], 'key.variation'], [['space'], 'key.best'], [['f'], 'key.flip'], [['l'], 'key.engine'],
  [['a'], 'key.arrows'], [['z'], 'key.quiet'], [['v'], 'key.value'], [['b'], 'key.board'], [['/'], 'key.type'], [['?'], 'key.help'],
]

export function openHelp(changeLanguage) {
  const languages = Object.entries(LANGUAGES).map(([code, name]) => h('button', {
    type: 'button', lang: code, 'aria-pressed': String(code === currentLanguage()),
    onclick: async () => { dialog.close(); await changeLanguage(code) },
  }, name))
  const dialog = openDialog(t('help'), [
    h('div', { class: 'pick four only-phone', role: 'group', 'aria-label': t('language') }, languages),
    button(t('theme'), { sign: 'theme', class: 'btn theme only-phone', onclick: switchTheme }),
    h('dl', { class: 'keys' }, KEYS.map(([keys, meaning]) => [h('dt', {}, keys.map((key) => [h('kbd', {}, key === 'space' ? t('key.space') : key), ' '])), h('dd', {}, t(meaning))])),
    h('p', { class: 'meta' }, t('help.board')),
    closeButton(() => dialog),
  ])
}
