// Words in the reader's language. Messages know `{name}` and
// `{n, plural, one {# move} other {# moves}}`; plurals follow Intl.PluralRules.
import { remembered, remember } from './settings.js'

export const LANGUAGES = { en: 'English', ru: 'Русский', fr: 'Français', pl: 'Polski' }

let language = 'en'
let words = {}
let plurals, numbers, compact

export async function useLanguage(wanted) {
  language = wanted in LANGUAGES ? wanted : 'en'
  words = (await import(`../i18n/${language}.js`)).default
  plurals = new Intl.PluralRules(language)
  numbers = new Intl.NumberFormat(language)
  compact = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 })
  document.documentElement.lang = language
}

export function chooseLanguage(wanted) {
  remember('language', wanted)
  return useLanguage(wanted)
}

/** The one chosen before, else the first of the browser's that we speak. */
export function preferredLanguage() {
  const known = [remembered('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return known.find((tag) => tag in LANGUAGES) ?? 'en'
}

export const currentLanguage = () => language
export const number = (value) => numbers.format(value)
export const shortNumber = (value) => compact.format(value)
export const has = (key) => key in words

export function t(key, values = {}) {
  return key in words ? filled(words[key], values) : key
}

/** The word for something the server names, or the server's own word for it. */
export const named = (key, fallback, values) => (has(key) ? t(key, values) : fallback)

export function list(items) {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(items)
}

export function filled(message, values) {
  let text = ''
  for (let at = 0; at < message.length;) {
    if (message[at] !== '{') {
      text += message[at++]
      continue
    }
    const end = closing(message, at)
    text += replaced(message.slice(at + 1, end), values)
    at = end + 1
  }
  return text
}

function replaced(inner, values) {
  const plural = /^\s*(\w+)\s*,\s*plural\s*,/.exec(inner)
  if (!plural) return show(values[inner.trim()])
  const amount = values[plural[1]]
  const forms = pluralForms(inner.slice(plural[0].length))
  const form = forms[plurals.select(amount)] ?? forms.other
  return filled(form, values).replaceAll('#', show(amount))
}

export function pluralForms(text) {
  const forms = {}
  for (let at = 0; ;) {
    const name = /\s*(\w+)\s*\{/y
    name.lastIndex = at
    const found = name.exec(text)
    if (!found) return forms
    const end = closing(text, name.lastIndex - 1)
    forms[found[1]] = text.slice(name.lastIndex, end)
    at = end + 1
  }
}

function closing(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  throw new Error(`no closing brace in '${text}'`)
}

const show = (value) => (typeof value === 'number' && numbers ? numbers.format(value) : String(value ?? ''))
