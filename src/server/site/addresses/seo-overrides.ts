// SEO overrides and redirects, cached in memory until the next change.
import { readRedirects } from '#features/redirects/redirects.server.ts'
import { readSeoData } from '#features/seo/seo-overrides.server.ts'
import type pg from 'pg'
import { inTransaction } from '#kernel/postgres/transaction.ts'

export type SeoOverrides = ReturnType<typeof createSeoOverrides>

/** `pool` belongs to the login authenticator. */
export function createSeoOverrides(pool: pg.Pool) {
  let held: ReturnType<typeof read> | undefined

  const read = () =>
    inTransaction(pool, { role: 'service_role' }, async (db) => ({
      ...(await readSeoData(db)),
      redirects: await readRedirects(db),
    }))

  return {
    read() {
      if (held) return held
      const reading = read()
      held = reading
      // A failed read is not cached: the next request retries.
      reading.catch(() => held === reading && (held = undefined))
      return reading
    },
    forget: () => void (held = undefined),
  }
}
