import { useParams, useSearchParams } from 'react-router'
import { isUuid } from '#lib/is-uuid.ts'

/** An id without a row. */
const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * The id in the URL of a detail screen. A malformed id becomes one without a row, so that the screen shows its "not
 * found" state. The database would refuse a malformed id, and a retry cannot succeed.
 */
export function useIdParam(name: string): string {
  const id = useParams()[name] ?? ''
  return isUuid(id) ? id : unknownId
}

/** The id in the query string, validated like `useIdParam`; undefined without one. */
export function useIdInQuery(name: string): string | undefined {
  const id = useSearchParams()[0].get(name)
  if (!id) return undefined
  return isUuid(id) ? id : unknownId
}
