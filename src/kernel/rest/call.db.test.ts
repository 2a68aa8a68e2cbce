import { expect, test } from 'vitest'
import { bookshop } from './bookshop.fixture.ts'

const { ask, db, dana } = await bookshop()

test('a function takes its arguments from the query string or the body', async () => {
  expect(await ask('GET', '/rpc/add?a=2&b=40')).toMatchObject({
    status: 200,
    body: 42,
    headers: { 'content-range': '0-0/*' },
  })
  expect(await ask('POST', '/rpc/add', { body: { a: 2 } })).toMatchObject({ status: 200, body: 3 })
  expect(await ask('HEAD', '/rpc/add?a=2')).toMatchObject({ status: 200, text: '' })
  expect(await ask('POST', '/rpc/names', {})).toMatchObject({ body: ['עמוס עוז', 'Meir Shalev', 'Nobody'] })
  expect(
    await ask('POST', '/rpc/add', {
      body: 'a=5&b=6',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ).toMatchObject({ body: 11 })
  expect(await ask('POST', '/rpc/echo', { body: { any: ['thing'] } })).toMatchObject({ body: { any: ['thing'] } })
  expect(await ask('POST', '/rpc/echo', { body: [1, 2] })).toMatchObject({ body: [1, 2] })
  expect(await ask('GET', '/rpc/join_words?words=a&words=b')).toMatchObject({ body: 'a-b' })
  expect(await ask('POST', '/rpc/join_words', { body: { words: ['c', 'd'] } })).toMatchObject({ body: 'c-d' })
})

test('an overloaded function is chosen by its argument names', async () => {
  expect(await ask('POST', '/rpc/twice', { body: { n: 4 } })).toMatchObject({ body: 8 })
  expect(await ask('POST', '/rpc/twice', { body: { word: 'ab' } })).toMatchObject({ body: 'abab' })
  const unknown = await ask('POST', '/rpc/twice', { body: { wrod: 'ab' } })
  expect(unknown.status).toBe(404)
  expect(unknown.body).toEqual({
    code: 'PGRST202',
    message: 'Could not find the function public.twice(wrod) in the schema cache',
    details:
      'Searched for the function public.twice with parameter wrod or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.twice(word)',
  })
  await db.sql(
    'create function thrice(n int, m int default 0) returns int language sql as $$ select 1 $$; create function thrice(n text) returns int language sql as $$ select 1 $$',
  )
  expect(await ask('POST', '/rpc/thrice', { body: { n: 1 } })).toMatchObject({
    status: 300,
    body: {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.thrice(n => text), public.thrice(n => integer, m => integer)',
    },
  })
})

test('rows of a function are selected, filtered, ordered, counted and embedded like those of a table', async () => {
  const { body, headers } = await ask(
    'GET',
    '/rpc/books_by?author=1&select=id,author_id(name)&order=id.desc&pages=gt.100&limit=1',
    { prefer: 'count=exact' },
  )
  expect(body).toEqual([{ id: 1, author_id: { name: 'עמוס עוז' } }].map((row) => ({ ...row, id: 2 })))
  expect(headers['content-range']).toBe('0-0/2')
  expect(
    await ask('POST', '/rpc/books_by?select=id,title_length,shelves(label)&id=eq.1', { body: { author: 1 } }),
  ).toMatchObject({
    body: [{ id: 1, shelves: [{}, {}] }],
  })
  expect(await ask('POST', '/rpc/one_book?select=id', { body: { wanted: 3 } })).toMatchObject({ body: { id: 3 } })
  expect(await ask('POST', '/rpc/totals?books=gt.0&select=author', { body: { at_least: 300 } })).toMatchObject({
    body: [{ author: 'Meir Shalev' }, { author: 'עמוס עוז' }],
  })
  const single = await ask('POST', '/rpc/books_by', {
    body: { author: 1 },
    headers: { accept: 'application/vnd.pgrst.object+json' },
  })
  expect(single).toMatchObject({ status: 406, body: { code: 'PGRST116' } })
})

test('a function with one OUT parameter returns an object, and an array body calls the function with its first element', async () => {
  await db.sql(`
    create function plus_one(n int, out more int) language sql immutable as 'select n + 1';
    create function up_to(n int) returns table (step int) language sql immutable as 'select generate_series(1, n)';
    create function bump(inout n int) language sql immutable as 'select n + 1';
    grant execute on function plus_one(int), up_to(int), bump(int) to authenticated`)
  expect(await ask('GET', '/rpc/plus_one?n=4')).toMatchObject({ body: { more: 5 } })
  expect(await ask('GET', '/rpc/bump?n=4')).toMatchObject({ body: { n: 5 } })
  expect(await ask('GET', '/rpc/up_to?n=3&step=gt.1&order=step.desc')).toMatchObject({
    body: [{ step: 3 }, { step: 2 }],
  })
  expect(await ask('POST', '/rpc/add', { body: [{ a: 1 }, { a: 2 }] })).toMatchObject({ body: 2 })
})

test('scalar results are filtered, ordered and counted under the column name pgrst_scalar', async () => {
  const some = await ask('GET', '/rpc/names?pgrst_scalar=like.*e*&order=pgrst_scalar.desc&limit=1', {
    prefer: 'count=exact',
  })
  expect(some).toMatchObject({ status: 200, body: ['Meir Shalev'], headers: { 'content-range': '0-0/1' } })
  expect((await ask('GET', '/rpc/names?limit=1', { headers: { accept: 'text/csv' } })).text).toBe(
    'pgrst_scalar\n"עמוס עוז"',
  )
  expect(await ask('GET', '/rpc/add?a=1&nope=eq.1')).toMatchObject({ status: 400, body: { code: '42703' } })
})

test('a function that returns void responds with an empty body', async () => {
  expect(await ask('POST', '/rpc/nothing')).toMatchObject({ status: 204, text: '' })
  expect(await ask('GET', '/rpc/nothing')).toMatchObject({ status: 204 })
})

test('a function can set response headers and raise an error with its own status', async () => {
  const renamed = await ask('POST', '/rpc/rename_book?select=id,title', { body: { book_id: 2, new_title: 'new' } })
  expect(renamed).toMatchObject({ status: 200, body: { id: 2, title: 'new' }, headers: { 'x-renamed': 'yes' } })
  const taken = await ask('POST', '/rpc/rename_book', { body: { book_id: 2, new_title: 'taken' } })
  expect(taken.status).toBe(409)
  expect(taken.body).toEqual({
    code: 'PT409',
    message: 'stale_version',
    details: 'changed by another user',
    hint: 'read again',
  })
  const teapot = await ask('POST', '/rpc/rename_book', { body: { book_id: 2, new_title: 'teapot' } })
  expect(teapot).toMatchObject({ status: 418, headers: { 'x-pot': 'brown' } })
  expect(teapot.body).toEqual({ code: 'tea', message: 'I am a teapot', details: null, hint: 'pour' })
})

test('a function sees the caller and the request settings, and is read-only unless it is volatile and called by POST', async () => {
  const { body } = await ask('GET', '/rpc/who', { prefer: 'timezone=Asia/Jerusalem' })
  expect(body).toEqual({
    role: 'authenticated',
    uid: dana,
    method: 'GET',
    path: '/rpc/who',
    timeout: '8s',
    readonly: 'on',
    zone: 'Asia/Jerusalem',
  })
  expect(await ask('GET', '/rpc/who', { as: 'anon' })).toMatchObject({
    body: { role: 'anon', uid: null, timeout: '1s' },
  })
  expect(await ask('GET', '/rpc/write_something', { as: 'service' })).toMatchObject({
    status: 405,
    body: { code: '25006' },
  })
  expect(await ask('POST', '/rpc/write_something', { as: 'service' })).toMatchObject({ status: 200, body: 77 })
})
