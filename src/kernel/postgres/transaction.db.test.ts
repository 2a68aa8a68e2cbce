import { createServer, connect as dial } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openPool } from './connection.ts'
import { asRole, inTransaction } from './transaction.ts'

const db = await testDatabase()
await db.sql(`
  create table notes (id int primary key, body text, parent int references notes deferrable initially deferred);
  grant all on notes to authenticated`)
const user = { role: 'authenticated', sub: crypto.randomUUID() }
const count = async () => (await db.sql<{ n: number }>('select count(*)::int as n from notes'))[0]!.n

test("a statement runs as the role of the caller, and policies see the caller's claims", async () => {
  const sub = crypto.randomUUID()
  const [row] = await db.as<{ role: string; uid: string }>(
    { role: 'authenticated', sub },
    'select current_user as role, auth.uid() as uid',
  )
  expect(row).toEqual({ role: 'authenticated', uid: sub })
})

test('after an error the connection is reset and no role leaks', async () => {
  await expect(db.as({ role: 'anon' }, 'create table intruder ()')).rejects.toMatchObject({ code: '42501' })
  const { rows } = await db.authenticator.query('select current_user as role')
  expect(rows).toEqual([{ role: 'authenticator' }])
})

test('parameters keep their types', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  const [row] = await db.as(
    user,
    `select $1::text as text, $2::int as number, $3::boolean as flag, $4::text[] as list, $5::jsonb as object,
      $6::timestamptz as at, $7::bytea as bytes, $8::int as nothing, $9::int[][] as grid, $10::bytea[] as files`,
    ['שלום "\\\'', 7, true, ['a,b', '"', '\\', null], { a: ['ב'] }, at, Buffer.from([0, 255]), undefined, [[1, 2], [3, 4]], [Buffer.from('x')]],
  ) // prettier-ignore
  expect(row).toEqual({
    text: 'שלום "\\\'', number: 7, flag: true, list: ['a,b', '"', '\\', null], object: { a: ['ב'] },
    at, bytes: Buffer.from([0, 255]), nothing: null, grid: [[1, 2], [3, 4]], files: [Buffer.from('x')],
  }) // prettier-ignore
})

test('the result of each statement has its command and row count', async () => {
  const results = await asRole(db.authenticator, user, [
    { text: `insert into notes (id, body) values (1, 'a'), (2, 'b')` },
    { text: 'select id from notes order by id' },
    { text: '' },
    { text: 'delete from notes where id = $1', values: [1] },
  ])
  expect(results.map(({ command, rowCount, rows }) => [command, rowCount, rows])).toEqual([
    ['INSERT', 2, []],
    ['SELECT', 2, [{ id: 1 }, { id: 2 }]],
    ['', null, []],
    ['DELETE', 1, []],
  ])
})

/** A proxy in front of the database that delays the end of a failed transaction by 100 ms after the error. */
async function slowRollback() {
  const { host } = db.connect('authenticator')
  const readyForQuery = Buffer.from('Z\0\0\0\x05')
  const passed = { ends: 0 }
  const server = createServer((near) => {
    const far = dial(`${host}/.s.PGSQL.5432`).on('error', () => {})
    near.on('error', () => {}).on('close', () => far.destroy())
    near.on('data', (bytes) => far.write(bytes))
    let hasFailed = false
    far.on('data', (bytes: Buffer) => {
      hasFailed ||= bytes.includes('division by zero')
      const end = hasFailed ? bytes.lastIndexOf(readyForQuery) : -1
      if (end < 0) return void near.write(bytes)
      hasFailed = false
      near.write(bytes.subarray(0, end))
      setTimeout(() => {
        passed.ends++
        near.write(bytes.subarray(end))
      }, 100)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const pool = openPool({ ...db.connect('authenticator'), host: '127.0.0.1', port }, 1)
  onTestFinished(async () => {
    await pool.end()
    server.close()
  })
  return { pool, passed }
}

test('an error arrives after its transaction has ended, so that its locks are released', async () => {
  const { pool, passed } = await slowRollback()
  await expect(asRole(pool, user, [{ text: 'select 1/0' }])).rejects.toMatchObject({ code: '22012' })
  expect(passed.ends).toBe(1)
  await expect(asRole(pool, user, [{ text: 'select 1 as n' }])).resolves.toMatchObject([{ rows: [{ n: 1 }] }])
})

test('a failed batch is rolled back as a whole, also when the commit fails', async () => {
  const before = await count()
  const insert = { text: `insert into notes (id) values (10)` }
  await expect(asRole(db.authenticator, user, [insert, { text: 'select 1/0' }, insert])).rejects.toMatchObject({
    code: '22012',
  })
  const orphan = { text: `insert into notes (id, parent) values (11, 99)` }
  await expect(asRole(db.authenticator, user, [orphan])).rejects.toMatchObject({ code: '23503' })
  await expect(asRole(db.authenticator, user, [insert], { readOnly: true })).rejects.toMatchObject({ code: '25006' })
  const two = { text: 'insert into notes (id) values (12); commit' }
  await expect(asRole(db.authenticator, user, [two])).rejects.toMatchObject({ code: '42601' })
  expect(await count()).toBe(before)
})

test('a role set inside a batch does not leak to the next caller', async () => {
  const stays = { text: `select set_config('role', 'service_role', false)` }
  await asRole(db.authenticator, user, [stays]).catch(() => {})
  const [row] = await db.as({ role: 'anon' }, 'select current_user as role')
  expect(row).toEqual({ role: 'anon' })
})

test('prepared statements survive errors, a changed table and LRU eviction', async () => {
  const named = (name: string, text: string, values: unknown[] = []) =>
    asRole(db.authenticator, user, [{ name, text, values }]).then(([result]) => result!.rows)
  await expect(named('broken', 'select nothing_here from notes')).rejects.toMatchObject({ code: '42703' })
  await db.sql('alter table notes add column nothing_here int')
  expect(await named('broken', 'select nothing_here from notes where false')).toEqual([])
  for (let i = 0; i < 12; i++) await named('star', 'select * from notes')
  await db.sql('alter table notes drop column nothing_here')
  for (let i = 0; i < 12; i++) expect(await named('star', 'select * from notes')).toHaveLength(1)
  await Promise.all(Array.from({ length: 1500 }, (_, i) => named(`many ${i}`, `select ${i} as n`)))
  expect(await named('many 3', 'select 3 as n')).toEqual([{ n: 3 }])
  const { rows } = await db.authenticator.query('select count(*)::int as n from pg_prepared_statements')
  expect((rows as { n: number }[])[0]!.n).toBeLessThan(300)
})

test('large results arrive complete', async () => {
  const [row] = await db.as<{ text: string }>(user, `select repeat('אב', 1000000) as text`)
  expect(row!.text).toHaveLength(2_000_000)
  const many = await db.as(user, 'select n from generate_series(1, 50000) n')
  expect(many).toHaveLength(50_000)
})

test('a transaction commits when its work resolves, and rolls back when it rejects', async () => {
  const before = await count()
  await inTransaction(db.authenticator, user, async (tx) => {
    await tx.query('insert into notes (id) values (20)')
    expect(await tx.one('select current_user as role')).toEqual({ role: 'authenticated' })
  })
  expect(await count()).toBe(before + 1)
  const failing = inTransaction(db.authenticator, user, async (tx) => {
    await tx.query('insert into notes (id) values (21)')
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const swallowing = inTransaction(db.authenticator, user, async (tx) => {
    await tx.query('insert into notes (id) values (22)')
    await tx.query('select 1/0').catch(() => {})
  })
  await expect(swallowing).rejects.toThrow('was caught but not passed on')
  const unknownRole = inTransaction(db.authenticator, { role: 'no_such_role' }, (tx) => tx.query('select 1'))
  await expect(unknownRole).rejects.toMatchObject({ code: '22023' })
  expect(await count()).toBe(before + 1)
})

test('a broken connection rejects its statements, and the next statement uses another one', async () => {
  const cut = db.as(user, 'select pg_sleep(5)')
  const rejected = expect(cut).rejects.toMatchObject({ code: '57P01' })
  await expect
    .poll(() =>
      db.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and usename = 'authenticator' and datname = current_database() and state = 'active'`,
      ),
    )
    .toHaveLength(1)
  await rejected
  expect(await db.as(user, 'select 1 as one')).toEqual([{ one: 1 }])
})

test("two hundred concurrent callers never see each other's rows", async () => {
  const callers = Array.from({ length: 200 }, (_, i) => ({
    role: i % 2 ? 'anon' : 'authenticated',
    sub: crypto.randomUUID(),
  }))
  const rows = await Promise.all(
    callers.map((caller, i) =>
      i % 7 === 0
        ? db.as(caller, 'select 1/0').catch(() => 'error')
        : db.as(caller, 'select current_user as role, auth.uid() as sub'),
    ),
  )
  expect(rows).toEqual(callers.map((caller, i) => (i % 7 === 0 ? 'error' : [caller])))
})
