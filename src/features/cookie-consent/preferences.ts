// Stored cookie choice. Small enough for the first script of every page.
/** spec §3, §9 */
export const preferencesKey = 'cookie-preferences'
export const preferencesVersion = '1.0'
export const validMonths = 12

/** Optional categories; essential cookies are always on. */
export const optional = ['functional', 'performance', 'marketing'] as const
export type Optional = (typeof optional)[number]
export type Choice = Record<Optional, boolean>

export type CookiePreferences = Choice & {
  essential: true
  /** ISO 8601 */
  consentDate: string
  version: string
}

/** Local storage key of reading positions. Deleted when functional cookies are refused. */
export const readingPlacesKey = 'reading-places'

export const everything: Choice = { functional: true, performance: true, marketing: true }
export const essentialOnly: Choice = { functional: false, performance: false, marketing: false }

const dayMs = 86_400_000

/** A valid choice: current version and younger than twelve months. Anything else is ignored. */
export function readPreferences(stored: string | null, now: Date): CookiePreferences | undefined {
  let values: Partial<Record<keyof CookiePreferences, unknown>>
  try {
    values = Object(JSON.parse(stored ?? 'null')) as typeof values
  } catch {
    return undefined
  }
  const { version, consentDate } = values
  if (version !== preferencesVersion || typeof consentDate !== 'string') return undefined
  const consentedAt = new Date(consentDate)
  const over = new Date(consentedAt)
  over.setMonth(over.getMonth() + validMonths)
  // Allows for small clock skew; a timestamp far in the future would never expire.
  if (!(now < over) || consentedAt.getTime() - now.getTime() > dayMs) return undefined
  const choice = Object.fromEntries(optional.map((category) => [category, values[category] === true])) as Choice
  return { essential: true, ...choice, consentDate, version }
}

export const preferencesOf = (choice: Choice, now: Date): CookiePreferences => ({
  essential: true,
  ...choice,
  consentDate: now.toISOString(),
  version: preferencesVersion,
})
