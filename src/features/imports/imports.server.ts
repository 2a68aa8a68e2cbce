// Steps of an import: check, run and roll back.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { enqueue } from '#kernel/jobs/jobs.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { customPrefix, fieldLabels, mappingProblem } from './columns.ts'
import { CheckImport, rollbackDays, type Import, ImportId, refusals, ImportStarted } from './imports.ts'

export const isImporter = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may

export const importTask = 'work_on_import'

/** Enqueues the job of this import; the job key prevents duplicates. */
export const workOn = (db: Db, id: string) => enqueue(db, importTask, { import: id }, { key: `import:${id}` })

const endpoint = { caller: isImporter, as: 'service', refusals } as const // clients may not enqueue jobs

const refusal = (code: keyof typeof refusals, status = 409) => new Refusal(code, status, refusals[code])

async function locked(db: Db, id: string, from: readonly Import['status'][]): Promise<Import> {
  const [found] = await db.query<Import>('select * from imports where id = $1 for update', [id])
  if (!found) throw refusal('import_not_found', 404)
  if (!from.includes(found.status) || found.forgotten_at) throw refusal('import_step_not_possible')
  return found
}

/** Parses every row with the mapping and plans its outcome. The status is `mapped` until all rows are planned. */
export const checkImport = defineFunction({
  ...endpoint,
  name: 'check-import',
  input: CheckImport,
  output: ImportStarted,
  async run({ input, db }) {
    const { importId, headerRow, mapping, dateOrders, matchBy, onMatch, linksHouseholds, defaults, consentProof } =
      input
    await locked(db, importId, ['uploaded', 'mapped', 'previewed'])
    const problem = mappingProblem(mapping, matchBy) ?? (await unknownField(db, mapping))
    if (problem) throw refusal(problem, 422)
    await db.query(
      `update import_rows set clean = null, plan = null, reason = null, reason_column = null, faults = '[]',
         duplicate_of = null, household_of = null, record_id = null
       where import_id = $1 and (clean is not null or reason is not null)`,
      [importId],
    )
    await db.query(
      `update imports set status = 'mapped', handled = 0, counts = '{}', header_row = $2, mapping = $3, match_by = $4,
         on_match = $5, links_households = $6, defaults = $7, consent_proof = $8, date_orders = $9,
         header = case when $2 = 0 then array_fill(''::text, array[cardinality(header)]) else coalesce(
           (select array_agg(coalesce(raw ->> (i - 1), '') order by i) from import_rows, generate_series(1, cardinality(header)) i
            where import_id = $1 and n = $2), header) end,
         row_count = (select count(*) from import_rows where import_id = $1 and n > $2)
       where id = $1`,
      [
        importId,
        headerRow,
        JSON.stringify(mapping),
        matchBy,
        onMatch,
        linksHouseholds,
        JSON.stringify(defaults),
        consentProof,
        JSON.stringify(dateOrders),
      ],
    )
    await workOn(db, importId)
    return { status: 'mapped' as const }
  },
})

async function unknownField(db: Db, mapping: CheckImport['mapping']): Promise<'unknown_column_field' | undefined> {
  const known = await db.query<{ key: string }>(
    `select key from custom_field_defs where entity = 'contact' and deleted_at is null`,
  )
  const fields = new Set([...Object.keys(fieldLabels), ...known.map(({ key }) => customPrefix + key)])
  return mapping.every((field) => field === null || fields.has(field)) ? undefined : 'unknown_column_field'
}

/** Starts the import, or resumes a stopped one. */
export const runImport = defineFunction({
  ...endpoint,
  name: 'run-import',
  input: ImportId,
  output: ImportStarted,
  async run({ input: { importId }, db }) {
    const { status } = await locked(db, importId, ['previewed', 'failed'])
    // Rows above the data are skipped before the import starts.
    if (status === 'previewed')
      await db.query(
        `with above as (delete from import_rows r using imports i where i.id = $1 and r.import_id = i.id and r.n <= i.header_row)
         update imports set handled = 0, counts = '{}', run_at = now() where id = $1`,
        [importId],
      )
    await db.query(`update imports set status = 'running' where id = $1`, [importId])
    await workOn(db, importId)
    return { status: 'running' as const }
  },
})

/** Starts the rollback. */
export const rollBackImport = defineFunction({
  ...endpoint,
  name: 'roll-back-import',
  input: ImportId,
  output: ImportStarted,
  async run({ input: { importId }, db }) {
    const { finished_at, run_at } = await locked(db, importId, ['done', 'failed'])
    if (Date.now() - new Date(finished_at ?? run_at!).getTime() > rollbackDays * 86_400_000)
      throw refusal('import_too_old')
    await db.query(`update imports set status = 'rolling_back', handled = 0 where id = $1`, [importId])
    await workOn(db, importId)
    return { status: 'rolling_back' as const }
  },
})
