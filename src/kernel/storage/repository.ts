// Database access of storage, as the caller under row-level security or as the storage role, which bypasses it.
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Caller } from '../http/gateway.ts'
import { type Db, type Settings, asRole, inTransaction } from '../postgres/transaction.ts'
import type { Blobs } from './blobs/blobs.ts'
import { noSuchBucket } from './errors.ts'
import type { Images } from './images/images.ts'
import type { LinkTokens } from './links/link-tokens.ts'

/** The dependencies of the storage routes. `sizeLimit` in bytes holds for every bucket. */
export type Storage = {
  pool: pg.Pool
  blobs: Blobs
  links: LinkTokens
  images: Images
  /** Counts a transformation of an image against its client. False: over the limit. */
  mayRender: (request: Pick<FastifyRequest, 'caller' | 'clientIp'>) => boolean
  sizeLimit: number
  /** Statement timeout per role, in milliseconds. */
  statementMs: (role: string) => Promise<number | undefined>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** The bucket and key of an object. */
export type ObjectPath = { bucketId: string; key: string }

export type Bucket = {
  id: string
  name: string
  owner: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

export type Metadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
  /** Content-Encoding of an object that was uploaded encoded. */
  contentEncoding?: string
}

export type StoredObject = {
  id: string
  name: string
  bucket_id: string
  version: string
  metadata: Metadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

/** Runs as the caller, under row-level security. */
export const asCaller = async <T>(storage: Storage, caller: Caller, work: (db: Db) => Promise<T>) =>
  inTransaction(storage.pool, caller.claims, work, await settingsOf(storage, caller))

/** Locks the object path until the transaction ends: a writer replaces exactly the version that its policy check saw. */
export const lockObject = (db: Db, { bucketId, key }: ObjectPath) =>
  db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${bucketId}/${key}`])

/** One statement as the caller, in one round trip. */
export async function readAsCaller<Row>(storage: Storage, caller: Caller, text: string, values: unknown[]) {
  const settings = await settingsOf(storage, caller)
  const [result] = await asRole(storage.pool, caller.claims, [{ text, values }], settings)
  return result!.rows as Row[]
}

async function settingsOf({ statementMs }: Storage, { claims }: Caller): Promise<Settings> {
  const ms = await statementMs(claims.role)
  return ms === undefined ? {} : { set: { statement_timeout: String(ms) } }
}

/** Runs as the storage role: only after the caller's right was checked, or for a public bucket. */
export const asStorageRole = <T>({ pool }: Pick<Storage, 'pool'>, work: (db: Db) => Promise<T>) =>
  inTransaction(pool, undefined, work)

class Rollback extends Error {}

/** Runs a write as the caller and rolls it back: rejects when policies or existing rows forbid it. */
export async function probe(storage: Storage, caller: Caller, attempt: (db: Db) => Promise<unknown>) {
  try {
    await asCaller(storage, caller, async (db) => {
      await attempt(db)
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  }
}

/** A probe inside a transaction of the storage role: a refusal rejects and fails the transaction. */
export async function probeInside(db: Db, { claims }: Caller, attempt: () => Promise<unknown>) {
  await db.query('savepoint before_probe')
  await db.query(
    `select set_config('search_path', 'public, extensions', true), set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
    [JSON.stringify(claims), claims.role],
  )
  await attempt()
  // The rollback also resets the settings.
  await db.query('rollback to before_probe')
}

/** Buckets are visible to every caller here, with their limits. */
export async function findBucket({ pool }: Storage, id: string): Promise<Bucket> {
  // Cast to a number, because the driver returns bigint as text.
  const { rows } = await pool.query<Bucket>(
    'select *, file_size_limit::float8 as file_size_limit from storage.buckets where id = $1',
    [id],
  )
  if (!rows[0]) throw noSuchBucket()
  return rows[0]
}

export const ownerOf = ({ claims }: Caller) => ({ ownerId: typeof claims.sub === 'string' ? claims.sub : null })

/** The owner is a user id, but third-party tokens may have any subject. */
export const isUuid = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
