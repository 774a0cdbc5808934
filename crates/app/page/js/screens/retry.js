// A weak move tried again: find a better one without the engine's help.
import { button } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { say } from '../voice.js'
import { spoken } from '../value.js'

/** A move that gives away less than this is good enough. */
const GOOD_LOSS = 0.07
const THOUGHT_MS = 500

export class Retry {
  constructor(screen) {
    this.screen = screen
    this.node = null
    this.state = 'off'
  }

  get isOn() {
    return this.node !== null && this.screen.tree.current === this.node.parent
  }

  begin(node) {
    this.node = node
    this.state = 'asked'
    this.screen.go(() => this.screen.jump(node.parent))
  }

  end() {
    this.node = null
    this.state = 'off'
  }

  /** What the callout says while a better move is looked for. */
  told() {
    if (!this.isOn) return null
    const { screen, node } = this
    const give = button(t('retry.give'), { class: 'btn', id: 'retry-give', onclick: () => this.give() })
    const title = this.state === 'wrong' ? t('retry.wrong', { move: this.tried }) : t('retry.title')
    return { title, why: t('retry.why', { name: screen.moverName(), move: node.move }), buttons: [give] }
  }

  /** The better move is shown. */
  give() {
    const { best } = this.node.judged
    this.end()
    this.screen.playMove(best)
  }

  async answer(text) {
    const { screen, node } = this
    const isRight = text === node.judged.best || (text !== node.move && (await this.isGood(text)))
    if (this.node !== node || screen.closed) return
    if (!isRight) {
      this.state = 'wrong'
      this.tried = text
      screen.drawCallout()
      screen.drawBoard()
      return say(t('retry.wrong', { move: text }))
    }
    this.end()
    await screen.playMove(text)
    screen.tell(
      t('retry.right'),
      text === node.judged.best ? '' : t('retry.also', { move: node.judged.best }),
      this.onward(node),
    )
  }

  /** The next weak move of the same game. */
  onward(node) {
    const { screen } = this
    const weak = screen.tree.line(node).filter((each) => each.ply > node.ply && each.judged?.mark)
    if (weak.length === 0) return []
    return [button(t('retry.next'), { class: 'btn', id: 'retry-next', onclick: () => this.begin(weak[0]) })]
  }

  /** Whether a move loses nothing that matters, by a short look at what follows it. */
  async isGood(text) {
    const { screen, node } = this
    const moves = [...screen.tree.path(node.parent), text]
    const { players, seat } = screen.state
    try {
      const { analysis } = await api.engineMove({
        ...screen.asked,
        moves,
        cells: false,
        engine: { time_ms: THOUGHT_MS },
      })
      const after = 1 - analysis.share
      const before = node.parent.share ?? 0.5
      const own = players.length > 2 || seat === 0 ? before : 1 - before
      return own - after < GOOD_LOSS
    } catch (error) {
      // A move that ends the game has nothing after it to look at.
      const state = await screen.stateOf(moves).catch(() => null)
      return state?.outcome?.winner === players[seat].sign || Boolean(error.code && !state)
    }
  }
}

/** How a better move is told where there is room for one line. */
export const betterText = ({ best, score }) => `${best}: ${spoken(score)}`
