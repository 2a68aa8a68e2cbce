// Theme: light, dark or the device's. Stored per browser, because it depends on the screen and not on the user.
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
    // Without storage the choice lasts until the page is left.
  }
  show(choice)
}

/** Applies the stored choice, and follows changes of the device and of other tabs. */
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
