// Audit log: pages of the log, changes of one row since a version, and names for the ids in the log.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { readAll } from '#client/read-all.ts'
import { useBackend } from '#client/session-context.tsx'
import type { AuditLine } from './audit.ts'
import { namedBy, referenceOf } from './audit-labels.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'audit_log.before': AuditLine['before']
    'audit_log.after': AuditLine['after']
  }
}

export type AuditFilter = { actor?: string; entity?: string; contact?: string; from?: string; until?: string }

const pageSize = 50

/** Newest first; `olderThan` is the cursor, the id of the previous page's last entry. */
export async function readAuditLog(backend: Backend, filter: AuditFilter, olderThan?: number): Promise<AuditLine[]> {
  let query = backend.from('audit_log').select('*').order('id', { ascending: false }).limit(pageSize)
  if (filter.actor === 'nobody') query = query.is('actor_id', null)
  else if (filter.actor) query = query.eq('actor_id', filter.actor)
  if (filter.entity) query = query.eq('entity', filter.entity)
  if (filter.contact) query = query.eq('contact_id', filter.contact)
  if (filter.from) query = query.gte('at', filter.from)
  if (filter.until) query = query.lt('at', filter.until)
  if (olderThan !== undefined) query = query.lt('id', olderThan)
  const { data } = await query.throwOnError()
  return data
}

export function useAuditLog(filter: AuditFilter) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => readAuditLog(backend, filter, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    staleTime: 0,
  })
}

export type ChangeSince = Pick<AuditLine, 'id' | 'at' | 'actor_id' | 'before' | 'after'>

/** Changes of a row after a version, oldest first, with their authors. */
export const readChangesSince = (
  backend: Backend,
  entity: string,
  id: string,
  version: number,
): Promise<ChangeSince[]> =>
  readAll((from, to) =>
    backend
      .from('audit_log')
      .select('id, at, actor_id, before, after', { count: 'exact' })
      .eq('entity', entity)
      .eq('entity_id', id)
      .eq('action', 'update')
      .gt('version', version)
      .order('id')
      .range(from, to)
      .throwOnError(),
  )

/** Display names by row id. Deleted rows and rows hidden by row-level security have none. */
export async function readNames(
  backend: Backend,
  lines: readonly (Pick<AuditLine, 'before' | 'after'> & { contact_id?: string | null })[],
): Promise<Map<string, string>> {
  const idsByTable = new Map<keyof typeof namedBy, Set<string>>()
  for (const { before, after, contact_id = null } of lines)
    for (const facts of [before, after, { contact_id }])
      for (const [column, value] of Object.entries(facts ?? {})) {
        const table = referenceOf(column)
        if (table && table !== 'staff' && typeof value === 'string')
          idsByTable.set(table, (idsByTable.get(table) ?? new Set()).add(value))
      }
  const found = await Promise.all([...idsByTable].map(([table, ids]) => readNamesOf(backend, table, [...ids])))
  return new Map(found.flat())
}

async function readNamesOf(backend: Backend, table: keyof typeof namedBy, ids: string[]) {
  const { data } = await backend
    .from(table)
    .select(`id, name:${namedBy[table]}`)
    .in('id', ids.slice(0, 200))
    .throwOnError()
    // The name's column depends on the table.
    .overrideTypes<{ id: string; name: string }[], { merge: false }>()
  return data.map(({ id, name }) => [id, name] as const)
}

export function useNames(lines: readonly AuditLine[]) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['audit', 'names', lines.at(0)?.id, lines.length],
    queryFn: () => readNames(backend, lines),
    enabled: lines.length > 0,
    placeholderData: (before) => before,
  })
}
