// The whole game analysed: a value for every position and a mark for every weak move.
import { t } from '../i18n.js'
import * as api from '../api.js'
import { say } from '../voice.js'
import { troubleText } from '../trouble.js'

const MILLISECONDS = 300

export async function review(screen) {
  if (screen.reviewing) return void screen.reviewing.abort()
  const nodes = screen.tree.line()
  const { signal } = (screen.reviewing = new AbortController())
  screen.listening?.abort()
  try {
    await api.listen('/api/review', { ...screen.asked, moves: screen.tree.path(nodes.at(-1)), limits: { time_ms: MILLISECONDS } }, (name, data) => {
      if (name !== 'ply' || signal.aborted) return
      nodes[data.ply].share = data.share
      if (nodes[data.ply + 1]) nodes[data.ply + 1].mark = data.mark ?? undefined
      screen.reviewButton.textContent = t('review.progress', { done: data.progress[0], of: data.progress[1] })
      screen.drawPanels()
    }, signal)
    const count = (mark) => nodes.filter((node) => node.mark === mark).length
    say(t('review.done', { inaccuracies: count('inaccuracy'), mistakes: count('mistake'), blunders: count('blunder') }))
  } catch (error) {
    if (error.name !== 'AbortError' && !screen.closed) screen.tell(t('error.title'), troubleText(error))
  } finally {
    screen.reviewing = null
    if (!screen.closed) {
      screen.reviewButton.textContent = t('review')
      screen.drawPanels()
      screen.listen()
    }
  }
}
