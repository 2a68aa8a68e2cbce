import type { QueryKey } from '@tanstack/react-query'

const areas: readonly unknown[] = ['client', 'threads', 'inbox', 'user_roles']

/**
 * Whether the result of a query may be stored in the browser. An allowlist: a new query is not stored by default. Budget and
 * metrics are sealed in the database, and therefore not stored in a browser either.
 */
export function isPersistable([area, part]: QueryKey): boolean {
  if (area === 'portal') return part !== 'preview'
  if (area === 'business-profile') return part === 'public'
  return areas.includes(area)
}
