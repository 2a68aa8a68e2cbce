// Defaults of the official client (spec §5, §9).
import { expect, test } from 'vitest'
import { testStore } from '../stores.fixture.ts'

const { db, service, ask } = await testStore('on disk')
await service.createBucket('defaults', { public: true })
const bucket = service.from('defaults')

test('leading, trailing and duplicate slashes of a path are removed', async () => {
  const { data, error } = await bucket.upload('/a//b.txt/', 'one')
  expect(error).toBeNull()
  expect(data!.path).toBe('a/b.txt')
  expect(await (await bucket.download('//a/b.txt')).data!.text()).toBe('one')
})

test('an upload does not overwrite, and is cached for an hour', async () => {
  await bucket.upload('first.txt', 'first')
  expect((await bucket.upload('first.txt', 'second')).error).toMatchObject({ statusCode: '409' })
  expect((await bucket.info('first.txt')).data).toMatchObject({ cacheControl: 'max-age=3600' })
})

test('a listing returns the first 100 items by name, ascending', async () => {
  await db.sql(
    `insert into storage.objects (bucket_id, name, metadata)
     select 'defaults', 'many/' || lpad((n * 7 % 120)::text, 3, '0'), '{}' from generate_series(0, 119) n`,
  )
  const first = Array.from({ length: 100 }, (_, i) => String(i).padStart(3, '0'))
  const { data } = await bucket.list('many')
  expect(data!.map(({ name }) => name)).toEqual(first)
  // The official client sends the same defaults, so this tests the server's own without them.
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"prefix":"many"}' }
  const listed = (await (await ask('object/list/defaults', init)).json()) as { name: string }[]
  expect(listed.map(({ name }) => name)).toEqual(first)
})
