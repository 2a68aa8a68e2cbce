import { expect, test } from 'vitest'
import { bookshop } from '../bookshop.fixture.ts'

const { ask, db } = await bookshop({ allowAggregates: true })
await db.sql(`
  create function numbers() returns setof int language sql stable as 'select generate_series(1, 5)';
  grant execute on function numbers() to authenticated`)

const reads: [question: string, answer: unknown][] = [
  ['/books?select=count()', [{ count: 4 }]],
  ['/books?select=n:count()::text', [{ n: '4' }]],
  ['/books?select=pages.sum(),pages.max(),pages.min(),pages.avg()::int,price.count()', [{ sum: 1196, max: 594, min: 10, avg: 299, count: 3 }]],
  ['/books?select=author_id,n:count(),pages.sum()&order=author_id', [{ author_id: 1, n: 2, sum: 866 }, { author_id: 2, n: 1, sum: 320 }, { author_id: null, n: 1, sum: 10 }]],
  ['/books?select=author_id,total:pages.sum()&order=total.desc&limit=2', [{ author_id: 1, total: 866 }, { author_id: 2, total: 320 }]],
  ['/books?select=of:author_id,pages.sum()&order=of.desc.nullslast&limit=1', [{ of: 2, sum: 320 }]],
  ['/authors?select=prizes->>israel::int.sum()', [{ sum: 1998 }]],
  ['/authors?select=name,books!books_author_id_fkey(pages.sum(),count())&id=lt.3&order=id', [{ name: 'עמוס עוז', books: [{ sum: 866, count: 2 }] }, { name: 'Meir Shalev', books: [{ sum: 320, count: 1 }] }]],
  ['/books?select=total:pages.sum(),writer:author_id(name)&author_id=not.is.null&order=total', [{ total: 320, writer: { name: 'Meir Shalev' } }, { total: 866, writer: { name: 'עמוס עוז' } }]],
  // A spread to-one relation shares the outer row: its aggregates are computed there, grouped by the other selected columns.
  ['/books?select=...author_id(name,age:id.max()),n:count()&order=author_id(name)&author_id=not.is.null', [{ name: 'Meir Shalev', age: 2, n: 1 }, { name: 'עמוס עוז', age: 1, n: 2 }]],
  ['/books?select=...author_id(writer:name,n:count())&order=author_id(writer)&author_id=not.is.null', [{ writer: 'Meir Shalev', n: 1 }, { writer: 'עמוס עוז', n: 2 }]],
  ['/books?select=...author_id(count())', [{ count: 3 }]],
  ['/covers?select=...books(pages.sum(),...author_id(name,count()))', [{ sum: 594, name: 'עמוס עוז', count: 1 }]],
  ['/books?select=*,...author_id(id.max())&id=eq.2', [{ id: 2, title: 'מיכאל שלי', pages: 272, price: 59, tags: ['novel'], during: null, author_id: 1, editor_id: null, max: 1 }]],
  ['/shelves?select=label,books(...author_id(name,count()))&id=eq.2&books.order=author_id(name).desc', [{ label: 'bottom', books: [{ name: 'עמוס עוז', count: 1 }, { name: 'Meir Shalev', count: 1 }] }]],
  ['/books?select=author_id,n:count(),...shelves(label)&id=eq.1&shelves.order=label', [{ author_id: 1, n: 1, label: ['bottom', 'top'] }]],
  ['/rpc/books_by?author=1&select=pages.sum()', [{ sum: 866 }]],
  ['/rpc/totals?select=books.max()', [{ max: 2 }]],
  ['/rpc/numbers?limit=2&offset=1', [2, 3]],
] // prettier-ignore

test.each(reads)('GET %s returns the expected rows', async (question, rows) => {
  const answer = await ask('GET', question)
  expect(answer.body).toEqual(rows)
  expect(answer.status).toBe(200)
})

test('the total count of a grouped read is the number of underlying rows', async () => {
  const counted = await ask('GET', '/books?select=author_id,count()&limit=1&order=author_id', { prefer: 'count=exact' })
  expect(counted).toMatchObject({ status: 206, headers: { 'content-range': '0-0/4' } })
  expect(await ask('HEAD', '/books?select=author_id,count()', { prefer: 'count=exact' })).toMatchObject({
    status: 206,
    headers: { 'content-range': '0-2/4' },
  })
  expect(await ask('GET', '/rpc/numbers?limit=2', { prefer: 'count=exact' })).toMatchObject({
    status: 206,
    headers: { 'content-range': '0-1/5' },
  })
})

test('unsupported aggregates are refused', async () => {
  expect(await ask('GET', '/authors?select=id,...books!books_author_id_fkey(pages.sum())')).toMatchObject({
    status: 400,
    body: {
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    },
  })
  expect(await ask('GET', '/books?select=title.sum()')).toMatchObject({ status: 404, body: { code: '42883' } })
  expect(await ask('GET', '/books?select=id,count')).toMatchObject({ status: 400, body: { code: '42803' } })
})

test('select=count works while aggregates are disabled, as clients document it', async () => {
  const { ask: askOther } = await bookshop()
  expect(await askOther('GET', '/authors?select=id,books!books_author_id_fkey(count)&order=id&limit=2')).toMatchObject({
    body: [
      { id: 1, books: [{ count: 2 }] },
      { id: 2, books: [{ count: 1 }] },
    ],
  })
  expect(await askOther('GET', '/books?select=count')).toMatchObject({ body: [{ count: 4 }] })
  expect(await askOther('GET', '/books?select=count()')).toMatchObject({ status: 400, body: { code: 'PGRST123' } })
})
