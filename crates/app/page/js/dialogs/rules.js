// The rules of a game, from the server's Markdown.
import { h } from '../dom.js'
import * as api from '../api.js'
import { rendered } from '../markdown.js'
import { openDialog, closeButton } from './dialog.js'

export async function openRules(game) {
  const { markdown } = await api.rules(game)
  const [title, ...rest] = markdown.split('\n')
  const dialog = openDialog(title.replace(/^#\s*/, ''), [
    h('div', { class: 'rules', lang: 'en' }, rendered(rest.join('\n'))), closeButton(() => dialog),
  ], { broad: true })
}
