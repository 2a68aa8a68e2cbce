// Records page views in batches, outside the request: a page response never waits for it.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { UnhashedView } from './page-views.ts'

type Options = {
  /** A pool of the role authenticator. */
  pool: pg.Pool
  log: { warn(about: object, message: string): void }
  everyMs?: number
  /** Buffer limit while the database is down, so that memory stays bounded. */
  most?: number
}

/** Buffers views and writes them in batches. `stop` flushes the buffer. */
export function createPageViewRecorder({ pool, log, everyMs = 5_000, most = 10_000 }: Options) {
  let seen: UnhashedView[] = []
  let dropped = 0
  let writing = Promise.resolve()
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  function flush() {
    return (writing = writing.then(async () => {
      if (seen.length === 0) return
      const batch = seen
      seen = []
      try {
        await write(pool, batch)
        if (dropped > 0) log.warn({ dropped }, 'page views dropped: buffer full while the database was down')
        dropped = 0
      } catch (error) {
        log.warn({ err: error }, 'page views could not be written and stay buffered')
        seen = [...batch, ...seen]
        dropped += seen.splice(most).length
      }
    }))
  }

  return {
    note(view: UnhashedView) {
      if (seen.length < most) seen.push(view)
      else dropped += 1
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

async function write(pool: pg.Pool, batch: UnhashedView[]) {
  await inTransaction(pool, { role: 'service_role' }, async (db) => {
    const { salt } = await db.one<{ salt: Buffer }>('select page_view_salt() as salt')
    const column = <Value>(of: (view: UnhashedView) => Value) => batch.map(of)
    await db.query(
      `insert into page_views (at, path, referrer_host, utm_source, utm_medium, utm_campaign, device, visitor, variant)
       select to_timestamp(at / 1000.0), path, referrer_host, utm_source, utm_medium, utm_campaign, device, visitor, variant
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as v (at, path, referrer_host, utm_source, utm_medium, utm_campaign, device, visitor, variant)`,
      [
        column(({ at }) => at),
        column(({ path }) => path),
        column((view) => view.referrer_host),
        column((view) => view.utm_source),
        column((view) => view.utm_medium),
        column((view) => view.utm_campaign),
        column(({ device }) => device),
        column(({ trace }) => trace && visitorOf(salt, trace)),
        column(({ variant }) => variant),
      ],
    )
  })
}

/** The visitor id of one day: a hash of the day's salt and the trace. */
export const visitorOf = (salt: Buffer, trace: string) =>
  createHash('sha256').update(salt).update(trace).digest('base64url').slice(0, 16)
