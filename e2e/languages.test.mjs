// The four languages say the same things, on the page and in the rules:
// the same keys, the same placeholders, every plural form the language has, and
// nothing left in English by oversight.
import test from 'node:test'
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'

const PAGE = new URL('../crates/app/page/', import.meta.url)
const CODES = ['ru', 'fr', 'pl']
const FILES = { page: '', rules: 'rules/', terminal: 'terminal/', lab: 'lab/' }
/** Refusals, which only the terminal meets and English makes of its messages. */
const OWN = /^terminal:(eval|format|spec|move)\./
/** All words of a language, those of the rules under the name of their file. */
async function words(code) {
  const all = {}
  for (const [file, folder] of Object.entries(FILES)) {
    const own = (await import(new URL(`i18n/${folder}${code}.js`, PAGE))).default
    for (const [key, message] of Object.entries(own)) {
      const name = folder ? `${file}:${key}` : key
      if (!OWN.test(name)) all[name] = message
    }
  }
  return all
}
const english = await words('en')

/** What is rightly the same in English and the language named. */
const SAME = {
  ru: ['lab:known.exact', 'lab:of.bound', 'terminal:cli.at', 'terminal:term.result'],
  fr: [
    'new.minutes',
    'pause',
    'lab:known.exact',
    'lab:of.bound',
    'lab:of.nodes',
    'lab:of.table',
    'lab:player.max',
    'lab:player.min',
    'lab:plot.exact',
    'lab:why.leaf',
    'terminal:player.plus',
    'terminal:term.points',
  ],
  pl: [
    'new.minutes',
    'lab:known.exact',
    'lab:of.bound',
    'lab:player.min',
    'terminal:cli.at',
    'terminal:player.minus',
    'terminal:player.plus',
    'terminal:term.result',
  ],
}

/** The names in braces, and for each plural the name it hangs on. */
function placeholders(message) {
  const plurals = [...message.matchAll(/\{(\w+), plural,/g)].map((found) => `${found[1]} plural`)
  const plain = [...message.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
  return [...new Set([...plurals, ...plain])].sort()
}

/** The plural categories that each plural of a message offers. */
function categories(message) {
  const found = []
  for (const start of message.matchAll(/\{\w+, plural,/g)) {
    const names = []
    let depth = 1,
      at = start.index + start[0].length
    for (; depth > 0; at++) {
      if (message[at] === '{') {
        if (depth === 1) names.push(/(\w+)\s*$/.exec(message.slice(0, at))[1])
        depth++
      } else if (message[at] === '}') depth--
    }
    found.push(names.sort())
  }
  return found
}

for (const code of CODES) {
  test(`${code} has the keys of English and no other`, async () => {
    assert.deepEqual(Object.keys(await words(code)).sort(), Object.keys(english).sort())
  })

  test(`${code} has the placeholders of English`, async () => {
    const own = await words(code)
    for (const key of Object.keys(english)) assert.deepEqual(placeholders(own[key]), placeholders(english[key]), key)
  })

  test(`${code} is translated but for a named list`, async () => {
    const own = await words(code)
    const same = Object.keys(english).filter((key) => own[key] === english[key])
    assert.deepEqual(same.sort(), [...SAME[code]].sort())
  })
}

for (const code of ['en', ...CODES]) {
  test(`${code} has a word for every kind of number it tells apart`, async () => {
    const needed =
      code === 'en' || code === 'fr'
        ? ['one', 'other']
        : new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted()
    for (const [key, message] of Object.entries(await words(code))) {
      for (const names of categories(message)) assert.deepEqual(names, needed, key)
    }
  })
}

/** The codes of all messages in the program's own sources: the page says them in its reader's language. */
async function toldByTheServer() {
  const crates = new URL('../crates/', import.meta.url)
  const files = (await readdir(crates, { recursive: true })).filter((name) => /\/src\/.*\.rs$/.test(name))
  const code = (await Promise.all(files.map((name) => readFile(new URL(name, crates), 'utf8')))).join('\n')
  return new Set([...code.matchAll(/message!\(\s*"([\w.]+)"/g)].map((found) => found[1]))
}

test('every word the modules ask for exists, and every word is asked for', async () => {
  const folder = new URL('js/', PAGE)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  const code = (await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))).join('\n')
  const asked = new Set([...code.matchAll(/\bt\('([\w.-]+)'/g)].map((found) => found[1]))
  for (const key of asked) assert.ok(key in english, `'${key}' is asked for and has no words`)
  const families = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map((found) => found[1])
  const told = await toldByTheServer()
  const idle = Object.keys(english).filter(
    (key) =>
      !key.includes(':') &&
      !code.includes(`'${key}'`) &&
      !told.has(key) &&
      !families.some((family) => key.startsWith(family)),
  )
  assert.deepEqual(idle, [])
})

test('the parts of evaluations have the same names and placeholders in every language', async () => {
  const all = await Promise.all(CODES.map(async (code) => (await import(new URL(`i18n/why/${code}.js`, PAGE))).default))
  for (const own of all) {
    assert.deepEqual(Object.keys(own).sort(), Object.keys(all[0]).sort())
    for (const key of Object.keys(own)) assert.deepEqual(placeholders(own[key]), placeholders(all[0][key]), key)
  }
})

const { DRAUGHTS, draughts } = await import(new URL('js/rules.js', PAGE))
const { registered } = await import('./support.mjs')

for (const code of ['en', ...CODES]) {
  test(`${code} has the rules of every game, in as many parts as English`, async () => {
    const inLanguage = async (language) => (await import(new URL(`i18n/rules/${language}.js`, PAGE))).default
    const [own, first] = [await inLanguage(code), await inLanguage('en')]
    const textOf = (rules, id) => rules[id] ?? draughts(rules, DRAUGHTS[id])
    const parts = (text) => ['## ', '- ', '`'].map((sign) => text.split(sign === '`' ? '`' : `\n${sign}`).length)
    for (const id of await registered()) {
      assert.ok(own[id] ?? DRAUGHTS[id], `${id} has no rules in ${code}`)
      assert.deepEqual(parts(textOf(own, id)), parts(textOf(first, id)), id)
      assert.doesNotMatch(textOf(own, id), /\{|undefined/, id)
    }
  })
}

test('every sentence of the rules of draughts is said in some game', async () => {
  const rules = (await import(new URL('i18n/rules/en.js', PAGE))).default
  const all = Object.values(DRAUGHTS)
    .map((table) => draughts(rules, table))
    .join('\n')
  for (const [key, sentence] of Object.entries(rules)) {
    if (key.startsWith('draughts.')) assert.ok(all.includes(sentence.replace(/\{.*/s, '')), key)
  }
})
