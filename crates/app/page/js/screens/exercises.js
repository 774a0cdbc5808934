// Exercises: trees with their inner values, windows or cuts to be found by hand, made
// from a number, checked as one writes, with hints, and for printing.
import { h, button } from '../dom.js'
import { t } from '../i18n.js'
import { writeAddress } from '../address.js'
import { whileLoading } from '../loading.js'
import { gameInfo, gameName } from '../library.js'
import { miniature } from '../board/miniature.js'
import { say } from '../voice.js'
import { trouble } from '../trouble.js'
import { loadWords, w } from '../lab/words.js'
import { style } from '../lab/style.js'
import { Sheet } from '../lab/sheet.js'
import { COUNT, PLAN, load } from '../lab/exercise.js'

const MOST_SEED = 999_999

export function open(main, address) {
  const screen = new Exercises(main, address)
  screen.begin()
  return screen
}

class Exercises {
  constructor(main, { values }) {
    this.main = main
    this.seed = Math.min(MOST_SEED, Math.max(1, Math.round(Number(values.get('set'))) || 1))
    const n = Math.round(Number(values.get('n')))
    this.n = n >= 1 && n <= COUNT ? n : null
    this.closed = false
    this.keys = {}
  }

  close() {
    this.closed = true
  }

  async begin() {
    const loaded = whileLoading(this.main)
    try {
      await Promise.all([loadWords(), style()])
      const exercise = this.n ? await load(this.seed, this.n) : null
      loaded()
      if (this.closed) return
      if (exercise) await this.show(exercise)
      else this.overview()
    } catch (error) {
      loaded()
      if (!this.closed) this.main.replaceChildren(trouble(error, () => this.begin()))
    }
  }

  link(n, seed = this.seed) {
    return writeAddress({ screen: 'lab', name: 'exercises', more: { set: String(seed), n: n ? String(n) : undefined } })
  }

  overview() {
    const seed = h('input', { type: 'number', id: 'ex-seed', min: 1, max: MOST_SEED, value: this.seed })
    const use = (wanted) => (location.hash = this.link(null, Math.min(MOST_SEED, Math.max(1, wanted || 1))))
    this.main.replaceChildren(
      h(
        'section',
        { class: 'exercises' },
        h('h1', {}, w('ex.title')),
        h('p', {}, w('ex.about')),
        h(
          'form',
          {
            class: 'row wrap noprint',
            onsubmit: (event) => {
              event.preventDefault()
              use(Math.round(Number(seed.value)))
            },
          },
          h('label', { class: 'field' }, w('ex.seed'), seed),
          button(w('ex.another'), { class: 'btn', id: 'ex-another', onclick: () => use(this.seed + 1) }),
        ),
        h(
          'ol',
          { class: 'exlist' },
          PLAN.map(({ kind, game }, index) =>
            h(
              'li',
              {},
              h(
                'a',
                { href: this.link(index + 1) },
                h('b', {}, w('ex.n', { n: index + 1 })),
                ` ${w(`ex.kind.${kind}`)}`,
              ),
              game && h('span', { class: 'meta' }, ` ${gameName({ id: game, name: game })}`),
            ),
          ),
        ),
      ),
    )
  }

  async show(exercise) {
    const { kind, game } = exercise
    const status = h('p', { class: 'meta', role: 'status', id: 'ex-status' })
    const hint = h('p', { class: 'panel call', id: 'ex-hint', hidden: true })
    const sheet = new Sheet(exercise, ({ right, all, isSolved }) => {
      status.textContent = isSolved ? w('ex.solved') : w('ex.done', { n: right, of: all })
    })
    const tell = (text) => {
      hint.hidden = false
      hint.textContent = text
      say(text)
    }
    const act = (id, word, run, isMain = false) =>
      button(word, { class: `btn ${isMain ? 'main' : ''}`, id, onclick: run })
    const about = game ? await gameInfo(game) : null
    this.main.replaceChildren(
      h(
        'section',
        { class: `exercises ${exercise.view?.palette ?? ''}` },
        h(
          'div',
          { class: 'labhead' },
          h('h1', {}, `${w('ex.n', { n: this.n })}: ${w(`ex.kind.${kind}`)}`),
          h(
            'div',
            { class: 'row wrap noprint' },
            h('a', { class: 'btn', href: this.link(null), id: 'ex-all' }, w('ex.all')),
            this.n < COUNT && h('a', { class: 'btn', href: this.link(this.n + 1), id: 'ex-next' }, w('ex.next')),
          ),
        ),
        h('p', { class: 'extask' }, w(`ex.task.${kind}`)),
        about && h('p', { class: 'meta' }, w('ex.real', { game: gameName(about) })),
        exercise.view && h('div', { class: 'exboard' }, miniature(exercise.view)),
        sheet.element,
        status,
        hint,
        h(
          'div',
          { class: 'row wrap noprint' },
          act('ex-give-hint', w('ex.hint'), () => tell(sheet.hint()), true),
          act('ex-solution', w('ex.solution'), () => sheet.solve()),
          act('ex-clear', w('ex.clear'), () => sheet.clear()),
          act('ex-print', w('ex.print'), () => print()),
          h('a', { class: 'btn', id: 'ex-lab', href: exercise.link }, w('ex.lab')),
        ),
        h('p', { class: 'meta noprint' }, t('share.link'), ' ', h('code', {}, location.href)),
      ),
    )
    sheet.count()
  }
}
