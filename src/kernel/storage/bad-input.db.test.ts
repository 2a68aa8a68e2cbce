// Whatever comes in: an answer in storage's own words, nothing of the database's inside, no file reached, no row changed, and the next request works.
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testTokens } from '../../../test/surface.ts'
import { testStore } from './stores.fixture.ts'

const { db, url, tokens, logged, service, signedIn, ask, blobs, loose } = await testStore('on disk')
await service.from('hidden').upload('there', '0123456789')
const state = async () => [
  await db.sql('select bucket_id, name, version from storage.objects order by 1, 2'),
  await db.sql('select * from storage.buckets order by 1'),
  blobs(),
  await loose(),
]
const before = await state()
const { port, host } = new URL(url)

/** The answer of a refusal. */
async function refusal(answer: Response) {
  const body = (await answer.json()) as Record<string, string>
  expect(answer.status).toBe(400)
  expect(Object.keys(body).toSorted()).toEqual(['code', 'error', 'message', 'statusCode'])
  expect(body['statusCode']).toMatch(/^4\d\d$/)
  expect(body['message']).not.toMatch(/insert into|relation "|syntax error at|column "|postgres|\/tmp|node:|undefined/i)
  return body
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const json = (value: unknown) => JSON.stringify(value)
const move = { bucketId: 'hidden', sourceKey: 'there', destinationKey: 'moved' }

test.each<[string, string, string | undefined]>([
  // JSON that is none, or not what is wanted
  ...['not json', '[', '"text"', '7', 'null ', deep(100_000), '{"a":'.repeat(10_000), '\u0000', '{"prefix":"\ud800'].flatMap(
    (body): [string, string, string][] =>
      ['object/move', 'object/copy', 'object/sign/hidden/there', 'bucket'].map((path) => ['POST', path, body]),
  ),
  ['POST', 'object/list/private', 'not json'],
  ['POST', 'object/list-v2/private', '[]'],
  ['POST', 'object/list/private', '{"limit":"many"}'],
  ['POST', 'object/list/private', '{"limit":-1}'],
  ['POST', 'object/list/private', '{"limit":1.5}'],
  ['POST', 'object/list/private', '{"offset":1e300}'],
  ['POST', 'object/list/private', '{"prefix":{"a":1}}'],
  ['POST', 'object/list/private', '{"sortBy":{"column":"name; drop table storage.objects"}}'],
  ['POST', 'object/list/private', '{"sortBy":{"order":"asc, (select 1)"}}'],
  ['POST', 'object/list/private', '{"prefix":"a\\u0000b"}'],
  ['POST', 'object/list/private', '{"search":"\\u0000"}'],
  ['POST', 'object/list-v2/private', '{"sortBy":{"column":"version","order":"asc"}}'],
  ['POST', 'object/list-v2/private', '{"prefix":"\\u0000"}'],
  ['POST', 'object/list-v2/private', '{"with_delimiter":"yes"}'],
  ['POST', 'object/list-v2/private', json({ cursor: 'x'.repeat(5000) })],
  ['POST', 'object/list-v2/private', json({ cursor: btoa('{"column":"created_at","order":"asc","name":"a","at":"x"}') })],
  ['POST', 'object/list-v2/private', json({ cursor: btoa('{"column":"name","order":"asc","name":"\\u0000"}') })],
  ['DELETE', 'object/hidden', '{"prefixes":"all"}'],
  ['DELETE', 'object/hidden', '{"prefixes":[]}'],
  ['DELETE', 'object/hidden', '{"prefixes":[7]}'],
  ['DELETE', 'object/hidden', '{"prefixes":[{"path":"there"}]}'],
  ['DELETE', 'object/hidden', '{"prefixes":["\\u0000"]}'],
  ['DELETE', 'object/hidden', json({ prefixes: Array(1001).fill('there') })],
  ['DELETE', 'object/hidden', '{}'],
  ['DELETE', 'object/hidden', undefined],
  ['POST', 'bucket', '{"name":7}'],
  ['POST', 'bucket', '{"name":"a","public":"yes"}'],
  ['POST', 'bucket', '{"name":"a","file_size_limit":"big"}'],
  ['POST', 'bucket', '{"name":"a","file_size_limit":-1}'],
  ['POST', 'bucket', '{"name":"a","file_size_limit":1e30}'],
  ['POST', 'bucket', '{"name":"a","file_size_limit":"99999999999999999999GB"}'],
  ['POST', 'bucket', '{"name":"a","allowed_mime_types":["text"]}'],
  ['POST', 'bucket', '{"name":"a","allowed_mime_types":"image/*"}'],
  ['POST', 'bucket', json({ name: 'a', allowed_mime_types: Array(101).fill('a/b') })],
  ...['', ' a', 'a/b', '..', 'a\u0000', 'a\ud800', 'a'.repeat(101), 'a\u202eb'].map((name): [string, string, string] => ['POST', 'bucket', json({ name })]),
  ['PUT', 'bucket/private', '{}'],
  ['PUT', 'bucket/private', '{"id":"other"}'],
  ['POST', 'object/move', json({ ...move, destinationKey: '../a' })],
  ['POST', 'object/move', json({ ...move, destinationKey: 'a\ud800' })],
  ['POST', 'object/move', json({ ...move, destinationKey: 'a\u0000' })],
  ['POST', 'object/move', json({ ...move, sourceKey: 'a\u0000' })],
  ['POST', 'object/move', json({ ...move, destinationBucket: 'nosuch\u0000' })],
  ['POST', 'object/move', json({ ...move, destinationBucket: 'nosuch' })],
  ['POST', 'object/move', json({ ...move, bucketId: ['hidden'] })],
  ['POST', 'object/move', json({ ...move, destinationKey: undefined })],
  ['POST', 'object/copy', json({ ...move, destinationBucket: 'nosuch' })],
  ['POST', 'object/copy', json({ ...move, copyMetadata: false, metadata: { mimetype: 'image/png\r\nx: y' } })],
  ['POST', 'object/copy', json({ ...move, copyMetadata: false, metadata: { mimetype: 'nonsense' } })],
  ['POST', 'object/copy', json({ ...move, copyMetadata: 'no' })],
  ['POST', 'object/sign/hidden/there', '{}'],
  ['POST', 'object/sign/hidden/there', '{"expiresIn":0}'],
  ['POST', 'object/sign/hidden/there', '{"expiresIn":1e18}'],
  ['POST', 'object/sign/hidden/there', '{"expiresIn":"60"}'],
  ['POST', 'object/sign/hidden/there', '{"expiresIn":60,"transform":{"width":"wide"}}'],
  ['POST', 'object/sign/hidden/there', '{"expiresIn":60,"transform":{"resize":"cover,quality:1"}}'],
  ['POST', 'object/sign/hidden/nosuch', '{"expiresIn":60}'],
  ['POST', 'object/sign/nosuch/there', '{"expiresIn":60}'],
  ['POST', 'object/sign/hidden', '{"expiresIn":60,"paths":["a\\u0000"]}'],
  ['POST', 'object/sign/hidden', json({ expiresIn: 60, paths: Array(1001).fill('a') })],
  ['POST', 'object/upload/sign/nosuch/there', undefined],
  // addresses
  ['GET', 'bucket?limit=all', undefined],
  ['GET', 'bucket?limit=0', undefined],
  ['GET', 'bucket?offset=1e99', undefined],
  ['GET', 'bucket?sortColumn=version;--', undefined],
  ['GET', 'bucket?search=%00', undefined],
  ['GET', 'bucket/%00', undefined],
  ['DELETE', 'bucket/%00', undefined],
  ['GET', 'object/hid%00den/there', undefined],
  ['GET', 'object/nosuch/there', undefined],
  ['GET', 'object/hidden', undefined],
  ['GET', 'object/hidden/', undefined],
  ['GET', 'object/public/hidden/there', undefined],
  ['GET', 'object/sign/hidden/there', undefined],
  ['GET', 'object/sign/hidden/there?token=a&token=b', undefined],
  ['GET', 'object/sign/hidden/there?token=%00', undefined],
  ['GET', 'object/hidden/there?versionId=%00', undefined],
  ['GET', 'object/hidden/there?versionId=a&versionId=b', undefined],
  ['GET', 'render/image/authenticated/hidden/there', undefined],
  ...['width=wide', 'width=-1', 'width=1.5', 'width=1&width=2', 'quality=19', 'quality=101', 'resize=crop', 'format=exe', 'height=1e400', 'width=1e9'].map(
    (query): [string, string, undefined] => ['GET', `render/image/authenticated/hidden/there?${query}`, undefined],
  ),
  ['GET', 'nosuch', undefined],
  ['PATCH', 'object/hidden/there', '{}'],
  ['DELETE', 'object/hidden/nosuch', undefined],
])('%s %s with %s', async (method, path, body) => {
  const headers = { 'content-type': 'application/json' }
  await refusal(await ask(path, { method, headers, ...(body !== undefined && { body }) }))
}) // prettier-ignore

test.each([
  '../../../etc/passwd',
  '%2e%2e/%2e%2e/etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%252e%252e%252f%252e%252e%252fetc%252fpasswd',
  'a%00b',
  'a%0d%0ab',
  '%2fetc/passwd',
  'a//b',
  'a%5c..%5cb',
  'a%252fb',
  'x%e2%80%aefdp.exe',
  '%ed%a0%80',
  '%ff',
  '%',
  'a'.repeat(1025),
])('the key %s reaches no file', async (key) => {
  for (const [method, prefix] of [
    ['GET', 'object/hidden'],
    ['HEAD', 'object/hidden'],
    ['GET', 'object/info/hidden'],
    ['GET', 'object/sign/hidden'],
    ['GET', 'render/image/authenticated/hidden'],
    ['POST', 'object/hidden'],
    ['PUT', 'object/hidden'],
    ['DELETE', 'object/hidden'],
    ['POST', 'object/sign/hidden'],
    ['POST', 'object/upload/sign/hidden'],
    ['PUT', 'object/upload/sign/hidden'],
  ]) {
    // As it is written: fetch would tidy it first.
    const head = `${method} /storage/v1/${prefix}/${key} HTTP/1.1\r\nhost: ${host}\r\napikey: ${tokens.serviceRoleKey}\r\n`
    const answer = await exchange(`${head}content-length: 1\r\nconnection: close\r\n\r\nx`)
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(answer).not.toContain('root:')
  }
})

const form = (parts: string, boundary = 'x') => ({
  body: parts.replaceAll('\n', '\r\n'),
  type: `multipart/form-data; boundary=${boundary}`,
})
const file = 'content-disposition: form-data; name=""; filename="a"\ncontent-type: text/plain\n\nbytes'
const field = (name: string, value: string) => `--x\ncontent-disposition: form-data; name="${name}"\n\n${value}\n`

test.each<[string, { body: string; type: string }, Record<string, string>?]>([
  ['without a boundary', form(`--x\n${file}\n--x--\n`, '')],
  ['with another boundary', form(`--x\n${file}\n--x--\n`, 'other')],
  ['without a file', form(`${field('cacheControl', '1')}--x--\n`)],
  ['that is empty', form('')],
  ['that ends too early', form(`--x\n${file}`)],
  ['with metadata that is no object', form(`${field('metadata', '[1]')}--x\n${file}\n--x--\n`)],
  ['with metadata that is no JSON', form(`${field('metadata', '{')}--x\n${file}\n--x--\n`)],
  ['with metadata nested without end', form(`${field('metadata', `{"a":${deep(5000)}}`)}--x\n${file}\n--x--\n`)],
  ['with a zero in its metadata', form(`${field('metadata', '{"a":"\\u0000"}')}--x\n${file}\n--x--\n`)],
  ['with half a letter in its metadata', form(`${field('metadata', '{"a":"\\ud800"}')}--x\n${file}\n--x--\n`)],
  ['with too much metadata', form(`${field('metadata', json({ a: 'x'.repeat(1_100_000) }))}--x\n${file}\n--x--\n`)],
  ['with a type that is none', form(`${field('contentType', 'text')}--x\n${file}\n--x--\n`)],
])('a form %s uploads nothing', async (_, { body, type }) => {
  await refusal(await ask('object/hidden/form', { method: 'POST', body, headers: { 'content-type': type } }))
  expect(await state()).toEqual(before)
})

test.each<[string, Record<string, string>]>([
  ['x-metadata that is no base64', { 'x-metadata': '%%%' }],
  ['x-metadata that is no object', { 'x-metadata': btoa('7') }],
  ['x-metadata with a zero', { 'x-metadata': btoa('{"a":"\\u0000"}') }],
  ['x-metadata nested without end', { 'x-metadata': btoa(`{"a":${deep(2000)}}`) }],
  ['a type that is none', { 'content-type': 'text' }],
])('an upload with %s is refused', async (_, headers) => {
  await refusal(await ask('object/hidden/headers', { method: 'POST', body: 'x', headers }))
  expect(await state()).toEqual(before)
})

test('headers that would speak in our name are not kept', async () => {
  const { sub, storage } = await signedIn()
  await storage.from('private').upload(`${sub}/a`, 'x', {
    cacheControl: '1, x: y',
    contentEncoding: 'nonsense',
    headers: { 'cache-control': 'private; evil="1"' },
  })
  const { data } = await storage.from('private').info(`${sub}/a`)
  expect(data).toMatchObject({ cacheControl: 'no-cache', contentEncoding: null })
  await storage.from('private').remove([`${sub}/a`])
})

test('a token that is forged, expired or no token at all is refused in the words of the original', async () => {
  const stranger = await testTokens()
  const denied = (message: string) => ({ statusCode: '403', error: 'Unauthorized', message, code: 'AccessDenied' })
  const encode = (value: object) => Buffer.from(json(value)).toString('base64url')
  const none = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ role: 'service_role' })}.`
  for (const [token, message] of [
    ['nonsense', 'Invalid Compact JWS'],
    [await tokens.signIn({}, -3600), '"exp" claim timestamp check failed'],
    [await stranger.signIn(), 'signature verification failed'],
    [none, expect.any(String)],
  ] as const)
    for (const [method, path] of [
      ['GET', 'object/private/a.txt'],
      ['GET', 'object/info/private/a.txt'],
      ['GET', 'render/image/authenticated/private/a.txt'],
      ['POST', 'object/private/a.txt'],
      ['POST', 'object/list/private'],
      ['POST', 'object/list-v2/private'],
      ['POST', 'object/move'],
      ['POST', 'object/copy'],
      ['POST', 'object/sign/private'],
      ['POST', 'object/upload/sign/private/a.txt'],
      ['DELETE', 'object/private/a.txt'],
      ['DELETE', 'object/private'],
      ['GET', 'bucket'],
      ['POST', 'bucket/private/empty'],
      ['DELETE', 'bucket/private'],
    ] as const) {
      const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }
      expect(await refusal(await ask(path, { method, headers, ...(method === 'POST' && { body: '{}' }) }))).toEqual(denied(message)) // prettier-ignore
    }
})

test('a body without end is not read to its end', async () => {
  for (const path of ['object/list/hidden', 'object/move', 'bucket'])
    expect(await refusal(await ask(path, { method: 'POST', body: ' '.repeat(1_100_000) }))).toMatchObject({
      message: 'The body is too large',
    })
  const large = await ask('object/hidden/large', { method: 'POST', body: new Uint8Array(5_000_000) })
  expect(await refusal(large)).toMatchObject({ statusCode: '413' })
})

const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

/** Everything that comes back for these bytes until the other side closes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text) => (answer += text))
    socket.on('close', () => resolve(answer)).on('error', reject)
    socket.write(bytes)
  })
}

test('uploads that drip keep nobody else waiting', async () => {
  for (let i = 0; i < 50; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(`POST /storage/v1/object/hidden/drip${i} HTTP/1.1\r\nhost: x\r\napikey: ${tokens.serviceRoleKey}\r\ncontent-length: 1000\r\n\r\nx`) // prettier-ignore
  }
  await expect.poll(loose).toBe(50)
  expect(await (await service.from('hidden').download('there')).data!.text()).toBe('0123456789')
  expect((await service.from('hidden').upload('quick', 'x')).error).toBeNull()
  await service.from('hidden').remove(['quick'])
  sockets.forEach((socket) => socket.destroy())
  await expect.poll(loose).toBe(0)
})

test('none of it changed anything, and none of it was a fault of the server', async () => {
  expect(await state()).toEqual(before)
  expect(logged).toEqual([])
})
