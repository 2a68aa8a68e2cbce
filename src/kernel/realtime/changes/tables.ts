// What the feed asks the database: which tables are published, whether a subscription is possible, and who may see a change.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { shortMemory } from './memory.ts'
import { asFilterError, checkCondition } from './check-condition.ts'
import {
  type Condition,
  type Filter,
  type FilterColumn,
  FilterError,
  asAsked,
  compileCondition,
  isForDatabase,
  parseFilter,
  takesTypedValues,
} from './filters.ts'

export type Column = FilterColumn & { type: string; isPrimary: boolean }
export type PublishedTable = { relation: number; schema_name: string; table_name: string; columns: Column[] }

/** Who reads, as one group: everybody with the same role and the same claims sees the same. */
export type Reader = { role: string; claims: string }

/** Text that the database can take. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'has letters that are none')

/** One entry of `postgres_changes` as the client wrote it. It is echoed exactly, so nothing is filled in. */
export const Binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: words(63).optional(),
  table: words(63).optional(),
  filter: words(2000).optional(),
  select: z.array(words(63)).max(200).optional(),
})
export type Binding = z.infer<typeof Binding>

/** A binding that was checked for one reader. */
export type Subscription = {
  id: number
  event: Binding['event']
  schema: string
  table: string
  passes: Filter
  /** What is left for the database to tell. */
  asked: Condition[]
  filterColumns: string[]
  select: string[] | undefined
}

/** Why a subscription cannot be, in the words the client gets. */
export class SubscriptionError extends Error {}

/** The same binding has the same number everywhere, so that one finished frame serves every socket. */
export function idOf(binding: Binding) {
  const { event, schema, table, filter, select } = binding
  const hash = createHash('sha256').update(JSON.stringify([event, schema, table, filter, select]))
  // Never 0: the client takes that for no number.
  return hash.digest().readUIntBE(0, 6) + 1
}

const rememberMs = 1000

export const publishedTables = async (pool: pg.Pool, schema: string, table: string) =>
  (await pool.query<PublishedTable>('select * from realtime.published_tables($1, $2)', [schema, table])).rows

export type Catalogue = ReturnType<typeof openCatalogue>

/** What joins ask. A right that was taken away is still taken for a moment, but with each change the database is asked anew. */
export function openCatalogue(pool: pg.Pool, asking: pg.Pool) {
  const tables = shortMemory<PublishedTable[]>(rememberMs)
  const columns = shortMemory<string[]>(rememberMs)
  return {
    pool,
    /** For conditions of which strangers choose how hard they are. */
    asking,
    tables: (schema: string, table: string) =>
      tables.ask(
        JSON.stringify([schema, table]),
        () => publishedTables(pool, schema, table),
        (found) => found.length > 0,
      ),
    readable: (relation: number, { role }: Reader) =>
      columns.ask(
        JSON.stringify([relation, role]),
        () => readableColumns(pool, relation, role),
        (found) => found.length > 0,
      ),
  }
}

/** Checks a binding for a reader and makes its filter. Throws a SubscriptionError. */
export async function checkBinding(catalogue: Catalogue, binding: Binding, reader: Reader): Promise<Subscription> {
  const { event, schema = 'public', table = '*', filter, select } = binding
  const known = { id: idOf(binding), event, schema, table, select }
  const tables = await catalogue.tables(schema, table)
  if (tables.length === 0) throw unavailable(binding)
  if (schema === '*' || table === '*') {
    if (filter || select) throw new SubscriptionError('A filter or a selection of columns needs one table.')
    return { ...known, passes: () => true, asked: [], filterColumns: [] }
  }
  const readable = await catalogue.readable(tables[0]!.relation, reader)
  // Not told apart from a table that is not published: a stranger learns nothing of it.
  if (readable.length === 0) throw unavailable(binding)
  for (const column of select ?? [])
    if (!readable.includes(column)) throw new SubscriptionError(`invalid column for select ${column}`)
  try {
    return { ...known, ...(await compileFilter(catalogue, filter, tables[0]!, readable)) }
  } catch (error) {
    if (error instanceof FilterError) throw new SubscriptionError(error.message, { cause: error })
    throw error
  }
}

async function compileFilter(
  { pool, asking }: Pick<Catalogue, 'pool' | 'asking'>,
  filter: string | undefined,
  table: PublishedTable,
  readable: string[],
) {
  const conditions = filter ? parseFilter(filter) : []
  const tests: Filter[] = []
  const asked: Condition[] = []
  for (const condition of conditions) {
    const column = table.columns.find(({ name }) => name === condition.column)
    if (!column || !readable.includes(column.name))
      throw new FilterError(`invalid column for filter ${condition.column}`)
    if (isForDatabase(condition, column)) {
      await checkCondition(asking, table, asAsked(condition))
      asked.push(asAsked(condition))
      continue
    }
    const values = takesTypedValues(condition) ? await asPrinted(pool, table, condition, column) : condition.values
    tests.push(compileCondition({ ...condition, values }, column))
  }
  const passes: Filter = (valueOf) => tests.every((holds) => holds(valueOf))
  return { passes, asked, filterColumns: conditions.map(({ column }) => column) }
}

async function readableColumns(pool: pg.Pool, relation: number, role: string) {
  const text = 'select realtime.readable_columns($1, $2) as columns'
  const { rows } = await pool.query<{ columns: string[] }>(text, [relation, role])
  return rows[0]!.columns
}

/** A few letters of a number can stand for more digits than all other filters have together. */
const hugeExponent = /e\+?0*[1-9]\d{3}/i

async function asPrinted(pool: pg.Pool, table: PublishedTable, { column, values }: Condition, { category }: Column) {
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

const unavailable = ({ event, schema = 'public', table = '*', filter }: Binding) =>
  new SubscriptionError(
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ' +
      `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]]`,
  )
