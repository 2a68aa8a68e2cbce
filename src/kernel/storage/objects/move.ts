// Moves and copies. A blob name is independent of its key, so a move changes one row and no bytes.
import { z } from 'zod'
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import type { Caller } from '../../http/gateway.ts'
import { parse } from '../bodies.ts'
import {
  type ObjectPath,
  type Storage,
  type StoredObject,
  asCaller,
  findBucket,
  lockObject,
  isUuid,
  ownerOf,
} from '../repository.ts'
import { noSuchBucket, noSuchKey } from '../errors.ts'
import { readKey } from '../keys.ts'
import { readCacheControl, readEncoding } from '../uploads/upload-request.ts'
import { type FileFacts, checkUpload, ifCallerAllowed, sizeLimitFor, store } from '../uploads/upload.ts'
import { findObject } from './find.ts'

const FromTo = z.object({
  bucketId: z.string().max(200),
  sourceKey: z.string().max(1024),
  destinationBucket: z.string().max(200).nullish(),
  destinationKey: z.string().max(1024),
  sourceVersionId: z.string().max(100).nullish(),
})
const Copying = FromTo.extend({
  copyMetadata: z.boolean().nullish(),
  /** Replaces the metadata of the source when `copyMetadata` is false. */
  metadata: z
    .object({
      cacheControl: z.string().max(200).nullish(),
      contentEncoding: z.string().max(100).nullish(),
      mimetype: z.string().max(200).nullish(),
    })
    .nullish(),
})

function ends(body: z.output<typeof FromTo>): { from: ObjectPath; to: ObjectPath } {
  const { bucketId, sourceKey, destinationBucket, destinationKey } = body
  return {
    from: { bucketId: unicodeNormalize(bucketId), key: unicodeNormalize(sourceKey) },
    to: { bucketId: unicodeNormalize(destinationBucket ?? bucketId), key: readKey(destinationKey) },
  }
}

async function findSource(storage: Storage, caller: Caller, from: ObjectPath, version: string | null | undefined) {
  const object = await findObject(storage, caller, from)
  if (version && version !== object.version) throw noSuchKey()
  return object
}

/**
 * Moves the object as the caller, who must be allowed to select and update the row, also at the target key. Only the version whose size and
 * type were checked is moved: a version uploaded afterwards is not moved.
 */
export async function moveObject(storage: Storage, caller: Caller, body: unknown) {
  const input = parse(FromTo, body)
  const { from, to } = ends(input)
  const object = await findSource(storage, caller, from, input.sourceVersionId)
  if (from.bucketId !== to.bucketId) {
    const bucket = await findBucket(storage, to.bucketId)
    sizeLimitFor(storage, bucket, object.metadata.mimetype, object.metadata.size)
  }
  const { ownerId } = ownerOf(caller)
  const moved = await asCaller(storage, caller, async (db) => {
    await lockObject(db, to)
    return db.query<StoredObject>(
      `update storage.objects set bucket_id = $3, name = $4, owner = case when $6::text is null then owner else $5::uuid end,
         owner_id = coalesce($6, owner_id), updated_at = now()
       where bucket_id = $1 and name = $2 and version is not distinct from $7 returning id`,
      [from.bucketId, from.key, to.bucketId, to.key, isUuid(ownerId) ? ownerId : null, ownerId, object.version],
    )
  }).catch((error: { code?: string }) => {
    throw error.code === '23503' ? noSuchBucket() : error
  })
  if (!moved[0]) throw noSuchKey()
  return { message: 'Successfully moved', Id: moved[0].id, Key: to.key }
}

/** `metadata` is that of the user: it replaces the source's when `copyMetadata` is false. */
type CopyHeaders = { upsert: boolean; metadata: Record<string, unknown> | null }

/** The caller needs the right to read the source and to upload to the target. */
export async function copyObject(storage: Storage, caller: Caller, body: unknown, { upsert, metadata }: CopyHeaders) {
  const input = { ...parse(Copying, body), userMetadata: metadata }
  const { from, to } = ends(input)
  const source = await findSource(storage, caller, from, input.sourceVersionId)
  const facts = factsOf(source, input)
  const { size, eTag } = source.metadata
  const bucket = await findBucket(storage, to.bucketId)
  sizeLimitFor(storage, bucket, facts.contentType, size)
  await checkUpload(storage, caller, { ...to, upsert }, { ...facts, size })

  const { ownerId } = ownerOf(caller)
  const target = { ...to, upsert, ownerId, mayReplace: ifCallerAllowed(caller) }
  const copied = await store(storage, target, facts, async (version) => {
    if (!(await storage.blobs.copy(source.version, version))) throw noSuchKey()
    return { size, etag: eTag }
  })
  const Key = `${to.bucketId}/${to.key}`
  const newRow = { name: to.key, bucket_id: to.bucketId, owner_id: ownerId, user_metadata: facts.userMetadata }
  return { Id: copied.id, Key, ...copied, ...newRow }
}

function factsOf(
  { metadata, user_metadata }: StoredObject,
  input: z.output<typeof Copying> & { userMetadata: CopyHeaders['metadata'] },
): FileFacts {
  const facts = {
    contentType: metadata.mimetype,
    cacheControl: metadata.cacheControl,
    contentEncoding: metadata.contentEncoding,
    userMetadata: user_metadata,
  }
  if (input.copyMetadata !== false) return facts
  const { cacheControl, contentEncoding, mimetype } = input.metadata ?? {}
  return {
    contentType: mimetype ?? facts.contentType,
    cacheControl: cacheControl ? readCacheControl(cacheControl) : facts.cacheControl,
    contentEncoding: contentEncoding == null ? facts.contentEncoding : readEncoding(contentEncoding),
    userMetadata: input.userMetadata,
  }
}
