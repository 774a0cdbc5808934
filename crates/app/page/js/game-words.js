// What is said of a game's options and clocks.
import { t, named, number } from './i18n.js'

/** The options that are not the usual ones: "Pasture: random". */
export function optionsText(game, { options, view }) {
  const chosen = Object.entries(options ?? {}).map(([name, value]) => {
    const word = named(`option.${name}`, name)
    return `${word}: ${named(`option.${name}.${value}`, String(value))}`
  })
  return view?.cells[0].shape === 'hex' ? [...chosen, t('size.hexes', { n: view.cells.length })] : chosen
}

/** "5 min", "5 + 3", "10 : 2 + 3". */
export function timeText(clocks) {
  if (!clocks) return ''
  const minutes = [clocks.minutes].flat()
  const text = minutes.map((each) => number(each)).join(' : ')
  return clocks.increment > 0 ? `${text} + ${number(clocks.increment / 1000)}` : t('new.minutes', { n: text })
}
