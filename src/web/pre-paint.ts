// Render-blocking script, first in every page: applies accessibility settings and theme before the first paint.
import { applySettings, readSettings, settingsKey } from '#features/accessibility/accessibility.ts'

const root = document.documentElement
const device = matchMedia('(prefers-color-scheme: dark)')
const settings = readSettings(stored(settingsKey))

applySettings(root, settings)
showTheme()
device.onchange = showTheme
const strip = document.querySelector<HTMLMetaElement>('meta[name=strip]')?.content
if (strip && strip === stored('strip')) root.dataset['strip'] = ''

function showTheme() {
  const theme = stored('theme')
  // In an iframe of another site the device theme is ignored, because the embedding page may be light.
  const isDark = theme === 'dark' || (theme !== 'light' && self === top && device.matches)
  root.dataset['theme'] = isDark || settings.contrast === 'high' ? 'dark' : 'light'
}

function stored(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
