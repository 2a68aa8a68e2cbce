// Buckets: groups of objects with public access, a size limit and allowed media types.
import { z } from 'zod'
import type { Caller } from '../../http/gateway.ts'
import { releaseBlobs } from '../blobs/orphaned-blobs.ts'
import { parse } from '../bodies.ts'
import { type Bucket, type Storage, asCaller, asStorageRole, isUuid, ownerOf } from '../repository.ts'
import { alreadyExists, invalidRequest, noSuchBucket, notEmpty, notImplemented, tooLarge } from '../errors.ts'
import { readBucketName } from '../keys.ts'

/** Decimal, as upstream counts them. */
const units: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** Bytes, or a text such as "20MB". */
const SizeLimit = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d+(\.\d+)?\s*(B|KB|MB|GB)?$/i, 'Invalid file size format')
    .transform((text) => Math.floor(parseFloat(text) * units[/[A-Z]+$/i.exec(text)?.[0].toUpperCase() ?? 'B']!)),
])
const Kinds = z.array(z.string().regex(/^(\*|\*\/\*|[\w.+-]+\/(\*|[\w.+-]+))$/, 'Invalid mime type')).max(100)

const Changes = z.object({
  public: z.boolean().optional(),
  file_size_limit: SizeLimit.nullish(),
  allowed_mime_types: Kinds.nullish(),
  versioning_status: z.string().nullish(),
})
const NewBucket = Changes.extend({ name: z.string(), id: z.string().nullish(), type: z.string().nullish() })
const Listing = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31)
    .default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().default(''),
})

const columns =
  `id, name, coalesce(owner_id, owner::text, '') as owner, public, file_size_limit::float8 as file_size_limit, ` +
  'allowed_mime_types, created_at, updated_at'

export async function createBucket(storage: Storage, caller: Caller, body: unknown) {
  const { name, file_size_limit, allowed_mime_types, ...rest } = parse(NewBucket, body)
  const id = readBucketName(rest.id ?? name)
  if ((rest.type ?? 'STANDARD') !== 'STANDARD') throw notImplemented(`of ${rest.type} buckets`)
  refuseUnsupported(storage, rest.versioning_status, file_size_limit)
  const { ownerId } = ownerOf(caller)
  await asCaller(storage, caller, (db) =>
    db.query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        readBucketName(name),
        isUuid(ownerId) ? ownerId : null,
        ownerId,
        rest.public ?? false,
        file_size_limit,
        allowed_mime_types,
      ],
    ),
  ).catch((error: { code?: string }) => {
    throw error.code === '23505' ? alreadyExists('Bucket') : error
  })
  return { name: id }
}

function refuseUnsupported(storage: Storage, versioning: string | null | undefined, size: number | null | undefined) {
  if ((versioning ?? 'DISABLED') !== 'DISABLED') throw notImplemented('of object versions')
  if ((size ?? 0) > storage.sizeLimit) throw tooLarge()
}

export const listBuckets = (storage: Storage, caller: Caller, query: unknown) => {
  const { limit, offset, sortColumn, sortOrder, search } = parse(Listing, query, 'querystring')
  return asCaller(storage, caller, (db) =>
    db.query<Bucket>(
      `select ${columns}, type from storage.buckets where strpos(lower(name), lower($1)) > 0 or $1 = ''
       order by ${sortColumn} ${sortOrder} limit $2 offset $3`,
      [search, limit, offset],
    ),
  )
}

export async function getBucket(storage: Storage, caller: Caller, id: string) {
  const [bucket] = await asCaller(storage, caller, (db) =>
    db.query<Bucket>(`select ${columns} from storage.buckets where id = $1`, [id]),
  )
  if (!bucket) throw noSuchBucket()
  return bucket
}

/** Changes only the properties in the body; null removes a limit. */
export async function updateBucket(storage: Storage, caller: Caller, id: string, body: unknown) {
  const { versioning_status, ...newSettings } = parse(Changes, body)
  refuseUnsupported(storage, versioning_status, newSettings.file_size_limit)
  const changes = Object.entries(newSettings).filter(([, value]) => value !== undefined)
  if (changes.length === 0) throw invalidRequest('body must have at least one property to change')
  const sets = changes.map(([column], i) => `${column} = $${i + 2}`)
  const changed = await asCaller(storage, caller, (db) =>
    db.query(`update storage.buckets set ${sets.join(', ')}, updated_at = now() where id = $1 returning id`, [
      id,
      ...changes.map(([, value]) => value),
    ]),
  )
  if (changed.length === 0) throw noSuchBucket()
  return { message: 'Successfully updated' }
}

export async function emptyBucket(storage: Storage, caller: Caller, id: string) {
  await getBucket(storage, caller, id)
  const deleted = await asCaller(storage, caller, (db) =>
    db.query<{ version: string }>('delete from storage.objects where bucket_id = $1 returning version', [id]),
  )
  await releaseBlobs(
    storage,
    deleted.map(({ version }) => version),
  )
  return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
}

export async function deleteBucket(storage: Storage, caller: Caller, id: string) {
  await getBucket(storage, caller, id)
  // Bypasses the policies, because objects hidden from the caller also prevent the deletion.
  const [object] = await asStorageRole(storage, (db) =>
    db.query('select from storage.objects where bucket_id = $1 limit 1', [id]),
  )
  if (object) throw notEmpty()
  const deleted = await asCaller(storage, caller, (db) =>
    db.query('delete from storage.buckets where id = $1 returning id', [id]),
  ).catch((error: { code?: string }) => {
    throw error.code === '23503' ? notEmpty() : error
  })
  if (deleted.length === 0) throw noSuchBucket()
  return { message: 'Successfully deleted' }
}
