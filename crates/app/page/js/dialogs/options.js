// The options of a game: in New game, and for an analysis that is to begin with others.
import { h, button, choice } from '../dom.js'
import { t, named, number } from '../i18n.js'
import { gameName } from '../library.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'

const FEW_VALUES = 6

/** A field for one option; `choose` hears of a new value. */
export function optionField(option, chosen, choose) {
  const name = named(`option.${option.name}`, option.name)
  if (option.values) {
    const values = option.values.map((value) => [value, named(`option.${option.name}.${value}`, value)])
    return choice(name, values, chosen, choose)
  }
  const count = option.max - option.min + 1
  if (count <= FEW_VALUES) {
    const values = Array.from({ length: count }, (_, index) => [option.min + index, number(option.min + index)])
    return choice(name, values, Number(chosen), choose)
  }
  return h(
    'label',
    { class: 'field choice' },
    h('span', { class: 'legend' }, name),
    h('input', {
      type: 'number',
      min: option.min,
      max: option.max,
      value: chosen,
      onchange: (event) => choose(event.target.value),
    }),
  )
}

/** Fields for all options; one that means nothing by the others is not shown. */
export function optionFields(game, chosen, changed) {
  const values = { ...chosen }
  const fields = game.options.map((option) => {
    const field = optionField(option, values[option.name] ?? option.default, (value) => {
      values[option.name] = value
      draw()
      changed(values)
    })
    return [option, field]
  })
  const valueOf = (name) => values[name] ?? game.options.find((option) => option.name === name)?.default
  function draw() {
    const players = Number(valueOf('players') ?? 2)
    const isRandom = players > 2 || valueOf('pasture') === 'random'
    for (const [option, field] of fields) {
      if (option.name === 'seed') field.hidden = !isRandom
      if (option.name === 'pasture') field.hidden = players > 2
    }
  }
  draw()
  return fields.map(([, field]) => field)
}

export function openOptions(screen) {
  let chosen = { ...screen.asked.options }
  const wrong = h('p', { class: 'wrong', role: 'alert' })
  const begin = async () => {
    try {
      await screen.begun({ options: chosen })
      dialog.close()
    } catch (error) {
      wrong.textContent = troubleText(error)
    }
  }
  const dialog = openDialog(`${t('options')} · ${gameName(screen.game)}`, [
    optionFields(screen.game, chosen, (values) => {
      chosen = values
    }),
    wrong,
    h(
      'div',
      { class: 'row end' },
      button(t('cancel'), { class: 'btn', onclick: () => dialog.close() }),
      button(t('options.use'), { class: 'btn main', id: 'options-use', onclick: begin }),
    ),
  ])
}
