// The choice of this browser: kept in its local storage, and told to whoever waits for it. Scripts and beacons ask here before they start.
import {
  type Choice,
  type CookiePreferences,
  preferencesKey,
  preferencesOf,
  readingPlacesKey,
  readPreferences,
} from './preferences.ts'

const event = 'cookie-preferences'
/** Stands in where the browser keeps nothing: the choice holds until the page is left. */
let unkept: CookiePreferences | undefined

export function keptPreferences(): CookiePreferences | undefined {
  try {
    return readPreferences(localStorage.getItem(preferencesKey), new Date()) ?? unkept
  } catch {
    return unkept
  }
}

/** Keeps a choice and tells of it. */
export function keepChoice(choice: Choice): CookiePreferences {
  const preferences = preferencesOf(choice, new Date())
  keepPreferences(preferences)
  return preferences
}

export function keepPreferences(preferences: CookiePreferences) {
  unkept = preferences
  try {
    localStorage.setItem(preferencesKey, JSON.stringify(preferences))
    if (!preferences.functional) localStorage.removeItem(readingPlacesKey)
  } catch {
    // It holds until the page is left.
  }
  dispatchEvent(new Event(event))
}

/** Runs `work` once, now or as soon as this kind of cookies is allowed. Without consent it never runs. */
export function onceAllowed(category: keyof Choice, work: () => void) {
  const check = () => {
    if (!keptPreferences()?.[category]) return
    removeEventListener(event, check)
    work()
  }
  addEventListener(event, check)
  check()
}
