// The list-v2 endpoint: full keys, with or without folders, paginated by cursor.
import { z } from 'zod'
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import type { Caller } from '../../http/gateway.ts'
import { parse } from '../bodies.ts'
import { type Storage, asCaller } from '../repository.ts'
import { prefixUpperBound } from '../keys.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'

const maxEntries = 1000

const Listing = z.object({
  prefix: z.string().max(1024).nullish(),
  limit: z.int().min(1).nullish(),
  cursor: z.string().max(4096).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at']),
      order: z.enum(['asc', 'desc']).nullish(),
    })
    .nullish(),
  exactMatch: z.boolean().nullish(),
})

type Entry = { name: string; id: string | null; at: string | null }

/** Objects and, with a delimiter, folders below a prefix. Both count towards the limit, and are sorted as one list. */
export async function listPage(storage: Storage, caller: Caller, bucketId: string, body: unknown) {
  const input = parse(Listing, body)
  const prefix = unicodeNormalize(input.prefix ?? '')
  const limit = Math.min(input.limit ?? maxEntries, maxEntries)
  const from: Cursor | undefined = input.cursor ? readCursor(input.cursor) : undefined
  const { column, order } = from ?? { column: input.sortBy?.column ?? 'name', order: input.sortBy?.order ?? 'asc' }
  const statement = input.exactMatch
    ? exactly
    : input.with_delimiter
      ? column === 'name'
        ? looseIndexScan(order)
        : grouped(column, order)
      : flat(column, order)

  const rows = await asCaller(storage, caller, (db) =>
    db.query<Entry>(statement, [
      bucketId,
      prefix,
      prefixUpperBound(prefix),
      limit + 1,
      from?.name ?? null,
      from?.at ?? null,
    ]),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rows.length > limit && last !== undefined
  // The name of a folder ends in a slash, its key does not.
  const named = page.map((entry) => ({ ...entry, at: undefined, key: entry.name.replace(/\/$/, '') }))
  return {
    hasNext,
    ...(hasNext && { nextCursor: writeCursor({ column, order, name: last.name, ...(last.at && { at: last.at }) }) }),
    folders: named.filter(({ id }) => id === null).map(({ name, key }) => ({ name, key })),
    objects: named.filter(({ id }) => id !== null).map((entry) => ({ ...entry, key: entry.name })),
  }
}

const columns = 'id, name, updated_at, created_at, last_accessed_at, metadata, version'
const inside = 'bucket_id = $1 and name >= $2 and name < $3'

const exactly = `select ${columns}, null as at from storage.objects where bucket_id = $1 and name = $2 and name < $3 and ($5::text is null or $6::text is null) limit $4`

const flat = (column: Cursor['column'], order: Cursor['order']) => {
  const after = order === 'asc' ? '>' : '<'
  const isAfter =
    column === 'name' ? `name ${after} $5 and ($6::text is null)` : `(${column}, name) ${after} ($6::timestamptz, $5)`
  return `select ${columns}, ${column === 'name' ? 'null' : `${column}::text`} as at from storage.objects
    where ${inside} and ($5::text is null or ${isAfter}) order by ${column} ${order}, name ${order} limit $4`
}

/** A loose index scan: one index lookup per entry, however many objects a folder holds. */
function looseIndexScan(order: Cursor['order']) {
  const [after, edge] = order === 'asc' ? ['>', `|| '\u{10ffff}'`] : ['<', '']
  const next = (from: string) => `
    select name, strpos(substr(name, length($2) + 1), '/') as slash from storage.objects
    where ${inside} and (${from}::text is null or name ${after} ${from}) order by name ${order} limit 1`
  const step = (found: string) => `
    select case when slash > 0 then left(name, length($2) + slash) else name end as entry, slash > 0 as is_folder from (${found}) found`
  const from = (entry: string, isFolder: string) => `case when ${isFolder} then ${entry} ${edge} else ${entry} end`
  return `
    with recursive entries as (
      (${step(next(from('$5', `right($5, 1) = '/'`)))})
      union all
      select stepped.* from entries, lateral (${step(next(from('entries.entry', 'entries.is_folder')))}) stepped
    ), page as (select * from entries where $6::text is null limit $4)
    select o.id, page.entry as name, o.updated_at, o.created_at, o.last_accessed_at, o.metadata, o.version, null as at
    from page left join storage.objects o on not page.is_folder and o.bucket_id = $1 and o.name = page.entry
    order by page.entry collate "C" ${order}`
}

/** The timestamps of a folder are those of its oldest object. */
function grouped(column: Cursor['column'], order: Cursor['order']) {
  const after = order === 'asc' ? '>' : '<'
  return `
    with found as (
      select *, strpos(substr(name, length($2) + 1), '/') as slash from storage.objects where ${inside}
    ), entries as (
      select null::uuid as id, left(name, length($2) + slash) as name, null::timestamptz as updated_at, null::timestamptz as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata, null as version, min(${column}) as sorted
      from found where slash > 0 group by 2
      union all
      select ${columns}, ${column} from found where slash = 0
    )
    select id, name, updated_at, created_at, last_accessed_at, metadata, version, sorted::text as at from entries
    where $5::text is null or (sorted, name collate "C") ${after} ($6::timestamptz, $5)
    order by sorted ${order}, name collate "C" ${order} limit $4`
}
