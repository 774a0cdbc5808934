// A dialog that goes away on Esc and on a click beside it; focus returns where it was.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'

export function openDialog(title, contents, { broad = false, className = '' } = {}) {
  const heading = h('h2', { id: 'dialog-title', tabindex: -1, autofocus: broad }, title)
  const dialog = h(
    'dialog',
    { class: `${broad ? 'broad ' : ''}${className}`, 'aria-labelledby': 'dialog-title' },
    heading,
    contents,
  )
  const before = /** @type {HTMLElement | null} */ (document.activeElement)
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (before?.isConnected) before.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

export const closeButton = (dialog) =>
  h('div', { class: 'row end' }, button(t('close'), { class: 'btn main', onclick: () => dialog().close() }))
