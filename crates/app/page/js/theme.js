// Light or dark: as the system says until the reader chooses.
import { remember, remembered } from './settings.js'

const system = matchMedia('(prefers-color-scheme: dark)')
const current = () => remembered('theme') ?? (system.matches ? 'dark' : 'light')
const apply = () => {
  document.documentElement.dataset.theme = current()
}

export function followSystemTheme() {
  apply()
  system.addEventListener('change', apply)
}

export function switchTheme() {
  remember('theme', current() === 'dark' ? 'light' : 'dark')
  apply()
}
