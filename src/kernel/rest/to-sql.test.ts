import { expect, test } from 'vitest'
import { parseRequest } from './parse-request.ts'
import { planRequest } from './plan.ts'
import { buildSchema } from './schema/build-schema.ts'
import { restDefaults } from './schema/database-settings.ts'
import type { Catalog } from './schema/schema-query.ts'
import { toSql } from './to-sql.ts'

const column = (name: string, type = 'text') => ({ name, type, base: null, default: null })
const table = (oid: string, name: string, columns: Catalog['tables'][number]['columns'], primaryKey = ['id']) => ({
  oid, schema: 'public', name, isView: false, isExposed: true, columns, primaryKey, unique: [primaryKey], writes: 28,
  names: Object.fromEntries(columns.map((column, i) => [i + 1, column.name])),
}) // prettier-ignore

const cache = buildSchema(
  {
    tables: [
      table('1', 'authors', [column('id', 'integer'), column('name')]),
      table('2', 'books', [column('id', 'integer'), column('title'), column('data', 'jsonb'), column('author_id', 'integer')]),
      table('3', 'tags', [column('id', 'integer'), column('word')]),
      table('4', 'books_tags', [column('book_id', 'integer'), column('tag_id', 'integer')], ['book_id', 'tag_id']),
    ],
    foreignKeys: [
      { constraint: 'books_author', from: '2', to: '1', columns: [[4, 1]] },
      { constraint: 'bt_book', from: '4', to: '2', columns: [[1, 1]] },
      { constraint: 'bt_tag', from: '4', to: '3', columns: [[2, 1]] },
    ],
    functions: [
      {
        schema: 'public', name: 'add', inputNames: ['a', 'b'], types: ['integer', 'integer'], argumentOids: ['23', '23'], required: 1, isVariadic: false,
        volatility: 'i', isSet: false, isVoid: false, isComposite: false, isRecord: false, expectedRows: 0, relation: '0', columns: [], settings: null, media: null, isBytes: false,
      },
    ],
    views: [],
    handlers: [],
    geoJson: null,
    rowTypes: {},
    roles: [],
    watches: true,
  },
  1,
  restDefaults,
) // prettier-ignore

function sqlFor(method: string, address: string, body?: unknown, prefer?: string) {
  const [path = '', query = ''] = address.split('?')
  const request = parseRequest(
    {
      method,
      path,
      query,
      headers: prefer ? { prefer } : {},
      body: body === undefined ? undefined : JSON.stringify(body),
    },
    ['public'],
  )
  const plan = planRequest(request, cache, { maxRows: 1000, allowAggregates: true, allowPlans: false })
  return toSql(plan, {
    headOnly: request.headOnly,
    count: request.preferences.count,
    maxRows: 1000,
  }).main
}

const endings = `NULL, NULL, NULL, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')`

const rowsOf = (inner: string) =>
  `SELECT count(*), coalesce(json_agg(pgrst_row)::text, '[]'), ${endings} FROM (${inner}) AS pgrst_row`

const reads: [address: string, sql: string, values: string[]][] = [
  ['/books', 'SELECT "books".* FROM "public"."books" AS "books" LIMIT 1000', []],
  ['/books?select=t:title&id=eq.5&limit=7&offset=3',
    'SELECT "books"."title" AS "t" FROM "public"."books" AS "books" WHERE "books"."id" = $1 LIMIT 7 OFFSET $2', ['5', '3']],
  ['/books?select=id&title=in.(a,"b\\"c")&order=id.desc.nullslast',
    'SELECT "books"."id" AS "id" FROM "public"."books" AS "books" WHERE "books"."title" = ANY ($1) ORDER BY "books"."id" DESC NULLS LAST LIMIT 1000', ['{"a","b\\"c"}']],
  ['/books?select=data->a->>0::int&data->>b=eq.x',
    'SELECT CAST(("books"."data"->$1::text->>(0)) AS int) AS "a" FROM "public"."books" AS "books" WHERE ("books"."data"->>$2::text) = $3 LIMIT 1000', ['a', 'b', 'x']],
  ['/books?select=id::evil type',
    'SELECT CAST("books"."id" AS "evil type") AS "id" FROM "public"."books" AS "books" LIMIT 1000', []],
  ['/books?select=id&or=(title.like.a*,not.and(id.lt.1,id.gt.2))',
    'SELECT "books"."id" AS "id" FROM "public"."books" AS "books" WHERE ("books"."title" LIKE $1 OR NOT (("books"."id" < $2 AND "books"."id" > $3))) LIMIT 1000', ['a%', '1', '2']],
  ['/books?select=id,authors(name)&authors.name=eq.x',
    'SELECT "books"."id" AS "id", (SELECT row_to_json(pgrst_row) FROM (SELECT pgrst_1."name" AS "name" FROM "public"."authors" AS pgrst_1 WHERE pgrst_1."id" = "books"."author_id" AND pgrst_1."name" = $1) AS pgrst_row) AS "authors" FROM "public"."books" AS "books" LIMIT 1000', ['x']],
  ['/authors?select=books!inner(id)&books.limit=2',
    `SELECT coalesce((SELECT json_agg(pgrst_row) FROM (SELECT pgrst_1."id" AS "id" FROM "public"."books" AS pgrst_1 WHERE pgrst_1."author_id" = "authors"."id" LIMIT 2) AS pgrst_row), '[]') AS "books" FROM "public"."authors" AS "authors" WHERE EXISTS (SELECT FROM "public"."books" AS pgrst_1 WHERE pgrst_1."author_id" = "authors"."id") LIMIT 1000`, []],
  ['/books?select=tags(word)',
    `SELECT coalesce((SELECT json_agg(pgrst_row) FROM (SELECT pgrst_1."word" AS "word" FROM "public"."tags" AS pgrst_1, "public"."books_tags" AS pgrst_junction_1 WHERE pgrst_junction_1."book_id" = "books"."id" AND pgrst_1."id" = pgrst_junction_1."tag_id" LIMIT 1000) AS pgrst_row), '[]') AS "tags" FROM "public"."books" AS "books" LIMIT 1000`, []],
  ['/books?select=author_id,count(),id.max()',
    'SELECT "books"."author_id" AS "author_id", count(*) AS "count", max("books"."id") AS "max" FROM "public"."books" AS "books" GROUP BY 1 LIMIT 1000', []],
] // prettier-ignore

test.each(reads)('GET %s is translated to SQL', (address, sql, values) => {
  expect(sqlFor('GET', address)).toEqual({ text: rowsOf(sql), values })
})

test('an insert passes the JSON as one parameter, and returns no columns unless requested', () => {
  const body = { id: 1, title: "'); drop table books; --" }
  expect(sqlFor('POST', '/books', body)).toEqual({
    text: `WITH pgrst_source AS (INSERT INTO "public"."books" AS "books" ("id", "title") SELECT "id", "title" FROM json_to_record($1) AS pgrst_body("id" integer, "title" text) RETURNING 1 AS pgrst_one) SELECT count(*), '', ${endings} FROM pgrst_source AS pgrst_row`,
    values: [JSON.stringify(body)],
  })
  expect(
    sqlFor('POST', '/books?select=title', [body], 'return=representation,resolution=ignore-duplicates').text,
  ).toContain(
    'SELECT "id", "title" FROM json_to_recordset($1) AS pgrst_body("id" integer, "title" text) ON CONFLICT ("id") DO NOTHING RETURNING "books"."title")',
  )
})

test('an update and a delete bind their filter values as parameters', () => {
  expect(sqlFor('PATCH', '/books?id=eq.3', { title: 'x' })).toMatchObject({
    text: expect.stringContaining(
      'UPDATE "public"."books" AS "books" SET "title" = pgrst_body."title" FROM (SELECT * FROM json_to_record($1) AS pgrst_body("title" text) LIMIT 1) AS pgrst_body WHERE "books"."id" = $2 RETURNING 1',
    ),
    values: ['{"title":"x"}', '3'],
  })
  expect(sqlFor('DELETE', '/books?id=eq.3')).toMatchObject({
    text: expect.stringContaining('DELETE FROM "public"."books" AS "books" WHERE "books"."id" = $1 RETURNING 1'),
    values: ['3'],
  })
})

test('a call passes its arguments by name', () => {
  expect(sqlFor('GET', '/rpc/add?a=1&b=2')).toMatchObject({
    text: expect.stringContaining('FROM "public"."add"("a" := $1::integer, "b" := $2::integer)'),
    values: ['1', '2'],
  })
  expect(sqlFor('POST', '/rpc/add', { a: 1 })).toMatchObject({
    text: expect.stringContaining(
      'FROM json_to_record($1) AS pgrst_given("a" integer), LATERAL "public"."add"("a" := pgrst_given."a")',
    ),
    values: ['{"a":1}'],
  })
})
