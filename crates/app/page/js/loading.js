// A sentence for those who have to wait; nothing at all for those who hardly do.
import { h } from './dom.js'
import { t } from './i18n.js'

const PATIENCE_MS = 400

/** Says that the board is being set up, unless the screen is drawn before; the answer ends the waiting. */
export function whileLoading(main) {
  const timer = setTimeout(
    () => main.replaceChildren(h('p', { class: 'panel call loading', role: 'status' }, t('loading'))),
    PATIENCE_MS,
  )
  return () => clearTimeout(timer)
}
