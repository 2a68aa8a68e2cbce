// Published tables, and the validation of subscriptions to them: checks a binding for a caller and compiles its filter.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { createTtlCache } from './ttl-cache.ts'
import { asFilterError, checkCondition } from './check-condition.ts'
import {
  type Condition,
  type Filter,
  type FilterColumn,
  FilterError,
  toDatabaseCondition,
  compileCondition,
  needsDatabase,
  parseFilter,
  usesTypedValues,
} from './filters.ts'

export type Column = FilterColumn & { type: string; isPrimary: boolean }
export type PublishedTable = { relation: number; schema_name: string; table_name: string; columns: Column[] }

/** Callers with the same role and claims see the same rows, so they are authorized once. */
export type CallerIdentity = { role: string; claims: string }

/** Text that PostgreSQL can store. */
const storableText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'contains invalid characters')

/** One entry of `postgres_changes` as the client sent it. It is echoed exactly, so no defaults are added. */
export const Binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: storableText(63).optional(),
  table: storableText(63).optional(),
  filter: storableText(2000).optional(),
  select: z.array(storableText(63)).max(200).optional(),
})
export type Binding = z.infer<typeof Binding>

/** A binding that was checked for one caller. */
export type Subscription = {
  id: number
  event: Binding['event']
  schema: string
  table: string
  passes: Filter
  databaseConditions: Condition[]
  filterColumns: string[]
  select: string[] | undefined
}

/** Why a subscription is refused; the client receives the message. */
export class SubscriptionError extends Error {}

/** Equal bindings have equal ids, so that one finished frame serves every socket. */
export function idOf(binding: Binding) {
  const { event, schema, table, filter, select } = binding
  const hash = createHash('sha256').update(JSON.stringify([event, schema, table, filter, select]))
  // Never 0: the client treats 0 as a missing id.
  return hash.digest().readUIntBE(0, 6) + 1
}

const cacheMs = 1000

export const publishedTables = async (pool: pg.Pool, schema: string, table: string) =>
  (await pool.query<PublishedTable>('select * from realtime.published_tables($1, $2)', [schema, table])).rows

export type Catalog = ReturnType<typeof openCatalog>

/** Cached catalog queries of joins. A revoked right may stay cached for a second, but every change is authorized against the database. */
export function openCatalog(pool: pg.Pool, joinPool: pg.Pool) {
  const tables = createTtlCache<PublishedTable[]>(cacheMs)
  const columns = createTtlCache<string[]>(cacheMs)
  return {
    pool,
    /** The pool for checking conditions, whose cost is determined by clients. */
    joinPool,
    tables: (schema: string, table: string) =>
      tables.get(
        JSON.stringify([schema, table]),
        () => publishedTables(pool, schema, table),
        (found) => found.length > 0,
      ),
    readable: (relation: number, { role }: CallerIdentity) =>
      columns.get(
        JSON.stringify([relation, role]),
        () => readableColumns(pool, relation, role),
        (found) => found.length > 0,
      ),
  }
}

/** Checks a binding for a caller and compiles its filter. Throws a SubscriptionError. */
export async function checkBinding(catalog: Catalog, binding: Binding, caller: CallerIdentity): Promise<Subscription> {
  const { event, schema = 'public', table = '*', filter, select } = binding
  const known = { id: idOf(binding), event, schema, table, select }
  const tables = await catalog.tables(schema, table)
  if (tables.length === 0) throw unavailableError(binding)
  if (schema === '*' || table === '*') {
    if (filter || select) throw new SubscriptionError('A filter or a selection of columns needs one table.')
    return { ...known, passes: () => true, databaseConditions: [], filterColumns: [] }
  }
  const readable = await catalog.readable(tables[0]!.relation, caller)
  // The same error as for an unpublished table: callers without rights learn nothing about the table.
  if (readable.length === 0) throw unavailableError(binding)
  for (const column of select ?? [])
    if (!readable.includes(column)) throw new SubscriptionError(`invalid column for select ${column}`)
  try {
    return { ...known, ...(await compileFilter(catalog, filter, tables[0]!, readable)) }
  } catch (error) {
    if (error instanceof FilterError) throw new SubscriptionError(error.message, { cause: error })
    throw error
  }
}

async function compileFilter(
  { pool, joinPool }: Pick<Catalog, 'pool' | 'joinPool'>,
  filter: string | undefined,
  table: PublishedTable,
  readable: string[],
) {
  const conditions = filter ? parseFilter(filter) : []
  const tests: Filter[] = []
  const databaseConditions: Condition[] = []
  for (const condition of conditions) {
    const column = table.columns.find(({ name }) => name === condition.column)
    if (!column || !readable.includes(column.name))
      throw new FilterError(`invalid column for filter ${condition.column}`)
    if (needsDatabase(condition, column)) {
      await checkCondition(joinPool, table, toDatabaseCondition(condition))
      databaseConditions.push(toDatabaseCondition(condition))
      continue
    }
    const values = usesTypedValues(condition) ? await formatValues(pool, table, condition, column) : condition.values
    tests.push(compileCondition({ ...condition, values }, column))
  }
  const passes: Filter = (valueOf) => tests.every((holds) => holds(valueOf))
  return { passes, databaseConditions, filterColumns: conditions.map(({ column }) => column) }
}

async function readableColumns(pool: pg.Pool, relation: number, role: string) {
  const text = 'select realtime.readable_columns($1, $2) as columns'
  const { rows } = await pool.query<{ columns: string[] }>(text, [relation, role])
  return rows[0]!.columns
}

/** With an exponent, a few characters denote more digits than all other filters together. */
const hugeExponent = /e\+?0*[1-9]\d{3}/i

async function formatValues(pool: pg.Pool, table: PublishedTable, { column, values }: Condition, { category }: Column) {
  if (category === 'N' && values.some((value) => hugeExponent.test(value)))
    throw new FilterError(`a number in the filter on ${column} is too long`)
  const text = 'select realtime.format_values($1, $2, $3) as printed'
  try {
    const { rows } = await pool.query<{ printed: string[] }>(text, [table.relation, column, values])
    return rows[0]!.printed
  } catch (error) {
    throw asFilterError(error)
  }
}

const unavailableError = ({ event, schema = 'public', table = '*', filter }: Binding) =>
  new SubscriptionError(
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ' +
      `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]]`,
  )
