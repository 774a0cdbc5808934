// The bar under the trees: back, step, step over, play with a speed, and a slider.
import { h, button } from '../dom.js'
import { w } from './words.js'

const SPEEDS = [1, 2, 5, 20, 100, 1000]

export class Player {
  /** @param {{ go: (at: number) => any, over: () => any, count: () => number, at: () => number }} of */
  constructor({ go, over, count, at }) {
    this.go = go
    this.over = over
    this.count = count
    this.at = at
    this.isOn = false
    const tool = (id, word, sign, act) => button(word, { sign, iconOnly: true, class: 'ib', id, onclick: act })
    this.playing = button(w('play'), { class: 'btn main', id: 'lab-play', onclick: () => this.toggle() })
    this.slider = h('input', {
      type: 'range',
      id: 'lab-scrub',
      min: 0,
      value: 0,
      'aria-label': w('scrub'),
      oninput: () => this.jump(Number(this.slider.value)),
    })
    this.speed = h(
      'select',
      { id: 'lab-speed', 'aria-label': w('speed') },
      SPEEDS.map((speed) => h('option', { value: speed, selected: speed === 2 }, w('speed.n', { n: speed }))),
    )
    this.where = h('output', { for: 'lab-scrub' })
    this.element = h(
      'div',
      { class: 'labplayer panel', role: 'toolbar', 'aria-label': w('steps') },
      tool('lab-first', w('step.first'), 'first', () => this.jump(0)),
      tool('lab-back', w('step.back'), 'prev', () => this.jump(this.at() - 1)),
      this.playing,
      tool('lab-step', w('step.next'), 'next', () => this.jump(this.at() + 1)),
      button(w('step.over'), { class: 'ib', id: 'lab-over', onclick: () => this.pause() ?? this.over() }),
      tool('lab-last', w('step.last'), 'last', () => this.jump(this.count() - 1)),
      this.slider,
      this.where,
      this.speed,
    )
  }

  jump(at) {
    this.pause()
    this.go(at)
  }

  show() {
    const last = Math.max(0, this.count() - 1)
    this.slider.max = String(last)
    this.slider.value = String(this.at())
    this.slider.setAttribute('aria-valuetext', w('step.of', { n: this.at() + 1, of: last + 1 }))
    this.where.textContent = w('step.of', { n: this.at() + 1, of: last + 1 })
  }

  pause() {
    this.isOn = false
    cancelAnimationFrame(this.frame)
    this.playing.querySelector('.word').textContent = w('play')
  }

  toggle() {
    if (this.isOn) return this.pause()
    if (this.at() >= this.count() - 1) this.go(0)
    this.isOn = true
    this.playing.querySelector('.word').textContent = w('pause')
    let due = performance.now()
    const tick = (now) => {
      if (!this.isOn) return
      const wait = 1000 / Number(this.speed.value)
      const steps = Math.floor((now - due) / wait)
      if (steps > 0) {
        due += steps * wait
        this.go(Math.min(this.count() - 1, this.at() + steps))
      }
      if (this.at() >= this.count() - 1) return this.pause()
      this.frame = requestAnimationFrame(tick)
    }
    this.frame = requestAnimationFrame(tick)
  }
}
