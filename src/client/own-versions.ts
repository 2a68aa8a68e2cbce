// Two quick changes of one record by one person: the second was made over the version from before the first was answered, and is not somebody else's.
import type { QueryClient } from '@tanstack/react-query'

type Seen = { id: string; version: number }

const known = new WeakMap<QueryClient, Map<string, number>>()
const stepsOf = (queries: QueryClient) => known.get(queries) ?? known.set(queries, new Map()).get(queries)!
const nameOf = ({ id, version }: Seen) => `${id} ${version}`

/** A save of one's own led from the version that was seen to the next. What others saved is never noted here. */
export const noteOwnSave = (queries: QueryClient, seen: Seen, next: number) =>
  void stepsOf(queries).set(nameOf(seen), next)

/** The version that was seen, or what one's own saves have made of it since. */
export function afterOwnSaves(queries: QueryClient, { id, version }: Seen): number {
  const next = stepsOf(queries).get(nameOf({ id, version }))
  return next === undefined || next <= version ? version : afterOwnSaves(queries, { id, version: next })
}
