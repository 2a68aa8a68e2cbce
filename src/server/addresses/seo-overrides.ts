// What the owner said about addresses and where old ones lead, read once and again after a change.
import { readRedirects } from '#features/redirects/redirects.server.ts'
import { readSeoData } from '#features/seo/seo-overrides.server.ts'
import type pg from 'pg'
import { inTransaction } from '#kernel/postgres/transaction.ts'

export type SeoOverrides = ReturnType<typeof createSeoOverrides>

/** `pool` is of the login authenticator. */
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
      // A database that was away is asked again by the next visitor.
      reading.catch(() => held === reading && (held = undefined))
      return reading
    },
    forget: () => void (held = undefined),
  }
}
