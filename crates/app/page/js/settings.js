// What the reader has chosen, kept in the browser; without storage, for this visit only.
const visit = {}

export function remembered(name) {
  try {
    return JSON.parse(localStorage.getItem(`plyground.${name}`)) ?? visit[name]
  } catch {
    return visit[name]
  }
}

export function remember(name, value) {
  visit[name] = value
  try {
    localStorage.setItem(`plyground.${name}`, JSON.stringify(value))
  } catch {
    /* private windows have no storage */
  }
}
