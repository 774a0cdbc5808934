// Every overlay has its switch: in the rail where there is room, else in a popover.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import { remember, remembered } from '../settings.js'

const ALL_ON = { bar: true, arrows: true, values: false, chart: true }
const SWITCHES = [
  ['bar', 'show.bar', null],
  ['arrows', 'show.arrows', 'a'],
  ['values', 'show.values', null],
  ['chart', 'show.chart', null],
]

export class Switches {
  constructor(change) {
    this.on = { ...ALL_ON, ...remembered('show') }
    this.change = change
    this.boxes = {}
    this.element = h(
      'div',
      { class: 'switches', id: 'switches', role: 'group', 'aria-labelledby': 'switches-title' },
      h('h2', { id: 'switches-title' }, t('show')),
      SWITCHES.map(([name, word, key]) => {
        this.boxes[name] = h('input', {
          type: 'checkbox',
          role: 'switch',
          id: `show-${name}`,
          onchange: (event) => this.set({ [name]: event.target.checked }),
        })
        this.boxes[name].checked = this.on[name]
        return h('label', {}, this.boxes[name], h('span', {}, t(word)), key && h('kbd', { 'aria-hidden': 'true' }, key))
      }),
    )
    this.opener = button(t('show'), {
      sign: 'more',
      iconOnly: true,
      class: 'ib show',
      onclick: () => this.openPopover(),
    })
  }

  set(changes) {
    Object.assign(this.on, changes)
    for (const [name, box] of Object.entries(this.boxes)) box.checked = this.on[name]
    remember('show', this.on)
    this.change()
  }

  openPopover() {
    this.element.setAttribute('popover', '')
    this.element.togglePopover()
    this.element.addEventListener(
      'toggle',
      (event) => {
        if (event.newState === 'closed') this.element.removeAttribute('popover')
      },
      { once: false },
    )
  }
}
