// Setting up a position: choose a piece, click cells; or write the position as text.
import { h, s, button, choice } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { Board } from '../board/board.js'
import { pieceAt } from '../board/pieces.js'
import { ownerName, pieceName } from '../board/names.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'
import { readPosition } from './reading.js'

const MOST_IN_STACK = 32

export async function openEditor(screen) {
  const { editable, pieces: kit } = await api
    .kit(screen.game.id, screen.asked.options)
    .catch(() => ({ editable: false }))
  new Editor(screen, editable ? kit : []).open()
}

/** So long after the last key the board follows the text. */
const CALM_MS = 350

class Editor {
  constructor(screen, kit) {
    const { view, to_move, position } = screen.state
    this.screen = screen
    this.kit = kit
    this.view = view
    this.toMove = to_move
    this.pieces = view.pieces
    this.brush = kit[0] ?? null
    this.count = 4
    this.text = h('textarea', { class: 'typed', id: 'edit-text', spellcheck: 'false', oninput: () => this.follow() })
    this.text.value = position
    this.wrong = h('p', { class: 'wrong', role: 'alert' })
    this.host = h('div', { class: 'bigboard' })
    this.palette = h('div', { class: 'palette', role: 'group', 'aria-label': t('edit.title') })
    this.board = new Board(this.host)
    this.board.choose = (cell) => this.arrange(painted(this, cell))
    this.asking = 0
  }

  open() {
    this.sides = h('div')
    this.dialog = openDialog(
      t('edit.title'),
      h(
        'div',
        { class: `editor ${this.view.palette}` },
        this.kit.length > 0 ? this.tools() : this.sides,
        h('label', { class: 'field' }, t('edit.text'), this.text),
        this.wrong,
        h(
          'div',
          { class: 'row end' },
          button(t('cancel'), { class: 'btn', onclick: () => this.dialog.close() }),
          button(t('edit.done'), { class: 'btn main', id: 'edit-done', onclick: () => this.use() }),
        ),
      ),
      { broad: true },
    )
    this.drawSides()
    if (this.kit.length > 0) this.drawBoard()
  }

  /** Who is to move, as a choice; a text that does not say it is read with it. */
  drawSides() {
    const { players } = this.screen.state
    const sides = players.map((player, seat) => [player.sign, ownerName(this.view.owners[seat])])
    this.sides.replaceChildren(
      choice(t('edit.toMove'), sides, this.toMove, (sign) => {
        this.toMove = sign
        if (this.kit.length > 0) this.arrange(this.pieces)
      }),
    )
  }

  tools() {
    this.drawPalette()
    return h(
      'div',
      { class: 'bench' },
      this.host,
      h(
        'div',
        { class: 'kit' },
        this.palette,
        this.kit.some((piece) => piece.stack) && h('label', { class: 'field' }, t('edit.count'), this.counter()),
        this.sides,
        h(
          'div',
          { class: 'row wrap' },
          button(t('edit.clear'), { class: 'btn', id: 'edit-clear', onclick: () => this.arrange([]) }),
          button(t('edit.start'), {
            class: 'btn',
            id: 'edit-start',
            onclick: () => this.arrange(this.screen.game.view.pieces),
          }),
        ),
      ),
    )
  }

  counter() {
    return h('input', {
      type: 'number',
      min: 1,
      max: MOST_IN_STACK,
      value: this.count,
      oninput: (event) => {
        this.count = Math.min(MOST_IN_STACK, Math.max(1, Number(event.target.value) || 1))
        this.drawPalette()
      },
    })
  }

  drawPalette() {
    const brushes = [...this.kit, null]
    this.palette.replaceChildren(
      ...brushes.map((brush) =>
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(brush === this.brush),
            'aria-label': brush ? pieceName(counted(this, brush), this.view) : t('edit.eraser'),
            onclick: () => this.take(brush, brushes),
          },
          s(
            'svg',
            { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
            brush
              ? pieceAt(counted(this, brush), { x: 0.5, y: 0.5 }, this.view)
              : s('path', { class: 'eraser', d: 'm30 30 40 40m0-40-40 40' }),
          ),
        ),
      ),
    )
  }

  take(brush, brushes) {
    this.brush = brush
    brushes.forEach((each, index) => this.palette.children[index].setAttribute('aria-pressed', String(each === brush)))
  }

  drawBoard() {
    this.board.show(
      { ...this.view, pieces: this.pieces, last: [], moves: [] },
      { flipped: this.screen.flipped, label: t('edit.title') },
    )
  }

  /** The board is another one: so is the text, once the server has written it. */
  async arrange(pieces) {
    this.pieces = pieces
    this.drawBoard()
    if (pieces.length === 0) {
      this.asking++
      this.text.value = ''
      this.wrong.textContent = ''
      return
    }
    await this.newest(async () => {
      const { game, options } = this.screen.asked
      const put = pieces.map(({ cell, owner, kind, count }) => ({ cell, owner, kind, count }))
      const { position } = await api.position({ game, options, pieces: put, to_move: this.toMove })
      return () => {
        this.text.value = position
      }
    })
  }

  /** The text is another one: so is the board, once it can be read. */
  follow() {
    clearTimeout(this.waiting)
    this.wrong.textContent = ''
    this.waiting = setTimeout(
      () =>
        this.newest(async () => {
          const state = await readPosition(this.screen.asked, this.text.value, this.toMove)
          return () => {
            Object.assign(this, { view: state.view, pieces: state.view.pieces, toMove: state.to_move })
            this.drawSides()
            if (this.kit.length > 0) this.drawBoard()
          }
        }, false),
      CALM_MS,
    )
  }

  /** Does what was asked last; a board that makes no position has no text. */
  async newest(ask, clears = true) {
    const own = ++this.asking
    clearTimeout(this.waiting)
    try {
      const done = await ask()
      if (own !== this.asking) return
      this.wrong.textContent = ''
      done()
    } catch (error) {
      if (own !== this.asking) return
      if (clears) this.text.value = ''
      this.wrong.textContent = troubleText(error)
    }
  }

  async use() {
    this.wrong.textContent = ''
    try {
      const { options } = this.screen.asked
      const { position } = await readPosition(this.screen.asked, this.text.value, this.toMove)
      await this.screen.begun({ options, position })
      this.dialog.close()
    } catch (error) {
      this.wrong.textContent = troubleText(error)
    }
  }
}

const counted = ({ count }, brush) => ({ ...brush, count: brush.stack ? count : undefined })

/** The pieces after a click: the chosen one is put down; on its like, or with nothing chosen, the cell is cleared. */
function painted({ pieces, brush, count }, cell) {
  const before = pieces.find((piece) => piece.cell === cell)
  const others = pieces.filter((piece) => piece.cell !== cell)
  const isLike =
    before &&
    brush &&
    before.owner === brush.owner &&
    before.kind === brush.kind &&
    (!brush.stack || before.count === count)
  return brush && !isLike ? [...others, { ...counted({ count }, brush), cell }] : others
}
