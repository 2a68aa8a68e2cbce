// Theme: light, dark or the device's. Stored per browser, because it depends on the screen and not on the user. High contrast is dark.
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
    // Without storage the choice is lost when the page is left.
  }
  showTheme(choice)
}

/** Applies the stored choice, and follows changes of the device and of other tabs. */
export function followTheme() {
  showTheme()
  darkDevice().addEventListener('change', () => showTheme())
  addEventListener('storage', ({ key }) => key === KEY && showTheme())
}

export const isDark = () => document.documentElement.dataset['theme'] === 'dark'

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Applies the stored choice to the root element. Called again after its accessibility settings change. */
export function showTheme(choice = readTheme()) {
  const root = document.documentElement
  const isHighContrast = root.classList.contains('a11y-contrast-high')
  if (isHighContrast || choice === 'dark' || (choice === 'auto' && darkDevice().matches)) root.dataset['theme'] = 'dark'
  else delete root.dataset['theme']
  for (const listener of listeners) listener()
}
