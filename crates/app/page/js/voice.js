// The one line that speaks, and the short notes at the bottom that go by themselves.
import { find } from './dom.js'

const TOAST_MS = 4000
let hiding = 0

export function say(sentence) {
  const line = find('#live')
  if (line.textContent !== sentence) line.textContent = sentence
}

export function toast(sentence) {
  const note = find('#toast')
  note.hidePopover()
  note.showPopover()
  note.textContent = sentence
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    note.hidePopover()
  }, TOAST_MS)
}
