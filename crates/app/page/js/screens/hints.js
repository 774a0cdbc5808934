// A hint in steps: which piece, then where it goes, then what it leads to.
import { t } from '../i18n.js'
import * as api from '../api.js'
import { changesText, reasoning } from '../reasoning.js'
import { say } from '../voice.js'
import { nameOfCell } from '../board/names.js'
import { spoken, isProof } from '../value.js'
import { ghostsOf } from './insights.js'

export class Hints {
  constructor(play) {
    this.play = play
    this.known = null
  }

  /** The position is another one. */
  forget() {
    this.known = null
  }

  /** Tells a little more than before. */
  async next() {
    const { play } = this
    const { match } = play
    if (!match.isHumanTurn) return
    play.lookback.end()
    if (!this.known) {
      play.callout.tell(t('hint.busy'), '')
      const { plies } = match
      const { move, analysis } = await match.advice()
      if (play.closed || match.plies !== plies || match.isOver || play.lookback.isOn) return
      const line = analysis.lines.find((each) => each.move === move) ?? analysis.lines[0]
      const reason = await this.reasonOf(line).catch(() => '')
      if (play.closed || match.plies !== plies || match.isOver || play.lookback.isOn) return
      this.known = { line, reason, told: line.path.length > 1 ? 0 : 1 }
    }
    this.tell()
  }

  tell() {
    const { play, known } = this
    const { view, seat } = play.match.state
    const { line } = known
    const step = known.told
    known.told = Math.min(2, step + 1)
    const more = step < 2 ? t('hint.more') : ''
    if (step === 0) {
      play.board.decorate({ arrows: [], ghosts: [], hinted: [line.path[0]] })
      return this.say(t('hint.piece', { where: nameOfCell(line.path[0], view) }), more)
    }
    const arrows = [{ path: line.path, width: 3, advice: true }]
    play.board.decorate({ arrows, ghosts: ghostsOf({ lines: [line] }, { view, seat }), hinted: [] })
    if (step === 1) return this.say(t('hint.title', { move: line.move }), more)
    const worth = isProof(line.score) ? spoken(line.score) : t('hint.worth', { value: spoken(line.score) })
    const told = t('hint.line', { worth, line: line.pv.slice(0, 6).join(' ') })
    this.say(t('hint.title', { move: line.move }), known.reason ? `${told}. ${known.reason}` : told)
  }

  /** What the move changes at once, in the words of the evaluation. */
  async reasonOf(line) {
    const { match } = this.play
    const asked = { ...match.asked, moves: [...match.state.moves, line.move], eval: 'default' }
    const { evaluations } = await api.evaluate(asked)
    const changes = changesText(evaluations[0]?.last_move?.parts ?? [], await reasoning())
    return changes ? t('hint.why', { changes }) : ''
  }

  say(title, why) {
    this.play.callout.tell(title, why)
    say(`${title}. ${why}`)
  }
}
