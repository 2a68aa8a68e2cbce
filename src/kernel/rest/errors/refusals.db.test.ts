import { expect, test } from 'vitest'
import { bookshop } from '../bookshop.fixture.ts'

const { ask, db, tokens, dana } = await bookshop()

type Refusal = {
  ask: Parameters<typeof ask>
  status: number
  code: string
  message?: string
  details?: unknown
  hint?: string | null
}

const refusals: Refusal[] = [
  { ask: ['GET', '/book'], status: 404, code: 'PGRST205', message: "Could not find the table 'public.book' in the schema cache", details: null, hint: "Perhaps you meant the table 'public.books'" },
  { ask: ['GET', '/entirely_else'], status: 404, code: 'PGRST205', hint: null },
  { ask: ['GET', '/books?titel=eq.x'], status: 400, code: '42703', message: 'column books.titel does not exist', hint: 'Perhaps you meant to reference the column "books.title".' },
  { ask: ['GET', '/books?select=titel'], status: 400, code: '42703' },
  { ask: ['GET', '/books?order=titel'], status: 400, code: '42703' },
  { ask: ['GET', '/books?select=id,shelves(nope)'], status: 400, code: '42703', message: 'column shelves.nope does not exist' },
  { ask: ['GET', '/books?id=eq.abc'], status: 400, code: '22P02' },
  { ask: ['GET', '/books?id=xx.1'], status: 400, code: 'PGRST100', message: '"failed to parse filter (xx.1)" (line 1, column 1)', details: 'unexpected "x" expecting "not" or operator (eq, gt, ...)' },
  { ask: ['GET', '/books?select=id,,title'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books?select=id(('], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books?order=id.up'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books?or=(id.eq.1'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books?or=()'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books?id=is.maybe'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books?limit=many'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books?limit=-1'], status: 416, code: 'PGRST103' },
  { ask: ['GET', '/books?title=eq.%E0%A4%A'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books', { headers: { range: '5-1' } }], status: 416, code: 'PGRST103' },
  { ask: ['GET', `/books?select=${'shelves(books('.repeat(5)}id${'))'.repeat(5)}`], status: 400, code: 'PGRST100' },
  { ask: ['GET', `/books?select=${Array.from({ length: 101 }, (_, i) => `a${i}:shelves(label)`).join()}`], status: 400, code: 'PGRST100', message: 'At most 100 relations may be embedded' },
  { ask: ['GET', '/books?select=%22a%00b%22:id'], status: 400, code: 'PGRST100' },
  { ask: ['GET', '/books', { prefer: 'handling=strict,constructor=name' }], status: 400, code: 'PGRST122', details: 'Invalid preferences: constructor=name' },
  { ask: ['GET', '/books?select=id.sum()'], status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
  { ask: ['GET', '/books?select=id,authors(name)'], status: 300, code: 'PGRST201', message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
    hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
    details: [
      { cardinality: 'many-to-one', embedding: 'books with authors', relationship: 'books_author_id_fkey using books(author_id) and authors(id)' },
      { cardinality: 'many-to-one', embedding: 'books with authors', relationship: 'books_editor_id_fkey using books(editor_id) and authors(id)' },
    ] },
  { ask: ['GET', '/books?select=id,shelfs(label)'], status: 400, code: 'PGRST200', message: "Could not find a relationship between 'books' and 'shelfs' in the schema cache",
    details: "Searched for a foreign key relationship between 'books' and 'shelfs' in the schema 'public', but no matches were found.", hint: "Perhaps you meant 'shelves' instead of 'shelfs'." },
  { ask: ['GET', '/books?select=id,shelves!nope(label)'], status: 400, code: 'PGRST200' },
  { ask: ['GET', '/books?select=id&shelves.label=eq.x'], status: 400, code: 'PGRST108', message: "'shelves' is not an embedded resource in this request", hint: "Verify that 'shelves' is included in the 'select' query parameter." },
  { ask: ['GET', '/books?select=id&order=shelves(label)'], status: 400, code: 'PGRST108' },
  { ask: ['GET', '/books?select=id,shelves(label)&order=shelves(label)'], status: 400, code: 'PGRST118', message: "A related order on 'shelves' is not possible" },
  { ask: ['GET', '/books?select=id,shelves(label)&shelves=eq.1'], status: 400, code: 'PGRST120', message: "Bad operator on the 'shelves' embedded resource" },
  { ask: ['GET', '/books', { headers: { accept: 'image/png' } }], status: 406, code: 'PGRST107', message: 'None of these media types are available: image/png' },
  { ask: ['GET', '/books', { headers: { 'accept-profile': 'auth' } }], status: 406, code: 'PGRST106', message: 'Invalid schema: auth', hint: 'Only the following schemas are exposed: public' },
  { ask: ['GET', '/books', { prefer: 'handling=strict,anything=goes' }], status: 400, code: 'PGRST122', details: 'Invalid preferences: anything=goes' },
  { ask: ['GET', '/books/1'], status: 404, code: 'PGRST125' },
  { ask: ['PUT', '/rpc/add', { body: {} }], status: 405, code: 'PGRST101', message: 'Cannot use the PUT method on RPC' },
  { ask: ['GET', '/rpc/nope?a=1'], status: 404, code: 'PGRST202', message: 'Could not find the function public.nope(a) in the schema cache', details: 'Searched for the function public.nope with parameter a, but no matches were found in the schema cache.' },
  { ask: ['POST', '/rpc/ad', { body: {} }], status: 404, code: 'PGRST202', message: 'Could not find the function public.ad without parameters in the schema cache' },
  { ask: ['POST', '/rpc/add', { body: { a: 1 }, prefer: 'handling=strict,max-affected=1' }], status: 400, code: 'PGRST128' },
  { ask: ['POST', '/books', { body: '{"title":' }], status: 400, code: 'PGRST102', message: 'Empty or invalid json' },
  { ask: ['POST', '/books', { body: '' }], status: 400, code: 'PGRST102' },
  { ask: ['POST', '/books', { body: '[1]' }], status: 400, code: 'PGRST102' },
  { ask: ['POST', '/books', { body: { titel: 'x' } }], status: 400, code: 'PGRST204', message: "Could not find the 'titel' column of 'books' in the schema cache" },
  { ask: ['POST', '/books?columns=nope', { body: { title: 'x' } }], status: 400, code: 'PGRST204' },
  { ask: ['POST', '/books', { body: { title: 'x', pages: 'many' } }], status: 400, code: '22P02' },
  { ask: ['POST', '/books', { body: { title: 'x', author_id: 99 } }], status: 409, code: '23503' },
  { ask: ['POST', '/books', { body: { title: null } }], status: 400, code: '23502', details: null },
  { ask: ['POST', '/shelves?on_conflict=nope', { body: { id: 1, label: 'x' }, prefer: 'resolution=merge-duplicates' }], status: 400, code: '42703', message: 'column "nope" does not exist' },
  { ask: ['GET', '/secrets'], status: 403, code: '42501' },
  { ask: ['GET', '/secrets', { as: 'anon' }], status: 401, code: '42501' },
  { ask: ['GET', '/books?select=id::nothing'], status: 400, code: '42704' },
  { ask: ['GET', `/books?title=eq.${'x'.repeat(17_000)}`], status: 414, code: 'url_too_long' },
  { ask: ['GET', '/books?title=eq.%00'], status: 400, code: '22021' },
] // prettier-ignore

test.each(refusals)('$ask.0 $ask.1 is refused with $code', async ({ ask: question, status, ...expected }) => {
  const answer = await ask(...question)
  expect(answer.body).toMatchObject(expected)
  expect(Object.keys(answer.body as object)).toEqual(['code', 'message', 'details', 'hint'])
  expect(answer.status).toBe(status)
  expect(answer.headers['proxy-status']).toBe(`PostgREST; error=${expected.code}`)
})

test('a body of more than 10 MB is refused with body_too_large', async () => {
  const answer = await ask('POST', '/books', { body: { title: 'x'.repeat(10 * 1024 * 1024) } })
  expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
})

test('an expired, forged or malformed token is refused with its reason', async () => {
  const expired = await ask('GET', '/books', { token: await tokens.signIn({}, -60) })
  expect(expired).toMatchObject({
    status: 401,
    body: { code: 'PGRST303', message: 'JWT expired' },
    headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="JWT expired"' },
  })
  const good = await tokens.signIn()
  const forged = await ask('GET', '/books', { token: `${good.slice(0, -8)}AAAAAAAA` })
  expect(forged).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  const [, claims] = good.split('.')
  const none = await ask('GET', '/books', {
    token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
  })
  expect(none).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  expect(await ask('GET', '/books', { token: 'nonsense' })).toMatchObject({
    status: 401,
    body: { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 1' },
  })
  expect(await ask('GET', '/books', { token: await tokens.signIn({ role: 'no_such_role' }) })).toMatchObject({
    status: 401,
    body: { code: '22023' },
  })
  const postgres = await ask('GET', '/books', { token: await tokens.signIn({ role: 'postgres' }) })
  expect(postgres).toMatchObject({ status: 403, body: { code: '42501' } })
})

// Sent in every part of a request that accepts text: no response is 5xx, and no row changes.
const evil = [
  `'; drop table secrets; --`,
  `"; drop table secrets; --`,
  `1); drop table secrets; --`,
  `\\'; drop table secrets`,
  `$1`,
  `$$; drop table secrets; $$`,
  `x" from secrets --`,
  `id) from secrets; --`,
  `*/ drop table secrets /*`,
]
const requestsWith: ((text: string) => Parameters<typeof ask>)[] = [
  (text) => ['GET', `/books?title=eq.${text}`],
  (text) => ['GET', `/books?id=eq.${text}`],
  (text) => ['GET', `/books?${text}=eq.1`],
  (text) => ['GET', `/books?select=${text}`],
  (text) => ['GET', `/books?select=id::${text}`],
  (text) => ['GET', `/books?select=%22${text}%22:id`],
  (text) => ['GET', `/books?select=x${text}:id`],
  (text) => ['GET', `/books?select=id,shelves!${text}(id)`],
  (text) => ['GET', `/books?select=id,${text}(id)`],
  (text) => ['GET', `/books?select=id,%22${text}%22:shelves(id)`],
  (text) => ['GET', `/authors?select=prizes->>${text}`],
  (text) => ['GET', `/authors?select=prizes->>%22${text}%22`],
  (text) => ['GET', `/authors?prizes->>%22${text}%22=eq.1`],
  (text) => ['GET', `/books?order=${text}`],
  (text) => ['GET', `/books?order=id.${text}`],
  (text) => ['GET', `/books?limit=${text}`],
  (text) => ['GET', `/books?offset=${text}`],
  (text) => ['GET', `/books?or=(title.eq.${text},id.eq.1)`],
  (text) => ['GET', `/books?title=in.(${text})`],
  (text) => ['GET', `/books?title=in.("${text}")`],
  (text) => ['GET', `/books?title=fts(${text}).x`],
  (text) => ['GET', `/books?title=like(any).{${text}}`],
  (text) => ['GET', `/books?tags=cs.${text}`],
  (text) => ['GET', `/${text}`],
  (text) => ['GET', `/rpc/${text}`],
  (text) => ['GET', `/rpc/add?a=${text}`],
  (text) => ['GET', `/rpc/add?${text}=1`],
  (text) => ['POST', `/books?columns=${text}`, { body: { title: 'x' } }],
  (text) => ['POST', `/shelves?on_conflict=${text}`, { body: { id: 1, label: 'x' }, prefer: 'resolution=merge-duplicates' }],
  (text) => ['POST', '/books', { body: { [decodeURIComponent(text)]: 1 } }],
  (text) => ['POST', '/rpc/add', { body: { [decodeURIComponent(text)]: 1 } }],
  (text) => ['GET', '/books?limit=1', { prefer: `timezone=${decodeURIComponent(text)}` }],
  (text) => ['GET', '/books', { headers: { 'accept-profile': decodeURIComponent(text) } }],
  (text) => ['GET', '/books', { headers: { 'x-anything': decodeURIComponent(text) } }],
] // prettier-ignore

test('text that looks like SQL is treated as text in every part of a request', async () => {
  for (const requestWith of requestsWith)
    for (const text of evil) {
      const question = requestWith(encodeURIComponent(text))
      const answer = await ask(...question)
      expect(answer.status, `${question[1]} → ${answer.text}`).toBeLessThan(500)
      expect(answer.text).not.toContain('concealed')
    }
  expect(await db.sql('select word from secrets')).toEqual([{ word: 'concealed' }])
})

test("two hundred concurrent requests of several callers never see each other's rows", async () => {
  const callers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const sub = crypto.randomUUID()
      return { sub, token: await tokens.signIn({ sub }) }
    }),
  )
  await Promise.all(callers.map(({ sub }) => db.sql('insert into loans (book_id, reader) values (1, $1)', [sub])))
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const { sub, token } = callers[i % callers.length]!
      if (i % 5 === 0) return expect(await ask('GET', '/rpc/who', { token })).toMatchObject({ body: { uid: sub } })
      if (i % 5 === 1) return expect(await ask('GET', '/loans?nope=eq.1', { token })).toMatchObject({ status: 400 })
      if (i % 5 === 2)
        return expect(await ask('GET', '/rpc/who', { as: 'anon' })).toMatchObject({ body: { role: 'anon', uid: null } })
      if (i % 5 === 3)
        return expect(await ask('POST', '/loans', { token, body: { book_id: 1, reader: dana } })).toMatchObject({
          status: 403,
        })
      return expect(await ask('GET', '/loans?select=reader', { token })).toMatchObject({ body: [{ reader: sub }] })
    }),
  )
})
