import { expect, test } from 'vitest'
import { bookshop } from '../bookshop.fixture.ts'

const { ask, db } = await bookshop()

test('a new column and a new table are available in the next request', async () => {
  await ask('GET', '/shelves?select=id')
  await db.sql(`alter table shelves add column colour text default 'red'`)
  expect(await ask('GET', '/shelves?select=colour&limit=1')).toMatchObject({ status: 200, body: [{ colour: 'red' }] })
  await db.sql(
    'create table fresh (id int primary key, shelf_id int references shelves); grant select on fresh to authenticated',
  )
  expect(await ask('GET', '/fresh')).toMatchObject({ status: 200, body: [] })
  expect(await ask('GET', '/shelves?select=id,fresh(id)&id=eq.1')).toMatchObject({
    status: 200,
    body: [{ id: 1, fresh: [] }],
  })
  await db.sql(
    'create function newborn() returns int language sql as $$ select 7 $$; grant execute on function newborn() to authenticated',
  )
  expect(await ask('POST', '/rpc/newborn')).toMatchObject({ body: 7 })
})

test('a prepared statement keeps working after a schema change', async () => {
  for (let i = 0; i < 8; i++) await ask('GET', '/covers?order=book_id')
  await db.sql(
    'alter table covers add column shine int not null default 3; alter table covers alter column colour type varchar(20)',
  )
  for (let i = 0; i < 8; i++) expect(await ask('GET', '/covers')).toMatchObject({ status: 200, body: [{ shine: 3 }] })
  await db.sql('alter table covers drop column shine')
  for (let i = 0; i < 8; i++)
    expect(await ask('GET', '/covers')).toMatchObject({ body: [{ book_id: 1, colour: 'black' }] })
  await db.sql('alter table covers rename to jackets')
  expect(await ask('GET', '/covers')).toMatchObject({ status: 404, body: { code: 'PGRST205' } })
  expect(await ask('GET', '/jackets?select=colour')).toMatchObject({ status: 200, body: [{ colour: 'black' }] })
})

test('without an event trigger an unknown name reloads the schema cache', async () => {
  await db.sql('drop event trigger pgrst_ddl_watch; drop event trigger pgrst_drop_watch; notify pgrst')
  expect(await ask('GET', '/nowhere')).toMatchObject({ status: 404 })
  await db.sql('create table unseen (id int); grant select on unseen to authenticated')
  expect(await ask('GET', '/unseen')).toMatchObject({ status: 200, body: [] })
})

test('a lost connection fails one request, and the next one succeeds', async () => {
  const cut = ask('POST', '/rpc/slow')
  await expect
    .poll(async () => {
      const [row] = await db.sql<{ n: number }>(
        `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity where usename = 'authenticator' and state = 'active' and datname = current_database()`,
      )
      return row!.n
    })
    .toBe(1)
  expect(await cut).toMatchObject({ status: 503 })
  expect(await ask('GET', '/books?select=id&limit=1')).toMatchObject({ status: 200 })
})
