import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bothStores } from '../stores.fixture.ts'

for (const { where, url, db, tokens, folder, service, visitor, signedIn, ask, blobs, loose } of await bothStores()) {
  test(`a file with a Hebrew name is uploaded as blob and raw body, and downloaded, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const name = `${sub}/משפחת כהן/דו״ח מס׳ 3.txt`
    const { data, error } = await storage
      .from('private')
      .upload(name, new Blob(['שלום'], { type: 'text/plain' }), { cacheControl: '60', metadata: { source: 'בדיקה' } })
    expect(error).toBeNull()
    expect(data).toEqual({ path: name, id: expect.any(String), fullPath: `private/${name}` })
    expect(await (await storage.from('private').download(name)).data!.text()).toBe('שלום')
    expect((await storage.from('private').info(name)).data).toMatchObject({
      id: data!.id, name, bucketId: 'private', size: 8, contentType: 'text/plain', contentEncoding: null, cacheControl: 'max-age=60',
      metadata: { source: 'בדיקה' }, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    }) // prettier-ignore

    const raw = await storage
      .from('private')
      .upload(`${sub}/a.bin`, new Uint8Array([0, 255, 1]), { contentType: 'application/x-thing', metadata: { a: 1 } })
    expect(raw.error).toBeNull()
    expect((await storage.from('private').info(`${sub}/a.bin`)).data).toMatchObject({
      size: 3,
      contentType: 'application/x-thing',
      metadata: { a: 1 },
    })
    expect((await storage.from('private').exists(`${sub}/a.bin`)).data).toBe(true)
    expect((await storage.from('private').exists(`${sub}/b.bin`)).data).toBe(false)
  })

  test(`a stream of unknown length and a large file are stored completely, ${where}`, async () => {
    const part = new Uint8Array(65_536).fill(7)
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 15; i++) controller.enqueue(part)
        controller.close()
      },
    })
    expect((await service.from('hidden').upload('streamed', stream, { contentType: 'audio/x' })).error).toBeNull()
    const came = await (await service.from('hidden').download('streamed')).data!.arrayBuffer()
    expect(Buffer.from(came).equals(Buffer.alloc(15 * 65_536, 7))).toBe(true)
  })

  test(`canonically equivalent Unicode names are one file, ${where}`, async () => {
    await service.from('hidden').upload('cafe\u0301.txt', 'one')
    expect((await service.from('hidden').upload('caf\u00e9.txt', 'two')).error).toMatchObject({ statusCode: '409' })
    expect(await (await service.from('hidden').download('cafe\u0301.txt')).data!.text()).toBe('one')
  })

  test(`a second upload needs upsert, and a replacement leaves one row and one blob, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const before = blobs()
    const path = `${sub}/a.txt`
    await storage.from('private').upload(path, 'one', { metadata: { note: 'once' } })
    expect((await storage.from('private').upload(path, 'two')).error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    })
    expect(await (await storage.from('private').download(path)).data!.text()).toBe('one')
    const first = await storage.from('private').info(path)
    const replaced = await storage.from('private').upload(path, 'two', { upsert: true })
    expect(replaced.data!.id).toBe(first.data!.id)
    await storage.from('private').update(path, 'three')
    expect(await (await storage.from('private').download(path)).data!.text()).toBe('three')
    // The metadata is not changed by the replacement.
    expect((await storage.from('private').info(path)).data!.metadata).toEqual({ note: 'once' })
    expect(blobs() - before).toBe(1)

    const many = await Promise.all(
      Array.from({ length: 8 }, (_, i) => storage.from('private').upload(path, `many ${i}`, { upsert: true })),
    )
    expect(many.map(({ error }) => error)).toEqual(Array(8).fill(null))
    expect(blobs() - before).toBe(1)
    expect(await loose()).toBe(0)
  })

  test(`a replacement by the service role keeps the owner, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    await storage.from('private').upload(`${sub}/mine`, 'one')
    await service.from('private').upload(`${sub}/mine`, 'two', { upsert: true })
    expect(await db.sql('select owner, owner_id from storage.objects where name = $1', [`${sub}/mine`])).toEqual([
      { owner: sub, owner_id: sub },
    ])
  })

  test(`encoded bytes are returned with their Content-Encoding, ${where}`, async () => {
    const packed = new Uint8Array(await new Response(new Blob(['שלום']).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()) // prettier-ignore
    await service.from('hidden').upload('packed', packed, { contentType: 'text/plain', contentEncoding: 'gzip' })
    const answer = await ask('object/hidden/packed')
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual(['gzip', 'שלום'])
    expect((await service.from('hidden').info('packed')).data!.contentEncoding).toBe('gzip')

    const form = new Blob([packed], { type: 'text/plain' })
    await service.from('hidden').upload('packed in a form', form, { contentEncoding: 'gzip' })
    expect(await (await service.from('hidden').download('packed in a form')).data!.text()).toBe('שלום')
  })

  test(`size and media type are limited per bucket and for the whole server, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const before = blobs()
    const image = (size: number) => new Blob([new Uint8Array(size)], { type: 'image/png' })
    expect((await storage.from('logos').upload(`${sub}/a.png`, image(1000))).error).toBeNull()
    expect((await storage.from('logos').upload(`${sub}/b.png`, image(1001))).error).toMatchObject({
      status: 400,
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
    expect((await storage.from('logos').upload(`${sub}/b.txt`, 'x')).error).toMatchObject({
      statusCode: '415',
      message: 'mime type text/plain;charset=UTF-8 is not supported',
    })
    expect((await storage.from('private').upload(`${sub}/big`, new Uint8Array(1_000_001))).error).toMatchObject({
      statusCode: '413',
    })
    expect(
      (await storage.from('private').upload(`${sub}/big`, new Blob([new Uint8Array(3_000_000)]))).error,
    ).toMatchObject({ statusCode: '413' })
    expect((await storage.from('nosuch').upload(`${sub}/a`, 'x')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    })
    expect(blobs() - before).toBe(1)
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
    expect(await loose()).toBe(0)
  })

  test(`an aborted upload leaves no blob and no row, ${where}`, async () => {
    const before = [blobs(), await loose()]
    const { port } = new URL(url)
    const headers = { apikey: tokens.serviceRoleKey, 'content-length': '1000', 'content-type': 'text/plain' }
    const upload = request({ port, path: '/storage/v1/object/hidden/broken', method: 'POST', headers })
    upload.on('error', () => {})
    upload.write('half of it')
    await expect.poll(() => readdirSync(join(folder, 'incoming')).length).toBe(1)
    upload.destroy()
    await expect.poll(async () => [blobs(), await loose(), ...readdirSync(join(folder, 'incoming'))]).toEqual(before)
    expect((await service.from('hidden').exists('broken')).data).toBe(false)
  })

  test.each(['image/png;,text/html', 'image/png, text/html', 'image/webp;a=",text/html', 'image/png;\v', 'image', ''])(
    `an image uploaded with the type %j is refused, because a browser might render it as a page of our origin, ${where}`,
    async (contentType) => {
      const { sub, token } = await signedIn()
      const form = new FormData()
      form.append('contentType', contentType)
      form.append('', new Blob(['<script>alert(1)</script>'], { type: 'image/png' }), 'a.png')
      const answer = await ask(`object/logos/${sub}/a.png`, {
        method: 'POST',
        headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}` },
        body: form,
      })
      expect(await answer.json()).toMatchObject({ code: 'InvalidMimeType' })
      expect((await visitor.from('logos').exists(`${sub}/a.png`)).data).toBe(false)
    },
  )
}
