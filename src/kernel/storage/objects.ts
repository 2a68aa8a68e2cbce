// Objects without their bytes: find, describe, list, remove. Always as the caller, unless the bucket is public.
import { z } from 'zod'
import { normalForm } from '#lib/normal-form.ts'
import type { Caller } from '../http/gateway.ts'
import { parse } from './buckets.ts'
import { type Storage, type StoredObject, asCaller, asServer, findBucket } from './catalogue.ts'
import { noSuchBucket, noSuchKey } from './errors.ts'
import { readPrefix } from './keys.ts'

const byKey = 'select * from storage.objects where bucket_id = $1 and name = $2'

/** The object, if the caller may see it. A caller may not tell a hidden object from a missing one. */
export async function findObject(storage: Storage, caller: Caller, bucketId: string, key: string) {
  const [object] = await asCaller(storage, caller, (db) => db.query<StoredObject>(byKey, [bucketId, key]))
  if (!object) throw noSuchKey()
  return object
}

/** The object, if its bucket is public. */
export async function findPublicObject(storage: Storage, bucketId: string, key: string) {
  const bucket = await findBucket(storage, bucketId)
  if (!bucket.public) throw noSuchBucket()
  const [object] = await asServer(storage, (db) => db.query<StoredObject>(byKey, [bucketId, key]))
  if (!object) throw noSuchKey()
  return object
}

export const describe = ({ id, name, version, bucket_id, metadata, user_metadata, created_at }: StoredObject) => ({
  id,
  name,
  version,
  bucket_id,
  size: metadata.size,
  content_type: metadata.mimetype,
  cache_control: metadata.cacheControl,
  etag: metadata.eTag,
  metadata: user_metadata ?? {},
  last_modified: metadata.lastModified,
  created_at,
})

const Listing = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z
    .int()
    .min(1)
    .default(100)
    .transform((limit) => Math.min(limit, 1500)),
  offset: z.int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
  search: z.string().max(1024).default(''),
})

/** What lies directly in a folder: first its folders (without an id), then its objects. Names are relative to the folder. */
export async function listFolder(storage: Storage, caller: Caller, bucketId: string, body: unknown) {
  const { prefix, limit, offset, sortBy, search } = parse(Listing, body)
  return asCaller(storage, caller, (db) =>
    db.query(
      `with inside as (
         select *, substr(name, length($2) + 1) as rest from storage.objects
         where bucket_id = $1 and starts_with(name, $2) and starts_with(lower(substr(name, length($2) + 1)), lower($3))
       ), entries as (
         select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
           null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where strpos(rest, '/') > 0 group by 1
         union all
         select rest, id, updated_at, created_at, last_accessed_at, metadata from inside where strpos(rest, '/') = 0
       )
       select * from entries order by id is not null, ${sortBy.column} ${sortBy.order}, name limit $4 offset $5`,
      [bucketId, readPrefix(prefix), search, limit, offset],
    ),
  )
}

const Removal = z.object({ prefixes: z.array(z.string().max(1024)).min(1).max(1000) })

/** Removes the objects of these keys that the caller may remove, and answers them. */
export const removeObjects = (storage: Storage, caller: Caller, bucketId: string, body: unknown) =>
  remove(storage, caller, bucketId, parse(Removal, body).prefixes.map(normalForm))

export async function removeObject(storage: Storage, caller: Caller, bucketId: string, key: string) {
  const [gone] = await remove(storage, caller, bucketId, [key])
  if (!gone) throw noSuchKey()
  return { message: 'Successfully deleted' }
}

/** The rows first: bytes without a row are only waste, a row without bytes is a broken promise. */
async function remove(storage: Storage, caller: Caller, bucketId: string, keys: string[]) {
  const gone = await asCaller(storage, caller, (db) =>
    db.query<StoredObject>('delete from storage.objects where bucket_id = $1 and name = any ($2) returning *', [
      bucketId,
      keys,
    ]),
  )
  await storage.blobs.remove(gone.map(({ version }) => version))
  return gone
}
