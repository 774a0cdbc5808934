// What the numbers and signs mean, the keys, and on a phone the language and the theme, for
// which its header has no room.
import { isAlone } from '../transport.js'
import { h, button } from '../dom.js'
import { t, LANGUAGES, currentLanguage, has } from '../i18n.js'
import { switchTheme } from '../theme.js'
import { valueChip } from '../value.js'
import { openDialog, closeButton } from './dialog.js'

/** @type {[string[], string][]} */
const KEYS = [
  [['←', '→'], 'key.step'],
  [['↑', '↓'], 'key.ends'],
  [['⇧ →'], 'key.variation'],
  [['space'], 'key.best'],
  [['f'], 'key.flip'],
  [['l'], 'key.engine'],
  [['a'], 'key.arrows'],
  [['z'], 'key.quiet'],
  [['v'], 'key.value'],
  [['b'], 'key.board'],
  [['/'], 'key.type'],
  [['?'], 'key.help'],
]

/** A sign and what it means. */
const legend = () => [
  [valueChip({ kind: 'estimate', value: 0.82 }), t('legend.estimate')],
  [valueChip({ kind: 'win', plies: 5 }), t('legend.win')],
  [valueChip({ kind: 'loss', plies: 4 }), t('legend.loss')],
  [valueChip({ kind: 'draw' }), t('legend.draw')],
  [h('b', { class: 'bad inaccuracy' }, '?!'), t('legend.inaccuracy')],
  [h('b', { class: 'bad mistake' }, '?'), t('legend.mistake')],
  [h('b', { class: 'bad blunder' }, '??'), t('legend.blunder')],
]

/** What one unit of an estimate is, game by game; the game at hand is told first. */
const UNITS = ['draughts', 'battle-sheep', 'connect-four', 'kings-valley']

export function openHelp(changeLanguage) {
  const languages = Object.entries(LANGUAGES).map(([code, name]) =>
    h(
      'button',
      {
        type: 'button',
        lang: code,
        'aria-pressed': String(code === currentLanguage()),
        onclick: async () => {
          dialog.close()
          await changeLanguage(code)
        },
      },
      name,
    ),
  )
  const keys = KEYS.map(([names, meaning]) => [
    h(
      'dt',
      {},
      names.map((key) => [h('kbd', {}, key === 'space' ? t('key.space') : key), ' ']),
    ),
    h('dd', {}, t(meaning)),
  ])
  const dialog = openDialog(
    t('help'),
    [
      h('div', { class: 'pick four only-phone', role: 'group', 'aria-label': t('language') }, languages),
      button(t('theme'), { sign: 'theme', class: 'btn theme only-phone', onclick: switchTheme }),
      h('h3', {}, t('legend.title')),
      h(
        'dl',
        { class: 'keys legendlist' },
        legend().map(([sign, meaning]) => [h('dt', {}, sign), h('dd', {}, meaning)]),
      ),
      h(
        'ul',
        { class: 'units' },
        UNITS.filter((name) => has(`unit.${name}`)).map((name) => h('li', {}, t(`unit.${name}`))),
      ),
      h('p', { class: 'meta' }, t('legend.accuracy')),
      isAlone() && h('p', { class: 'meta', id: 'alone-about' }, t('alone.about')),
      h(
        'div',
        { class: 'not-phone' },
        h('h3', {}, t('help.keys')),
        h('dl', { class: 'keys' }, keys),
        h('p', { class: 'meta' }, t('help.board')),
      ),
      closeButton(() => dialog),
    ],
    { broad: true },
  )
}
