// An upload keeps blob and row consistent: check policies, register the blob, write it, insert the row, then drop the replaced blob.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Caller } from '../../http/gateway.ts'
import type { Db } from '../../postgres/transaction.ts'
import type { WrittenBlob } from '../blobs/blobs.ts'
import { claimBlob, registerBlob, releaseBlobs } from '../blobs/orphaned-blobs.ts'
import {
  type Bucket,
  type Metadata,
  type ObjectPath,
  type Storage,
  asStorageRole,
  lockObject,
  isUuid,
  ownerOf,
  probe,
  probeInside,
} from '../repository.ts'
import { alreadyExists, invalidMimeType, tooLarge } from '../errors.ts'
import { isMediaType } from '../downloads/media-type.ts'

/** File metadata known before the bytes arrive. */
export type FileFacts = {
  contentType: string
  cacheControl: string
  contentEncoding: string | undefined
  userMetadata: Record<string, unknown> | null
}

export type NewFile = FileFacts & {
  bytes: Readable
  /** From Content-Length, if present. */ announcedSize: number | undefined
}

export type Target = ObjectPath & {
  upsert: boolean
  ownerId: string | null
  /** Called before an object is replaced: it may have been uploaded after the check. Rejects if it must not be replaced. */
  mayReplace: (db: Db, before: ExistingObject, attempt: () => Promise<unknown>) => Promise<unknown>
}

/** The existing object at the key. */
export type ExistingObject = { id: string; version: string; owner_id: string | null }

/** The caller must still be allowed to replace the current object, however long the upload took. */
export const ifCallerAllowed =
  (caller: Caller): Target['mayReplace'] =>
  (db, _before, attempt) =>
    probeInside(db, caller, attempt)

/** Rejects when current policies or rows forbid the upload. Writes nothing. */
export function checkUpload(
  storage: Storage,
  caller: Caller,
  target: ObjectPath & { upsert: boolean },
  file?: FileFacts & { size?: number | undefined },
) {
  const known = file && {
    mimetype: file.contentType,
    cacheControl: file.cacheControl,
    ...(file.size !== undefined && { size: file.size, contentLength: file.size }),
  }
  return probe(storage, caller, (db) =>
    insertObject(db, { ...target, ...ownerOf(caller) }, { metadata: known, userMetadata: file?.userMetadata }),
  )
}

/** Whether policies allow the caller to upload there and then to replace that upload. Writes nothing. */
export async function mayReplaceOwn(storage: Storage, caller: Caller, object: ObjectPath): Promise<boolean> {
  const target = { ...object, upsert: true, ...ownerOf(caller) }
  try {
    await probe(storage, caller, async (db) => {
      await insertObject(db, target, {})
      await insertObject(db, target, {})
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    return false
  }
}

/** Maximum size in this bucket. Throws when the bucket does not allow the media type. */
export function sizeLimitFor(storage: Storage, bucket: Bucket, contentType: string, size: number | undefined): number {
  const limit = Math.min(bucket.file_size_limit ?? storage.sizeLimit, storage.sizeLimit)
  if (!isMediaType(contentType) || !allowsType(bucket, contentType)) throw invalidMimeType(contentType)
  if (size !== undefined && size > limit) throw tooLarge()
  return limit
}

/** Stores a file whose upload was authorized. */
export async function upload(storage: Storage, bucket: Bucket, target: Target, file: NewFile) {
  const limit = sizeLimitFor(storage, bucket, file.contentType, file.announcedSize)
  const put = (version: string) => storage.blobs.write(version, file.bytes, limit)
  const { id } = await store(storage, target, file, put)
  return { Id: id, Key: `${target.bucketId}/${target.key}` }
}

export type StoredObject = { id: string; version: string; metadata: Metadata; created_at: Date; updated_at: Date }

/** Passes a new blob to `put`, which creates its object. If that fails, the blob is removed. */
export async function store(
  storage: Storage,
  target: Target,
  facts: FileFacts,
  put: (version: string) => Promise<WrittenBlob>,
): Promise<StoredObject> {
  const version = randomUUID()
  await registerBlob(storage, version)
  try {
    const stored = await put(version)
    const { row, replaced } = await asStorageRole(storage, (db) =>
      recordObject(db, target, facts, { version, ...stored }),
    )
    if (replaced) await releaseBlobs(storage, [replaced])
    return row
  } catch (error) {
    await releaseBlobs(storage, [version])
    throw error
  }
}

/** Compares the type without parameters; `image/*` allows all images. */
function allowsType({ allowed_mime_types: allowed }: Bucket, contentType: string) {
  if (!allowed?.length) return true
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  return allowed.some(
    (one) =>
      one === '*' ||
      one === '*/*' ||
      one.toLowerCase() === type ||
      (one.endsWith('/*') && type.startsWith(one.slice(0, -1).toLowerCase())),
  )
}

// An upload without a user id keeps the owner of the replaced object, and one without metadata keeps its metadata.
const overwriteClause =
  'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, updated_at = now(), ' +
  'user_metadata = coalesce(excluded.user_metadata, objects.user_metadata), owner_id = coalesce(excluded.owner_id, objects.owner_id), ' +
  'owner = case when excluded.owner_id is null then objects.owner else excluded.owner end'

type Columns = {
  version?: string
  metadata?: Partial<Metadata> | undefined
  userMetadata?: Record<string, unknown> | null | undefined
}

// The probe has no RETURNING clause, which would require the SELECT privilege as well.
function insertObject(
  db: Db,
  { bucketId, key, upsert, ownerId }: Omit<Target, 'mayReplace'>,
  columns: Columns,
  returning = '',
) {
  return db.query<StoredObject>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata) values ($1, $2, $3, $4, $5, $6, $7)
     ${upsert ? overwriteClause : ''} ${returning}`,
    [
      bucketId,
      key,
      isUuid(ownerId) ? ownerId : null,
      ownerId,
      columns.version,
      columns.metadata,
      columns.userMetadata ?? null,
    ],
  )
}

async function recordObject(db: Db, target: Target, facts: FileFacts, written: WrittenBlob & { version: string }) {
  const { version, size, etag } = written
  await lockObject(db, target)
  const [before] = await db.query<ExistingObject>(
    'select id, version, owner_id from storage.objects where bucket_id = $1 and name = $2 for update',
    [target.bucketId, target.key],
  )
  if (before && !target.upsert) throw alreadyExists('Key')
  const metadata: Metadata = {
    eTag: etag,
    size,
    mimetype: facts.contentType,
    cacheControl: facts.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    ...(facts.contentEncoding && { contentEncoding: facts.contentEncoding }),
  }
  const columns = { version, metadata, userMetadata: facts.userMetadata }
  if (before) await target.mayReplace(db, before, () => insertObject(db, target, columns))
  const [row] = await insertObject(db, target, columns, 'returning id, version, metadata, created_at, updated_at')
  await claimBlob(db, version)
  return { row: row!, replaced: before?.version }
}
