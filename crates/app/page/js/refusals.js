// The server refuses in English. Its sentences are recognised by our English words for
// them and told in the reader's language; one that is not among them is told by its
// code, with the server's own words behind it.
import { currentLanguage, filled, has, t } from './i18n.js'
import { reasonText } from './reasons.js'

const wordsIn = async (language) => (await import(`../i18n/refusals/${language}.js`)).default
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A sentence with `{names}` as a pattern with groups of these names. */
function pattern(sentence) {
  const parts = sentence.split(/\{(\w+)\}/)
  return new RegExp(`^${parts.map((part, index) => (index % 2 === 0 ? escaped(part) : `(?<${part}>${/^n\d?$/.test(part) ? '-?\\d+' : '.*'})`)).join('')}$`, 's')
}

const literal = (sentence) => sentence.replace(/\{\w+\}/g, '').length

/** The patterns of English, those that say most first. */
export const patterns = (english) => Object.entries(english)
  .filter(([key]) => !key.startsWith('code.'))
  .sort(([, one], [, other]) => literal(other) - literal(one))
  .map(([key, sentence]) => [key, pattern(sentence)])

/** A sentence in other words; `null` where it is not among those known. */
export function retold(sentence, known, words) {
  for (const [key, shape] of known) {
    const found = shape.exec(sentence)
    if (!found) continue
    const values = {}
    for (const [name, value] of Object.entries(found.groups ?? {})) {
      if (name === 'reason') values[name] = retold(value, known, words) ?? value
      else if (name === 'end') values[name] = reasonText(value)
      else values[name] = name.startsWith('who') ? player(value) : value
    }
    return filled(words[key], values)
  }
  return null
}

const player = (name) => (has(`owner.${name.toLowerCase()}`) ? t(`owner.${name.toLowerCase()}`) : name)

/** What to tell the reader of a refusal. */
export async function sentenceOf({ code, message }) {
  if (currentLanguage() === 'en') return message
  const [english, words] = await Promise.all([wordsIn('en'), wordsIn(currentLanguage())])
  return retold(message, patterns(english), words) ?? `${words[`code.${code}`] ?? words['code.other']} (${message})`
}
