// Why an evaluation says what it says, in the reader's language: by the codes and the
// values that the server names. What has no words here is told in the server's.
import { currentLanguage, filled } from './i18n.js'
import { signed } from './value.js'

const loaded = new Map()

/** The words of the language that is spoken now; English is the server's own. */
export async function reasoning() {
  const language = currentLanguage()
  if (!loaded.has(language)) {
    loaded.set(language, language === 'en' ? {} : (await import(`../i18n/why/${language}.js`)).default)
  }
  return loaded.get(language)
}

/**
 * The name of a part, a case or an evaluation.
 * @param {{ name?: string, text?: string, code: string, values?: Record<string, any> }} named
 * @param {Record<string, string>} words
 */
export function inWords({ name, text, code, values = {} }, words) {
  if (!(code in words)) return name ?? text ?? code
  const told = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'object' ? inWords(value, words) : String(value),
  ])
  return filled(words[code], Object.fromEntries(told))
}

/** The parts that matter most, the largest first; those that add nothing are left out. */
export const largest = (parts, most = Infinity) =>
  parts
    .filter((part) => part.points !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
    .slice(0, most)

/** What a move has changed, in a sentence: "men +1, tempo -0.1". */
export const changesText = (parts, words, most = 2) =>
  largest(parts, most)
    .map((part) => `${inWords(part, words)} ${signed(part.value)}`)
    .join(', ')
