// The rows of storage, read and written as the caller, or past all policies as the storage server.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Caller } from '../http/gateway.ts'
import { type Db, type Settings, asRole, inTransaction } from '../postgres/as-role.ts'
import type { Blobs } from './blobs/blobs.ts'
import { noSuchBucket } from './errors.ts'
import type { Images } from './images/images.ts'
import type { LinkTokens } from './links/link-tokens.ts'

/** What the routes of storage stand on. `sizeLimit` in bytes holds for every bucket. */
export type Storage = {
  pool: pg.Pool
  blobs: Blobs
  links: LinkTokens
  images: Images
  sizeLimit: number
  /** How long one statement of a role may take, in milliseconds. */
  statementMs: (role: string) => Promise<number | undefined>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Where an object stands. */
export type Place = { bucketId: string; key: string }

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
  /** How the bytes are encoded, when they were stored encoded. */
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

/** As the caller: policies decide. */
export const asCaller = async <T>(storage: Storage, caller: Caller, work: (db: Db) => Promise<T>) =>
  inTransaction(storage.pool, caller.claims, work, await settingsOf(storage, caller))

/** Until the transaction ends nothing else comes to this place: whoever writes there knows what they replace, and asked the policies of it. */
export const holdPlace = (db: Db, { bucketId, key }: Place) =>
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

/** As the storage server: only after the caller's right was proven, or where a public bucket gives it. */
export const asServer = <T>({ pool }: Pick<Storage, 'pool'>, work: (db: Db) => Promise<T>) =>
  inTransaction(pool, undefined, work)

class Undo extends Error {}

/** Tries as the caller and undoes it: rejects when the policies, or the rows that are there, forbid it. */
export async function probe(storage: Storage, caller: Caller, attempt: (db: Db) => Promise<unknown>) {
  try {
    await asCaller(storage, caller, async (db) => {
      await attempt(db)
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
}

/** The same inside a transaction of the server: rejects, and with it the transaction, when the caller may not do now what is tried. */
export async function probeInside(db: Db, { claims }: Caller, attempt: () => Promise<unknown>) {
  await db.query('savepoint before_probe')
  await db.query(
    `select set_config('search_path', 'public, extensions', true), set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
    [JSON.stringify(claims), claims.role],
  )
  await attempt()
  // With it go the settings.
  await db.query('rollback to before_probe')
}

/** Any caller may learn that a bucket is there and what it takes. */
export async function findBucket({ pool }: Storage, id: string): Promise<Bucket> {
  // As a number: the driver hands out bigint as text.
  const { rows } = await pool.query<Bucket>(
    'select *, file_size_limit::float8 as file_size_limit from storage.buckets where id = $1',
    [id],
  )
  if (!rows[0]) throw noSuchBucket()
  return rows[0]
}

export const ownerOf = ({ claims }: Caller) => ({ ownerId: typeof claims.sub === 'string' ? claims.sub : null })

/** Owners are users of ours, and also whoever another party's token names. */
export const isUuid = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
