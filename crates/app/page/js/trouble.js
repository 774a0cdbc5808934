// What to show when the server refuses or is gone: its own sentence, and a way on.
import { h, button } from './dom.js'
import { t } from './i18n.js'
import { Silence } from './api.js'

export const troubleText = (error) => (error instanceof Silence ? t('error.gone') : error.message)

export function trouble(error, again) {
  return h(
    'div',
    { class: 'panel call', role: 'alert' },
    h('h2', {}, troubleText(error)),
    h('div', { class: 'row' }, button(t('error.again'), { class: 'btn', onclick: again })),
  )
}
