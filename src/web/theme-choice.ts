// Light, dark, or what the device says. Kept in this browser, because it is about this screen and not about the person.
export type ThemeChoice = 'light' | 'dark' | 'auto'

const KEY = 'theme'
const listeners = new Set<() => void>()
const darkDevice = () => matchMedia('(prefers-color-scheme: dark)')

export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

export function chooseTheme(choice: ThemeChoice) {
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
  show(choice)
}

/** Shows the stored choice and goes along when the device changes its mind, or another tab does. */
export function followTheme() {
  show(readTheme())
  darkDevice().addEventListener('change', () => show(readTheme()))
  addEventListener('storage', ({ key }) => key === KEY && show(readTheme()))
}

export const isDark = () => document.documentElement.dataset['theme'] === 'dark'

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(choice: ThemeChoice) {
  const dark = choice === 'dark' || (choice === 'auto' && darkDevice().matches)
  if (dark) document.documentElement.dataset['theme'] = 'dark'
  else delete document.documentElement.dataset['theme']
  for (const listener of listeners) listener()
}
