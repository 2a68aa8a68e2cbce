import { expect, test } from 'vitest'
import { bookshop } from './bookshop.fixture.ts'

const isThere = async (db: Awaited<ReturnType<typeof bookshop>>['db'], id: number) =>
  (await db.sql('select from shelves where id = $1', [id])).length === 1

test('a request is rolled back by Prefer: tx=rollback where the server allows it', async () => {
  const { ask, db } = await bookshop({ txEnd: 'commit-allow-override' })
  const undone = await ask('POST', '/shelves', {
    body: { id: 5, label: 'five' },
    prefer: 'return=representation,tx=rollback',
  })
  expect(undone).toMatchObject({
    status: 201,
    body: [{ id: 5, label: 'five' }],
    headers: { 'preference-applied': 'return=representation, tx=rollback' },
  })
  expect(await isThere(db, 5)).toBe(false)
  expect(await ask('POST', '/rpc/write_something', { as: 'service', prefer: 'tx=rollback' })).toMatchObject({
    body: 77,
  })
  expect(await isThere(db, 77)).toBe(false)
  const committed = await ask('POST', '/shelves', { body: { id: 6, label: 'six' }, prefer: 'tx=commit' })
  expect(committed.headers['preference-applied']).toBe('tx=commit')
  expect(await isThere(db, 6)).toBe(true)
  expect(await ask('GET', '/shelves?select=id&id=eq.6', { prefer: 'tx=rollback' })).toMatchObject({ body: [{ id: 6 }] })
})

test('Prefer: tx is ignored where the server does not allow it', async () => {
  const { ask, db } = await bookshop()
  const committed = await ask('POST', '/shelves', {
    body: { id: 7, label: 'seven' },
    prefer: 'handling=strict,tx=rollback',
  })
  expect(committed).toMatchObject({ status: 201, headers: { 'preference-applied': 'handling=strict' } })
  expect(await isThere(db, 7)).toBe(true)
  const never = await bookshop({ txEnd: 'rollback' })
  expect(await never.ask('POST', '/shelves', { body: { id: 8, label: 'x' }, prefer: 'tx=commit' })).toMatchObject({
    status: 201,
  })
  expect(await isThere(never.db, 8)).toBe(false)
})

test('a pre-request function runs before every request and can refuse it', async () => {
  const { ask, db } = await bookshop({ preRequest: 'extensions.check_request' })
  await db.sql(`
    create function extensions.check_request() returns void language plpgsql as $$ begin
      if current_setting('request.path') = '/covers' then
        raise sqlstate 'PGRST' using message = '{"code":"closed","message":"Closed today"}', detail = '{"status":423,"status_text":"Shut","headers":{"Retry-After":"9"}}';
      end if;
      perform set_config('response.headers', '[{"X-Seen-By": "' || current_user || '"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]', true);
    end $$;
    grant execute on function extensions.check_request() to authenticated`)
  const seen = await ask('GET', '/books?select=id&id=eq.1')
  expect(seen).toMatchObject({ status: 200, body: [{ id: 1 }], headers: { 'x-seen-by': 'authenticated' } })
  expect(seen.headers['set-cookie']).toEqual(['a=1', 'b=2'])
  expect(await ask('GET', '/books?limit=1', { prefer: 'count=planned' })).toMatchObject({
    headers: { 'content-range': '0-0/4' },
  })
  const shut = await ask('GET', '/covers')
  expect(shut).toMatchObject({ status: 423, headers: { 'retry-after': '9' }, body: { code: 'closed', details: null } })
  expect(await ask('GET', '/books', { as: 'anon' })).toMatchObject({ status: 401, body: { code: '42501' } })
})

test('each of several schemas is named in the response', async () => {
  const { ask, db } = await bookshop({ schemas: ['public', 'annex'] })
  await db.sql(`create schema annex; create table annex.books (id int primary key, note text); grant usage on schema annex to authenticated;
    grant select, insert on annex.books to authenticated; notify pgrst, 'reload schema'`)
  const insert = await ask('POST', '/books', {
    body: { id: 1, note: 'x' },
    prefer: 'return=representation',
    headers: { 'content-profile': 'annex' },
  })
  expect(insert).toMatchObject({ status: 201, body: [{ note: 'x' }], headers: { 'content-profile': 'annex' } })
  expect(await ask('GET', '/books?select=note', { headers: { 'accept-profile': 'annex' } })).toMatchObject({
    body: [{ note: 'x' }],
  })
  expect((await ask('GET', '/books?select=id&limit=1')).headers['content-profile']).toBe('public')
  expect(await ask('GET', '/books', { headers: { 'accept-profile': 'auth' } })).toMatchObject({
    status: 406,
    body: { hint: 'Only the following schemas are exposed: public, annex' },
  })
})

test('a session setting made by a function does not leak to the next caller', async () => {
  const { ask, db } = await bookshop()
  await db.sql(`
    create function keep(name text, value text) returns void language plpgsql as
      $$ begin perform set_config(name, value, false); end $$;
    grant execute on function keep to authenticated;
  `)
  const userId = crypto.randomUUID()
  const committed = [
    ['response.headers', '[{"x-committed": "1"}]'],
    ['response.status', '299'],
    ['request.jwt.claim.sub', userId],
    ['role', 'service_role'],
  ]
  for (const [name, value] of committed) await ask('POST', '/rpc/keep', { body: { name, value } })
  const next = await ask('GET', '/rpc/who', { as: 'anon' })
  expect(next).toMatchObject({ status: 200, body: { role: 'anon', uid: null } })
  expect(next.headers).not.toHaveProperty('x-committed')
})

test('an error code that a header cannot carry is returned in the body', async () => {
  const { ask, db } = await bookshop()
  await db.sql(`
    create function refuse() returns void language plpgsql as $$ begin
      raise sqlstate 'PGRST' using message = '{"code":"אין\\r\\nx-evil: 1","message":"m"}', detail = '{"status":418,"headers":{}}';
    end $$;
    grant execute on function refuse to authenticated;
  `)
  const answer = await ask('POST', '/rpc/refuse')
  expect(answer).toMatchObject({ status: 418, body: { code: 'אין\r\nx-evil: 1', message: 'm' } })
  expect(answer.headers).not.toHaveProperty('proxy-status')
})
