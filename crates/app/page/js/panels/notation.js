// Letters or numbers for the squares, in games whose players know both.
import { choice } from '../dom.js'
import { t } from '../i18n.js'
import { moveFormat, chooseFormat } from '../library.js'

/** A choice of two, or nothing where a game has one notation. */
export function notationSwitch(game, changed) {
  const cell = game.view.cells.find((each) => each.label)
  if (!game.formats?.includes('numeric') || !cell) return null
  const forms = [
    ['algebraic', cell.id],
    ['numeric', cell.label],
  ]
  const element = choice(t('notation'), forms, moveFormat(game), (format) => {
    chooseFormat(game, format)
    changed()
  })
  element.classList.add('notation')
  return element
}
