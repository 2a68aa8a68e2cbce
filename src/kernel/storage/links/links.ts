// Signed URLs: access to one file, for download or upload, without a session.
import { z } from 'zod'
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import type { Caller } from '../../http/gateway.ts'
import { parse } from '../bodies.ts'
import { type ObjectPath, type Storage, asCaller, asStorageRole, findBucket, ownerOf } from '../repository.ts'
import { accessDenied } from '../errors.ts'
import { Transformation, formatTransformation, hasTransformation } from '../images/transformation.ts'
import { findObject } from '../objects/find.ts'
import { type Target, checkUpload, mayReplaceOwn } from '../uploads/upload.ts'

const hundredYears = 100 * 366 * 24 * 3600
const uploadLinkSeconds = 2 * 3600

const ExpiresIn = z.int().min(1).max(hundredYears)
const OneLink = z.object({ expiresIn: ExpiresIn, transform: Transformation.nullish() })
const ManyLinks = z.object({ expiresIn: ExpiresIn, paths: z.array(z.string().max(1024)).min(1).max(1000) })

export const addressOf = ({ bucketId, key }: ObjectPath) => `${bucketId}/${key}`

// The client encodes the whole URL again, except question marks.
const inPath = (object: ObjectPath) => addressOf(object).replaceAll('?', '%3F')

/** Restores a question mark that the client has encoded twice. A key never contains a percent sign. */
export const fromPath = (key: string) => key.replaceAll('%3F', '?')

/** For an object that the caller may see. With a transformation the link is valid for that image only. */
export async function signOne(storage: Storage, caller: Caller, object: ObjectPath, body: unknown) {
  const { expiresIn, transform } = parse(OneLink, body)
  await findObject(storage, caller, object)
  const isTransformed = !!transform && hasTransformation(transform)
  const token = await storage.links.sign(
    {
      scope: 'download',
      url: addressOf(object),
      ...(isTransformed && { transformations: formatTransformation(transform) }),
      ...(isTransformed && transform.format && { format: transform.format }),
    },
    expiresIn,
  )
  return { signedURL: `/${isTransformed ? 'render/image' : 'object'}/sign/${inPath(object)}?token=${token}` }
}

const hidden = 'Either the object does not exist or you do not have access to it'

/** One result per path, in the order of the paths. */
export async function signMany(storage: Storage, caller: Caller, bucketId: string, body: unknown) {
  const { expiresIn, paths } = parse(ManyLinks, body)
  const rows = await asCaller(storage, caller, (db) =>
    db.query<{ name: string }>('select name from storage.objects where bucket_id = $1 and name = any ($2)', [
      bucketId,
      paths.map(unicodeNormalize),
    ]),
  )
  const seen = new Set(rows.map(({ name }) => name))
  return Promise.all(
    paths.map(async (path) => {
      const object = { bucketId, key: unicodeNormalize(path) }
      if (!seen.has(object.key)) return { error: hidden, path, signedURL: null }
      const token = await storage.links.sign({ scope: 'download', url: addressOf(object) }, expiresIn)
      return { error: null, path, signedURL: `/object/sign/${inPath(object)}?token=${token}` }
    }),
  )
}

/**
 * Requires the caller's right to upload there. The link acts as that caller, without another check when it is used. The
 * policies were checked for the current object: one uploaded later by others is not replaced, unless the caller
 * bypasses policies.
 */
export async function signUpload(storage: Storage, caller: Caller, object: ObjectPath, upsert: boolean) {
  await findBucket(storage, object.bucketId)
  const before = await findId(storage, object)
  await checkUpload(storage, caller, { ...object, upsert })
  const isBound = caller.claims.role !== 'service_role'
  // Without an object only the insert was checked: replacing the link's own upload would bypass the policies for
  // updates.
  const mayReplace = upsert && (before !== undefined || (await mayReplaceOwn(storage, caller, object)))
  const token = await storage.links.sign(
    {
      scope: 'upload',
      url: addressOf(object),
      owner: ownerOf(caller).ownerId,
      upsert: mayReplace,
      ...(mayReplace && isBound && { replaces: before ?? null }),
    },
    uploadLinkSeconds,
  )
  return { url: `/object/upload/sign/${inPath(object)}?token=${token}`, token }
}

async function findId(storage: Storage, { bucketId, key }: ObjectPath) {
  const [object] = await asStorageRole(storage, (db) =>
    db.query<{ id: string }>('select id from storage.objects where bucket_id = $1 and name = $2', [bucketId, key]),
  )
  return object?.id
}

type UploadClaims = { owner?: string | null | undefined; replaces?: string | null | undefined }

/** Authorized by the claims of the link, because there is no caller for the policies. */
export const ifLinkAllows =
  ({ owner, replaces }: UploadClaims): Target['mayReplace'] =>
  async (_db, before) => {
    const isOwn = owner != null && before.owner_id === owner
    if (replaces !== undefined && !isOwn && before.id !== replaces)
      throw accessDenied('new row violates row-level security policy')
  }
