// What the server refuses, told in the reader's language: by the detail and the values
// that it names. A detail that has no words here is told by its code, with the
// server's own English behind it.
import { currentLanguage, filled, named } from './i18n.js'
import { reasonText } from './reasons.js'

const wordsIn = async (language) => (await import(`../i18n/refusals/${language}.js`)).default

/** A refusal in these words; `null` where they have none for it. */
export function retold(detail, values, words) {
  if (!(detail in words)) return null
  const told = Object.entries(values).map(([name, value]) => [name, inWords(name, value, words)])
  return filled(words[detail], Object.fromEntries(told))
}

/** A value is a sentence itself, a player, or what it is. */
function inWords(name, value, words) {
  if (name === 'end') return reasonText({ ...value, reason: value.text })
  if (name === 'reason') return retold(value.code, value.values, words) ?? value.text
  return name === 'who' ? named(`owner.${value.toLowerCase()}`, value) : value
}

/** What to tell the reader of a refusal. */
export async function sentenceOf({ code, message, detail, values = {} }) {
  if (currentLanguage() === 'en') return message
  const words = await wordsIn(currentLanguage())
  return retold(detail, values, words) ?? `${words[`code.${code}`] ?? words['code.other']} (${message})`
}
