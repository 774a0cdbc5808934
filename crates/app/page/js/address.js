// The page's address: `#/analyse/connect-four?moves=4+4&at=1`. A link shares all it says.
const SCREENS = ['play', 'analyse', 'saved', 'puzzles', 'lab']

export function readAddress(hash) {
  const [path, search = ''] = hash.replace(/^#\/?/, '').split('?')
  const [screen = 'home', name = ''] = path.split('/')
  const values = new URLSearchParams(search)
  const options = {}
  for (const [key, value] of values) if (key.startsWith('o.')) options[key.slice(2)] = value
  return {
    screen: SCREENS.includes(screen) ? screen : 'home',
    isKnown: ['', 'home', ...SCREENS].includes(screen),
    name: decoded(name),
    options,
    position: values.get('position') ?? undefined,
    moves: (values.get('moves') ?? '').split(' ').filter(Boolean),
    at: values.has('at') ? Number(values.get('at')) : undefined,
    saved: Number(values.get('saved')) || undefined,
    values,
  }
}

/** A name that nobody can have written stays as it is. */
function decoded(name) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** @param {{ screen: string, name?: string, options?: object, position?: string, moves?: string[], at?: number, saved?: number, more?: Record<string, string | undefined> }} what */
export function writeAddress({ screen, name = '', options = {}, position, moves = [], at, saved, more = {} }) {
  const values = new URLSearchParams()
  for (const [key, value] of Object.entries(options)) values.set(`o.${key}`, value)
  if (position) values.set('position', position)
  if (moves.length > 0) values.set('moves', moves.join(' '))
  if (at !== undefined && at < moves.length) values.set('at', String(at))
  if (saved) values.set('saved', String(saved))
  for (const [key, value] of Object.entries(more)) if (value !== undefined) values.set(key, value)
  const search = values.toString()
  return `#/${screen}${name ? `/${encodeURIComponent(name)}` : ''}${search ? `?${search}` : ''}`
}

/** The laboratory at a position; of a game that is over, at the one before its last move. */
export const labAddress = (name, { options, start, moves, outcome }) =>
  writeAddress({
    screen: 'lab',
    name,
    options,
    position: start ?? undefined,
    moves: outcome ? moves.slice(0, -1) : moves,
  })
