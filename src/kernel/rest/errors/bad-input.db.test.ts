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
  ['a list that is not closed', ['GET', '/books?id=in.(1,2'], 400, 'PGRST100'],
  ['a quote that is not closed', ['GET', '/books?select="id'], 400, 'PGRST100'],
  ['a zero byte as a value', ['GET', '/books?title=eq.%00'], 400, '22021'],
  ['a zero byte as a name', ['GET', '/books?%00=eq.1'], 400, 'PGRST100'],
  ['a zero byte as a json key', ['GET', '/authors?select=prizes->%22a%00%22'], 400, 'PGRST100'],
  ['a zero byte in the path', ['GET', '/books%00'], 404, 'PGRST205'],
  ['bytes that are no UTF-8', ['GET', '/books?title=eq.%FF%FE'], 400, 'PGRST100'],
  ['half a letter', ['GET', '/books?title=eq.%ED%A0%80'], 400, 'PGRST100'],
  ['a percent sign alone', ['GET', '/books?title=eq.%'], 400, 'PGRST100'],
  ['a number too large for its column', ['GET', '/books?id=eq.99999999999999999999'], 400, '22003'],
  ['a word for a number', ['GET', '/books?id=eq.one'], 400, '22P02'],
  ['a date that is none', ['GET', '/authors?born=gt.2026-02-30'], 400, '22008'],
  ['a range that is none', ['GET', '/books?during=cs.[1,2'], 400, '22P02'],
  ['an array of too many dimensions', ['GET', `/books?tags=eq.${nested('{', 150)}`], 400, '54000'],
  ['an operator that the type does not have', ['GET', '/books?pages=like.1*'], 404, '42883'],
  ['a search that is no query', ['GET', '/books?title=fts.a%20b'], 400, '42601'],
  ['a language that is none', ['GET', '/books?title=fts(klingon).a'], 400, '42704'],
  ['a pattern that is no pattern', ['GET', '/books?title=match.('], 400, '2201B'],
  ['a pattern that would take for ever', ['GET', '/books?title=match.(((((a{1,100}){1,100}){1,100}){1,100}))'], 400, '2201B'],
  ['brackets without end in a value', ['GET', `/books?title=fts.${nested('(', 5000)}`], 400, 'PGRST100'],
  ['brackets without end in an argument', ['GET', `/rpc/twice?word=${nested('[', 5000)}`], 400, 'PGRST100'],
  ['groups without end', ['GET', `/books?or=${nested('(or(', 3000)}`], 400, 'PGRST100'],
  ['a group of nothing', ['GET', '/books?or=()'], 400, 'PGRST100'],
  ['steps into json without end', ['GET', `/authors?select=x:prizes${nested('->a', 3000)}`], 400, 'PGRST100'],
  ['columns without end', ['GET', `/books?select=${many(4000, 'id')}`], 400, 'PGRST100'],
  ['orders without end', ['GET', `/books?order=${many(3000, 'id')}`], 400, 'PGRST100'],
  ['relations without end', ['GET', `/books?select=${many(150, 'shelves(id)')}`], 400, 'PGRST100'],
  ['relations too deep', ['GET', `/books?select=${nested('shelves(books(', 10)}id${nested('))', 10)}`], 400, 'PGRST100'],
  ['an address without end', ['GET', `/books?title=eq.${'x'.repeat(20_000)}`], 414, 'url_too_long'],
  ['a type that is none', ['GET', '/books?select=id::nothing'], 400, '42704'],
  ['a type with more behind it', ['GET', '/books?select=id::int);drop'], 400, 'PGRST100'],
  ['an unknown aggregate', ['GET', '/books?select=id.median()'], 400, 'PGRST100'],
  ['a limit that is none', ['GET', '/books?limit=NaN'], 400, 'PGRST100'],
  ['a limit below nothing', ['GET', '/books?limit=-1'], 416, 'PGRST103'],
  ['an offset below nothing', ['GET', '/books?offset=-1'], 400, '2201X'],
  ['a range from behind', ['GET', '/books', { headers: { range: '5-1' } }], 416, 'PGRST103'],
  ['an order that is none', ['GET', '/books?order=id.sideways'], 400, 'PGRST100'],
  ['the name of every object’s parent', ['GET', '/books?__proto__=eq.1'], 400, '42703'],
  ['the same as a relation', ['GET', '/__proto__'], 404, 'PGRST205'],
  ['the same as a function', ['GET', '/rpc/constructor'], 404, 'PGRST202'],
  ['the same in a body', ['POST', '/books', { body: '{"__proto__":{"x":1},"title":"y"}' }], 400, 'PGRST204'],
  ['a path above the tables', ['GET', '/..%2fsecrets'], 404, 'PGRST125'],
  ['a schema in the path', ['GET', '/vault.gold'], 404, 'PGRST205'],
  ['a catalog', ['GET', '/pg_authid'], 404, 'PGRST205'],
  ['a schema that is not shown', ['GET', '/gold', { headers: { 'accept-profile': 'vault' } }], 406, 'PGRST106'],
  ['a function of the database’s own', ['GET', '/rpc/pg_sleep?seconds=9'], 404, 'PGRST202'],
  ['a body that is not JSON', ['POST', '/books', { body: '{"title":' }], 400, 'PGRST102'],
  ['no body', ['POST', '/books', { body: '' }], 400, 'PGRST102'],
  ['a body that is a number', ['POST', '/books', { body: '5' }], 400, 'PGRST102'],
  ['a body that is null', ['PATCH', '/books?id=eq.1', { body: 'null' }], 400, 'PGRST102'],
  ['rows inside rows', ['POST', '/books', { body: '[[{"title":"x"}]]' }], 400, 'PGRST102'],
  ['a body too deep', ['POST', '/rpc/echo', { body: nested('[', 200_000) }], 400, 'PGRST102'],
  ['a body too deep that is whole', ['POST', '/authors', { body: `{"id":9,"name":"x","prizes":${nested('[', 5000)}${nested(']', 5000)}}` }], 400, 'PGRST102'],
  ['half a letter in a body', ['POST', '/books', { body: '{"title":"\\ud800"}' }], 400, '22P02'],
  ['half a letter as a name', ['POST', '/books', { body: JSON.stringify({ [lone]: 1 }) }], 400, 'PGRST204'],
  ['a zero byte in a body', ['POST', '/books', { body: '{"title":"\\u0000"}' }], 400, '22P05'],
  ['rows of different keys', ['POST', '/books', { body: [{ title: 'x' }, { pages: 1 }] }], 400, 'PGRST102'],
  ['an object for a number', ['POST', '/books', { body: { title: 'x', pages: { a: 1 } } }], 400, '22P02'],
  ['two rows with one key', ['POST', '/shelves', { body: [{ id: 9, label: 'x' }, { id: 9, label: 'y' }], prefer: 'resolution=merge-duplicates' }], 400, '21000'],
  ['a key of conflict that is none', ['POST', '/books?on_conflict=title', { body: { title: 'x' }, prefer: 'resolution=merge-duplicates' }], 400, '42P10'],
  ['an unknown type of body', ['POST', '/books', { body: '<a/>', ...text('application/xml') }], 400, 'PGRST102'],
  ['a form of files', ['POST', '/books', { body: '--x', ...text('multipart/form-data; boundary=x') }], 400, 'PGRST102'],
  ['a form of too many fields', ['POST', '/books', { body: many(5000, 'a=1').replaceAll(',', '&'), ...text('application/x-www-form-urlencoded') }], 400, 'PGRST102'],
  ['CSV that is not closed', ['POST', '/books', { body: 'title\n"x', ...text('text/csv') }], 400, 'PGRST102'],
  ['CSV of more values than anybody has', ['POST', '/books', { as: 'anon', body: `title\n${'1\n'.repeat(300_000)}`, ...text('text/csv') }], 413, 'body_too_large'],
  ['rows without end', ['POST', '/books', { as: 'anon', body: `[${many(300_000, '{}')}]` }], 413, 'body_too_large'],
  ['keys without end', ['POST', '/rpc/nothing', { as: 'anon', body: `{${Array.from({ length: 300_000 }, (_, i) => `"x${i}":1`).join()}}` }], 413, 'body_too_large'],
  ['keys without end to whom takes anything', ['POST', '/rpc/echo', { as: 'anon', body: `{${Array.from({ length: 300_000 }, (_, i) => `"x${i}":1`).join()}}` }], 413, 'body_too_large'],
  ['more columns than a table can have', ['POST', '/books', { body: `{${Array.from({ length: 3000 }, (_, i) => `"x${i}":1`).join()}}` }], 400, 'PGRST102'],
  ['a letter set that is none', ['POST', '/books', { body: '{}x', headers: { 'content-type': 'application/json; charset=klingon' } }], 400, 'PGRST102'],
  ['a form of answer that is none', ['GET', '/books', { headers: { accept: 'image/png, text/klingon' } }], 406, 'PGRST107'],
  ['a preference that is none, strictly', ['GET', '/books', { prefer: 'handling=strict,__proto__=x' }], 400, 'PGRST122'],
  ['an argument too many', ['GET', '/rpc/add?a=1&c=2'], 404, 'PGRST202'],
  ['an argument of the wrong type', ['POST', '/rpc/add', { body: { a: [] }, headers: json }], 400, '22P02'],
  ['SQL as an argument', ['GET', '/rpc/add?a=1);drop%20table%20books;--'], 400, '22P02'],
  ['a delete of everything', ['DELETE', '/books'], 400, '21000'],
  ['a change of everything', ['PATCH', '/books', { body: { pages: 1 } }], 400, '21000'],
  ['PUT of part of the key', ['PUT', '/books_shelves?book_id=eq.1', { body: { book_id: 1, shelf_id: 1 } }], 405, 'PGRST105'],
  ['a table that may not be read', ['GET', '/secrets'], 403, '42501'],
  ['a column that may not be read', ['GET', '/diaries?select=entry'], 403, '42501'],
  ['the same as a filter', ['GET', '/diaries?select=id&entry=like.h*'], 403, '42501'],
  ['the same as an order', ['GET', '/diaries?select=id&order=entry'], 403, '42501'],
  ['the same as what is written back', ['PATCH', '/diaries?id=eq.1&select=entry', { body: { mood: 'wild' }, prefer: 'return=representation' }], 403, '42501'],
  ['a row for somebody else', ['POST', '/loans', { body: { book_id: 1, reader: crypto.randomUUID() } }], 403, '42501'],
] // prettier-ignore

test.each(bad)('%s', async (_, question, status, code) => {
  const answer = await ask(...question)
  expect(answer.body).toMatchObject({ code })
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('hidden')
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
      let said = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(request))
      socket.setEncoding('latin1').on('data', (chunk: string) => (said += chunk))
      socket.on('close', () => resolve(said)).on('error', () => {})
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
