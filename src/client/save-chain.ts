// Prevents a version conflict between concurrent saves of one record by the same user that are based on the same
// version.
import type { QueryClient } from '@tanstack/react-query'

type RowVersion = { id: string; version: number }

const known = new WeakMap<QueryClient, Map<string, number>>()
const stepsOf = (queries: QueryClient) => known.get(queries) ?? known.set(queries, new Map()).get(queries)!
const nameOf = ({ id, version }: RowVersion) => `${id} ${version}`

/** Records the version that a save of this user created from the version `seen`. Saves of other users are not recorded. */
export const recordSave = (queries: QueryClient, seen: RowVersion, next: number) =>
  void stepsOf(queries).set(nameOf(seen), next)

/** The latest version that the user's own saves created from the given one. */
export function latestOwnVersion(queries: QueryClient, { id, version }: RowVersion): number {
  const next = stepsOf(queries).get(nameOf({ id, version }))
  return next === undefined || next <= version ? version : latestOwnVersion(queries, { id, version: next })
}
