// The first list endpoint: the contents of a folder, paginated by offset.
import { z } from 'zod'
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import type { Caller } from '../../http/gateway.ts'
import { parse } from '../bodies.ts'
import { type Storage, asCaller } from '../repository.ts'
import { prefixUpperBound, readPrefix } from '../keys.ts'

const maxEntries = 1500

const Listing = z.object({
  prefix: z.string().max(1024).nullish(),
  limit: z.int().min(1).nullish(),
  offset: z
    .int()
    .min(0)
    .max(2 ** 31)
    .nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).nullish(),
      order: z.enum(['asc', 'desc']).nullish(),
    })
    .nullish(),
  search: z.string().max(1024).nullish(),
  /** Treats the prefix as a complete key, and returns only its object. */
  exactMatch: z.boolean().nullish(),
})

/** The direct contents of a folder: first its folders (without an id), then its objects. Names are relative to the folder. */
export async function listFolder(storage: Storage, caller: Caller, bucketId: string, body: unknown) {
  const { prefix, limit, offset, sortBy, search, exactMatch } = parse(Listing, body)
  const folder = exactMatch ? '' : readPrefix(prefix ?? '')
  const column = sortBy?.column ?? 'name'
  return asCaller(storage, caller, (db) =>
    db.query(
      // The range allows an index scan: under row-level security starts_with is not leakproof and cannot use the index.
      `with inside as (
         select *, substr(name, length($2) + 1) as rest from storage.objects
         where bucket_id = $1 and name >= $2 and name < $3 and starts_with(name, $2)
           and starts_with(lower(substr(name, length($2) + 1)), lower($4)) and ($7::text is null or name = $7)
       ), entries as (
         select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
           null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where $7::text is null and strpos(rest, '/') > 0 group by 1
         union all
         select rest, id, updated_at, created_at, last_accessed_at, metadata from inside where $7::text is not null or strpos(rest, '/') = 0
       )
       select * from entries order by id is not null, ${column} ${sortBy?.order ?? 'asc'}, name limit $5 offset $6`,
      [
        bucketId,
        folder,
        prefixUpperBound(folder),
        search ?? '',
        Math.min(limit ?? 100, maxEntries),
        offset ?? 0,
        exactMatch ? unicodeNormalize(prefix ?? '') : null,
      ],
    ),
  )
}
