// Setting up a position: choose a piece, click cells; or write the position as text.
import { h, s, button, choice } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { Board } from '../board/board.js'
import { pieceAt } from '../board/pieces.js'
import { ownerName, pieceName } from '../board/names.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'

export async function openEditor(screen) {
  const { editable, pieces: kit } = await api.kit(screen.game.id, screen.asked.options).catch(() => ({ editable: false }))
  const { view, players } = screen.state
  const editor = { pieces: view.pieces.map((piece) => ({ ...piece })), toMove: screen.state.to_move, brush: kit?.[0] ?? null, count: 4 }
  const host = h('div', { class: 'bigboard' }), wrong = h('p', { class: 'wrong', role: 'alert' })
  const text = h('textarea', { class: 'typed', id: 'edit-text', spellcheck: 'false' })
  text.value = screen.state.position
  let isText = !editable
  text.addEventListener('input', () => { isText = true })
  const board = new Board(host, {})
  board.choose = (cell) => { isText = false; paint(editor, cell); draw() }
  const draw = () => {
    board.show({ ...view, pieces: editor.pieces, last: [], moves: [] }, { flipped: screen.flipped, label: t('edit.title') })
  }
  const use = async () => {
    wrong.textContent = ''
    try {
      const { game, options } = screen.asked
      const position = isText ? text.value : (await api.position({ game, options, pieces: editor.pieces.map(plain), to_move: editor.toMove })).position
      await screen.restart({ options, position })
      dialog.close()
    } catch (error) {
      wrong.textContent = troubleText(error)
    }
  }
  const brushes = h('div', { class: 'palette', role: 'group', 'aria-label': t('edit.title') }, editable && palette(kit, view, editor))
  const hasStacks = kit?.some((piece) => piece.stack)
  const count = h('input', { type: 'number', min: 1, max: 32, value: editor.count, oninput: (event) => {
    editor.count = Math.min(32, Math.max(1, Number(event.target.value) || 1))
    brushes.replaceChildren(...palette(kit, view, editor))
  } })
  const dialog = openDialog(t('edit.title'), h('div', { class: `editor ${view.palette}` },
    editable && [
      brushes, hasStacks && h('label', { class: 'field' }, t('edit.count'), count), host,
      choice(t('edit.toMove'), players.map((player, seat) => [player.sign, ownerName(view.owners[seat])]), editor.toMove, (sign) => { editor.toMove = sign; isText = false }),
      h('div', { class: 'row wrap' },
        button(t('edit.clear'), { class: 'btn', onclick: () => { editor.pieces = []; isText = false; draw() } }),
        button(t('edit.start'), { class: 'btn', onclick: () => { editor.pieces = screen.game.view.pieces.map((piece) => ({ ...piece })); isText = false; draw() } })),
    ],
    h('label', { class: 'field' }, t('edit.text'), text), wrong,
    h('div', { class: 'row end' }, button(t('cancel'), { class: 'btn', onclick: () => dialog.close() }), button(t('edit.done'), { class: 'btn main', id: 'edit-done', onclick: use }))), { broad: true })
  if (editable) draw()
}

const plain = ({ cell, owner, kind, count }) => ({ cell, owner, kind, count })

/** A click puts the chosen piece down; on the same piece, or with nothing chosen, it clears the cell. */
function paint(editor, cell) {
  const { brush } = editor
  const before = editor.pieces.find((piece) => piece.cell === cell)
  editor.pieces = editor.pieces.filter((piece) => piece.cell !== cell)
  const isSame = before && brush && before.owner === brush.owner && before.kind === brush.kind && (!brush.stack || before.count === editor.count)
  if (brush && !isSame) editor.pieces.push({ cell, owner: brush.owner, kind: brush.kind, letter: brush.letter, count: brush.stack ? editor.count : undefined })
}

function palette(kit, view, editor) {
  const brushes = [...kit, null]
  const buttons = brushes.map((brush) => h('button', {
    type: 'button', 'aria-pressed': String(brush === editor.brush), 'aria-label': brush ? pieceName(counted(brush, editor), view) : t('edit.eraser'),
    onclick: () => { editor.brush = brush; buttons.forEach((each, index) => each.setAttribute('aria-pressed', String(brushes[index] === brush))) },
  }, s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, brush ? pieceAt(counted(brush, editor), { x: 0.5, y: 0.5 }, view) : s('path', { class: 'eraser', d: 'm30 30 40 40m0-40-40 40' }))))
  return buttons
}

const counted = (brush, editor) => ({ ...brush, count: brush.stack ? editor.count : undefined })
