// Leading visitors on from addresses that stand no more, and writing down which ones lead nowhere, off the way of those who ask.
import type pg from 'pg'
import { defineFunction } from '#kernel/functions/functions.ts'
import { type Db, inTransaction } from '#kernel/postgres/as-role.ts'
import { z } from '#lib/schema.ts'
import { type Lead, missingPath, ReportMissing } from './redirects.ts'

/** Every redirect by the address it leads from. `db` is of the service. */
export async function readRedirects(db: Db): Promise<Map<string, Lead>> {
  const rows = await db.query<Lead & { from_path: string }>('select from_path, to_address as to, code from redirects')
  return new Map(rows.map(({ from_path, to, code }) => [from_path, { to, code }]))
}

type Counted = { count: number; at: Date; ref?: string | undefined }

type Options = {
  /** Of the login authenticator. */
  pool: pg.Pool
  log: { warn(about: object, message: string): void }
  everyMs?: number
  /** More addresses than these are not held between two writings: asking for nonsense must not fill the memory. */
  most?: number
}

/** Counts redirects that were followed and addresses that were missed, and writes them in batches. `stop` writes what is left. */
export function createWayfinding({ pool, log, everyMs = 5_000, most = 1_000 }: Options) {
  const missed = new Map<string, Counted>()
  const followed = new Map<string, Counted>()
  let writing = Promise.resolve()
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  function note(counts: Map<string, Counted>, path: string, ref?: string) {
    const known = counts.get(path)
    if (!known && counts.size >= most) return
    counts.set(path, { count: (known?.count ?? 0) + 1, at: new Date(), ref: ref ?? known?.ref })
  }

  function flush() {
    return (writing = writing.then(async () => {
      const [misses, hits] = [take(missed), take(followed)]
      if (misses.length === 0 && hits.length === 0) return
      await inTransaction(pool, { role: 'service_role' }, async (db) => {
        if (misses.length > 0) await db.query('select count_not_found($1)', [JSON.stringify(misses)])
        if (hits.length > 0) await db.query('select count_redirect_hits($1)', [JSON.stringify(hits)])
      }).catch((error: unknown) => log.warn({ err: error }, 'missing addresses could not be counted'))
    }))
  }

  return {
    missed: (path: string, ref?: string) => note(missed, path, ref),
    followed: (path: string) => note(followed, path),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

function take(counts: Map<string, Counted>) {
  const rows = [...counts].map(([path, counted]) => ({ path, reports: 0, ...counted }))
  counts.clear()
  return rows
}

/** A visitor says that a link is broken. Answered the same whatever comes of it. */
export const reportMissingPage = defineFunction({
  name: 'report-missing-page',
  caller: 'anyone',
  as: 'service', // a visitor has no rights on the log
  perClient: { burst: 10, refillMs: 6 * 60_000 },
  input: ReportMissing,
  output: z.object({}),
  async run({ input, db }) {
    const path = missingPath(input.path)
    const row = { path, count: 1, reports: 1, at: new Date() }
    if (path) await db.query('select count_not_found($1)', [JSON.stringify([row])])
    return {}
  },
})
