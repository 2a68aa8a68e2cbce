import { expect, test } from 'vitest'
import { bookshop } from './bookshop.fixture.ts'

const { ask, db } = await bookshop({ allowPlans: true })
await db.sql(`
  create domain "text/html" as text;
  create domain "image/png" as bytea;
  create domain "*/*" as text;
  create domain "text/lines" as text;
  create domain "application/vnd.titles" as bytea;
  create function page(name text) returns "text/html" language sql stable as $$ select '<h1>' || name || '</h1>' $$;
  create function picture() returns "image/png" language sql stable as $$ select '\\x89504e470d0a'::bytea $$;
  create function anything() returns "*/*" language sql stable as $$ select 'some ' || (current_setting('request.headers')::json->>'accept') $$;
  create function add_line(text, anyelement) returns "text/lines" language sql as $$ select coalesce($1, '') || $2::text || E'\\n' $$;
  create aggregate lines(anyelement) (sfunc = add_line, stype = "text/lines");
  create function add_title(bytea, books) returns bytea language sql as $$ select coalesce($1, '') || convert_to($2.title, 'UTF8') $$;
  create function end_titles(bytea) returns "application/vnd.titles" language sql as $$ select $1 $$;
  create aggregate titles(books) (sfunc = add_title, stype = bytea, finalfunc = end_titles);
  create function extensions.st_asgeojson(r record) returns text language plpgsql as $$ begin return json_build_object('type', 'Feature', 'properties', r); end $$;
  grant execute on all functions in schema public to authenticated;
  grant execute on function extensions.st_asgeojson(record) to authenticated;
`)

const accept = (type: string) => ({ headers: { accept: type } })

test('a function that returns a media type domain produces the whole body', async () => {
  const page = await ask('GET', '/rpc/page?name=x', accept('text/html,*/*;q=0.8'))
  expect(page).toMatchObject({ status: 200, text: '<h1>x</h1>', headers: { 'content-type': 'text/html' } })
  expect(await ask('POST', '/rpc/page', { body: { name: 'y' }, ...accept('text/html') })).toMatchObject({
    text: '<h1>y</h1>',
  })
  expect(await ask('GET', '/rpc/page?name=x')).toMatchObject({ body: '<h1>x</h1>' })
  expect(await ask('GET', '/rpc/page?name=x', accept('text/plain'))).toMatchObject({
    status: 406,
    body: { code: 'PGRST107', message: 'None of these media types are available: text/plain' },
  })
  const picture = await ask('GET', '/rpc/picture', accept('image/png'))
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': '6' })
  expect(picture.text).toContain('PNG')
  const any = await ask('GET', '/rpc/anything', accept('app/bingo'))
  expect(any).toMatchObject({ text: 'some app/bingo', headers: { 'content-type': 'application/octet-stream' } })
})

test('a media type aggregate produces a body from the rows of its table, or of any table', async () => {
  const lines = await ask('GET', '/shelves?select=id,label&order=id', accept('text/lines'))
  expect(lines).toMatchObject({ text: '(1,top)\n(2,bottom)\n', headers: { 'content-type': 'text/lines' } })
  const titles = await ask('GET', '/books?id=in.(2,3)&order=id', accept('application/vnd.titles'))
  expect(titles).toMatchObject({ status: 200, text: 'מיכאל שליA Pigeon and a Boy' })
  const part = await ask('GET', '/books?select=id', accept('application/vnd.titles'))
  expect(part).toMatchObject({ status: 406, body: { code: 'PGRST107' } })
  expect(await ask('GET', '/shelves', accept('application/vnd.titles'))).toMatchObject({ status: 406 })
})

test('rows are returned as GeoJSON where PostGIS is installed', async () => {
  const found = await ask('GET', '/shelves?order=id&limit=1', accept('application/geo+json'))
  expect(found.headers['content-type']).toBe('application/geo+json; charset=utf-8')
  expect(found.body).toEqual({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { id: 1, label: 'top' } }],
  })
})

test('the query plan is returned only where the server allows it', async () => {
  const plan = await ask(
    'GET',
    '/books?id=eq.1',
    accept('application/vnd.pgrst.plan+json; for="application/json"; options=analyze|buffers;'),
  )
  expect(plan.status).toBe(200)
  expect(plan.headers['content-type']).toBe(
    'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|buffers; charset=utf-8',
  )
  expect(plan.body).toMatchObject([{ Plan: { 'Node Type': 'Aggregate', 'Actual Rows': 1 } }])
  const text = await ask('GET', '/books?id=eq.1', accept('application/vnd.pgrst.plan+text; for="text/csv"'))
  expect(text.text).toMatch(/^Aggregate .*\n/)
  // EXPLAIN of a write changes nothing.
  const write = await ask('DELETE', '/books?id=eq.2', accept('application/vnd.pgrst.plan+json'))
  expect(write).toMatchObject({ status: 200, body: [{ Plan: {} }] })
  expect(await ask('GET', '/books?id=eq.2&select=id')).toMatchObject({ body: [{ id: 2 }] })
  const { ask: askOther } = await bookshop()
  expect(await askOther('GET', '/books', accept('application/vnd.pgrst.plan+json'))).toMatchObject({
    status: 406,
    body: { code: 'PGRST107' },
  })
})

test('rows are inserted from CSV and from a form body', async () => {
  const csv = (body: string) =>
    ask('POST', '/shelves?select=id,label&order=id', {
      body,
      prefer: 'return=representation',
      headers: { 'content-type': 'text/csv' },
    })
  expect(await csv('id,label\n50,"a ""b"", c"\r\n51,ד\n\n')).toMatchObject({
    status: 201,
    body: [
      { id: 50, label: 'a "b", c' },
      { id: 51, label: 'ד' },
    ],
  })
  expect(await csv('id,label\n52')).toMatchObject({
    status: 400,
    body: { code: 'PGRST102', message: 'All lines must have same number of fields' },
  })
  expect(await csv('id,label\n53,NULL')).toMatchObject({ status: 400, body: { code: '23502' } })
  for (const broken of ['', 'id,label\n54,"open', 'id,label\n55,x"y', 'id,id\n1,2'])
    expect(await csv(broken)).toMatchObject({ status: 400, body: { code: 'PGRST102' } })
  const form = await ask('POST', '/shelves?select=label', {
    body: 'id=60&label=from+a+form',
    prefer: 'return=representation',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form).toMatchObject({ status: 201, body: [{ label: 'from a form' }] })
  const response = await ask('POST', '/rpc/join_words', {
    body: 'words=a&words=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(response).toMatchObject({ body: 'a-b' })
  expect(await ask('POST', '/shelves', { body: '<a/>', headers: { 'content-type': 'text/xml' } })).toMatchObject({
    status: 400,
    body: { code: 'PGRST102', message: 'Content-Type not acceptable: text/xml' },
  })
})

test('CSV has a header line with the column names, also for the rows of a function', async () => {
  expect((await ask('GET', '/rpc/totals?order=author&limit=1', accept('text/csv'))).text).toBe(
    'author,books\n"Meir Shalev",1',
  )
  expect((await ask('GET', '/books?id=eq.0', accept('text/csv'))).text).toBe('\n')
})
