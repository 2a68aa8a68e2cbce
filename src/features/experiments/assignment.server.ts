// A/B assignment of home pages: deterministic per visitor, without cookies or stored identifiers.
import { createHmac } from 'node:crypto'
import { truncate } from '#platform/page-views/page-views.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type pg from 'pg'
import { type HomePage, homePages } from './experiments.ts'

/** The running experiment. `secret` is the key of the hash, so that assignments cannot be predicted. */
export type RunningExperiment = { secret: Buffer; variants: readonly Variant[] }
/** `isPublished`: the page is currently published. */
type Variant = { key: HomePage; weight: number; isPublished: boolean }

/** The running experiment, if any. The pool logs in as authenticator. */
export const readRunningExperiment = (pool: pg.Pool): Promise<RunningExperiment | undefined> =>
  inTransaction(pool, { role: 'service_role' }, async (db) => {
    const rows = await db.query<Variant & { secret: Buffer }>(
      `select c.secret, v.key, v.weight, p.published_version_id is not null as "isPublished"
       from page_comparisons c join page_variants v on v.comparison_id = c.id join pages p on p.path = v.key
       where c.ended_at is null`,
    )
    const [first] = rows
    return (
      first && {
        secret: first.secret,
        variants: rows.map(({ key, weight, isPublished }) => ({ key, weight, isPublished })),
      }
    )
  })

/**
 * Assigns a page by weighted rendezvous hashing of address and browser. Each page hashes the visitor; the smallest
 * value per weight wins. Changed weights reassign as few visitors as possible, only to pages whose weight grew.
 * Undefined if the assigned page is not published: `/` is shown, and the visit is not counted.
 */
export function assignVariant(
  { secret, variants }: RunningExperiment,
  address: string,
  agent: string,
): HomePage | undefined {
  const digest = createHmac('sha256', secret).update(stableTrace(address, agent)).digest()
  let selected: Variant | undefined
  let lowest = Infinity
  for (const variant of variants) {
    // In the open interval (0, 1).
    const uniform = (digest.readUIntBE(homePages.indexOf(variant.key) * 6, 6) + 0.5) / 2 ** 48
    const score = -Math.log(uniform) / variant.weight
    if (score < lowest) [selected, lowest] = [variant, score]
  }
  return selected?.isPublished ? selected.key : undefined
}

/** Version numbers in the user agent are removed, so that browser updates do not change the assignment. */
const stableTrace = (address: string, agent: string) => `${truncate(address)} ${agent.replace(/\d[\d._]*/g, '')}`
