// The dataset of the access tests: the demo, a second client, and at least one row per table.
import type { Claims } from '#kernel/postgres/transaction.ts'
import type { TestDatabase } from '../open-database.ts'
import { seededDatabase } from '../seeded-database.ts'
import { countAllowedRows } from './measure-access.ts'
import { rowsBesideDemo } from './rows.ts'

export type Dataset = Awaited<ReturnType<typeof makeDataset>>

/**
 * `claims` by actor, in the order of the report; `tables` as the database owner sees them. `withPairs` adds the partner
 * of client A, with an account and rows, and a second coach without clients.
 */
export async function makeDataset({ withPairs = false } = {}) {
  const db = await seededDatabase('demo')
  const insert = async (text: string, values: unknown[] = []) => (await db.sql<{ id: string }>(text, values))[0]!.id
  const stranger = await insert(`insert into auth.users (email) values ('stranger@example.com') returning id`)
  const clientB = await insert(`insert into auth.users (email) values ('client-b@example.com') returning id`)
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [clientB])
  const contactB = await insert(`insert into contacts (first_name, client_user_id) values ('דליה', $1) returning id`, [
    clientB,
  ])
  const roles = await db.sql<{ role: string; user_id: string }>('select role, user_id from user_roles where is_demo')
  const users = Object.fromEntries(roles.map(({ role, user_id }) => [role, user_id]))
  const clientA = users['client']!
  const contactA = await insert('select id from contacts where client_user_id = $1', [clientA])
  const pairs = withPairs ? await makePairs(db, contactA) : undefined
  for (const text of rowsBesideDemo) await db.sql(text)
  const clients: Person[] = [
    { user: clientA, contact: contactA },
    { user: clientB, contact: contactB },
    ...(pairs ? [pairs.partner] : []),
  ]
  for (const client of clients) await writeAbout(db, client)
  for (const { role, user_id: user } of roles) if (role !== 'client') await writeAbout(db, { user })
  await db.sql(countAllowedRows)

  const signedIn = (sub: string): Claims => ({ role: 'authenticated', sub })
  return {
    db,
    clients,
    claims: {
      anon: { role: 'anon' },
      stranger: signedIn(stranger),
      clientA: signedIn(clientA),
      clientB: signedIn(clientB),
      ...(pairs && { partner: signedIn(pairs.partner.user), otherCoach: signedIn(pairs.coach) }),
      ...Object.fromEntries(
        ['content', 'sales', 'coach', 'admin', 'owner'].map((role) => [role, signedIn(users[role]!)]),
      ),
    } as Record<string, Claims>,
    tables: await readTables(db),
  }
}

type Db = TestDatabase
type Person = { user: string; contact?: string }

async function makePairs(db: Db, of: string) {
  const account = async (name: string, role: string) => {
    const [user] = await db.sql<{ id: string }>('insert into auth.users (email) values ($1) returning id', [
      `${name}@example.com`,
    ])
    await db.sql('insert into user_roles (user_id, role) values ($1, $2)', [user!.id, role])
    return user!.id
  }
  const partner = await account('partner', 'client')
  const [contact] = await db.sql<{ id: string }>(
    `update contacts p set client_user_id = $1 from contacts c
     where c.id = $2 and p.household_id = c.household_id and p.id <> c.id and p.household_role = 'partner' returning p.id`,
    [partner, of],
  )
  return { partner: { user: partner, contact: contact!.id }, coach: await account('other-coach', 'coach') }
}

/** Adds a row about this person to every table that references contacts or users, so that each leak is detected. */
async function writeAbout(db: Db, person: Person) {
  for (const [table, columns] of await tablesReferencingPeople(db)) {
    const named = columns.flatMap(({ column, people }) => (person[people] ? [[column, person[people]]] : []))
    if (named.length > 0) await copyRow(db, table, Object.fromEntries(named))
  }
}

type Naming = { table: string; column: string; people: keyof Person }

/** The tables and columns that reference contacts or users; columns named *_by name the author, not the subject. */
export async function tablesReferencingPeople(db: Db): Promise<Map<string, Naming[]>> {
  const references = await db.sql<Naming>(`
    select conrelid::regclass::text as table, attname as column, 
      case confrelid when 'contacts'::regclass then 'contact' else 'user' end as people
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1
      and confrelid in ('contacts'::regclass, 'auth.users'::regclass)
      and conrelid not in ('contacts'::regclass, 'user_roles'::regclass) and attname !~ '(^|_)by$'
    order by 1, 2`)
  return Map.groupBy(references, ({ table }) => table)
}

/** Copies a row with other values in some columns; unique columns get new values. An existing row is not changed. */
async function copyRow(db: Db, table: string, values: Record<string, string>) {
  const columns = await db.sql<{ name: string; type: string; is_unique: boolean; is_written: boolean }>(
    `select attname as name, atttypid::regtype::text as type, attidentity = '' and attgenerated = '' as is_written,
       exists (select from pg_index where indrelid = attrelid and indisunique and indnatts = 1 and attnum = any (indkey)) as is_unique
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const [found] = await db.sql<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t limit 1`)
  if (!found) return
  const copy = { ...found.row }
  for (const { name, type, is_unique } of columns) {
    if (is_unique && type === 'uuid') copy[name] = crypto.randomUUID()
    if (is_unique && type === 'text') copy[name] = `${String(copy[name])}${crypto.randomUUID().slice(0, 4)}`
    if (is_unique && type === 'bigint') copy[name] = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000)
  }
  const list = columns
    .filter(({ is_written }) => is_written)
    .map(({ name }) => name)
    .join(', ')
  const client = await db.owner.connect()
  try {
    // The copy is inserted without triggers and foreign keys.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify({ ...copy, ...values })],
    )
  } catch (error) {
    // A check on a fixed list of values fails for copies; the test on missing rows reports such tables.
    if ((error as { code?: string }).code !== '23514') throw error
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

/** The contents of a table: all rows and the primary key. */
export type Table = { name: string; key: string[]; rows: Record<string, unknown>[] }

async function readTables(db: Db): Promise<Table[]> {
  const tables = await db.sql<Omit<Table, 'rows'>>(`
    select c.oid::regclass::text as name, array(
      select quote_ident(attname)::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = c.oid and indisprimary order by attnum) as key
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)
  return Promise.all(
    tables.map(async (table) => {
      const rows = await db.sql<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table.name} t`)
      return { ...table, rows: rows.map(({ row }) => row) }
    }),
  )
}
