import type { QueryKey } from '@tanstack/react-query'

const areas: readonly unknown[] = ['client', 'threads', 'inbox', 'user_roles']

/**
 * Whether the answer of a query may be in the browser's store. A list of what may, so that a new query is not stored by itself. Budget and
 * metrics are sealed in the database, and therefore not in a browser either.
 */
export function mayKeep([area, part]: QueryKey): boolean {
  if (area === 'portal') return part !== 'preview'
  if (area === 'business-profile') return part === 'public'
  return areas.includes(area)
}
