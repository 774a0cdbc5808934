// A round glass above a finger that shows the cells beneath it.
import { h } from '../dom.js'

const SIZE = 96,
  ZOOM = 1.8,
  ABOVE = 90

export function openLoupe(host, event) {
  const picture = host.firstElementChild.cloneNode(true)
  picture.querySelectorAll('[role], [tabindex]').forEach((element) => {
    element.removeAttribute('role')
    element.removeAttribute('tabindex')
  })
  const glass = h('div', { class: 'loupe', 'aria-hidden': 'true' }, picture)
  document.body.append(glass)
  const move = ({ clientX, clientY }) => {
    const box = host.getBoundingClientRect()
    picture.style.width = `${box.width * ZOOM}px`
    picture.style.left = `${SIZE / 2 - (clientX - box.left) * ZOOM}px`
    picture.style.top = `${SIZE / 2 - (clientY - box.top) * ZOOM}px`
    glass.style.left = `${Math.min(innerWidth - SIZE, Math.max(0, clientX - SIZE / 2))}px`
    glass.style.top = `${Math.max(0, clientY - ABOVE - SIZE / 2)}px`
  }
  move(event)
  return { move, close: () => glass.remove() }
}
