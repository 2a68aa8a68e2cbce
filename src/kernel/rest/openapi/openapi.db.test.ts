import { expect, test } from 'vitest'
import { bookshop } from '../bookshop.fixture.ts'

type Document = {
  info: { title: string; description: string }
  host: string
  basePath: string
  paths: Record<string, Record<string, { summary?: string; parameters?: { name?: string; $ref?: string }[] }>>
  definitions: Record<string, { required?: string[]; properties: Record<string, object> }>
}

const { ask, db } = await bookshop({ address: 'https://data.example.com/rest/v1' })
await db.sql(`
  comment on schema public is E'The bookshop\\nBooks and who has them';
  comment on table books is E'Books\\n\\nAll that were ever here';
  comment on column books.title is 'As on the cover';
  create type mood as enum ('calm', 'wild');
  alter table shelves add mood mood default 'calm', add code varchar(7);
`)

test('the root describes the relations and functions that the caller may use', async () => {
  const answer = await ask('GET', '/')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/openapi+json; charset=utf-8')
  const { info, host, basePath, paths, definitions } = answer.body as Document
  expect(info).toMatchObject({ title: 'The bookshop', description: 'Books and who has them' })
  expect([host, basePath]).toEqual(['data.example.com', '/rest/v1'])
  expect(paths['/books']!['get']).toMatchObject({ summary: 'Books', description: 'All that were ever here' })
  expect(definitions['books']).toMatchObject({
    required: ['id', 'title', 'pages', 'tags'],
    properties: {
      id: { format: 'integer', type: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
      title: { format: 'text', type: 'string', description: 'As on the cover' },
      pages: { default: 100 },
      tags: { type: 'array', items: { type: 'string' } },
      author_id: { description: "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>" },
    },
  })
  expect(definitions['shelves']!.properties).toMatchObject({
    mood: { enum: ['calm', 'wild'], default: 'calm', format: 'public.mood' },
    code: { maxLength: 7 },
  })
  expect(Object.keys(paths['/long_books']!)).toEqual(['get', 'post', 'delete', 'patch'])
  expect(Object.keys(paths['/rpc/add']!)).toEqual(['get', 'post'])
  expect(Object.keys(paths['/rpc/rename_book']!)).toEqual(['post'])
  expect(paths['/rpc/add']!['get']!.parameters).toEqual([
    { name: 'a', required: true, in: 'query', format: 'integer', type: 'integer' },
    { name: 'b', required: false, in: 'query', format: 'integer', type: 'integer' },
  ])
  expect(paths).not.toHaveProperty('/secrets')
  const visitor = await ask('GET', '/', { as: 'anon' })
  expect((visitor.body as Document).paths).not.toHaveProperty('/loans')
  expect(await ask('HEAD', '/')).toMatchObject({ status: 200, text: '' })
})

test('the root is served only as OpenAPI, and can be disabled', async () => {
  expect(await ask('GET', '/', { headers: { accept: 'text/csv' } })).toMatchObject({ status: 406 })
  expect(await ask('POST', '/', { body: {} })).toMatchObject({ status: 405, body: { code: 'PGRST117' } })
  const closed = await bookshop({ openApi: 'disabled' })
  expect(await closed.ask('GET', '/')).toMatchObject({
    status: 404,
    body: { code: 'PGRST126', message: 'Root endpoint metadata is disabled' },
  })
  const open = await bookshop({ openApi: 'ignore-privileges' })
  expect(((await open.ask('GET', '/', { as: 'anon' })).body as Document).paths).toHaveProperty('/secrets')
})
