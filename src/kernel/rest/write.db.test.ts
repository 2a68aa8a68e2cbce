import { expect, test } from 'vitest'
import { bookshop } from './bookshop.fixture.ts'

const { ask, db, dana } = await bookshop()
const count = async (where = 'true') =>
  Number((await db.sql<{ n: string }>(`select count(*) as n from books where ${where}`))[0]!.n)

test('an insert returns nothing, its location, or the row with embedded relations', async () => {
  const quiet = await ask('POST', '/books', { body: { title: 'quiet' } })
  expect(quiet).toMatchObject({ status: 201, text: '', headers: { 'content-range': '*/*' } })
  const placed = await ask('POST', '/books', { body: { id: 50, title: 'placed' }, prefer: 'return=headers-only' })
  expect(placed).toMatchObject({
    status: 201,
    text: '',
    headers: { location: '/books?id=eq.50', 'preference-applied': 'return=headers-only' },
  })
  const shown = await ask('POST', '/books?select=title,pages,title_length,writer:author_id(name)', {
    body: { title: 'shown', author_id: 1 },
    prefer: 'return=representation,count=exact',
  })
  expect(shown).toMatchObject({ status: 201, headers: { 'content-range': '*/1' } })
  expect(shown.body).toEqual([{ title: 'shown', pages: 100, title_length: 5, writer: { name: 'עמוס עוז' } }])
})

test('a bulk insert writes all rows or none', async () => {
  const many = await ask('POST', '/shelves?select=label', {
    body: [
      { id: 10, label: 'a' },
      { id: 11, label: 'b' },
    ],
    prefer: 'return=representation',
  })
  expect(many).toMatchObject({ status: 201, body: [{ label: 'a' }, { label: 'b' }] })
  const twice = await ask('POST', '/shelves', {
    body: [
      { id: 12, label: 'c' },
      { id: 13, label: 'a' },
    ],
  })
  expect(twice).toMatchObject({ status: 409, body: { code: '23505' } })
  expect(await db.sql('select from shelves where id = 12')).toEqual([])
  const uneven = await ask('POST', '/books', { body: [{ title: 'x' }, { title: 'y', pages: 1 }] })
  expect(uneven).toMatchObject({ status: 400, body: { code: 'PGRST102', message: 'All object keys must match' } })
  const nothing = await ask('POST', '/books', { body: [], prefer: 'return=representation' })
  expect(nothing).toMatchObject({ status: 201, body: [] })
})

test('with columns= other keys of the body are ignored, and missing keys become null or the default', async () => {
  const path = '/books?columns=title,pages,author_id&select=pages,price'
  const body = [
    { title: 'one', price: 5 },
    { title: 'two', pages: 7 },
  ]
  const filled = await ask('POST', path, { body, prefer: 'return=representation,missing=default' })
  expect(filled).toMatchObject({
    status: 201,
    headers: { 'preference-applied': 'missing=default, return=representation' },
  })
  expect(filled.body).toEqual([
    { pages: 100, price: null },
    { pages: 7, price: null },
  ])
  expect(await ask('POST', path, { body })).toMatchObject({ status: 400, body: { code: '23502' } })
  await db.sql('grant usage on all sequences in schema public to authenticated')
  const key = await ask('POST', '/books?columns=id,title&select=title', {
    body: { title: 'identity' },
    prefer: 'return=representation,missing=default',
  })
  expect(key).toMatchObject({ status: 201, body: [{ title: 'identity' }] })
})

test('an upsert merges or ignores duplicates by the primary key or the named columns', async () => {
  const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
  const body = [
    { id: 1, label: 'highest' },
    { id: 20, label: 'new' },
  ]
  const merged = await ask('POST', '/shelves?order=id', { body, ...merge })
  expect(merged).toMatchObject({
    status: 201,
    body,
    headers: { 'preference-applied': 'resolution=merge-duplicates, return=representation' },
  })
  expect(await ask('POST', '/shelves', { body, ...merge })).toMatchObject({ status: 200 })
  const byLabel = await ask('POST', '/shelves?on_conflict=label', { body: { id: 21, label: 'new' }, ...merge })
  expect(byLabel).toMatchObject({ status: 200, body: [{ id: 21, label: 'new' }] })
  const ignored = await ask('POST', '/shelves', {
    body: { id: 21, label: 'other' },
    prefer: 'resolution=ignore-duplicates,return=representation',
  })
  expect(ignored).toMatchObject({ status: 201, body: [] })
  expect(await ask('POST', '/shelves', { body: { id: 21, label: 'other' } })).toMatchObject({ status: 409 })
})

test('an update changes the filtered rows and only the given columns', async () => {
  await db.sql(`insert into books (id, title) values (60, 'before'), (61, 'before')`)
  expect(await ask('PATCH', '/books?id=eq.60', { body: { title: 'after' } })).toMatchObject({ status: 204, text: '' })
  const shown = await ask('PATCH', '/books?title=eq.before&select=id,title,pages', {
    body: { title: 'later' },
    prefer: 'return=representation,count=exact',
  })
  expect(shown).toMatchObject({
    status: 200,
    body: [{ id: 61, title: 'later', pages: 100 }],
    headers: { 'content-range': '0-0/1' },
  })
  expect(await ask('PATCH', '/books?id=eq.0', { body: { title: 'x' }, prefer: 'return=representation' })).toMatchObject(
    { status: 200, body: [], headers: { 'content-range': '*/*' } },
  )
  expect(await ask('PATCH', '/books?id=eq.61', { body: {}, prefer: 'return=representation' })).toMatchObject({
    status: 200,
    body: [],
  })
  expect(await ask('PATCH', '/books?id=eq.61&select=id', { body: { title: '' } })).toMatchObject({
    status: 400,
    body: { code: '23514' },
  })
})

test('a delete returns the deleted rows', async () => {
  await db.sql(`insert into books (id, title) values (70, 'old'), (71, 'old')`)
  expect(await ask('DELETE', '/books?id=eq.70')).toMatchObject({ status: 204, text: '' })
  const shown = await ask('DELETE', '/books?title=eq.old&select=id', { prefer: 'return=representation' })
  expect(shown).toMatchObject({ status: 200, body: [{ id: 71 }] })
  expect(await ask('DELETE', '/authors?id=eq.1', { as: 'service' })).toMatchObject({
    status: 409,
    body: { code: '23503' },
  })
})

test('a write without a filter requires an explicit preference', async () => {
  const before = await count()
  for (const [method, verb] of [
    ['DELETE', 'DELETE'],
    ['PATCH', 'UPDATE'],
  ] as const) {
    const refused = await ask(method, '/covers', method === 'PATCH' ? { body: { colour: 'red' } } : {})
    expect(refused).toMatchObject({ status: 400, body: { code: '21000', message: `${verb} requires a WHERE clause` } })
  }
  expect(await count()).toBe(before)
  expect(
    await ask('PATCH', '/covers', { body: { colour: 'red' }, prefer: 'unfiltered=allow,count=exact' }),
  ).toMatchObject({ status: 204, headers: { 'content-range': '0-0/1' } })
})

test('a write that exceeds the requested number of rows is rolled back', async () => {
  await db.sql(`insert into books (id, title) values (80, 'twin'), (81, 'twin')`)
  const headers = { accept: 'application/vnd.pgrst.object+json' }
  const single = await ask('PATCH', '/books?title=eq.twin', {
    body: { pages: 1 },
    headers,
    prefer: 'return=representation',
  })
  expect(single).toMatchObject({ status: 406, body: { code: 'PGRST116', details: 'The result contains 2 rows' } })
  const limited = await ask('DELETE', '/books?title=eq.twin', { prefer: 'handling=strict,max-affected=1' })
  expect(limited).toMatchObject({ status: 400, body: { code: 'PGRST124', details: 'The query affects 2 rows' } })
  expect(await count(`title = 'twin' and pages = 100`)).toBe(2)
  const inserted = await ask('POST', '/books', {
    body: [{ title: 'triplet' }, { title: 'triplet' }],
    headers,
    prefer: 'return=representation',
  })
  expect(inserted.status).toBe(406)
  expect(await count(`title = 'triplet'`)).toBe(0)
  const one = await ask('DELETE', '/books?id=eq.80&select=title', {
    headers,
    prefer: 'return=representation,handling=strict,max-affected=1',
  })
  expect(one).toMatchObject({
    status: 200,
    body: { title: 'twin' },
    headers: { 'preference-applied': 'return=representation, handling=strict, max-affected=1' },
  })
})

test('PUT writes exactly one row, identified by its key', async () => {
  const put = (path: string, body: unknown, prefer = 'return=representation') => ask('PUT', path, { body, prefer })
  expect(await put('/shelves?id=eq.30', { id: 30, label: 'put' })).toMatchObject({
    status: 201,
    body: [{ id: 30, label: 'put' }],
  })
  expect(await put('/shelves?id=eq.30', { id: 30, label: 'again' })).toMatchObject({
    status: 200,
    body: [{ id: 30, label: 'again' }],
  })
  expect(await put('/shelves?id=eq.30', { id: 30, label: 'quiet' }, '')).toMatchObject({ status: 204 })
  expect(await put('/shelves?id=eq.31', { id: 30, label: 'x' })).toMatchObject({
    status: 400,
    body: { code: 'PGRST115' },
  })
  expect(await put('/shelves?label=eq.x', { id: 30, label: 'x' })).toMatchObject({
    status: 405,
    body: { code: 'PGRST105' },
  })
  expect(await put('/shelves?id=eq.30&limit=1', { id: 30, label: 'x' })).toMatchObject({
    status: 400,
    body: { code: 'PGRST114' },
  })
})

test('a column without the SELECT privilege can still be written', async () => {
  await db.sql('revoke select on shelves from authenticated; grant select (id) on shelves to authenticated')
  expect(await ask('POST', '/shelves', { body: { id: 40, label: 'unread' } })).toMatchObject({ status: 201 })
  expect(
    await ask('POST', '/shelves?select=id', { body: { id: 41, label: 'unread too' }, prefer: 'return=representation' }),
  ).toMatchObject({ status: 201, body: [{ id: 41 }] })
  expect(
    await ask('POST', '/shelves', { body: { id: 42, label: 'z' }, prefer: 'return=representation' }),
  ).toMatchObject({ status: 403, body: { code: '42501' } })
  await db.sql('grant select on shelves to authenticated')
})

test('row-level security decides which rows are written, returned and embedded', async () => {
  const mine = await ask('POST', '/loans?select=reader,books(title)', {
    body: { book_id: 1 },
    prefer: 'return=representation',
  })
  expect(mine).toMatchObject({ status: 201, body: [{ reader: dana, books: { title: 'סיפור על אהבה וחושך' } }] })
  const forged = await ask('POST', '/loans', { as: 'yossi', body: { book_id: 1, reader: dana } })
  expect(forged).toMatchObject({ status: 403, body: { code: '42501' } })
  expect(await ask('GET', '/loans?select=id', { as: 'yossi' })).toMatchObject({ body: [] })
  expect(await ask('GET', '/books?select=id,loans(reader)&id=eq.1', { as: 'yossi' })).toMatchObject({
    body: [{ id: 1, loans: [] }],
  })
  expect(await ask('GET', '/books?select=id,loans(reader)&id=eq.1')).toMatchObject({
    body: [{ id: 1, loans: [{ reader: dana }] }],
  })
  expect(await ask('GET', '/books?select=id,loans!inner(reader)', { as: 'yossi' })).toMatchObject({ body: [] })
  expect(
    await ask('PATCH', '/loans?book_id=eq.1', { as: 'yossi', body: { note: 'hers' }, prefer: 'return=representation' }),
  ).toMatchObject({ status: 200, body: [] })
  expect(await ask('GET', '/loans', { as: 'anon' })).toMatchObject({
    status: 401,
    body: { code: '42501' },
    headers: { 'www-authenticate': 'Bearer' },
  })
  expect(await ask('GET', '/books?select=id,loans(id)', { as: 'anon' })).toMatchObject({ status: 401 })
})
