// An upload, in the order that keeps bytes and row in agreement: ask the policies, write the bytes, then the row, then drop what it replaced.
import type { Readable } from 'node:stream'
import type { Caller } from '../http/gateway.ts'
import type { Db } from '../postgres/as-role.ts'
import type { Written } from './blobs.ts'
import { type Bucket, type Metadata, type Storage, asServer, findBucket, ownerOf, probe } from './catalogue.ts'
import { alreadyExists, invalidMimeType, tooLarge } from './errors.ts'
import { isMediaType } from './media-type.ts'

export type Upload = {
  bucketId: string
  key: string
  bytes: Readable
  /** When the client said it. */
  announcedSize: number | undefined
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  upsert: boolean
}

export async function upload(storage: Storage, caller: Caller, wanted: Upload) {
  const bucket = await findBucket(storage, wanted.bucketId)
  const limit = Math.min(bucket.file_size_limit ?? storage.sizeLimit, storage.sizeLimit)
  if (!isMediaType(wanted.contentType) || !takes(bucket, wanted.contentType)) throw invalidMimeType(wanted.contentType)
  if (wanted.announcedSize !== undefined && wanted.announcedSize > limit) throw tooLarge()
  await probe(storage, caller, (db) => insertObject(db, wanted, caller))

  const written = await storage.blobs.write(wanted.bytes, limit)
  let row: { id: string; replaced: string | null }
  try {
    row = await asServer(storage, (db) => recordObject(db, wanted, caller, written))
  } catch (error) {
    await storage.blobs.remove([written.version])
    throw error
  }
  // The new row is committed: if this is not reached, a blob lies around that nobody can ask for.
  if (row.replaced) await storage.blobs.remove([row.replaced])
  return { Id: row.id, Key: `${wanted.bucketId}/${wanted.key}` }
}

/** By the essence of the type; `image/*` stands for all images. */
function takes({ allowed_mime_types: allowed }: Bucket, contentType: string) {
  if (!allowed?.length) return true
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  return allowed.some(
    (one) =>
      one === '*' ||
      one.toLowerCase() === type ||
      (one.endsWith('/*') && type.startsWith(one.slice(0, -1).toLowerCase())),
  )
}

const takeOver =
  'on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version, ' +
  'metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()'

// The probe asks for no row back: that would need the right to read as well.
function insertObject(
  db: Db,
  { bucketId, key, upsert, userMetadata }: Upload,
  caller: Caller,
  written?: { version: string; metadata: Metadata },
) {
  const { owner, ownerId } = ownerOf(caller)
  return db.query<{ id: string }>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata) values ($1, $2, $3, $4, $5, $6, $7)
     ${upsert ? takeOver : ''} ${written ? 'returning id' : ''}`,
    [bucketId, key, owner, ownerId, written?.version, written?.metadata, userMetadata],
  )
}

async function recordObject(db: Db, wanted: Upload, caller: Caller, { version, size, etag }: Written) {
  // Two uploads to one key go one by one, so that each knows which version it replaces.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${wanted.bucketId}/${wanted.key}`])
  const [before] = await db.query<{ version: string }>(
    'select version from storage.objects where bucket_id = $1 and name = $2',
    [wanted.bucketId, wanted.key],
  )
  if (before && !wanted.upsert) throw alreadyExists('Key')
  const lastModified = new Date().toISOString()
  const metadata: Metadata = {
    eTag: etag,
    size,
    mimetype: wanted.contentType,
    cacheControl: wanted.cacheControl,
    lastModified,
    contentLength: size,
    httpStatusCode: 200,
  }
  const [row] = await insertObject(db, wanted, caller, { version, metadata })
  return { id: row!.id, replaced: before?.version ?? null }
}
