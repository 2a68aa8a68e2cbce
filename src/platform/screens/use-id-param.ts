import { useParams, useSearchParams } from 'react-router'
import { isUuid } from '#lib/is-uuid.ts'

/** Belongs to no row. */
const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * The id in the URL of a detail screen. A malformed id becomes one without a row, so that the screen shows its "not found" state: the
 * database would refuse it, and a retry cannot succeed.
 */
export function useIdParam(name: string): string {
  const id = useParams()[name] ?? ''
  return isUuid(id) ? id : unknownId
}

/** The id in the query of the URL, as above; undefined without one. */
export function useIdInQuery(name: string): string | undefined {
  const id = useSearchParams()[0].get(name)
  if (!id) return undefined
  return isUuid(id) ? id : unknownId
}
