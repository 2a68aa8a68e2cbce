// Render-blocking script, first in every page: accessibility settings, theme and the cookie banner before the first paint.
import { applySettings, readSettings, settingsKey } from '#features/accessibility/accessibility.ts'
import { preferencesKey } from '#features/cookie-consent/preferences.ts'

const root = document.documentElement
const device = matchMedia('(prefers-color-scheme: dark)')
const settings = readSettings(stored(settingsKey))

applySettings(root, settings)
showTheme()
device.onchange = showTheme
const strip = document.querySelector<HTMLMetaElement>('meta[name=strip]')?.content
if (strip && strip === stored('strip')) root.dataset['strip'] = ''

// The banner covers much of a phone: shown later, by the script of the page, it would be the last large paint. banner.ts takes over.
if (!stored(preferencesKey)) {
  const data = root.dataset
  data['ask'] = ''
  // A press before that script runs: it is repeated then.
  addEventListener('click', ({ target }) => {
    const name = (target as Partial<HTMLElement>).dataset?.['cookies']
    if (name && 'ask' in data) data['ask'] = name
  })
  // If that script cannot be loaded, or fails, the banner would have dead buttons. A missing picture is no reason.
  addEventListener('error', ({ target }) => (target as Partial<Element>).tagName !== 'IMG' && delete data['ask'], true)
}

function showTheme() {
  const theme = stored('theme')
  // In a frame of another site the theme of the device does not count: the page around it may be light.
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
