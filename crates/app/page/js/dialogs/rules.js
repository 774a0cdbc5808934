// The rules of a game, a click away from wherever it is played.
import { h } from '../dom.js'
import { gameInfo, gameName } from '../library.js'
import { rulesOf } from '../rules.js'
import { rendered } from '../markdown.js'
import { openDialog, closeButton } from './dialog.js'

export async function openRules(id) {
  const [{ markdown, language }, game] = await Promise.all([rulesOf(id), gameInfo(id)])
  const dialog = openDialog(
    gameName(game),
    [h('div', { class: 'rules', lang: language }, rendered(markdown)), closeButton(() => dialog)],
    { broad: true },
  )
}
