// The job that creates an archive of the whole business. An interrupted run starts over, because the archive is one snapshot.
import type pg from 'pg'
import type { Readable } from 'node:stream'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { bucket, type ExportErrorCode, retentionDays, keyOf } from './business-exports.ts'
import { type Parts, type ReadBlob, writeFiles, writeTables } from './fill-archive.server.ts'
import type { AnswerSeals } from './sealed-answers.server.ts'
import { openZipArchive } from './zip-archive.server.ts'

/** Storage for files of any size, as streams. */
export type LargeFiles = {
  read: ReadBlob
  /**
   * Stores a file under the key, replacing an earlier one. Resolves to its size in bytes; rejects and stores nothing when the source fails.
   */
  write(place: { bucket: string; key: string; type: string }, source: Readable): Promise<number>
  remove(place: { bucket: string; keys: string[] }): Promise<void>
}

export type ExportParts = {
  /** The login authenticator: it switches between the owner and the service role. */
  pool: pg.Pool
  files: LargeFiles
  seals: AnswerSeals
  /** Free bytes of the disk that the archive is written to. */
  freeBytes: () => Promise<number>
  log: { error(fields: object, text: string): void }
}

const Payload = z.object({ export: z.uuid() })
/** Maximum attempts: a restart of the server uses one up. */
const attempts = 5
const progressMs = 2_000
/** Disk space reserved for the database and its tables in the archive. */
const spareBytes = 1024 ** 3

class Unmakeable extends Error {
  readonly fault: ExportErrorCode
  constructor(code: ExportErrorCode) {
    super(code)
    this.fault = code
  }
}

export const makeBusinessExport =
  (parts: ExportParts): Task =>
  async (payload, { attempt }) => {
    const { pool, files, log } = parts
    const { export: id } = Payload.parse(payload)
    const asService = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
    const [found] = await asService((db) =>
      db.query<{ owner: string | null }>(
        `update business_exports set state = 'running', done_entries = 0 where id = $1 and state in ('waiting', 'running')
         returning requested_by as owner`,
        [id],
      ),
    )
    if (!found) return
    try {
      const { size, rows } = await writeArchive(id, found.owner, parts)
      const old = await asService((db) => recordReady(db, id, size, rows))
      if (old.length > 0) await files.remove({ bucket, keys: old.map(keyOf) })
    } catch (error) {
      const code = error instanceof Unmakeable ? error.fault : 'failed'
      if (code === 'failed' && attempt < attempts) throw error
      log.error({ err: error, export: id }, 'The export of the business failed')
      await asService((db) =>
        db.query(`update business_exports set state = 'failed', fault = $2, finished_at = now() where id = $1`, [
          id,
          code,
        ]),
      )
    }
  }

/** Marks the archive as ready, and earlier archives as expired. Returns the ids of the earlier archives. */
async function recordReady(db: Db, id: string, size: number, rows: number): Promise<string[]> {
  const old = await db.query<{ id: string }>(
    `update business_exports set state = 'expired' where state = 'ready' returning id`,
  )
  await db.query(
    `update business_exports set state = 'ready', finished_at = now(), size_bytes = $2, row_count = $3, done_entries = all_entries,
       expires_at = now() + make_interval(days => $4) where id = $1`,
    [id, size, rows, retentionDays],
  )
  return old.map((one) => one.id)
}

async function writeArchive(id: string, owner: string | null, { pool, files, seals, freeBytes }: ExportParts) {
  const archive = openZipArchive()
  const parts: Parts = {
    archive,
    seals,
    readBlob: files.read,
    onProgress: reportProgress(pool, id),
    async checkRoom(bytes) {
      if ((await freeBytes()) < bytes + spareBytes) throw new Unmakeable('no_space')
    },
  }
  const uploaded = files.write({ bucket, key: keyOf(id), type: 'application/zip' }, archive.output)
  const filled = fill(parts, pool, owner)
  for (const half of [uploaded, filled]) half.catch((error: Error) => archive.fail(error))
  const [fillOutcome, uploadOutcome] = await Promise.allSettled([filled, uploaded])
  // A failed source also rejects the upload, with a less specific error.
  if (fillOutcome.status === 'rejected') throw fillOutcome.reason
  if (uploadOutcome.status === 'rejected') throw uploadOutcome.reason
  return { size: uploadOutcome.value, rows: fillOutcome.value }
}

async function fill(parts: Parts, pool: pg.Pool, owner: string | null): Promise<number> {
  const at = new Date()
  const stored = await inTransaction(pool, undefined, async (db) => {
    await db.query('set transaction isolation level repeatable read, read only')
    await db.query(
      `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
         set_config('search_path', 'public, extensions', true)`,
    )
    const become = (claims: { role: string }) => async () =>
      void (await db.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
        JSON.stringify(claims),
        claims.role,
      ]))
    // The second factor was checked when the archive was requested.
    const asOwner = become({ role: 'authenticated', ...(owner && { sub: owner }), aal: 'aal2' } as { role: string })
    await asOwner()
    if (!(await db.one<{ may: boolean }>(`select has_role('owner') as may`)).may) throw new Unmakeable('not_owner')
    return writeTables(db, { asOwner, asService: become({ role: 'service_role' }) }, parts)
  })
  await writeFiles(stored, at, parts)
  return stored.tables.reduce((sum, { rows }) => sum + rows, 0)
}

/** Writes progress at most every two seconds; a failed write is followed by the next one. */
function reportProgress(pool: pg.Pool, id: string) {
  let last = 0
  return (done: number, all: number) => {
    if (Date.now() - last < progressMs) return
    last = Date.now()
    void inTransaction(pool, { role: 'service_role' }, (db) =>
      db.query(
        `update business_exports set done_entries = least($2::integer, $3), all_entries = $3 where id = $1 and state = 'running'`,
        [id, done, all],
      ),
    ).catch(() => {})
  }
}

/** Runs daily: deletes expired archives, and for a month those whose deletion may have failed. */
export async function expireBusinessExports({ pool, files }: Pick<ExportParts, 'pool' | 'files'>): Promise<void> {
  const due = await inTransaction(pool, { role: 'service_role' }, async (db) => {
    await db.query(`update business_exports set state = 'expired' where state = 'ready' and expires_at < now()`)
    return db.query<{ id: string }>(
      `select id from business_exports where state = 'expired' and expires_at > now() - interval '30 days' limit 1000`,
    )
  })
  if (due.length > 0) await files.remove({ bucket, keys: due.map(({ id }) => keyOf(id)) })
}
