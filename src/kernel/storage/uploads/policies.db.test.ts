import { expect, test } from 'vitest'
import { testStore } from '../stores.fixture.ts'

const { db, service, visitor, signedIn, blobs, loose } = await testStore('on disk')
const refused = { status: 400, statusCode: '403', message: 'new row violates row-level security policy' }

test('policies decide about uploads, downloads, listings and removals', async () => {
  const [dana, yossi] = [await signedIn(), await signedIn()]
  const path = `${dana.sub}/secret.txt`
  await dana.storage.from('private').upload(path, 'סוד')
  const before = blobs()
  expect((await yossi.storage.from('private').upload(`${dana.sub}/b.txt`, 'x')).error).toMatchObject(refused)
  expect((await yossi.storage.from('private').upload(path, 'x', { upsert: true })).error).toMatchObject(refused)
  expect((await visitor.from('private').upload('a.txt', 'x')).error).toMatchObject(refused)
  expect([blobs(), await loose()]).toEqual([before, 0])
  expect((await yossi.storage.from('private').download(path)).error).toMatchObject({ status: 400, statusCode: '404' })
  expect((await yossi.storage.from('private').list(dana.sub)).data).toEqual([])
  expect((await yossi.storage.from('private').listV2({ prefix: dana.sub })).data).toMatchObject({ objects: [] })
  expect((await yossi.storage.from('private').createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' })
  expect((await yossi.storage.from('private').createSignedUploadUrl(path)).error).toMatchObject(refused)
  expect((await yossi.storage.from('private').remove([path])).data).toEqual([])
  expect((await dana.storage.from('private').list(dana.sub)).data).toHaveLength(1)
  expect((await visitor.from('hidden').upload('letter.txt', 'x')).error).toBeNull()
  expect((await visitor.from('hidden').download('letter.txt')).error).not.toBeNull()
  expect((await service.from('hidden').download('letter.txt')).error).toBeNull()

  const removed = await dana.storage.from('private').remove([path])
  expect(removed.data).toMatchObject([{ name: path, bucket_id: 'private' }])
  expect((await dana.storage.from('private').download(path)).error).toMatchObject({
    statusCode: '404',
    message: 'Object not found',
  })
})

test.each([
  { may: ['insert'], upload: true, upsertNew: false, upsertOld: false, move: false },
  { may: ['insert', 'select'], upload: true, upsertNew: true, upsertOld: false, move: false },
  { may: ['insert', 'update'], upload: true, upsertNew: false, upsertOld: false, move: false },
  { may: ['select', 'update'], upload: false, upsertNew: false, upsertOld: false, move: true },
  { may: ['insert', 'select', 'update'], upload: true, upsertNew: true, upsertOld: true, move: true },
])('a policy for $may allows only the matching operations', async ({ may, ...expected }) => {
  const bucket = `may ${may.join(' ')}`
  await service.createBucket(bucket, { public: false })
  for (const verb of may)
    await db.sql(
      `create policy "may ${verb} in ${bucket}" on storage.objects for ${verb} to authenticated
       ${verb === 'insert' ? 'with check' : 'using'} (bucket_id = '${bucket}')`,
    )
  await service.from(bucket).upload('old', 'x')
  const files = (await signedIn()).storage.from(bucket)
  const worked = async (call: Promise<{ error: unknown }>) => (await call).error === null
  expect({
    upload: await worked(files.upload('new', 'x')),
    upsertNew: await worked(files.upload('newer', 'x', { upsert: true })),
    upsertOld: await worked(files.upload('old', 'y', { upsert: true })),
    move: await worked(files.move('old', 'moved')),
  }).toEqual(expected)
})

test('an upload link does not replace its own upload where no policy allows an update', async () => {
  await service.createBucket('once', { public: false })
  await db.sql(`
    create policy "once: everybody adds" on storage.objects for insert to authenticated with check (bucket_id = 'once');
    create policy "once: everybody reads" on storage.objects for select to authenticated using (bucket_id = 'once')`)
  const files = (await signedIn()).storage.from('once')
  const { data } = await files.createSignedUploadUrl('contract', { upsert: true })
  expect((await files.uploadToSignedUrl('contract', data!.token, 'first')).error).toBeNull()
  expect((await files.uploadToSignedUrl('contract', data!.token, 'second')).error).toMatchObject({ statusCode: '409' })
  expect(await (await service.from('once').download('contract')).data!.text()).toBe('first')
})

test('a policy sees the declared metadata before the upload starts', async () => {
  await service.createBucket('small pictures', { public: false })
  await db.sql(`create policy "small pictures only" on storage.objects for insert to authenticated
    with check (bucket_id = 'small pictures' and metadata ->> 'mimetype' like 'image/%' and (metadata ->> 'size')::int < 10 and user_metadata ->> 'of' = 'us')`)
  const files = (await signedIn()).storage.from('small pictures')
  const upload = (name: string, size: number, contentType: string, of: string) =>
    files.upload(name, new Uint8Array(size), { contentType, metadata: { of } })
  expect((await upload('a', 5, 'image/png', 'us')).error).toBeNull()
  for (const [size, type, of] of [
    [50, 'image/png', 'us'],
    [5, 'text/plain', 'us'],
    [5, 'image/png', 'them'],
  ] as const)
    // prettier-ignore
    expect((await upload('b', size, type, of)).error).toMatchObject(refused)
})
