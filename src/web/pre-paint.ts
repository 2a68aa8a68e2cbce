// Render-blocking script, first in every page: applies accessibility settings and theme before the first paint.
import { applySettings, readSettings, settingsKey } from '#features/accessibility/accessibility.ts'

const root = document.documentElement
const theme = stored('theme')
// The public site is dark only by explicit choice; the app also follows the device.
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
