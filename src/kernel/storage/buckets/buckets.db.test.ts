import { expect, test } from 'vitest'
import { bothStores } from '../stores.fixture.ts'

for (const { where, db, service, visitor, signedIn, ask, blobs, loose } of await bothStores()) {
  test(`buckets are created, updated, emptied and deleted as policies allow, ${where}`, async () => {
    expect((await visitor.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
    expect(
      (await service.createBucket('papers', { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] }))
        .data,
    ).toEqual({ name: 'papers' })
    expect((await service.createBucket('papers')).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
    expect((await service.getBucket('papers')).data).toEqual({
      id: 'papers',
      name: 'papers',
      owner: '',
      public: false,
      file_size_limit: 1000,
      allowed_mime_types: ['text/*'],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await visitor.getBucket('papers')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    expect((await service.updateBucket('papers', { public: true })).data).toEqual({ message: 'Successfully updated' })
    expect((await service.updateBucket('nosuch', { public: true })).error).toMatchObject({ statusCode: '404' })
    const before = blobs()
    await service.from('papers').upload('a.txt', 'x')
    expect((await service.deleteBucket('papers')).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    })
    expect((await service.emptyBucket('papers')).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
    expect([blobs(), await loose()]).toEqual([before, 0])
    expect((await service.deleteBucket('papers')).data).toEqual({ message: 'Successfully deleted' })
    expect((await service.deleteBucket('papers')).error).toMatchObject({ statusCode: '404' })
  })

  test(`limits of a bucket are changed and removed, ${where}`, async () => {
    await service.createBucket('narrow', { public: false, fileSizeLimit: 5, allowedMimeTypes: ['image/png'] })
    const upload = (contentType: string) =>
      service.from('narrow').upload('x', '1234567890', { contentType, upsert: true })
    expect((await upload('image/png')).error).toMatchObject({ statusCode: '413' })
    expect((await upload('image/gif')).error).toMatchObject({ statusCode: '415' })
    await service.updateBucket('narrow', { public: false, fileSizeLimit: null, allowedMimeTypes: ['*/*'] })
    expect((await upload('image/gif')).error).toBeNull()
    await service.updateBucket('narrow', { public: false, allowedMimeTypes: null })
    expect((await upload('text/plain')).error).toBeNull()
    // Above the server-wide limit.
    expect((await service.updateBucket('narrow', { public: false, fileSizeLimit: '20GB' })).error).toMatchObject({
      statusCode: '413',
    })
  })

  test(`buckets are listed in order, by page and by name search, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    await db.sql(`create policy "all see the buckets" on storage.buckets for select to authenticated using (true)`)
    for (const name of ['ab', 'abc', 'לוגו']) await service.createBucket(name, { public: true })
    const names = async (options?: Parameters<typeof storage.listBuckets>[0]) =>
      (await storage.listBuckets(options)).data!.map(({ id }) => id)
    expect(await names({ search: 'Ab' })).toEqual(['ab', 'abc'])
    expect(await names({ search: 'ab', sortColumn: 'created_at', sortOrder: 'desc', limit: 1 })).toEqual(['abc'])
    expect(await names({ search: 'ab', offset: 1 })).toEqual(['abc'])
    expect(await names({ search: 'לו' })).toEqual(['לוגו'])
    expect((await storage.listBuckets()).data![0]).toMatchObject({ type: 'STANDARD' })
    expect(sub).toBeTruthy()
    expect((await visitor.listBuckets()).data).toEqual([])
  })

  test(`upstream features that are not supported are refused by name, ${where}`, async () => {
    const refused = { code: 'FeatureNotEnabled', statusCode: '400' }
    const calls = {
      versions: service.createBucket('v', { public: false, versioningStatus: 'ENABLED' }),
      'versions later': service.updateBucket('private', { public: false, versioningStatus: 'ENABLED' }),
      analytics: service.createBucket('a', { public: false, type: 'ANALYTICS' }),
      lifecycle: service.getBucketLifecycle('private'),
      'cache of a bucket': service.purgeBucketCache('private'),
      'cache of a file': service.from('private').purgeCache('a.txt'),
    }
    for (const [what, call] of Object.entries(calls)) expect([what, (await call).error]).toMatchObject([what, refused])
    for (const path of ['upload/resumable', 'upload/resumable/abc'])
      for (const method of ['POST', 'PATCH', 'HEAD', 'OPTIONS']) {
        const answer = await ask(path, { method, headers: { 'tus-resumable': '1.0.0' } })
        expect(answer.status).toBe(400)
      }
  })
}
