// Cookie choice in local storage, with subscriptions. Scripts and beacons check it before they load.
import { positionsKey } from '#platform/player/positions-key.ts'
import {
  type Choice,
  type CookiePreferences,
  preferencesKey,
  preferencesOf,
  readingPlacesKey,
  readPreferences,
} from './preferences.ts'

const event = 'cookie-preferences'
/** Fallback without local storage: the choice is valid until the page is left. */
let unkept: CookiePreferences | undefined

export function storedPreferences(): CookiePreferences | undefined {
  try {
    return readPreferences(localStorage.getItem(preferencesKey), new Date()) ?? unkept
  } catch {
    return unkept
  }
}

/** Stores a choice and notifies subscribers. */
export function storeChoice(choice: Choice): CookiePreferences {
  const preferences = preferencesOf(choice, new Date())
  storePreferences(preferences)
  return preferences
}

export function storePreferences(preferences: CookiePreferences) {
  unkept = preferences
  try {
    localStorage.setItem(preferencesKey, JSON.stringify(preferences))
    if (!preferences.functional) for (const key of [readingPlacesKey, positionsKey]) localStorage.removeItem(key)
  } catch {
    // Without local storage the in-memory value is used.
  }
  dispatchEvent(new Event(event))
}

/** Runs `work` once, now or when this cookie category is allowed. Without consent it never runs. */
export function whenAllowed(category: keyof Choice, work: () => void) {
  const check = () => {
    if (!storedPreferences()?.[category]) return
    removeEventListener(event, check)
    work()
  }
  addEventListener(event, check)
  check()
}
