// Setting up a position: choose a piece, click cells; or write the position as text.
import { h, s, button, choice } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { Board } from '../board/board.js'
import { pieceAt } from '../board/pieces.js'
import { ownerName, pieceName } from '../board/names.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'

const MOST_IN_STACK = 32

export async function openEditor(screen) {
  const { editable, pieces: kit } = await api.kit(screen.game.id, screen.asked.options).catch(() => ({ editable: false }))
  new Editor(screen, editable ? kit : []).open()
}

class Editor {
  constructor(screen, kit) {
    const { view, to_move, position } = screen.state
    Object.assign(this, { screen, kit, view, toMove: to_move, pieces: view.pieces, brush: kit[0] ?? null, count: 4, isText: kit.length === 0 })
    this.text = h('textarea', { class: 'typed', id: 'edit-text', spellcheck: 'false', oninput: () => { this.isText = true } })
    this.text.value = position
    this.wrong = h('p', { class: 'wrong', role: 'alert' })
    this.host = h('div', { class: 'bigboard' })
    this.palette = h('div', { class: 'palette', role: 'group', 'aria-label': t('edit.title') })
    this.board = new Board(this.host)
    this.board.choose = (cell) => this.arrange(painted(this, cell))
  }

  open() {
    this.dialog = openDialog(t('edit.title'), h('div', { class: `editor ${this.view.palette}` },
      this.kit.length > 0 && this.tools(),
      h('label', { class: 'field' }, t('edit.text'), this.text), this.wrong,
      h('div', { class: 'row end' },
        button(t('cancel'), { class: 'btn', onclick: () => this.dialog.close() }),
        button(t('edit.done'), { class: 'btn main', id: 'edit-done', onclick: () => this.use() }))), { broad: true })
    if (this.kit.length > 0) this.arrange(this.pieces, this.isText)
  }

  tools() {
    const { players } = this.screen.state
    const sides = players.map((player, seat) => [player.sign, ownerName(this.view.owners[seat])])
    this.drawPalette()
    return h('div', { class: 'bench' }, this.host, h('div', { class: 'kit' },
      this.palette,
      this.kit.some((piece) => piece.stack) && h('label', { class: 'field' }, t('edit.count'), this.counter()),
      choice(t('edit.toMove'), sides, this.toMove, (sign) => { this.toMove = sign; this.isText = false }),
      h('div', { class: 'row wrap' },
        button(t('edit.clear'), { class: 'btn', onclick: () => this.arrange([]) }),
        button(t('edit.start'), { class: 'btn', onclick: () => this.arrange(this.screen.game.view.pieces) }))))
  }

  counter() {
    return h('input', { type: 'number', min: 1, max: MOST_IN_STACK, value: this.count, oninput: (event) => {
      this.count = Math.min(MOST_IN_STACK, Math.max(1, Number(event.target.value) || 1))
      this.drawPalette()
    } })
  }

  drawPalette() {
    const brushes = [...this.kit, null]
    this.palette.replaceChildren(...brushes.map((brush) => h('button', {
      type: 'button', 'aria-pressed': String(brush === this.brush), 'aria-label': brush ? pieceName(counted(this, brush), this.view) : t('edit.eraser'),
      onclick: () => this.take(brush, brushes),
    }, s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
      brush ? pieceAt(counted(this, brush), { x: 0.5, y: 0.5 }, this.view) : s('path', { class: 'eraser', d: 'm30 30 40 40m0-40-40 40' })))))
  }

  take(brush, brushes) {
    this.brush = brush
    brushes.forEach((each, index) => this.palette.children[index].setAttribute('aria-pressed', String(each === brush)))
  }

  arrange(pieces, isText = false) {
    this.pieces = pieces
    this.isText = isText
    this.board.show({ ...this.view, pieces, last: [], moves: [] }, { flipped: this.screen.flipped, label: t('edit.title') })
  }

  async use() {
    this.wrong.textContent = ''
    try {
      const { options } = this.screen.asked
      await this.screen.restart({ options, position: this.isText ? this.text.value : await this.written() })
      this.dialog.close()
    } catch (error) {
      this.wrong.textContent = troubleText(error)
    }
  }

  async written() {
    const { game, options } = this.screen.asked
    const pieces = this.pieces.map(({ cell, owner, kind, count }) => ({ cell, owner, kind, count }))
    return (await api.position({ game, options, pieces, to_move: this.toMove })).position
  }
}

const counted = ({ count }, brush) => ({ ...brush, count: brush.stack ? count : undefined })

/** The pieces after a click: the chosen one is put down; on its like, or with nothing chosen, the cell is cleared. */
function painted({ pieces, brush, count }, cell) {
  const before = pieces.find((piece) => piece.cell === cell)
  const others = pieces.filter((piece) => piece.cell !== cell)
  const isLike = before && brush && before.owner === brush.owner && before.kind === brush.kind && (!brush.stack || before.count === count)
  return brush && !isLike ? [...others, { ...counted({ count }, brush), cell }] : others
}
