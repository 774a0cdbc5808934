// The rules of a game in the reader's language. Draughts are one text whose sentences
// a plan chooses; a game that has no words here is told in the server's.
import { currentLanguage, filled } from './i18n.js'
import * as api from './api.js'
import plans from '../i18n/rules/draughts.js'

/** The plan of each game's text, with its numbers. */
export const DRAUGHTS = Object.fromEntries(
  Object.keys(plans)
    .filter((key) => !key.includes('.'))
    .map((id) => [id, { plan: plans[id], size: plans[`${id}.size`], men: plans[`${id}.men`] }]),
)

/** Markdown and its language. */
export async function rulesOf(game) {
  const words = (await import(`../i18n/rules/${currentLanguage()}.js`)).default
  const own = words[game] ?? (DRAUGHTS[game] && draughts(words, DRAUGHTS[game]))
  if (own) return { markdown: own, language: currentLanguage() }
  const { markdown } = await api.rules(game)
  return { markdown: markdown.replace(/^# .*\n/, ''), language: 'en' }
}

export function draughts(words, { plan, size, men }) {
  const sentences = Object.entries(words).filter(([key]) => key.startsWith('draughts.'))
  const named = sentences.map(([key, sentence]) => [key.slice('draughts.'.length), sentence])
  return filled(filled(plan, Object.fromEntries(named)), { size, men })
}
