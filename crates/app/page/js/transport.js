// The way of a request: to the server that served the page, or, where the page is only
// files, to an engine in the browser. `send` is called and answers as `fetch` does.
export const isAlone = () => document.querySelector('#alone') !== null

/** @type {(path: string, options: RequestInit) => Promise<Response>} */
export async function send(path, options) {
  if (!isAlone()) return fetch(path, options)
  const { send } = await import('./alone/browser.js')
  return send(path, options)
}
