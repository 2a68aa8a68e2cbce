// Whether whoever sends a form was shown one of the home pages that are compared. Asked in the moment of the form, and kept without a name.
import { traceOf } from '#features/page-views/page-views.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { withinSavepoint } from '#kernel/postgres/savepoint.ts'
import type { Outcome } from './experiments.ts'

/** Notes what became of a visit, in the transaction of the form. Never costs anybody their form. */
export type NoteOutcome = (
  db: Db,
  sender: { ip?: string | undefined; userAgent?: string | undefined },
  kind: Outcome,
) => Promise<void>

export type OutcomeParts = {
  /** Writes down the views that this node still has in memory: the one that led here may be a second old. */
  writeViews: () => Promise<void>
  /** The hash by which a visitor is known for a day. */
  visitorOf: (salt: Buffer, trace: string) => string
}

export const noteOutcomeWith =
  ({ writeViews, visitorOf }: OutcomeParts): NoteOutcome =>
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
