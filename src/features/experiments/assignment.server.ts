// Which page a visitor gets while several are compared: always the same one, without a cookie and without noting anything of them.
import { createHmac } from 'node:crypto'
import { truncate } from '#features/page-views/page-views.ts'
import { inTransaction } from '#kernel/postgres/as-role.ts'
import type pg from 'pg'
import { type HomePage, homePages } from './experiments.ts'

/** A comparison that runs. `secret` makes the choice one that nobody outside can foresee. */
export type Running = { secret: Buffer; variants: readonly Variant[] }
/** `stands`: somebody has published it, and nobody has withdrawn it since. */
type Variant = { key: HomePage; weight: number; stands: boolean }

/** What runs now; undefined: nothing. The pool is that of the login authenticator. */
export const readRunning = (pool: pg.Pool): Promise<Running | undefined> =>
  inTransaction(pool, { role: 'service_role' }, async (db) => {
    const rows = await db.query<Variant & { secret: Buffer }>(
      `select c.secret, v.key, v.weight, p.published_version_id is not null as stands
       from page_comparisons c join page_variants v on v.comparison_id = c.id join pages p on p.path = v.key
       where c.ended_at is null`,
    )
    const [first] = rows
    return first && { secret: first.secret, variants: rows.map(({ key, weight, stands }) => ({ key, weight, stands })) }
  })

/**
 * The page for whoever comes from this address with this browser. Every page draws a lot, its own for each visitor, and the
 * shortest for its weight wins: who changes the shares moves only as many people as the shares moved, each to a page that grew.
 * Undefined where the page chosen does not stand: the address is itself then, and counts for nobody.
 */
export function choose({ secret, variants }: Running, address: string, agent: string): HomePage | undefined {
  const lots = createHmac('sha256', secret).update(lastingTrace(address, agent)).digest()
  let chosen: Variant | undefined
  let shortest = Infinity
  for (const variant of variants) {
    // Between 0 and 1, neither of them.
    const lot = (lots.readUIntBE(homePages.indexOf(variant.key) * 6, 6) + 0.5) / 2 ** 48
    const length = -Math.log(lot) / variant.weight
    if (length < shortest) [chosen, shortest] = [variant, length]
  }
  return chosen?.stands ? chosen.key : undefined
}

/** Browsers renew themselves every few weeks: their numbers are left out, so that nobody is moved by that. */
const lastingTrace = (address: string, agent: string) => `${truncate(address)} ${agent.replace(/\d[\d._]*/g, '')}`
