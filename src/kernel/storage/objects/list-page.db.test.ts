import { expect, test } from 'vitest'
import { testStore } from '../stores.fixture.ts'

const { db, service, visitor, signedIn, ask } = await testStore('on disk')

// Shuffled, so that creation order differs from name order.
const keys = ['m.txt', 'a/2', 'ת/1', 'b.txt', 'a/1', 'a.txt', 'a-b/x/y', 'א.txt', 'a/b/c', 'zz/only', 'a/b/d', 'Z.txt']
await service.createBucket('many', { public: false })
for (const key of keys) await service.from('many').upload(key, key)
await service.from('many').upload('m.txt', 'again', { upsert: true })

const byBytes = (names: string[]) => names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
const entriesOf = (prefix: string) => [
  ...new Set(
    keys.filter((key) => key.startsWith(prefix)).map((key) => prefix + key.slice(prefix.length).replace(/\/.*/, '/')),
  ),
]

type Options = Parameters<ReturnType<typeof service.from>['listV2']>[0]

/** Fetches all pages; each but the last must contain `limit` items. */
async function walk(options: Options, limit: number) {
  const found: string[] = []
  for (let cursor: string | undefined; ;) {
    const { data, error } = await service.from('many').listV2({ ...options, limit, ...(cursor && { cursor }) })
    expect(error).toBeNull()
    const names = [...data!.folders, ...data!.objects].map(({ name }) => name)
    expect(data!.objects.every(({ id, key, name }) => id && key === name)).toBe(true)
    if (data!.hasNext) expect(names).toHaveLength(limit)
    else expect(data!.nextCursor).toBeUndefined()
    found.push(...names)
    if (!data!.hasNext) return found
    cursor = data!.nextCursor
  }
}

const times = { created: keys, updated: [...keys.slice(1), 'm.txt'] }
const folders = ['a/', 'ת/', 'a-b/', 'zz/']

test.each<[string, Options, string[]]>([
  ['all keys', {}, byBytes(keys)],
  ['all keys, descending', { sortBy: { column: 'name', order: 'desc' } }, byBytes(keys).toReversed()],
  ['all keys by creation time', { sortBy: { column: 'created_at' } }, times.created],
  [
    'all keys by update time, descending',
    { sortBy: { column: 'updated_at', order: 'desc' } },
    times.updated.toReversed(),
  ],
  ['keys with a prefix', { prefix: 'a' }, byBytes(keys.filter((key) => key.startsWith('a')))],
  ['folders and files', { with_delimiter: true }, byBytes(entriesOf(''))],
  [
    'folders and files, descending',
    { with_delimiter: true, sortBy: { column: 'name', order: 'desc' } },
    byBytes(entriesOf('')).toReversed(),
  ],
  [
    'folders and files by creation time',
    { with_delimiter: true, sortBy: { column: 'created_at', order: 'asc' } },
    ['m.txt', 'a/', 'ת/', 'b.txt', 'a.txt', 'a-b/', 'א.txt', 'zz/', 'Z.txt'],
  ],
  [
    'folders and files by update time, descending',
    { with_delimiter: true, sortBy: { column: 'updated_at', order: 'desc' } },
    ['m.txt', 'Z.txt', 'zz/', 'א.txt', 'a-b/', 'a.txt', 'b.txt', 'ת/', 'a/'],
  ],
  ['one folder', { prefix: 'a/', with_delimiter: true }, byBytes(entriesOf('a/'))],
  ['folders and files with a prefix', { prefix: 'a', with_delimiter: true }, byBytes(entriesOf('a'))],
  ['one key', { prefix: 'a.txt', exactMatch: true }, ['a.txt']],
  ['no match', { prefix: 'nosuch/' }, []],
])('%s, for any page size', async (_, options, expected) => {
  for (const limit of [1, 2, 5, 1000]) {
    const found = await walk(options, limit)
    // A page returns folders and files as separate lists, so only one-item pages show their combined order.
    if (limit === 1 || !options?.with_delimiter) expect(found).toEqual(expected)
    else expect(found.toSorted()).toEqual(expected.toSorted())
  }
})

test('folders are returned separately from files; only their names end in a slash', async () => {
  const { data } = await service.from('many').listV2({ with_delimiter: true })
  expect(data!.folders.map(({ name, key }) => [name, key])).toEqual(
    byBytes(folders).map((name) => [name, name.slice(0, -1)]),
  )
  expect(data!.objects[0]).toMatchObject({ name: 'Z.txt', metadata: { size: 5 }, created_at: expect.any(String) })
})

test('only visible objects are listed, and hidden ones create no folders', async () => {
  const { sub, storage } = await signedIn()
  await storage.from('private').upload(`${sub}/mine/1`, 'x')
  await service.from('private').upload('other/user', 'x')
  const { data } = await storage.from('private').listV2({ with_delimiter: true })
  expect(data).toMatchObject({ folders: [{ name: `${sub}/` }], objects: [], hasNext: false })
  expect((await visitor.from('private').listV2()).data).toMatchObject({ folders: [], objects: [] })
})

test('listing a folder with many files skips them through the index', async () => {
  await db.sql(`insert into storage.objects (bucket_id, name, version, metadata)
    select 'many', 'huge/' || n, gen_random_uuid(), '{}' from generate_series(1, 20000) n`)
  await db.sql('analyze storage.objects')
  await db.sql('create sequence looks')
  await db.sql('grant usage on sequence looks to authenticated')
  await db.sql(
    `create policy "every look is counted" on storage.objects for select to authenticated using (bucket_id = 'many' and nextval('looks') > 0)`,
  )
  const { storage } = await signedIn()
  const { data } = await storage.from('many').listV2({ with_delimiter: true })
  expect(data!.folders.map(({ name }) => name)).toContain('huge/')
  const [looks] = await db.sql<{ count: number }>('select last_value::int as count from looks')
  expect(looks!.count).toBeLessThan(100)
})

test.each(['nonsense', Buffer.from('{"name":7}').toString('base64url'), Buffer.from('[').toString('base64url')])(
  'the cursor %s is refused',
  async (cursor) => {
    const answer = await ask('object/list-v2/many', { method: 'POST', body: JSON.stringify({ cursor }) })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ message: 'Invalid Parameter continuation token' }),
    ])
  },
)
