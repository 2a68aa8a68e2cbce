import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testSurface, testTokens } from '../../../test/surface.ts'
import { isPublicOfStorage, openStorage, storageSurface } from './storage.ts'

const db = await testDatabase()
const tokens = await testTokens()
const folder = mkdtempSync(join(tmpdir(), 'blobs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = { error: () => {} }
const surface = storageSurface(await openStorage({ connect: db.connect, tokens, folder, sizeLimit: 1_000_000, log }))
const { url } = await testSurface(tokens, '/storage/v1', surface, isPublicOfStorage)

await db.sql(`
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('private', 'private', false, null, null), ('logos', 'logos', true, 1000, '{image/*}'), ('hidden', 'hidden', false, null, null);
  create policy "people keep files in a folder of their own" on storage.objects to authenticated
    using (bucket_id in ('private', 'logos') and (storage.foldername(name))[1] = (select auth.uid())::text)
    with check (bucket_id in ('private', 'logos') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "anybody may drop a letter" on storage.objects for insert to anon with check (bucket_id = 'hidden');
`)

const signedIn = async (sub: string = crypto.randomUUID()) => {
  const token = await tokens.signIn({ sub })
  return { sub, token, storage: createClient(url, tokens.anonKey, { accessToken: async () => token }).storage }
}
const service = createClient(url, tokens.serviceRoleKey, { auth: { persistSession: false } }).storage
const visitor = createClient(url, tokens.anonKey, { auth: { persistSession: false } }).storage
const blobs = () =>
  readdirSync(join(folder, 'objects'), { recursive: true }).filter((name) => String(name).length > 3).length

test('a file goes up and comes down, as a blob and as a raw body, under a Hebrew name', async () => {
  const { sub, storage } = await signedIn()
  const name = `${sub}/משפחת כהן/דו״ח מס׳ 3.txt`
  const { data, error } = await storage
    .from('private')
    .upload(name, new Blob(['שלום'], { type: 'text/plain' }), { cacheControl: '60', metadata: { source: 'בדיקה' } })
  expect(error).toBeNull()
  expect(data).toEqual({ path: name, id: expect.any(String), fullPath: `private/${name}` })
  expect(await (await storage.from('private').download(name)).data!.text()).toBe('שלום')
  expect((await storage.from('private').info(name)).data).toMatchObject({
    id: data!.id, name, bucketId: 'private', size: 8, contentType: 'text/plain', cacheControl: 'max-age=60', metadata: { source: 'בדיקה' }, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
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

test('a second upload is refused unless it may replace, and replacing leaves one row and one blob', async () => {
  const { sub, storage } = await signedIn()
  const before = blobs()
  const path = `${sub}/a.txt`
  await storage.from('private').upload(path, 'one')
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
  expect(blobs() - before).toBe(1)

  const many = await Promise.all(
    Array.from({ length: 8 }, (_, i) => storage.from('private').upload(path, `many ${i}`, { upsert: true })),
  )
  expect(many.map(({ error }) => error)).toEqual(Array(8).fill(null))
  const version = (await storage.from('private').info(path)).data!.version
  expect(blobs() - before).toBe(1)
  expect(readdirSync(join(folder, 'objects', version.slice(0, 2)))).toContain(version)
})

test('policies decide who writes, reads, lists and removes', async () => {
  const [dana, yossi] = [await signedIn(), await signedIn()]
  const path = `${dana.sub}/secret.txt`
  await dana.storage.from('private').upload(path, 'סוד')
  const refused = { status: 400, statusCode: '403', message: 'new row violates row-level security policy' }
  const before = blobs()
  expect((await yossi.storage.from('private').upload(`${dana.sub}/b.txt`, 'x')).error).toMatchObject(refused)
  expect((await yossi.storage.from('private').upload(path, 'x', { upsert: true })).error).toMatchObject(refused)
  expect((await visitor.from('private').upload('a.txt', 'x')).error).toMatchObject(refused)
  expect(blobs()).toBe(before)
  expect((await yossi.storage.from('private').download(path)).error).toMatchObject({ status: 400, statusCode: '404' })
  expect((await yossi.storage.from('private').list(dana.sub)).data).toEqual([])
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

test('a folder lists its folders and its files, with names relative to it', async () => {
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
})

test('a public bucket is read by anybody without a key, and only it', async () => {
  const { sub, storage } = await signedIn()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  await storage
    .from('logos')
    .upload(`${sub}/לוגו.svg`, new Blob([svg], { type: 'image/svg+xml' }), { upsert: true, cacheControl: '0' })
  const { publicUrl } = storage.from('logos').getPublicUrl(`${sub}/לוגו.svg`).data
  const answer = await fetch(publicUrl)
  expect([answer.status, await answer.text()]).toEqual([200, svg])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff', 'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'max-age=0', 'accept-ranges': 'bytes', 'x-robots-tag': 'none', 'last-modified': expect.stringContaining('GMT'),
  }) // prettier-ignore
  const download = await fetch(`${publicUrl}?download`)
  expect(download.headers.get('content-disposition')).toBe(
    `attachment; filename="____.svg"; filename*=UTF-8''%D7%9C%D7%95%D7%92%D7%95.svg`,
  )
  expect((await fetch(publicUrl, { headers: { 'if-none-match': answer.headers.get('etag')! } })).status).toBe(304)
  expect(
    (await fetch(publicUrl, { headers: { 'if-modified-since': answer.headers.get('last-modified')! } })).status,
  ).toBe(304)
  const head = await fetch(publicUrl, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(svg.length)])

  await storage.from('private').upload(`${sub}/a.txt`, 'x')
  const hidden = await fetch(storage.from('private').getPublicUrl(`${sub}/a.txt`).data.publicUrl)
  expect([hidden.status, await hidden.json()]).toEqual([
    400,
    { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
  ])
})

test.each([
  ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
  ['bytes=8-', 206, 'bytes 8-9/10', '89'],
  ['bytes=-3', 206, 'bytes 7-9/10', '789'],
  ['bytes=5-99', 206, 'bytes 5-9/10', '56789'],
  ['bytes=0-1,4-5', 200, null, '0123456789'],
  ['lines=0-1', 200, null, '0123456789'],
])('the range %s is answered with %i', async (range, status, contentRange, text) => {
  await service.from('hidden').upload('digits.txt', '0123456789', { upsert: true })
  const answer = await fetch(`${url}/storage/v1/object/hidden/digits.txt`, {
    headers: { range, apikey: tokens.serviceRoleKey },
  })
  expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
    status,
    contentRange,
    text,
  ])
  const beyond = await fetch(`${url}/storage/v1/object/hidden/digits.txt`, {
    headers: { range: 'bytes=10-', apikey: tokens.serviceRoleKey },
  })
  expect([beyond.status, await beyond.json()]).toEqual([
    400,
    expect.objectContaining({ statusCode: '416', code: 'InvalidRange' }),
  ])
})

test.each(['image/png;,text/html', 'image/png, text/html', 'image/webp;a=",text/html', 'image/png;\v', 'image', ''])(
  'a picture that says it is %j is not taken: it might be shown as a page of ours',
  async (contentType) => {
    const { sub, token } = await signedIn()
    const form = new FormData()
    form.append('contentType', contentType)
    form.append('', new Blob(['<script>alert(1)</script>'], { type: 'image/png' }), 'a.png')
    const answer = await fetch(`${url}/storage/v1/object/logos/${sub}/a.png`, {
      method: 'POST',
      headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}` },
      body: form,
    })
    expect(await answer.json()).toMatchObject({ code: 'InvalidMimeType' })
    expect((await visitor.from('logos').exists(`${sub}/a.png`)).data).toBe(false)
  },
)

test.each(['image/png+xml', 'application/pdf+xml', 'audio/x+xml', 'text/xml'])(
  'a file of type %s, which can hold a script, is shown in a sandbox',
  async (contentType) => {
    await service.from('hidden').upload('document', '<x/>', { contentType, upsert: true })
    const answer = await fetch(`${url}/storage/v1/object/hidden/document`, {
      headers: { apikey: tokens.serviceRoleKey },
    })
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  },
)

test('an empty file and a page are served as what they are allowed to be', async () => {
  await service.from('hidden').upload('empty', new Blob([]), { upsert: true })
  expect((await (await service.from('hidden').download('empty')).data!.arrayBuffer()).byteLength).toBe(0)
  for (const contentType of ['text/html', 'application/xhtml+xml', 'text/javascript', 'application/x-javascript']) {
    await service.from('hidden').upload('page', '<script>alert(1)</script>', { contentType, upsert: true })
    const answer = await fetch(`${url}/storage/v1/object/hidden/page`, { headers: { apikey: tokens.serviceRoleKey } })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    await answer.text()
  }
})

test('size and kind are limited per bucket and for all', async () => {
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
})

/** Sends the path as it is written: fetch would tidy it first. */
const rawStatus = (path: string, method = 'GET') =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { port } = new URL(url)
    const asked = request({ port, path, method, headers: { apikey: tokens.serviceRoleKey } }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => (body += chunk)).on('end', () => resolve({ status: answer.statusCode, body }))
    })
    asked.on('error', reject).end(method === 'POST' ? 'x' : undefined)
  })

test.each([
  '../../../etc/passwd',
  '%2e%2e/%2e%2e/etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'a%00b',
  'a%0d%0ab',
  '%2fetc/passwd',
  'a//b',
  'a%5c..%5cb',
  'a%252fb',
  'x%e2%80%aefdp.exe',
  '%ff',
])('the key %s reaches no file', async (key) => {
  // prettier-ignore
  for (const method of ['GET', 'POST']) {
    const { status, body } = await rawStatus(`/storage/v1/object/hidden/${key}`, method)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toContain('root:')
  }
})

test('a token that is forged, expired or no token at all is refused in the words of the original', async () => {
  const stranger = await testTokens()
  const ask = async (token: string) => {
    const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/storage/v1/object/private/a.txt`, { headers })
    return [answer.status, await answer.json()]
  }
  const denied = (message: string) => [400, { statusCode: '403', error: 'Unauthorized', message, code: 'AccessDenied' }]
  expect(await ask('nonsense')).toEqual(denied('Invalid Compact JWS'))
  expect(await ask(await tokens.signIn({}, -3600))).toEqual(denied('"exp" claim timestamp check failed'))
  expect(await ask(await stranger.signIn())).toEqual(denied('signature verification failed'))
})

test('buckets are made, changed, emptied and deleted by whoever the policies allow', async () => {
  expect((await visitor.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
  expect(
    (await service.createBucket('files', { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] })).data,
  ).toEqual({ name: 'files' })
  expect((await service.createBucket('files')).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  })
  expect((await service.createBucket('a/b')).error).toMatchObject({ statusCode: '400' })
  expect((await service.getBucket('files')).data).toMatchObject({
    id: 'files',
    public: false,
    file_size_limit: 1024,
    allowed_mime_types: ['text/*'],
  })
  expect((await visitor.getBucket('files')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  expect((await service.updateBucket('files', { public: true })).data).toEqual({ message: 'Successfully updated' })
  const listed = (await service.listBuckets()).data!.map(({ id }) => id)
  expect(listed).toEqual(expect.arrayContaining(['files', 'hidden', 'logos', 'private']))
  expect(listed).toEqual(listed.toSorted())
  await service.from('files').upload('a.txt', 'x')
  expect((await service.deleteBucket('files')).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  })
  await service.emptyBucket('files')
  expect((await service.deleteBucket('files')).data).toEqual({ message: 'Successfully deleted' })
})

test.each([
  ['POST', 'object/list/private', 'not json'],
  ['POST', 'object/list/private', '{"limit":"many"}'],
  ['POST', 'object/list/private', '{"sortBy":{"column":"name; drop table storage.objects"}}'],
  ['DELETE', 'object/private', '{"prefixes":"all"}'],
  ['DELETE', 'object/private', '{}'],
  ['POST', 'bucket', '{"name":7}'],
  ['PUT', 'bucket/private', '{}'],
  ['POST', 'object/private/a', undefined, 'multipart/form-data; boundary=x'],
  ['GET', 'nosuch', undefined],
])('%s %s with %s is answered with 400', async (method, path, body, type = 'application/json') => {
  const headers = { apikey: tokens.serviceRoleKey, 'content-type': type }
  const answer = await fetch(`${url}/storage/v1/${path}`, { method, headers, ...(body !== undefined && { body }) })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ statusCode: expect.stringMatching(/^4\d\d$/), message: expect.any(String) }),
  ])
})
