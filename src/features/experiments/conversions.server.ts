// Records conversions of an experiment when a form is submitted, without personal data.
import { traceOf } from '#platform/page-views/page-views.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { withinSavepoint } from '#kernel/postgres/savepoint.ts'
import type { ConversionKind } from './experiments.ts'

/** Records a conversion in a savepoint of the form's transaction, so that a failure does not fail the form. */
export type RecordConversion = (
  db: Db,
  sender: { ip?: string | undefined; userAgent?: string | undefined },
  kind: ConversionKind,
) => Promise<void>

export type ConversionDependencies = {
  /** Flushes page views buffered in this node: the view before the form may still be in memory. */
  writeViews: () => Promise<void>
  /** Daily hash of a visitor. */
  visitorOf: (salt: Buffer, trace: string) => string
}

export const recordConversionWith =
  ({ writeViews, visitorOf }: ConversionDependencies): RecordConversion =>
  async (db, { ip, userAgent }, kind) => {
    if (!ip || !userAgent) return
    await withinSavepoint(db, async () => {
      const running = await db.query('select from page_comparisons where ended_at is null')
      if (running.length === 0) return
      await writeViews()
      const { salt } = await db.one<{ salt: Buffer }>('select page_view_salt() as salt')
      const trace = traceOf(ip, userAgent)
      await db.query('select note_page_outcome($1, $2, $3)', [
        visitorOf(salt, trace),
        visitorOf(salt, `answered ${trace}`),
        kind,
      ])
    })
  }
