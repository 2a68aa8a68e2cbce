// Redirects of old paths, and counters of redirect hits and missing pages, written in batches outside the request.
import type pg from 'pg'
import { defineFunction } from '#kernel/functions/functions.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { Refusal } from '#kernel/errors.ts'
import { z } from '#lib/schema.ts'
import { addressToTest, RedirectTrace, traceRefusals, TraceRedirect } from './redirect-trace.ts'
import { type RedirectTarget, missingPath, ReportMissing } from './redirects.ts'

/** All redirects by source path. `db` has the service role. */
export async function readRedirects(db: Db): Promise<Map<string, RedirectTarget>> {
  const rows = await db.query<RedirectTarget & { from_path: string }>(
    'select from_path, to_address as to, code from redirects',
  )
  return new Map(rows.map(({ from_path, to, code }) => [from_path, { to, code }]))
}

type HitCount = { count: number; at: Date; ref?: string | undefined }

type Options = {
  /** A pool of the role authenticator. */
  pool: pg.Pool
  log: { warn(about: object, message: string): void }
  everyMs?: number
  /** Limit of distinct paths between two flushes, so that requests for random paths cannot exhaust the memory. */
  most?: number
}

/** Counts redirect hits and misses, and writes them in batches. `stop` flushes the counters. */
export function createRedirectCounters({ pool, log, everyMs = 5_000, most = 1_000 }: Options) {
  const missed = new Map<string, HitCount>()
  const followed = new Map<string, HitCount>()
  let writing = Promise.resolve()
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  function note(counts: Map<string, HitCount>, { path, count, at, ref }: HitCount & { path: string }) {
    const entry = counts.get(path)
    if (!entry && counts.size >= most) return
    const latest = entry && entry.at > at ? entry : { at, ref: ref ?? entry?.ref }
    counts.set(path, { count: (entry?.count ?? 0) + count, at: latest.at, ref: latest.ref })
  }

  function flush() {
    return (writing = writing.then(async () => {
      const [misses, hits] = [drain(missed), drain(followed)]
      if (misses.length === 0 && hits.length === 0) return
      await inTransaction(pool, { role: 'service_role' }, async (db) => {
        if (misses.length > 0) await db.query('select count_not_found($1)', [JSON.stringify(misses)])
        if (hits.length > 0) await db.query('select count_redirect_hits($1)', [JSON.stringify(hits)])
      }).catch((error: unknown) => {
        // Retried with the next batch.
        for (const row of misses) note(missed, row)
        for (const row of hits) note(followed, row)
        log.warn({ err: error }, 'redirect and not-found counts could not be written')
      })
    }))
  }

  return {
    missed: (path: string, ref?: string) => note(missed, { path, count: 1, at: new Date(), ref }),
    followed: (path: string) => note(followed, { path, count: 1, at: new Date() }),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

function drain(counts: Map<string, HitCount>) {
  const rows = [...counts].map(([path, counted]) => ({ path, reports: 0, ...counted }))
  counts.clear()
  return rows
}

/** Records a visitor's report of a broken link. The response is the same whether or not it is recorded. */
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

/** Implemented by the site and injected, because the site depends on the functions. `address` is a path of the site. */
export type FollowAddress = (address: string) => Promise<RedirectTrace>

/** Traces a URL without counting a hit or a miss. */
export const traceRedirect = ({ follow, siteUrl }: { follow: FollowAddress; siteUrl: string }) =>
  defineFunction({
    name: 'trace-redirect',
    caller: async (db) => (await db.one<{ may: boolean }>('select is_site_editor() as may')).may,
    perClient: { burst: 60, refillMs: 5_000 },
    refusals: traceRefusals,
    input: TraceRedirect,
    output: RedirectTrace,
    run({ input }) {
      const address = addressToTest(input.address, siteUrl)
      if (!address) throw new Refusal('not_of_site', 422, traceRefusals.not_of_site)
      return follow(address)
    },
  })
