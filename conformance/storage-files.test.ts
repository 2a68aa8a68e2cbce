import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { address, otherAddress, service, visitor } from './clients.ts'

const bucket = `files ${randomUUID()}`
const open = `open ${randomUUID()}`
const { storage } = service()
const files = storage.from(bucket)
await storage.createBucket(bucket, { public: false })
await storage.createBucket(open, { public: true, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] })
afterAll(async () => {
  for (const name of [bucket, open]) {
    await storage.emptyBucket(name)
    await storage.deleteBucket(name)
  }
})

const name = 'משפחת כהן/דו״ח מס׳ 3.txt'
const text = async (from: { data: Blob | null }) => from.data!.text()

test('a file is uploaded in every body type of the client, under names in any script, and downloaded', async () => {
  const bytes = new TextEncoder().encode('שלום')
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: 'text/plain' }))
  const stream = new Blob([bytes]).stream()
  const forms = { blob: new Blob([bytes]), form, stream, bytes, buffer: bytes.buffer, text: 'שלום' }
  for (const [kind, body] of Object.entries(forms)) {
    const { data, error } = await files.upload(`${kind}/${name}`, body, { contentType: 'text/plain' })
    expect([kind, error]).toEqual([kind, null])
    expect(data).toEqual({ path: `${kind}/${name}`, id: expect.any(String), fullPath: `${bucket}/${kind}/${name}` })
    expect(await text(await files.download(`${kind}/${name}`))).toBe('שלום')
  }
  const parts: string[] = []
  const { data } = await files.download(`text/${name}`).asStream()
  for await (const part of data!.pipeThrough(new TextDecoderStream())) parts.push(part)
  expect(parts.join('')).toBe('שלום')
})

test('file metadata is stored and returned: content type, cache control, custom metadata', async () => {
  const { data } = await files.upload('facts.txt', 'four', {
    contentType: 'text/x-facts',
    cacheControl: '60',
    metadata: { שם: 'ערך', n: 1 },
  })
  expect((await files.info('facts.txt')).data).toEqual({
    id: data!.id,
    name: 'facts.txt',
    version: expect.any(String),
    bucketId: bucket,
    size: 4,
    contentType: 'text/x-facts',
    contentEncoding: null,
    cacheControl: 'max-age=60',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    metadata: { שם: 'ערך', n: 1 },
    lastModified: expect.any(String),
    createdAt: expect.any(String),
  })
  expect((await files.exists('facts.txt')).data).toBe(true)
  expect((await files.exists('nosuch.txt')).data).toBe(false)
})

test('an upload to an existing key is refused, and an upsert or update replaces the file', async () => {
  await files.upload('taken', 'one')
  expect((await files.upload('taken', 'two')).error).toMatchObject({
    status: 400,
    statusCode: '409',
    code: 'KeyAlreadyExists',
    message: 'The resource already exists',
  })
  expect((await files.upload('taken', 'two', { upsert: true })).error).toBeNull()
  expect(await text(await files.download('taken'))).toBe('two')
  expect((await files.update('taken', 'three')).error).toBeNull()
  expect(await text(await files.download('taken'))).toBe('three')
})

test('a file uploaded to one node is served by the other', async () => {
  await files.upload('shared', 'from one')
  const there = service(otherAddress).storage.from(bucket)
  expect(await text(await there.download('shared'))).toBe('from one')
  const { data } = await there.createSignedUrl('shared', 60)
  expect(await (await fetch(data!.signedUrl.replace(otherAddress, address))).text()).toBe('from one')
  await there.remove(['shared'])
  expect((await files.exists('shared')).data).toBe(false)
})

test('a bucket limits size and media type', async () => {
  const upload = (size: number, contentType: string) =>
    storage.from(open).upload('limited', 'x'.repeat(size), { contentType, upsert: true })
  expect((await upload(1000, 'text/plain')).error).toBeNull()
  expect((await upload(1001, 'text/plain')).error).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
  expect((await upload(1, 'image/png')).error).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' })
})

test('a public file needs no api key, and range and conditional requests are supported', async () => {
  await storage.from(open).upload(name, '0123456789', { contentType: 'text/plain', upsert: true })
  const { publicUrl } = visitor().storage.from(open).getPublicUrl(name).data
  const answer = await fetch(publicUrl)
  expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
  const part = await fetch(publicUrl, { headers: { range: 'bytes=-3' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 7-9/10', '789'])
  const cached = await fetch(publicUrl, { headers: { 'if-none-match': answer.headers.get('etag')! } })
  expect(cached.status).toBe(304)
  const beyond = await fetch(publicUrl, { headers: { range: 'bytes=10-' } })
  expect([beyond.status, await beyond.json()]).toEqual([400, expect.objectContaining({ statusCode: '416' })])
  const download = await fetch(visitor().storage.from(open).getPublicUrl(name, { download: 'שם.txt' }).data.publicUrl)
  expect(download.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('שם.txt')}`)
  const page = await storage.from(open).upload('page', '<script/>', { contentType: 'text/html' })
  expect(page.error).toBeNull()
  const shown = await fetch(storage.from(open).getPublicUrl('page').data.publicUrl)
  expect(shown.headers.get('content-type')).toContain('text/plain')
})

test('files are moved and copied, inside a bucket and across', async () => {
  const { data } = await files.upload('from.txt', 'x', { contentType: 'text/plain', metadata: { a: 1 } })
  expect((await files.move('from.txt', 'to/ל.txt')).data).toMatchObject({ message: 'Successfully moved' })
  expect((await files.info('to/ל.txt')).data).toMatchObject({ id: data!.id, metadata: { a: 1 } })
  expect((await files.copy('to/ל.txt', 'copy.txt')).data).toEqual({ path: `${bucket}/copy.txt` })
  expect((await files.copy('to/ל.txt', 'copy.txt')).error).toMatchObject({ statusCode: '409' })
  expect((await files.copy('to/ל.txt', 'there.txt', { destinationBucket: open })).error).toBeNull()
  expect((await files.move('copy.txt', 'moved there.txt', { destinationBucket: open })).error).toBeNull()
  expect(await text(await storage.from(open).download('moved there.txt'))).toBe('x')
  expect((await files.move('nosuch', 'b')).error).toMatchObject({ statusCode: '404', message: 'Object not found' })
})

test('both list methods return folders', async () => {
  for (const key of ['tree/b.txt', 'tree/a/1', 'tree/a/2', 'tree/א.txt']) await files.upload(key, key)
  const { data } = await files.list('tree', { sortBy: { column: 'name', order: 'desc' } })
  expect(data!.map((entry) => [entry.name, entry.id === null])).toEqual([
    ['a', true],
    ['א.txt', false],
    ['b.txt', false],
  ])
  expect((await files.list('tree', { search: 'b', limit: 1 })).data).toMatchObject([
    { name: 'b.txt', metadata: { size: 10, mimetype: 'text/plain;charset=UTF-8' } },
  ])
  const first = await files.listV2({ prefix: 'tree/', with_delimiter: true, limit: 2 })
  expect(first.data).toMatchObject({ hasNext: true, folders: [{ name: 'tree/a/' }], objects: [{ name: 'tree/b.txt' }] })
  const rest = await files.listV2({ prefix: 'tree/', with_delimiter: true, cursor: first.data!.nextCursor! })
  expect(rest.data).toMatchObject({ hasNext: false, folders: [], objects: [{ name: 'tree/א.txt' }] })
  expect((await files.listV2({ prefix: 'tree/a' })).data!.objects.map((object) => object.name)).toEqual([
    'tree/a/1',
    'tree/a/2',
  ])
})

test('files are removed by key, and missing keys are not listed', async () => {
  await files.upload('gone/1', 'x')
  await files.upload('gone/2', 'x')
  const { data } = await files.remove(['gone/1', 'gone/2', 'gone/3'])
  expect(data!.map((object) => object.name).toSorted()).toEqual(['gone/1', 'gone/2'])
  expect((await files.list('gone')).data).toEqual([])
})

test('signed URLs open one file for download or upload until they expire', async () => {
  await files.upload(name, 'secret', { upsert: true })
  const { data } = await files.createSignedUrl(name, 60, { download: true })
  const answer = await fetch(data!.signedUrl)
  expect([answer.status, await answer.text(), answer.headers.has('content-disposition')]).toEqual([200, 'secret', true])
  const forged = await fetch(`${data!.signedUrl.split('?')[0]!}?token=${new URL(data!.signedUrl).searchParams.get('token')!.slice(0, -3)}AAA`) // prettier-ignore
  expect(await forged.json()).toMatchObject({ code: 'InvalidJWT' })
  const many = await files.createSignedUrls([name, 'nosuch'], 60)
  expect(many.data!.map(({ error }) => error)).toEqual([
    null,
    'Either the object does not exist or you do not have access to it',
  ])
  expect(await (await fetch(many.data![0]!.signedUrl!)).text()).toBe('secret')
  expect((await visitor().storage.from(bucket).createSignedUrl(name, 60)).error).toMatchObject({ statusCode: '404' })

  const upload = await files.createSignedUploadUrl('by link.txt')
  const theirs = visitor().storage.from(bucket)
  expect((await theirs.uploadToSignedUrl('by link.txt', upload.data!.token, 'theirs')).error).toBeNull()
  expect((await theirs.uploadToSignedUrl('by link.txt', upload.data!.token, 'again')).error).toMatchObject({
    statusCode: '409',
  })
  expect((await theirs.uploadToSignedUrl('other.txt', upload.data!.token, 'x')).error).toMatchObject({
    statusCode: '400',
    code: 'InvalidSignature',
  })
  expect(await text(await files.download('by link.txt'))).toBe('theirs')
})

// A red image of 40 × 20 pixels.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAJElEQVRIx2M4ISc3IIhh1OJRi0ctHrV41OJRi0ctHrV45FgMAFLhLK506AQxAAAAAElFTkSuQmCC', 'base64') // prettier-ignore

/** Width and height from the PNG header. */
const sizeOf = async (picture: Blob) => {
  const bytes = Buffer.from(await picture.arrayBuffer())
  return [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

test('images are returned in the requested size', async () => {
  await files.upload('red.png', png, { contentType: 'image/png' })
  const transform = { width: 20, height: 20, resize: 'contain' as const, format: 'origin' as const }
  expect(await sizeOf((await files.download('red.png', { transform })).data!)).toEqual(['PNG', 20, 10])
  const { data } = await files.createSignedUrl('red.png', 60, { transform: { width: 10 } })
  expect(await sizeOf(await (await fetch(data!.signedUrl)).blob())).toEqual(['PNG', 10, 5])
  const webp = await fetch(data!.signedUrl, { headers: { accept: 'image/webp' } })
  expect(webp.headers.get('content-type')).toBe('image/webp')
  expect((await files.download(name, { transform })).error).toMatchObject({ status: 400, statusCode: '422' })
})

test('buckets are created, read, updated, emptied and deleted', async () => {
  const id = `made ${randomUUID()}`
  expect((await storage.createBucket(id, { public: false, fileSizeLimit: 10 })).data).toEqual({ name: id })
  expect((await storage.createBucket(id)).error).toMatchObject({ statusCode: '409', code: 'BucketAlreadyExists' })
  expect((await storage.getBucket(id)).data).toMatchObject({ id, name: id, public: false, file_size_limit: 10 })
  expect((await storage.listBuckets({ search: id })).data).toMatchObject([{ id, type: 'STANDARD' }])
  expect((await storage.updateBucket(id, { public: true, fileSizeLimit: null })).error).toBeNull()
  await storage.from(id).upload('a', 'more than ten bytes')
  expect((await storage.deleteBucket(id)).error).toMatchObject({ statusCode: '409' })
  expect((await storage.emptyBucket(id)).error).toBeNull()
  expect((await storage.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' })
  expect((await storage.getBucket(id)).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  for (const call of [
    visitor().storage.createBucket('theirs'),
    visitor().storage.updateBucket(open, { public: false }),
    visitor().storage.emptyBucket(open),
    visitor().storage.deleteBucket(open),
  ])
    expect((await call).error).toMatchObject({ status: 400, statusCode: expect.stringMatching(/^40[34]$/) })
})

test('path traversal does not leave the bucket', async () => {
  for (const key of ['../a', 'a/../../b', 'a\u0000b', 'x\u202egpj.exe', '..']) {
    expect((await files.upload(key, 'x')).error).toMatchObject({ status: 400 })
    expect((await files.download(key)).error).toMatchObject({ status: 400 })
  }
})
