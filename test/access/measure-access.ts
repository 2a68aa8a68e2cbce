// Measures access by executing every verb on every row, each rolled back.
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { Table, Dataset } from './dataset.ts'

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** The number of rows an actor reached, and the rows that a select returned. */
export type Reach = { met: number; seen?: Set<string> }
const nothing: Reach = { met: 0 }

/** Measures one actor on one table: all four verbs, rolled back. */
export function measureAccess(dataset: Dataset, actor: string, table: Table): Promise<Record<Verb, Reach>> {
  return inTransaction(dataset.db.authenticator, dataset.claims[actor]!, async (db) => {
    const granted = await grantsOf(db, table)
    const tried = { db, table, granted }
    return {
      select: await select(tried),
      insert: await insert(tried),
      update: await update(tried),
      delete: await remove(tried),
    }
  })
}

type Granted = Record<Verb, string[]>
type Tried = { db: Db; table: Table; granted: Granted }

/** The columns granted to the caller's role per verb; delete is granted per table. */
async function grantsOf(db: Db, table: Table): Promise<Granted> {
  const columns = await db.query<{ name: string } & Record<Verb, boolean>>(
    `select quote_ident(attname) as name, has_column_privilege(attrelid, attnum, 'select') as select,
       has_column_privilege(attrelid, attnum, 'insert') as insert, has_column_privilege(attrelid, attnum, 'update') as update,
       has_table_privilege(attrelid, 'delete') as delete
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table.name],
  )
  const may = (verb: Verb) => columns.filter((column) => column[verb]).map(({ name }) => name)
  return { select: may('select'), insert: may('insert'), update: may('update'), delete: may('delete') }
}

async function select({ db, table, granted }: Tried): Promise<Reach> {
  if (granted.select.length === 0) return nothing
  const rows = await db.query<object>(`select ${granted.select.join(', ')} from ${table.name}`)
  const columns = knowsRowsApart(table, granted) ? table.key : granted.select
  return { met: rows.length, seen: new Set(rows.map((row) => JSON.stringify(row, columns))) }
}

/** Inserts a copy of each row: policies are checked before constraints. */
async function insert({ db, table, granted }: Tried): Promise<Reach> {
  if (granted.insert.length === 0) return nothing
  const list = granted.insert.join(', ')
  return tries(
    db,
    table,
    `insert into ${table.name} (${list}) select ${list} from jsonb_populate_record(null::${table.name}, $1)`,
  )
}

async function update({ db, table, granted }: Tried): Promise<Reach> {
  const column =
    granted.update.find((name) => granted.select.includes(name) && !table.key.includes(name)) ?? granted.update[0]
  return column ? eachRow({ db, table, granted }, `update ${table.name} set ${column} = ${column}`) : nothing
}

async function remove({ db, table, granted }: Tried): Promise<Reach> {
  return granted.delete.length > 0 ? eachRow({ db, table, granted }, `delete from ${table.name}`) : nothing
}

const eachRow = ({ db, table, granted }: Tried, text: string) =>
  tries(
    db,
    table,
    knowsRowsApart(table, granted)
      ? `${text} where ${table.key.map((column) => `${column}::text = $1 ->> '${column}'`).join(' and ')}`
      : `${text} where $1 is not null`,
  )

const knowsRowsApart = ({ key }: Table, { select: readable }: Granted) =>
  key.length > 0 && key.every((column) => readable.includes(column))

const tries = async (db: Db, { rows }: Table, text: string): Promise<Reach> =>
  db.one<Reach>('select extensions.tries($1, $2::jsonb[]) as met', [text, rows.map((row) => JSON.stringify(row))])

/**
 * Counts the rows that the policies let the statement reach; each is rolled back. A constraint violation comes after the policies,
 * so it counts. So does a trigger's refusal of an update or delete, but not that of an insert.
 */
export const countAllowedRows = `
  create function extensions.tries(statement text, rows jsonb[]) returns integer language plpgsql as $$
  declare
    each jsonb;
    came integer := 0;
    touched bigint;
  begin
    foreach each in array rows loop
      begin
        execute statement using each;
        get diagnostics touched = row_count;
        raise exception using errcode = 'ZZ001';
      exception
        when sqlstate 'ZZ001' then came := came + (touched > 0)::integer;
        when insufficient_privilege then null;
        when integrity_constraint_violation then came := came + 1;
        when others then
          if sqlstate not like 'PT%' then raise; end if;
          if statement not like 'insert%' and sqlstate not in ('PT401', 'PT403') then came := came + 1; end if;
      end;
    end loop;
    return came;
  end
  $$;
  grant execute on function extensions.tries(text, jsonb[]) to anon, authenticated`
