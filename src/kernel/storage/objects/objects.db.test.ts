import { expect, test } from 'vitest'
import { pruneStorage } from '../storage.ts'
import { bothStores } from '../stores.fixture.ts'

for (const { where, db, storage: inside, service, signedIn, ask, blobs, loose } of await bothStores()) {
  test(`a folder lists its folders and files with relative names, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    for (const name of ['ב.txt', 'א.txt', 'x/1.txt', 'x/2.txt', 'y/z/3.txt'])
      await storage.from('private').upload(`${sub}/${name}`, name)
    const { data } = await storage.from('private').list(sub)
    expect(data!.map(({ name, id }) => [name, id !== null])).toEqual([
      ['x', false],
      ['y', false],
      ['א.txt', true],
      ['ב.txt', true],
    ])
    expect(data![2]!.metadata).toMatchObject({
      eTag: expect.any(String),
      size: 6,
      mimetype: 'text/plain;charset=UTF-8',
      cacheControl: 'max-age=3600',
    })
    expect((await storage.from('private').list(`${sub}/x`, { search: '2' })).data).toMatchObject([{ name: '2.txt' }])
    const sorted = await storage
      .from('private')
      .list(sub, { limit: 1, offset: 2, sortBy: { column: 'name', order: 'desc' } })
    expect(sorted.data).toMatchObject([{ name: 'ב.txt' }])
    await storage.from('private').upload(`${sub}/x/é`, 'x')
    for (const name of ['1.txt', 'é'.normalize('NFD')])
      expect((await storage.from('private').list(`${sub}/x/${name}`, { exactMatch: true })).data).toMatchObject([
        { name: `${sub}/x/${name.normalize('NFC')}` },
      ])
  })

  test(`objects are removed by key together with their blobs, ${where}`, async () => {
    const before = blobs()
    for (const name of ['one', 'two', 'three']) await service.from('hidden').upload(name, name)
    const { version } = (await service.from('hidden').info('two')).data!
    const stale = await service.from('hidden').remove([{ path: 'two', versionId: crypto.randomUUID() }])
    expect(stale.data).toEqual([])
    const { data } = await service.from('hidden').remove(['one', 'one', { path: 'two', versionId: version }, 'nosuch'])
    expect(data!.map(({ name }) => name).toSorted()).toEqual(['one', 'two'])
    expect(Object.keys(data![0]!).toSorted()).toEqual(
      'bucket_id created_at id last_accessed_at metadata name owner owner_id updated_at user_metadata version'.split(
        ' ',
      ),
    )
    const single = await ask('object/hidden/three', { method: 'DELETE' })
    expect([single.status, await single.json()]).toEqual([200, { message: 'Successfully deleted' }])
    expect((await ask('object/hidden/three', { method: 'DELETE' })).status).toBe(400)
    expect([blobs(), await loose()]).toEqual([before, 0])
  })

  test(`a move changes no blob and respects the policies of the target, ${where}`, async () => {
    const [dana, yossi] = [await signedIn(), await signedIn()]
    const files = dana.storage.from('private')
    const { data } = await files.upload(`${dana.sub}/old.png`, new Blob(['x'], { type: 'image/png' }), {
      metadata: { a: 1 },
    })
    const before = blobs()
    const answer = await files.move(`${dana.sub}/old.png`, `${dana.sub}/תיקייה/חדש.png`)
    expect(answer.data).toEqual({
      message: 'Successfully moved',
      Id: data!.id,
      Key: `${dana.sub}/תיקייה/חדש.png`,
    })
    expect((await files.info(`${dana.sub}/תיקייה/חדש.png`)).data).toMatchObject({ id: data!.id, metadata: { a: 1 } })
    expect(await (await files.download(`${dana.sub}/תיקייה/חדש.png`)).data!.text()).toBe('x')
    expect((await files.exists(`${dana.sub}/old.png`)).data).toBe(false)

    expect((await files.move(`${dana.sub}/old.png`, `${dana.sub}/b`)).error).toMatchObject({ statusCode: '404' })
    expect((await files.move(`${dana.sub}/תיקייה/חדש.png`, `${yossi.sub}/b`)).error).toMatchObject({
      statusCode: '403',
    })
    await files.upload(`${dana.sub}/taken`, 'y')
    expect((await files.move(`${dana.sub}/taken`, `${dana.sub}/תיקייה/חדש.png`)).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
    const elsewhere = (destinationBucket: string, from = 'תיקייה/חדש.png') =>
      files.move(`${dana.sub}/${from}`, `${dana.sub}/there.png`, { destinationBucket })
    expect((await elsewhere('nosuch')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    expect((await elsewhere('logos', 'taken')).error).toMatchObject({ statusCode: '415' })
    expect((await elsewhere('logos')).error).toBeNull()
    expect(await (await dana.storage.from('logos').download(`${dana.sub}/there.png`)).data!.text()).toBe('x')
    expect([blobs() - before, await loose()]).toEqual([1, 0])
  })

  test(`a version uploaded during a move does not bypass the limits of the target bucket, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const files = storage.from('private')
    await files.upload(`${sub}/a.png`, new Blob(['x'], { type: 'image/png' }))
    const replacing = await db.owner.connect()
    await replacing.query('begin')
    await replacing.query(
      `update storage.objects set version = gen_random_uuid(), metadata = metadata || '{"mimetype": "text/plain"}' where name = $1`,
      [`${sub}/a.png`],
    )
    const moving = files.move(`${sub}/a.png`, `${sub}/moved.png`, { destinationBucket: 'logos' })
    await expect
      .poll(() =>
        db.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1)
    await replacing.query('commit')
    replacing.release()
    expect((await moving).error).toMatchObject({ statusCode: '404' })
    await db.sql('delete from storage.objects where name = $1', [`${sub}/a.png`])
    await pruneStorage(inside)
  })

  test(`a copy is independent, with the metadata of its source or new metadata, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const files = storage.from('private')
    await files.upload(`${sub}/one`, 'bytes', { contentType: 'text/plain', metadata: { a: 1 } })
    const before = blobs()
    const copied = await files.copy(`${sub}/one`, `${sub}/two`)
    expect(copied.data).toEqual({ path: `private/${sub}/two` })
    await files.remove([`${sub}/one`])
    expect(await (await files.download(`${sub}/two`)).data!.text()).toBe('bytes')
    expect((await files.info(`${sub}/two`)).data).toMatchObject({ contentType: 'text/plain', metadata: { a: 1 } })
    expect(blobs()).toBe(before)

    await files.copy(`${sub}/two`, `${sub}/three`, {
      copyMetadata: false,
      metadata: { mimetype: 'image/png', cacheControl: 'max-age=7' },
    })
    expect((await files.info(`${sub}/three`)).data).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'max-age=7',
      metadata: {},
    })
    expect((await files.copy(`${sub}/two`, `${sub}/three`)).error).toMatchObject({ statusCode: '409' })
    expect((await files.copy(`${sub}/nosuch`, `${sub}/four`)).error).toMatchObject({ statusCode: '404' })
    expect((await files.copy(`${sub}/two`, 'elsewhere/four')).error).toMatchObject({ statusCode: '403' })
    expect((await files.copy(`${sub}/two`, `${sub}/x.txt`, { destinationBucket: 'logos' })).error).toMatchObject({
      statusCode: '415',
    })
    const body = { bucketId: 'private', sourceKey: `${sub}/two`, destinationKey: `${sub}/three` }
    const upserted = await ask('object/copy', {
      method: 'POST',
      headers: { 'x-upsert': 'true' },
      body: JSON.stringify(body),
    })
    expect(await upserted.json()).toMatchObject({
      Id: expect.any(String),
      Key: `private/${sub}/three`,
      name: `${sub}/three`,
      bucket_id: 'private',
      metadata: { mimetype: 'text/plain' },
    })
    expect(await (await files.download(`${sub}/three`)).data!.text()).toBe('bytes')
    expect([blobs() - before, await loose()]).toEqual([1, 0])
  })

  test(`concurrent writes on the same keys lose no blob that is in use, ${where}`, async () => {
    const before = blobs()
    const files = service.from('hidden')
    await Promise.all(['a', 'b', 'c'].map((name) => files.upload(`race/${name}`, name)))
    const names = ['a', 'b', 'c', 'd']
    const pick = (i: number) => `race/${names[i % names.length]}`
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        [
          () => files.upload(pick(i), `upload ${i}`, { upsert: true }),
          () => files.move(pick(i), pick(i + 1)),
          () => files.copy(pick(i), pick(i + 2)),
          () => files.remove([pick(i)]),
        ][Math.floor(i / 4) % 4]!(),
      ),
    )
    const remaining = await db.sql<{ name: string }>("select name from storage.objects where name like 'race/%'")
    for (const { name } of remaining) expect((await files.download(name)).error).toBeNull()
    expect([blobs() - before, await loose()]).toEqual([remaining.length, 0])
  })

  test(`a query that exceeds the statement timeout of its role is cancelled, ${where}`, async () => {
    await service.createBucket('slow', { public: false })
    await db.sql(`create policy "slowly" on storage.objects for select to authenticated
      using (bucket_id = 'slow' and pg_sleep(30) is not null)`)
    await service.from('slow').upload('a', 'x')
    const { storage: slow } = await signedIn()
    inside.statementMs = async () => 50
    const { error } = await slow.from('slow').list()
    expect(error).toMatchObject({ status: 544, statusCode: '544', code: 'DatabaseTimeout' })
  })
}
