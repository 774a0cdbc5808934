// What can go wrong where there is no server, as the server would refuse it.
const SENTENCES = {
  wasm: 'This browser has no WebAssembly, which the engine needs: take a newer one, or allow it.',
  fetch: 'A part of the page could not be fetched: check the connection and try again.',
  engine: 'The engine does not start here ({why}). Load the page again.',
  full: 'The room of this page in the browser is used up: nothing was saved. Delete or export old games.',
  failing: 'The storage of the browser fails: nothing was saved.',
  memory: 'The engine has run out of memory and has begun anew. Try again.',
}

export class Trouble extends Error {
  /** @param {string} name @param {Record<string, string>} [values] */
  constructor(name, values = {}) {
    super(Object.entries(values).reduce((text, [key, value]) => text.replace(`{${key}}`, value), SENTENCES[name]))
    this.detail = `alone.${name}`
    this.values = values
  }

  /** @returns {{ status: number, body: object }} */
  get answer() {
    const { detail, values, message } = this
    return { status: 503, body: { error: { code: 'alone', message, detail, values } } }
  }
}
