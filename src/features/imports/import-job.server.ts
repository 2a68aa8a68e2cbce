// Job of an import: one batch of rows per transaction until the current step is done. After a crash, whole batches are committed and the
// next run continues after them.
import type pg from 'pg'
import type { CustomFieldDef } from '#platform/fields/fields.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { workOn } from './imports.server.ts'
import type { Import } from './imports.ts'
import { parseRow } from './parse-row.ts'
import type { RowContext } from './parsed-row.ts'

type Options = {
  /** A pool that connects as the role authenticator. */
  pool: pg.Pool
  /** Rows per transaction. */
  sizes?: { read: number; plan: number; run: number }
}

/** Attempts per batch before the import is marked as stopped; the user can resume it. */
const maxAttempts = 4

/** The task `work_on_import`. It reschedules itself until the step is done. */
export const runImportJob =
  ({ pool, sizes = { read: 2000, plan: 1000, run: 500 } }: Options): Task =>
  async (payload, { attempt }) => {
    const { import: id } = payload as { import: string }
    const by = await inTransaction(pool, { role: 'service_role' }, async (db) => {
      const [found] = await db.query<Pick<Import, 'created_by'>>('select created_by from imports where id = $1', [id])
      return found?.created_by ?? undefined
    })
    // Runs as the importing user, so that the audit log names them.
    const claims = { role: 'service_role', ...(by && { sub: by }) }
    try {
      await inTransaction(pool, claims, async (db) => {
        // The row lock ensures one worker per import.
        const [found] = await db.query<Import>('select * from imports where id = $1 for update', [id])
        if (found && (await runBatch(db, found, sizes))) await workOn(db, id)
      })
    } catch (error) {
      if (attempt < maxAttempts) throw error
      await inTransaction(pool, claims, (db) => stop(db, id))
    }
  }

/** Returns whether the current step has unprocessed rows. */
async function runBatch(db: Db, found: Import, sizes: NonNullable<Options['sizes']>): Promise<boolean> {
  const { id } = found
  const addHandled = (more: number) => db.query('update imports set handled = handled + $2 where id = $1', [id, more])
  if (found.status === 'mapped') {
    const { read, isLast } = await readLines(db, found, sizes.read)
    if (read > 0) {
      // Progress until the preview: half parsing, half matching.
      await addHandled(Math.floor(read / 2))
      if (isLast) await db.query('select mark_import_duplicates($1)', [id])
      return true
    }
    const { planned } = await db.one<{ planned: number }>('select plan_import($1, $2) as planned', [id, sizes.plan])
    await addHandled(Math.floor(planned / 2))
    if (planned === 0)
      await db.query(
        `update imports set status = 'previewed', handled = row_count, counts = import_incomplete($1) || coalesce((
           select jsonb_object_agg(plan, n) from (select plan, count(*) as n from import_rows where import_id = $1 and n > $2 group by 1) p), '{}')
         where id = $1`,
        [id, found.header_row],
      )
    return planned > 0
  }
  if (found.status === 'running') {
    const { done } = await db.one<{ done: number }>('select run_import($1, $2) as done', [id, sizes.run])
    if (done === 0)
      await db.query(
        `update imports set status = 'done', finished_at = now(), counts = counts || import_incomplete($1) where id = $1`,
        [id],
      )
    return done > 0
  }
  if (found.status === 'rolling_back') {
    const { done } = await db.one<{ done: number }>('select undo_import($1, $2) as done', [id, sizes.run])
    if (done === 0) await db.query('select finish_undoing($1)', [id])
    return done > 0
  }
  return false
}

async function readLines(db: Db, found: Import, max: number): Promise<{ read: number; isLast: boolean }> {
  // Reads one row more than the batch, to detect whether further rows exist.
  const unread = await db.query<{ n: number; raw: string[] }>(
    `select n, raw from import_rows
     where import_id = $1 and n > $2 and clean is null and reason is null order by n limit $3`,
    [found.id, found.header_row, max + 1],
  )
  if (unread.length === 0) return { read: 0, isLast: true }
  const lines = unread.slice(0, max)
  const context = await readerOf(db, found)
  const read = lines.map(({ n, raw }) => ({ n, ...parseRow(raw, context) }))
  await db.query(
    `update import_rows r set clean = l.line, faults = l.faults, reason = l.problem ->> 'reason', reason_column = (l.problem ->> 'column')::integer
     from jsonb_to_recordset($2) l (n integer, line jsonb, problem jsonb, faults jsonb) where r.import_id = $1 and r.n = l.n`,
    [found.id, JSON.stringify(read)],
  )
  return { read: lines.length, isLast: unread.length <= max }
}

async function readerOf(db: Db, { mapping, defaults, date_orders }: Import): Promise<RowContext> {
  const fields = await db.query<Pick<CustomFieldDef, 'key' | 'type' | 'options'>>(
    `select key, type, options from custom_field_defs where entity = 'contact' and deleted_at is null`,
  )
  const staff = await db.query<RowContext['staff'][number]>('select user_id, name from staff_names()')
  return { mapping, fields, staff, tags: defaults.tags ?? [], dateOrders: date_orders, today: dayOf(new Date()) }
}

async function stop(db: Db, id: string) {
  await db.query(
    `update imports set status = case status when 'mapped' then 'uploaded' when 'rolling_back' then 'done' else 'failed' end
     where id = $1 and status in ('mapped', 'running', 'rolling_back')`,
    [id],
  )
}
