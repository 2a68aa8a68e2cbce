// Blocking and first in every page: what the visitor chose for reading, and the theme of the app, stand before anything is painted.
import { applySettings, readSettings, settingsKey } from '#features/accessibility/accessibility.ts'

const root = document.documentElement
const theme = stored('theme')
// The public site stays light unless dark was chosen in so many words; the app also goes along with the device.
const deviceIsDark = root.dataset['shell'] === 'app' && matchMedia('(prefers-color-scheme: dark)').matches

applySettings(root, readSettings(stored(settingsKey)))
const strip = document.querySelector<HTMLMetaElement>('meta[name=strip]')?.content
if (strip && strip === stored('strip')) root.dataset['strip'] = ''
if (theme === 'dark' || (theme !== 'light' && deviceIsDark)) root.dataset['theme'] = 'dark'

function stored(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
