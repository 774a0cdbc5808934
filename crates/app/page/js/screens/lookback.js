// Looking back at earlier moves of a game that goes on: nothing is taken back by it.
import { button } from '../dom.js'
import { t } from '../i18n.js'
import { drawStrips } from '../panels/strips.js'

export class Lookback {
  constructor(play) {
    this.play = play
    this.ply = null
  }

  get isOn() {
    return this.ply !== null
  }

  /** The keys of a game: arrows step, up and down go to its ends. */
  keys() {
    const from = () => this.ply ?? this.play.match.plies
    return {
      back: () => this.go(from() - 1),
      forward: () => this.go(from() + 1),
      first: () => this.go(0),
      last: () => this.end(),
    }
  }

  end() {
    if (!this.isOn) return
    this.ply = null
    this.play.refresh()
  }

  /** Shows the game after so many moves. */
  async go(ply) {
    const { play } = this
    if (!play.match || ply < 0 || ply > play.match.plies) return
    if (ply === play.match.plies) return this.end()
    this.ply = ply
    await play.attempt(async () => {
      const state = await play.match.stateAt(ply)
      if (this.ply !== ply || play.closed) return
      play.showBoard(state, { able: false })
      play.drawMoves()
      drawStrips(play, state)
      const why = play.match.isOver ? t('look.over') : t('look.why')
      play.callout.tell(t('look.title', { n: ply, of: play.match.plies }), why, [
        button(t('look.end'), { class: 'btn', onclick: () => this.end() }),
      ])
    })
  }
}
