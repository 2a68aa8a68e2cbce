// The Prefer header: what to return, how to count, how to handle duplicates.
import { RestError } from '../errors/rest-error.ts'

export type Preferences = {
  return?: 'minimal' | 'headers-only' | 'representation'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  handling?: 'strict' | 'lenient'
  tx?: 'commit' | 'rollback'
  maxAffected?: number
  timezone?: string
  /** Not part of PostgREST: confirms a DELETE or PATCH of the whole table. */
  unfiltered?: 'allow'
}

const known: Record<string, readonly string[]> = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
  unfiltered: ['allow'],
}

/** The first of two conflicting preferences applies. With handling=strict an unknown one is refused. */
export function parsePreferences(header: string | undefined, timezones: ReadonlySet<string>): Preferences {
  const preferences: Preferences = {}
  if (!header) return preferences
  const unknown: string[] = []
  for (const item of header.split(',')) {
    const text = item.trim()
    if (text === '') continue
    const [name = '', value = ''] = text.split('=', 2)
    if (name === 'max-affected') {
      if (/^-?\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value)
    } else if (name === 'timezone' && timezones.has(value)) preferences.timezone ??= value
    else if (Object.hasOwn(known, name) && known[name]!.includes(value))
      Object.assign(preferences, { [name]: value, ...preferences })
    else unknown.push(text)
  }
  if (preferences.handling === 'strict' && unknown.length > 0)
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  return preferences
}

const order = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'max-affected',
  'unfiltered',
] as const

export type Applicable = (typeof order)[number]

/** The Preference-Applied header: the preferences that had an effect on this request. */
export function preferenceApplied(preferences: Preferences, relevant: readonly Applicable[]) {
  const applied = order.flatMap((name) => {
    const value = name === 'max-affected' ? limitOf(preferences) : preferences[name]
    return relevant.includes(name) && value !== undefined ? [`${name}=${value}`] : []
  })
  return applied.length > 0 ? applied.join(', ') : undefined
}

/** Maximum number of rows a write may change; enforced only with strict handling. */
export const limitOf = (preferences: Preferences) =>
  preferences.handling === 'strict' ? preferences.maxAffected : undefined
