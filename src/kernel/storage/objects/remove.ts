import { z } from 'zod'
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import type { Caller } from '../../http/gateway.ts'
import { releaseBlobs } from '../blobs/orphaned-blobs.ts'
import { parse } from '../bodies.ts'
import { type ObjectPath, type Storage, type StoredObject, asCaller } from '../repository.ts'
import { noSuchKey } from '../errors.ts'

const Path = z.string().max(1024)
const Removal = z.object({
  /** With a version only that version is removed. */
  prefixes: z
    .array(z.union([Path, z.object({ path: Path, versionId: z.string().max(100) })]))
    .min(1)
    .max(1000),
})

type ObjectToRemove = { key: string; version: string | null }

/** Removes the objects with these keys that the caller may delete, and returns them. */
export const removeObjects = (storage: Storage, caller: Caller, bucketId: string, body: unknown) =>
  remove(
    storage,
    caller,
    bucketId,
    parse(Removal, body).prefixes.map((entry) =>
      typeof entry === 'string'
        ? { key: unicodeNormalize(entry), version: null }
        : { key: unicodeNormalize(entry.path), version: entry.versionId },
    ),
  )

export async function removeObject(storage: Storage, caller: Caller, { bucketId, key }: ObjectPath) {
  const [deleted] = await remove(storage, caller, bucketId, [{ key, version: null }])
  if (!deleted) throw noSuchKey()
  return { message: 'Successfully deleted' }
}

/** Deletes rows first: a blob without a row only wastes space, a row without a blob is a broken object. */
async function remove(storage: Storage, caller: Caller, bucketId: string, keys: ObjectToRemove[]) {
  const deleted = await asCaller(storage, caller, (db) =>
    db.query<StoredObject>(
      `delete from storage.objects o using unnest($2::text[], $3::text[]) as wanted (key, version)
       where o.bucket_id = $1 and o.name = wanted.key and (wanted.version is null or wanted.version = o.version)
       returning o.id, o.name, o.bucket_id, o.owner, o.owner_id, o.version, o.metadata, o.user_metadata,
         o.created_at, o.updated_at, o.last_accessed_at`,
      [bucketId, keys.map(({ key }) => key), keys.map(({ version }) => version)],
    ),
  )
  await releaseBlobs(
    storage,
    deleted.map(({ version }) => version),
  )
  return deleted
}
