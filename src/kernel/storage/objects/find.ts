// Looks up and describes objects: as the caller, or without policies for a public bucket or a valid signed URL.
import type { Caller } from '../../http/gateway.ts'
import { type ObjectPath, type Storage, type StoredObject, readAsCaller } from '../repository.ts'
import { noSuchBucket, noSuchKey } from '../errors.ts'

const byKey = 'select * from storage.objects where bucket_id = $1 and name = $2'

/** The object, if the caller may see it. A hidden object is reported as missing. */
export async function findObject(storage: Storage, caller: Caller, { bucketId, key }: ObjectPath) {
  const [object] = await readAsCaller<StoredObject>(storage, caller, byKey, [bucketId, key])
  if (!object) throw noSuchKey()
  return object
}

/** The object, bypassing policies: only after the right to read was verified. */
export async function findAnyObject({ pool }: Storage, { bucketId, key }: ObjectPath) {
  const { rows } = await pool.query<StoredObject>(byKey, [bucketId, key])
  if (!rows[0]) throw noSuchKey()
  return rows[0]
}

/** The object, if its bucket is public. */
export async function findPublicObject({ pool }: Storage, { bucketId, key }: ObjectPath): Promise<StoredObject> {
  const { rows } = await pool.query<StoredObject & { is_public: boolean }>(
    `select o.*, b.public as is_public from storage.buckets b
     left join storage.objects o on o.bucket_id = b.id and o.name = $2 where b.id = $1`,
    [bucketId, key],
  )
  if (!rows[0]?.is_public) throw noSuchBucket()
  if (!rows[0].id) throw noSuchKey()
  return rows[0]
}

export const describe = ({ metadata, user_metadata, ...object }: StoredObject) => ({
  id: object.id,
  name: object.name,
  version: object.version,
  bucket_id: object.bucket_id,
  size: metadata.size,
  content_type: metadata.mimetype,
  content_encoding: metadata.contentEncoding ?? null,
  cache_control: metadata.cacheControl,
  etag: metadata.eTag,
  metadata: user_metadata ?? {},
  last_modified: metadata.lastModified,
  created_at: object.created_at,
})
