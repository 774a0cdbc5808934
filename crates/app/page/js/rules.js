// The rules of a game in the reader's language. Draughts are one text whose sentences
// a table chooses; a game that has no words here is told in the server's.
import { currentLanguage, filled } from './i18n.js'
import * as api from './api.js'

const international = {
  begins: 'white',
  king: 'fly',
  men: 'backward',
  choice: 'most',
  crowning: 'passes',
  draws: 'international',
}
const english = { begins: 'black', king: 'step', men: 'forward', choice: 'any', crowning: 'stops', draws: 'english' }
export const DRAUGHTS = {
  'russian-draughts': { ...international, size: 8, count: 12, choice: 'any', crowning: 'goesOn', draws: 'russian' },
  'english-draughts': { ...english, size: 8, count: 12 },
  'english-draughts-12': { ...english, size: 12, count: 30, begins: 'white' },
  'international-draughts': { ...international, size: 10, count: 20 },
  'brazilian-draughts': { ...international, size: 8, count: 12 },
  'canadian-draughts': { ...international, size: 12, count: 30 },
}

/** Markdown and its language. */
export async function rulesOf(game) {
  const words = (await import(`../i18n/rules/${currentLanguage()}.js`)).default
  const own = words[game] ?? (DRAUGHTS[game] && draughts(words, DRAUGHTS[game]))
  if (own) return { markdown: own, language: currentLanguage() }
  const { markdown } = await api.rules(game)
  return { markdown: markdown.replace(/^# .*\n/, ''), language: 'en' }
}

export function draughts(words, { size, count, begins, king, men, choice, crowning, draws }) {
  const say = (name) => filled(words[`draughts.${name}`], { size: String(size), men: String(count) })
  const list = (...names) => names.map((name) => `- ${say(name)}`).join('\n')
  const flying = king === 'fly' ? ['flyingJump'] : []
  return [
    `${say('goal')} ${say(begins)}`,
    `## ${say('moving')}\n${list('man', king, 'crowned')}`,
    `## ${say('capturing')}\n${list('jump', men, ...flying, 'must', choice, crowning, 'stay')}`,
    `## ${say('draws')}\n${say('repetition')} ${say(draws)}`,
    `## ${say('typing')}\n${say('text')}`,
  ].join('\n\n')
}
