// Resigning and offering a draw: asked once, inside the callout.
import { button } from '../dom.js'
import { t } from '../i18n.js'
import { say } from '../voice.js'

/** An engine agrees to a draw when it expects no more than this share of the points, and not before anything has happened. */
const CONTENT_SHARE = 0.55,
  EARLY_PLIES = 20

const agrees = ({ share, score }, plies) =>
  1 - share <= CONTENT_SHARE && (score.kind !== 'estimate' || plies >= EARLY_PLIES)

const resigner = (match) => (match.isHumanTurn ? match.seat : (match.humans[0] ?? match.seat))

export function askResign(play) {
  confirm(play, t('resign.ask'), t('resign'), async () => {
    play.stopThinking()
    await play.match.resign(resigner(play.match))
  })
}

export function askDraw(play) {
  const { match } = play
  if (match.humans.length > 1) return confirm(play, t('draw.ask'), t('draw.agree'), () => match.agreeDraw())
  confirm(play, t('draw.offerAsk'), t('draw.offer'), async () => {
    play.callout.tell(t('draw.asked'), '')
    const plies = match.plies
    const { analysis } = await match.advice()
    if (match.isOver || match.plies !== plies) return
    if (agrees(analysis, plies)) return match.agreeDraw()
    return t('draw.declined')
  })
}

function confirm(play, question, word, act) {
  const sure = button(word, {
    class: 'btn',
    onclick: () =>
      play.attempt(async () => {
        const answer = await act()
        play.refresh()
        play.letEngineMove()
        if (answer) play.callout.tell(answer, '')
        if (answer) say(answer)
      }),
  })
  play.callout.tell(question, '', [sure, button(t('cancel'), { class: 'btn', onclick: () => play.drawCallout() })])
  sure.focus()
}
