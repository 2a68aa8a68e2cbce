import { expect, test } from 'vitest'
import { bookshop } from './bookshop.fixture.ts'

const { ask, db } = await bookshop()

const reads: [question: string, answer: unknown][] = [
  ['/books?select=id&order=id', [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]],
  ['/books?select=id,name:title&id=eq.2', [{ id: 2, name: 'מיכאל שלי' }]],
  ['/books?select=price::text,pages::int8&id=eq.1', [{ price: '89.90', pages: 594 }]],
  ['/authors?select=prizes->israel,first:prizes->list->>0,prizes->deep->>x&id=eq.1', [{ israel: 1998, first: 'a', x: '1' }]],
  ['/authors?select=id&prizes->>israel=eq.1998', [{ id: 1 }]],
  ['/books?select=id,title_length&id=eq.3', [{ id: 3, title_length: 18 }]],
  ['/books?select=id&title_length=gt.20', [{ id: 4 }]],
  ['/books?select=id,authors!books_author_id_fkey(name)&id=eq.3', [{ id: 3, authors: { name: 'Meir Shalev' } }]],
  ['/books?select=id,writer:author_id(name),editor:editor_id(name)&id=in.(1,4)&order=id',
    [{ id: 1, writer: { name: 'עמוס עוז' }, editor: { name: 'Meir Shalev' } }, { id: 4, writer: null, editor: null }]],
  ['/authors?select=id,books!books_author_id_fkey(id)&order=id', [{ id: 1, books: [{ id: 1 }, { id: 2 }] }, { id: 2, books: [{ id: 3 }] }, { id: 3, books: [] }]],
  ['/authors?select=id,books!books_author_id_fkey(id)&books.order=id.desc&books.limit=1&id=eq.1', [{ id: 1, books: [{ id: 2 }] }]],
  ['/authors?select=id,books!books_author_id_fkey(id)&books.pages=gt.300&id=eq.1', [{ id: 1, books: [{ id: 1 }] }]],
  ['/authors?select=id,books!books_author_id_fkey!inner(id)&books.pages=lt.300', [{ id: 1, books: [{ id: 2 }] }]],
  ['/authors?select=id,books!books_author_id_fkey()&books=is.null', [{ id: 3 }]],
  ['/authors?select=id,books!books_author_id_fkey()&books=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
  ['/books?select=id,shelves(label)&shelves.order=label&id=eq.1', [{ id: 1, shelves: [{ label: 'bottom' }, { label: 'top' }] }]],
  ['/shelves?select=label,books(id,covers(colour))&id=eq.1', [{ label: 'top', books: [{ id: 1, covers: { colour: 'black' } }] }]],
  ['/books?select=id,covers(colour)&id=in.(1,2)&order=id', [{ id: 1, covers: { colour: 'black' } }, { id: 2, covers: null }]],
  ['/books?select=id,...covers(colour)&id=in.(1,2)&order=id', [{ id: 1, colour: 'black' }, { id: 2, colour: null }]],
  ['/books?select=id,...covers(paint:colour,book_id)&id=eq.1', [{ id: 1, paint: 'black', book_id: 1 }]],
  ['/books?select=id,...shelves(label)&shelves.order=label&id=in.(1,2)&order=id', [{ id: 1, label: ['bottom', 'top'] }, { id: 2, label: [] }]],
  ['/books?select=id,sequel(id)&id=in.(1,4)&order=id', [{ id: 1, sequel: { id: 2 } }, { id: 4, sequel: null }]],
  ['/authors?select=id,mentor_id(name),authors(id)&order=id',
    [{ id: 1, mentor_id: null, authors: [{ id: 2 }, { id: 3 }] }, { id: 2, mentor_id: { name: 'עמוס עוז' }, authors: [] }, { id: 3, mentor_id: { name: 'עמוס עוז' }, authors: [] }]],
  ['/books?select=id,author_id(name)&order=author_id(name).desc.nullslast,id.desc', [{ id: 2, author_id: { name: 'עמוס עוז' } }, { id: 1, author_id: { name: 'עמוס עוז' } }, { id: 3, author_id: { name: 'Meir Shalev' } }, { id: 4, author_id: null }]],
  ['/books?select=id&id=neq.1&pages=gte.10&pages=lte.300&order=pages', [{ id: 4 }, { id: 2 }]],
  ['/books?select=id&title=like.*Pigeon*', [{ id: 3 }]],
  ['/books?select=id&title=ilike.a%20pigeon*', [{ id: 3 }]],
  ['/books?select=id&title=match.^A', [{ id: 3 }]],
  ['/books?select=id&title=imatch.^a%20p', [{ id: 3 }]],
  ['/books?select=id&title=in.("Two, \\"quoted\\" (really)",nothing)', [{ id: 4 }]],
  ['/books?select=id&id=in.()', []],
  ['/books?select=id&price=is.null', [{ id: 4 }]],
  ['/books?select=id&price=is.not_null&order=id.desc&limit=1', [{ id: 3 }]],
  ['/books?select=id&price=isdistinct.59&order=id', [{ id: 1 }, { id: 3 }, { id: 4 }]],
  ['/books?select=id&price=not.isdistinct.59', [{ id: 2 }]],
  ['/books?select=id&tags=cs.{novel}&order=id', [{ id: 2 }, { id: 3 }]],
  ['/books?select=id&tags=cd.{novel,other}&order=id', [{ id: 2 }, { id: 4 }]],
  ['/books?select=id&tags=ov.{birds,memoir}&order=id', [{ id: 1 }, { id: 3 }]],
  ['/books?select=id&during=cs.[2002-05-05,2002-05-06)', [{ id: 1 }]],
  ['/books?select=id&during=adj.[2003-01-01,2004-01-01)', [{ id: 1 }]],
  ['/books?select=id&title=fts(english).pigeons', [{ id: 3 }]],
  ['/books?select=id&title=wfts(english).pigeon%20-girl', [{ id: 3 }]],
  ['/books?select=id&id=eq(any).{1,3}&order=id', [{ id: 1 }, { id: 3 }]],
  ['/books?select=id&title=like(all).{*Pigeon*,*Boy*}', [{ id: 3 }]],
  ['/books?select=id&id=not.in.(1,2)&order=id', [{ id: 3 }, { id: 4 }]],
  ['/books?select=id&or=(id.eq.1,and(pages.gt.300,pages.lt.400))&order=id', [{ id: 1 }, { id: 3 }]],
  ['/books?select=id&not.or=(id.eq.1,id.in.(2,3))', [{ id: 4 }]],
  ['/books?select=id&and=(id.gt.1,not.or(id.eq.2,title.eq."Two, \\"quoted\\" (really)"))', [{ id: 3 }]],
  ['/authors?select=id,books!books_author_id_fkey(id)&books.or=(id.eq.1,id.eq.3)&order=id&limit=2', [{ id: 1, books: [{ id: 1 }] }, { id: 2, books: [{ id: 3 }] }]],
  ['/books?select=id&order=price.desc.nullsfirst&limit=2', [{ id: 4 }, { id: 1 }]],
  ['/books?select=id&order=id&limit=2&offset=1', [{ id: 2 }, { id: 3 }]],
  ['/books?select=id&limit=0', []],
  ['/long_books?select=id&order=id', [{ id: 1 }, { id: 3 }]],
  ['/weird%20%22name?select=%22a%20%5C%22column%22,שם', [{ 'a "column': 'x', שם: 'ערך' }]],
  ['/weird%20%22name?%22a%20%5C%22column%22=eq.x&select=שם', [{ שם: 'ערך' }]],
  ['/covers?select=', [{ book_id: 1, colour: 'black' }]],
] // prettier-ignore

test.each(reads)('GET %s returns the expected rows', async (question, rows) => {
  const answer = await ask('GET', question)
  expect(answer.body).toEqual(rows)
  expect(answer.status).toBe(200)
})

test('a response carries its content type, range and canonical location', async () => {
  const { headers } = await ask('GET', '/books?select=id&order=id&limit=2&id=gt.1')
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-range': '0-1/*',
    'content-location': '/books?id=gt.1&limit=2&order=id&select=id',
  })
})

test("rows are counted exactly, by the planner's estimate, or by the cheaper of both", async () => {
  const exact = await ask('GET', '/books?select=id&limit=2', { prefer: 'count=exact' })
  expect(exact).toMatchObject({
    status: 206,
    headers: { 'content-range': '0-1/4', 'preference-applied': 'count=exact' },
  })
  const all = await ask('GET', '/books?select=id', { prefer: 'count=exact' })
  expect(all).toMatchObject({ status: 200, headers: { 'content-range': '0-3/4' } })
  const head = await ask('HEAD', '/books?select=id,authors!books_author_id_fkey!inner(id)&authors.id=eq.1', {
    prefer: 'count=exact',
  })
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-range': '0-1/2' } })
  const planned = await ask('GET', '/books?select=id&limit=1&pages=gt.5', { prefer: 'count=planned' })
  const counted = await ask('GET', '/books?select=id&limit=1&pages=gt.5', { prefer: 'count=exact' })
  expect(planned.headers['content-range']).toBe(counted.headers['content-range'])
  const estimated = await ask('GET', '/books?select=id&limit=1', { prefer: 'count=estimated' })
  expect(estimated.headers['content-range']).toBe('0-0/4')
})

test('a planned count does not reveal the number of hidden rows', async () => {
  await db.sql(`
    create table mostly_hidden (id int primary key, kind text);
    insert into mostly_hidden select n, 'kind ' || n % 3 from generate_series(1, 500) n;
    alter table mostly_hidden enable row level security;
    create policy "some see the first" on mostly_hidden for select to authenticated using (id = 1);
    grant select on mostly_hidden to authenticated;
    analyze mostly_hidden;
  `)
  for (const count of ['planned', 'estimated']) {
    const all = await ask('GET', '/mostly_hidden?select=id', { prefer: `count=${count}` })
    expect(all.headers['content-range']).toBe('0-0/1')
    const some = await ask('HEAD', '/mostly_hidden?kind=eq.kind%202', { prefer: `count=${count}` })
    expect(some.headers['content-range']).toBe('*/0')
  }
})

test('rows beyond a total that the planner estimates too low are returned', async () => {
  await db.sql(`
    create table twins (id int primary key, one int, other int);
    insert into twins select n, n % 2, n % 2 from generate_series(1, 4000) n;
    grant select on twins to authenticated;
    analyze twins;
  `)
  const page = (offset: number) =>
    ask('GET', `/twins?select=id&one=eq.0&other=eq.0&order=id&limit=2&offset=${offset}`, { prefer: 'count=planned' })
  // The planner assumes that the columns are independent, and estimates a quarter of the rows instead of half of them.
  const [range, total] = String((await page(0)).headers['content-range']).split('/')
  expect(range).toBe('0-1')
  expect(Number(total)).toBeLessThan(1500)
  expect(await page(1500)).toMatchObject({
    status: 206,
    body: [{ id: 3002 }, { id: 3004 }],
    headers: { 'content-range': '1500-1501/1502' },
  })
})

test('a range is requested by header, and one beyond the end is refused', async () => {
  const some = await ask('GET', '/books?select=id&order=id', { headers: { range: '1-2', 'range-unit': 'items' } })
  expect(some).toMatchObject({ body: [{ id: 2 }, { id: 3 }], headers: { 'content-range': '1-2/*' } })
  const beyond = await ask('GET', '/books?offset=100', { prefer: 'count=exact' })
  expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': '*/4' } })
  expect(beyond.body).toMatchObject({
    code: 'PGRST103',
    details: 'An offset of 100 was requested, but there are only 4 rows.',
  })
  const uncounted = await ask('GET', '/books?offset=100')
  expect(uncounted).toMatchObject({ status: 200, body: [], headers: { 'content-range': '*/*' } })
})

test('a single object is returned only when exactly one row matches', async () => {
  const accept = 'application/vnd.pgrst.object+json'
  const one = await ask('GET', '/books?select=id,price&id=eq.4', { headers: { accept } })
  expect(one).toMatchObject({ status: 200, body: { id: 4, price: null } })
  expect(one.headers['content-type']).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  const stripped = await ask('GET', '/books?select=id,price&id=eq.4', {
    headers: { accept: `${accept};nulls=stripped` },
  })
  expect(stripped.text).toBe('{"id":4}')
  for (const [filter, count] of [
    ['id=eq.0', 0],
    ['id=gt.2', 2],
  ] as const) {
    const refused = await ask('GET', `/books?${filter}`, { headers: { accept } })
    expect(refused.status).toBe(406)
    expect(refused.body).toEqual({
      code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object', details: `The result contains ${count} rows`, hint: null,
    }) // prettier-ignore
  }
})

test('rows are returned as CSV', async () => {
  const { text, headers } = await ask('GET', '/books?select=id,title&id=gte.3&order=id', {
    headers: { accept: 'text/csv' },
  })
  expect(text).toBe('id,title\n3,"A Pigeon and a Boy"\n4,"Two, ""quoted"" (really)"')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
})
