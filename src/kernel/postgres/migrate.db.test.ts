import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { StartupError } from '#lib/startup-error.ts'
import { migrate, type Schema } from './migrate.ts'

const { host, password } = inject('postgres')
const folder = mkdtempSync(join(tmpdir(), 'maslul-migrate-'))
afterAll(() => rmSync(folder, { recursive: true }))

let config: pg.ClientConfig
let db: pg.Client
beforeEach(async () => {
  const database = `migrate_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ host, user: 'postgres', password, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  config = { host, user: 'postgres', password, database }
  db = new pg.Client(config)
  await db.connect()
  onTestFinished(async () => {
    await db.end()
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })
})

const shop = {
  'shop.tables.sql':
    'create table books (id int primary key, price int not null, owner name not null default current_user)',
  'shop.functions.sql': `
    create function price_of(book int) returns int language sql stable as $$ select price from public.books where id = book $$;
    create function keep_price() returns trigger language plpgsql as $$ begin new.price := old.price; return new; end $$;
    create trigger keep_price before update on books for each row execute function keep_price();
    create view dear as select * from books where price_of(id) > 100;`,
  'shop.policies.sql': `
    alter table books enable row level security;
    create policy "readers see their books" on books for select to anon using (owner = current_user);
    grant select on books to anon;
    grant update (price) on books to anon;`,
}

/** Writes the files of one release to a new folder. */
function release(files: Record<string, string>): Schema {
  const place = mkdtempSync(join(folder, 'release-'))
  for (const [file, sql] of Object.entries(files)) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), sql)
  }
  const named = (end: string) => Object.keys(files).filter((file) => file.endsWith(end))
  return { folder: place, tables: named('.tables.sql'), code: [...named('.functions.sql'), ...named('.policies.sql')] }
}

/** The objects created by the code files of `shop`: functions, views, triggers, policies, privileges of anon, row-level security. */
async function code() {
  const { rows } = await db.query<{ name: string }>(`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
    union all select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all select tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal
    union all select polname from pg_policy
    union all select privilege_type || ' on ' || table_name from information_schema.table_privileges where grantee = 'anon' and table_schema = 'public'
    union all select 'update of ' || column_name from information_schema.column_privileges
      where grantee = 'anon' and table_schema = 'public' and privilege_type = 'UPDATE'
    union all select 'security of ' || relname from pg_class where relrowsecurity
    order by 1`)
  return rows.map((row) => row.name)
}

const codeOfShop = [
  'SELECT on books',
  'dear',
  'keep_price',
  'keep_price on books',
  'price_of',
  'readers see their books',
  'security of books',
  'update of price',
]

test('tables and code are applied to an empty database, and unchanged files are not reapplied', async () => {
  expect(await migrate(config, release(shop))).toEqual({ tables: ['shop.tables.sql'], code: 'applied' })
  expect(await code()).toEqual(codeOfShop)
  const before = await db.query(`select oid from pg_proc where proname = 'price_of'`)
  expect(await migrate(config, release(shop))).toEqual({ tables: [], code: 'unchanged' })
  expect((await db.query(`select oid from pg_proc where proname = 'price_of'`)).rows).toEqual(before.rows)
})

test('a changed code file is reapplied as a whole, and objects that it no longer defines are dropped', async () => {
  await migrate(config, release(shop))
  const next = release({
    'shop.tables.sql': shop['shop.tables.sql'],
    'shop.functions.sql': `create function price_of(book int, currency text) returns text language sql stable as $$ select currency || price from public.books where id = book $$;`,
    'shop.policies.sql': `create policy "visitors see books" on books for select to anon using (true);`,
  })
  expect(await migrate(config, next)).toEqual({ tables: [], code: 'applied' })
  expect(await code()).toEqual(['price_of', 'visitors see books'])
})

test('a type defined in a code file is recreated with it', async () => {
  const listed = 'create function listed() returns setof offer language sql as $$ select 1, 2 $$'
  await migrate(
    config,
    release({ ...shop, 'types.functions.sql': `create type offer as (id int, price int); ${listed}` }),
  )
  await migrate(
    config,
    release({ ...shop, 'types.functions.sql': `create type offer as (id int, cost int); ${listed}` }),
  )
  expect((await db.query('select cost from listed()')).rows).toEqual([{ cost: 2 }])
  await migrate(config, release(shop))
  expect((await db.query(`select to_regtype('offer') as type`)).rows).toEqual([{ type: null }])
})

test('privileges revoked by code are restored when the code no longer revokes them', async () => {
  const tables = { 'shop.tables.sql': `${shop['shop.tables.sql']}; grant select, delete on books to service_role` }
  const right = async () =>
    (await db.query(`select has_table_privilege('service_role', 'books', 'delete') as held`)).rows[0].held as boolean
  await migrate(config, release({ ...tables, 'shop.policies.sql': 'revoke delete on books from service_role' }))
  expect(await right()).toBe(false)
  await migrate(config, release({ ...tables, 'shop.policies.sql': '' }))
  expect(await right()).toBe(true)
})

test('a new tables file can change a column that code depends on', async () => {
  await migrate(config, release(shop))
  await db.query('insert into books values (1, 5)')
  const next = release({ ...shop, 'price.tables.sql': 'alter table books alter column price type bigint' })
  expect(await migrate(config, next)).toEqual({ tables: ['price.tables.sql'], code: 'applied' })
  expect((await db.query('select price_of(1) as price')).rows).toEqual([{ price: 5 }])
})

test('a tables file whose module moved to a different folder is not reapplied', async () => {
  const tables = shop['shop.tables.sql']
  await migrate(config, release({ 'features/shop/shop.tables.sql': tables }))
  // Earlier releases recorded the whole path of a tables file.
  await db.query(`update migrations.tables set file = 'features/shop/shop.tables.sql'`)
  const moved = { 'platform/shop/shop.tables.sql': tables }
  expect(await migrate(config, release(moved))).toEqual({ tables: [], code: 'unchanged' })
  const next = release({ ...moved, 'platform/shop/price.tables.sql': 'alter table books add column name text' })
  expect(await migrate(config, next)).toEqual({ tables: ['shop/price.tables.sql'], code: 'applied' })
})

test('starting an older release while a newer one runs does not change its code and tables', async () => {
  const older = release(shop)
  await migrate(config, older)
  const newer = release({
    ...shop,
    'shop.functions.sql': `${shop['shop.functions.sql']} create function added() returns int language sql as 'select 1';`,
  })
  await migrate(config, newer)
  expect(await migrate(config, older)).toEqual({ tables: [], code: 'newer' })
  expect(await code()).toContain('added')
  expect(await migrate(config, newer)).toEqual({ tables: [], code: 'unchanged' })

  const newest = release({ ...shop, 'more.tables.sql': 'create table shelves (id int)' })
  await migrate(config, newest)
  expect(await migrate(config, release({ ...shop, 'shop.policies.sql': '-- never applied' }))).toEqual({
    tables: [],
    code: 'newer',
  })
})

test('a database used by a later version refuses an older one without changes; the same version can start again', async () => {
  const of = (version: string, more: Record<string, string> = {}) => ({ ...release({ ...shop, ...more }), version })
  await migrate(config, of('1.9.0'))
  const later = { 'more.tables.sql': 'create table shelves (id int)' }
  await migrate(config, of('1.10.0', later))
  const refused = migrate(config, of('1.9.1'))
  await expect(refused).rejects.toBeInstanceOf(StartupError)
  await expect(refused).rejects.toThrow(
    'This database is used by release 1.10.0, and this is the older release 1.9.1. Start release 1.10.0 or a later one',
  )
  // A release candidate is older than its release.
  await expect(migrate(config, of('1.10.0-rc.2', later))).rejects.toThrow('the older release 1.10.0-rc.2')
  expect(await migrate(config, of('1.10.0', later))).toEqual({ tables: [], code: 'unchanged' })
  // A later release without a schema change is recorded, too.
  await migrate(config, of('1.10.1', later))
  await expect(migrate(config, of('1.10.0', later))).rejects.toThrow('used by release 1.10.1')
  expect((await db.query('select version from migrations.releases order by first_started_at')).rows).toEqual(
    ['1.9.0', '1.10.0', '1.10.1'].map((version) => ({ version })),
  )
})

test('code that a later version reverts to an earlier text is applied', async () => {
  const of = (version: string, more: string) => ({
    ...release({ ...shop, 'shop.functions.sql': shop['shop.functions.sql'] + more }),
    version,
  })
  const added = `create function added() returns int language sql as 'select 1';`
  await migrate(config, of('1.0.0', ''))
  await migrate(config, of('1.1.0', added))
  expect(await code()).toContain('added')
  expect(await migrate(config, of('1.2.0', ''))).toEqual({ tables: [], code: 'applied' })
  expect(await code()).toEqual(codeOfShop)
  expect(await migrate(config, of('1.2.0', ''))).toEqual({ tables: [], code: 'unchanged' })
  // A node with different code of the same version does not change anything.
  expect(await migrate(config, of('1.2.0', added))).toEqual({ tables: [], code: 'newer' })
})

test('an unknown applied tables file, and an edited tables file, abort the start', async () => {
  await migrate(config, release({ ...shop, 'one.tables.sql': 'create table one ()' }))
  await expect(migrate(config, release({ ...shop, 'other.tables.sql': 'create table other ()' }))).rejects.toThrow(
    'it has one.tables.sql, which this one does not know, and lacks other.tables.sql.',
  )
  const edited = release({ ...shop, 'one.tables.sql': 'create table one (id int)' })
  await expect(migrate(config, edited)).rejects.toThrow(
    /^one\.tables\.sql was applied to this database and has changed since/,
  )
})

test('a database from before the first release aborts the start with a one-sentence error', async () => {
  await db.query(
    `create schema migrations; create table migrations.applied (file text); insert into migrations.applied values ('features/accounts/accounts.sql')`,
  )
  const failure = migrate(config, release(shop))
  await expect(failure).rejects.toBeInstanceOf(StartupError)
  await expect(failure).rejects.toThrow('This database was made before the first release')
})

test('a failing file rolls back the migration and is named in the error', async () => {
  await migrate(config, release(shop))
  const broken = release({
    ...shop,
    'more.tables.sql': 'create table shelves (id int)',
    'shop.policies.sql': 'create policy',
  })
  await expect(migrate(config, broken)).rejects.toThrow(/^shop\.policies\.sql: syntax error/)
  expect(await code()).toEqual(codeOfShop)
  expect((await db.query(`select to_regclass('shelves') as made`)).rows).toEqual([{ made: null }])
})

test('a function body that references a missing table is refused after all code is created', async () => {
  const broken = release({
    ...shop,
    'shop.functions.sql': `create function missing() returns bigint language sql as 'select count(*) from nothing';`,
  })
  await expect(migrate(config, broken)).rejects.toThrow('relation "nothing" does not exist')
})

test('functions can reference functions of later files', async () => {
  const next = release({
    ...shop,
    'a.functions.sql': `create function first() returns int language sql as 'select public.second()';`,
    'b.functions.sql': `create function second() returns int language sql as 'select 2';`,
  })
  await migrate(config, next)
  expect((await db.query('select first()')).rows).toEqual([{ first: 2 }])
})

test('of two nodes that start concurrently only one applies the schema', async () => {
  const schema = release(shop)
  const outcomes = await Promise.all([migrate(config, schema), migrate(config, schema), migrate(config, schema)])
  expect(outcomes.map((outcome) => outcome.code).sort()).toEqual(['applied', 'unchanged', 'unchanged'])
})

test('applying code waits for a transaction that locks a table', async () => {
  await migrate(config, release(shop))
  const reader = new pg.Client(config)
  await reader.connect()
  await reader.query('begin; select from books')
  const done = migrate(config, release({ ...shop, 'shop.policies.sql': '' }))
  await expect.poll(async () => (await db.query(`select from pg_locks where not granted`)).rowCount).toBeGreaterThan(0)
  await reader.query('commit')
  expect(await done).toEqual({ tables: [], code: 'applied' })
  await reader.end()
})

test('queries succeed while code is reapplied', async () => {
  await migrate(config, release(shop))
  await db.query('insert into books values (1, 5)')
  let isDone = false
  const failures: string[] = []
  let answers = 0
  const readers = Array.from({ length: 4 }, async () => {
    const reader = new pg.Client(config)
    await reader.connect()
    while (!isDone)
      await reader
        .query({ name: 'price', text: 'select price_of(id) as price from books' })
        .then(({ rows }) => (rows[0].price === 5 ? answers++ : failures.push(`price ${rows[0].price}`)))
        .catch((error: Error) => failures.push(error.message))
    await reader.end()
  })
  for (let version = 1; version <= 10; version++)
    await migrate(config, release({ ...shop, 'shop.policies.sql': `${shop['shop.policies.sql']} -- ${version}` }))
  isDone = true
  await Promise.all(readers)
  expect(failures).toEqual([])
  expect(answers).toBeGreaterThan(0)
})

test('the REST schema cache is notified when a migration commits', async () => {
  const received: (string | undefined)[] = []
  db.on('notification', (message) => received.push(message.payload))
  await db.query('listen pgrst')
  await migrate(config, release(shop))
  await expect.poll(() => received).toEqual(['reload schema'])
  await migrate(config, release(shop))
  await db.query('select')
  expect(received).toEqual(['reload schema'])
})
