// Malformed input in every part of a request is refused as a client error, at once, and changes nothing.
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { bookshop } from '../bookshop.fixture.ts'

const { ask, app, db, url, tokens, users } = await bookshop({ allowAggregates: true })

const nested = (open: string, times: number) => open.repeat(times)
const many = (times: number, part: string) => Array.from({ length: times }, () => part).join()
const lone = '\ud800'

type Bad = [what: string, ask: Parameters<typeof ask>, status: number, code: string]
const json = { 'content-type': 'application/json' }
const text = (type: string) => ({ headers: { 'content-type': type } })

const bad: Bad[] = [
  ['a filter without an operator', ['GET', '/books?id=1'], 400, 'PGRST100'],
  ['an operator without a value', ['GET', '/books?id=eq'], 400, 'PGRST100'],
  ['an unclosed list', ['GET', '/books?id=in.(1,2'], 400, 'PGRST100'],
  ['an unclosed quote', ['GET', '/books?select="id'], 400, 'PGRST100'],
  ['a zero byte as a value', ['GET', '/books?title=eq.%00'], 400, '22021'],
  ['a zero byte as a name', ['GET', '/books?%00=eq.1'], 400, 'PGRST100'],
  ['a zero byte as a json key', ['GET', '/authors?select=prizes->%22a%00%22'], 400, 'PGRST100'],
  ['a zero byte in the path', ['GET', '/books%00'], 404, 'PGRST205'],
  ['invalid UTF-8', ['GET', '/books?title=eq.%FF%FE'], 400, 'PGRST100'],
  ['a lone surrogate', ['GET', '/books?title=eq.%ED%A0%80'], 400, 'PGRST100'],
  ['a number too large for its column', ['GET', '/books?id=eq.99999999999999999999'], 400, '22003'],
  ['a word for a number', ['GET', '/books?id=eq.one'], 400, '22P02'],
  ['an invalid date', ['GET', '/authors?born=gt.2026-02-30'], 400, '22008'],
  ['an invalid range', ['GET', '/books?during=cs.[1,2'], 400, '22P02'],
  ['an array of too many dimensions', ['GET', `/books?tags=eq.${nested('{', 150)}`], 400, '54000'],
  ['an operator that the type does not have', ['GET', '/books?pages=like.1*'], 404, '42883'],
  ['an invalid text search query', ['GET', '/books?title=fts.a%20b'], 400, '42601'],
  ['an unknown text search configuration', ['GET', '/books?title=fts(klingon).a'], 400, '42704'],
  ['an invalid regular expression', ['GET', '/books?title=match.('], 400, '2201B'],
  ['a regular expression with exponential cost', ['GET', '/books?title=match.(((((a{1,100}){1,100}){1,100}){1,100}))'], 400, 'pattern_too_complex'],
  ['deeply nested brackets in a value', ['GET', `/books?title=fts.${nested('(', 5000)}`], 400, 'PGRST100'],
  ['deeply nested brackets in an argument', ['GET', `/rpc/twice?word=${nested('[', 5000)}`], 400, 'PGRST100'],
  ['deeply nested logic groups', ['GET', `/books?or=${nested('(or(', 3000)}`], 400, 'PGRST100'],
  ['an empty logic group', ['GET', '/books?or=()'], 400, 'PGRST100'],
  ['a too long json path', ['GET', `/authors?select=x:prizes${nested('->a', 3000)}`], 400, 'PGRST100'],
  ['too many columns', ['GET', `/books?select=${many(4000, 'id')}`], 400, 'PGRST100'],
  ['too many sort keys', ['GET', `/books?order=${many(3000, 'id')}`], 400, 'PGRST100'],
  ['too many embedded relations', ['GET', `/books?select=${many(150, 'shelves(id)')}`], 400, 'PGRST100'],
  ['too deep embedding', ['GET', `/books?select=${nested('shelves(books(', 10)}id${nested('))', 10)}`], 400, 'PGRST100'],
  ['a too long URL', ['GET', `/books?title=eq.${'x'.repeat(20_000)}`], 414, 'url_too_long'],
  ['an unknown cast type', ['GET', '/books?select=id::nothing'], 400, '42704'],
  ['SQL after a cast type', ['GET', '/books?select=id::int);drop'], 400, 'PGRST100'],
  ['an unknown aggregate', ['GET', '/books?select=id.median()'], 400, 'PGRST100'],
  ['an invalid limit', ['GET', '/books?limit=NaN'], 400, 'PGRST100'],
  ['a negative limit', ['GET', '/books?limit=-1'], 416, 'PGRST103'],
  ['a reversed range', ['GET', '/books', { headers: { range: '5-1' } }], 416, 'PGRST103'],
  ['an invalid sort direction', ['GET', '/books?order=id.sideways'], 400, 'PGRST100'],
  ['__proto__ as a column', ['GET', '/books?__proto__=eq.1'], 400, '42703'],
  ['__proto__ as a relation', ['GET', '/__proto__'], 404, 'PGRST205'],
  ['constructor as a function', ['GET', '/rpc/constructor'], 404, 'PGRST202'],
  ['__proto__ as a key in a body', ['POST', '/books', { body: '{"__proto__":{"x":1},"title":"y"}' }], 400, 'PGRST204'],
  ['a path traversal', ['GET', '/..%2fsecrets'], 404, 'PGRST125'],
  ['a schema in the path', ['GET', '/vault.gold'], 404, 'PGRST205'],
  ['a catalog', ['GET', '/pg_authid'], 404, 'PGRST205'],
  ['a schema that is not exposed', ['GET', '/gold', { headers: { 'accept-profile': 'vault' } }], 406, 'PGRST106'],
  ['a built-in function', ['GET', '/rpc/pg_sleep?seconds=9'], 404, 'PGRST202'],
  ['a body that is not JSON', ['POST', '/books', { body: '{"title":' }], 400, 'PGRST102'],
  ['no body', ['POST', '/books', { body: '' }], 400, 'PGRST102'],
  ['a body that is a number', ['POST', '/books', { body: '5' }], 400, 'PGRST102'],
  ['a body that is null', ['PATCH', '/books?id=eq.1', { body: 'null' }], 400, 'PGRST102'],
  ['nested arrays of rows', ['POST', '/books', { body: '[[{"title":"x"}]]' }], 400, 'PGRST102'],
  ['a too deeply nested body', ['POST', '/rpc/echo', { body: nested('[', 200_000) }], 400, 'PGRST102'],
  ['a too deeply nested, complete body', ['POST', '/authors', { body: `{"id":9,"name":"x","prizes":${nested('[', 5000)}${nested(']', 5000)}}` }], 400, 'PGRST102'],
  ['a lone surrogate in a body', ['POST', '/books', { body: '{"title":"\\ud800"}' }], 400, '22P02'],
  ['a lone surrogate as a column name', ['POST', '/books', { body: JSON.stringify({ [lone]: 1 }) }], 400, 'PGRST204'],
  ['a zero byte in a body', ['POST', '/books', { body: '{"title":"\\u0000"}' }], 400, '22P05'],
  ['rows with different keys', ['POST', '/books', { body: [{ title: 'x' }, { pages: 1 }] }], 400, 'PGRST102'],
  ['an object for a number', ['POST', '/books', { body: { title: 'x', pages: { a: 1 } } }], 400, '22P02'],
  ['two rows with the same primary key', ['POST', '/shelves', { body: [{ id: 9, label: 'x' }, { id: 9, label: 'y' }], prefer: 'resolution=merge-duplicates' }], 400, '21000'],
  ['on_conflict without a unique constraint', ['POST', '/books?on_conflict=title', { body: { title: 'x' }, prefer: 'resolution=merge-duplicates' }], 400, '42P10'],
  ['an unsupported body type', ['POST', '/books', { body: '<a/>', ...text('application/xml') }], 400, 'PGRST102'],
  ['a multipart form', ['POST', '/books', { body: '--x', ...text('multipart/form-data; boundary=x') }], 400, 'PGRST102'],
  ['a form with too many fields', ['POST', '/books', { body: many(5000, 'a=1').replaceAll(',', '&'), ...text('application/x-www-form-urlencoded') }], 400, 'PGRST102'],
  ['CSV with an unclosed quote', ['POST', '/books', { body: 'title\n"x', ...text('text/csv') }], 400, 'PGRST102'],
  ['CSV with too many values', ['POST', '/books', { as: 'anon', body: `title\n${'1\n'.repeat(300_000)}`, ...text('text/csv') }], 413, 'body_too_large'],
  ['too many rows', ['POST', '/books', { as: 'anon', body: `[${many(300_000, '{}')}]` }], 413, 'body_too_large'],
  ['too many keys', ['POST', '/rpc/nothing', { as: 'anon', body: `{${Array.from({ length: 300_000 }, (_, i) => `"x${i}":1`).join()}}` }], 413, 'body_too_large'],
  ['too many keys for a function with a json argument', ['POST', '/rpc/echo', { as: 'anon', body: `{${Array.from({ length: 300_000 }, (_, i) => `"x${i}":1`).join()}}` }], 413, 'body_too_large'],
  ['more columns than a table can have', ['POST', '/books', { body: `{${Array.from({ length: 3000 }, (_, i) => `"x${i}":1`).join()}}` }], 400, 'PGRST102'],
  ['an unknown charset', ['POST', '/books', { body: '{}x', headers: { 'content-type': 'application/json; charset=klingon' } }], 400, 'PGRST102'],
  ['an unsupported Accept header', ['GET', '/books', { headers: { accept: 'image/png, text/klingon' } }], 406, 'PGRST107'],
  ['an unknown preference with strict handling', ['GET', '/books', { prefer: 'handling=strict,__proto__=x' }], 400, 'PGRST122'],
  ['an extra argument', ['GET', '/rpc/add?a=1&c=2'], 404, 'PGRST202'],
  ['an argument of the wrong type', ['POST', '/rpc/add', { body: { a: [] }, headers: json }], 400, '22P02'],
  ['SQL as an argument', ['GET', '/rpc/add?a=1);drop%20table%20books;--'], 400, '22P02'],
  ['a DELETE without a filter', ['DELETE', '/books'], 400, '21000'],
  ['a PATCH without a filter', ['PATCH', '/books', { body: { pages: 1 } }], 400, '21000'],
  ['PUT with a part of the primary key', ['PUT', '/books_shelves?book_id=eq.1', { body: { book_id: 1, shelf_id: 1 } }], 405, 'PGRST105'],
  ['a table without the SELECT privilege', ['GET', '/secrets'], 403, '42501'],
  ['a column without the SELECT privilege', ['GET', '/diaries?select=entry'], 403, '42501'],
  ['a forbidden column as a filter', ['GET', '/diaries?select=id&entry=like.h*'], 403, '42501'],
  ['a forbidden column as a sort key', ['GET', '/diaries?select=id&order=entry'], 403, '42501'],
  ['a forbidden column in a returned row', ['PATCH', '/diaries?id=eq.1&select=entry', { body: { mood: 'wild' }, prefer: 'return=representation' }], 403, '42501'],
  ['a row owned by another user', ['POST', '/loans', { body: { book_id: 1, reader: crypto.randomUUID() } }], 403, '42501'],
] // prettier-ignore

test.each(bad)('%s is refused with its error code', async (_, question, status, code) => {
  const answer = await ask(...question)
  expect(answer.body).toMatchObject({ code })
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('concealed')
  expect(answer.headers['proxy-status']).toBe(`PostgREST; error=${code}`)
})

test('malformed requests leave all tables unchanged', async () => {
  expect(await db.sql('select count(*)::int as n, sum(pages)::int as pages from books')).toEqual([
    { n: 4, pages: 1196 },
  ])
  expect(await db.sql('select count(*)::int as n from authors')).toEqual([{ n: 3 }])
  expect(await db.sql('select mood from diaries')).toEqual([{ mood: 'calm' }])
  const idle = `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  expect(await db.sql(idle)).toEqual([{ n: 0 }])
})

test('HTTP methods that rest/v1 does not support are refused', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'LOCK']) {
    const answer = await app.inject({
      method: method as 'GET',
      url: '/rest/v1/books',
      headers: { apikey: tokens.anonKey },
    })
    expect(answer.statusCode).toBe(405)
    expect(answer.json()).toMatchObject({ code: 'PGRST117', message: `Unsupported HTTP method: ${method}` })
  }
})

test('invalid characters in a header close the connection and leave the server running', async () => {
  const { port } = new URL(url)
  const lines = (path: string, header: string) =>
    `GET /rest/v1${path} HTTP/1.1\r\nhost: x\r\napikey: ${tokens.anonKey}\r\nauthorization: Bearer ${users['dana']}\r\n${header}\r\n\r\n`
  const raw = (request: string) =>
    new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(request))
      socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
      socket.on('close', () => resolve(received)).on('error', () => {})
    })
  for (const request of [
    lines('/books', 'prefer: count=exact\x01'),
    lines('/books', 'prefer\x00: x'),
    lines('/books?id=eq.\xff', 'x: y'),
    'GET\r\n\r\n',
    `GET ${'/'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
  ])
    expect(await raw(request)).not.toMatch(/^HTTP\/1\.1 5/)
  expect(await ask('GET', '/books?select=id&id=eq.1')).toMatchObject({ body: [{ id: 1 }] })
})
