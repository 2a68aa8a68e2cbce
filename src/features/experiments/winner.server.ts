// Ends an experiment and publishes the winning page at `/`.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { refusals, WinnerChoice } from './experiments.ts'

type Page = { label: string; version: number; publishedId: string | null }

/** Rules of the pages module, injected. */
export type WinnerDependencies = {
  editsSite: (db: Db) => Promise<boolean>
  /** Validates the blocks for a page, or throws a Refusal. */
  checkBlocks: (path: string, blocks: readonly unknown[]) => unknown[]
}

/**
 * Saves and publishes through the usual revision history, so that the change can be undone. If `/` itself won, no
 * revision is written.
 */
export const chooseWinner = ({ editsSite, checkBlocks }: WinnerDependencies) =>
  defineFunction({
    name: 'choose-home-page',
    caller: editsSite,
    as: 'service',
    refusals,
    input: WinnerChoice,
    output: z.object({ publishedId: z.uuid().nullable() }),
    async run({ input: { comparisonId, key, seenPublishedId }, db, caller }) {
      const [comparison] = await db.query<{ path: string; ended: boolean }>(
        'select path, ended_at is not null as ended from page_comparisons where id = $1 for update',
        [comparisonId],
      )
      if (!comparison) throw refusal('comparison_not_found', 404)
      if (comparison.ended) throw refusal('comparison_ended', 409)
      const { path } = comparison
      const page = await db.one<Page>(
        `select label, version, published_version_id as "publishedId" from pages where path = $1 for update`,
        [path],
      )
      if (page.publishedId !== seenPublishedId) throw refusal('stale_version', 409)
      const by = caller.userId
      await db.query(
        'update page_comparisons set ended_at = clock_timestamp(), ended_by = $2, secret = null, winner = $3 where id = $1',
        [comparisonId, by, key],
      )
      if (key === path) return { publishedId: page.publishedId }

      const [winner] = await db.query<{ label: string; blocks: unknown[] }>(
        `select p.label, v.blocks from pages p join page_versions v on v.path = p.path and v.id = p.published_version_id where p.path = $1`,
        [key],
      )
      if (!winner) throw refusal('variant_not_published', 409)
      const blocks = checkBlocks(path, winner.blocks)
      const { id } = await db.one<{ id: string }>(
        `insert into page_versions (path, number, blocks, note, created_by) values ($1, $2, $3, $4, $5) returning id`,
        [path, page.version + 1, JSON.stringify(blocks), `נבחר בהשוואה: ${winner.label}`.slice(0, 120), by],
      )
      await db.query(
        `update pages set version = version + 1, updated_at = now(),
           published_version_id = $2, published_at = now(), published_by = $3, publish_at = null, scheduled_version_id = null
         where path = $1`,
        [path, id, by],
      )
      return { publishedId: id }
    },
  })

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])
