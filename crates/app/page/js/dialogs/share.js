// Out: link, position and game in the game's own formats. In: any of the last two.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { toast } from '../voice.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'
import { openNewGame } from './new-game.js'

export function openShare(screen) {
  const text = h('textarea', { class: 'typed', id: 'paste', spellcheck: 'false' })
  const wrong = h('p', { class: 'wrong', role: 'alert' })
  const copying = (make, done) => async () => {
    try {
      const words = await make()
      text.value = words
      await navigator.clipboard.writeText(words)
      toast(t(done))
    } catch (error) {
      text.select()
      if (error.name !== 'NotAllowedError') wrong.textContent = troubleText(error)
    }
  }
  const opening = async () => {
    wrong.textContent = ''
    try {
      await openText(screen, text.value.trim())
      dialog.close()
    } catch (error) {
      wrong.textContent = troubleText(error)
    }
  }
  const record = async () => (await api.writeRecord({ ...screen.asked, tree: screen.tree.plain() })).record
  const dialog = openDialog(t('share.title'), [
    h('div', { class: 'grid2' },
      button(t('share.link'), { class: 'btn', id: 'copy-link', onclick: copying(() => new URL(screen.link(), location.href).href, 'share.linkCopied') }),
      button(t('share.position'), { class: 'btn', id: 'copy-position', onclick: copying(() => screen.state.position, 'share.positionCopied') }),
      button(t('share.game'), { class: 'btn', id: 'copy-game', onclick: copying(record, 'share.gameCopied') }),
      button(t('share.play'), { class: 'btn', onclick: () => { dialog.close(); openNewGame(screen.game.id, { position: screen.state.position, options: screen.asked.options }) } })),
    h('label', { class: 'field choice' }, h('span', {}, t('share.paste')), text), wrong,
    h('div', { class: 'row end' }, button(t('close'), { class: 'btn', onclick: () => dialog.close() }), button(t('share.open'), { class: 'btn main', id: 'open-text', onclick: opening })),
  ], { broad: true })
}

/** A record, a position, or moves; the first reading that makes sense, else the reason why none does. */
async function openText(screen, text) {
  if (text.startsWith('[') || /^\d+\s*\./.test(text)) {
    const { games: [game] } = await api.readRecord({ text, game: screen.game.id, format: screen.asked.format })
    if (game.game !== screen.game.id) return void (location.hash = `#/analyse/${game.game}?moves=${encodeURIComponent(game.moves.join(' '))}`)
    return screen.restart({ options: game.options, position: game.position ?? undefined, tree: game.tree, moves: game.moves })
  }
  try {
    await screen.restart({ options: screen.asked.options, position: text })
  } catch (unreadable) {
    const moves = text.split(/\s+/)
    await screen.restart({ options: screen.asked.options, moves }).catch((unplayable) => { throw moves.length > 1 ? unplayable : unreadable })
  }
}
