// Malformed input gets an error in storage's own format. No database message, file access or changed row; the server continues.
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testTokens } from '../../../test/api-server.ts'
import { refusalOf, testStore } from './stores.fixture.ts'

const { url, tokens, logged, service, ask, state } = await testStore('on disk')
await service.from('hidden').upload('there', '0123456789')
const before = await state()
const { port, host } = new URL(url)

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const json = (value: unknown) => JSON.stringify(value)
const move = { bucketId: 'hidden', sourceKey: 'there', destinationKey: 'moved' }

test.each<[string, string, string | undefined]>([
  // Invalid JSON, and JSON of the wrong shape
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
  // URLs
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
])('%s %s with the body %s is refused', async (method, path, body) => {
  const headers = { 'content-type': 'application/json' }
  await refusalOf(await ask(path, { method, headers, ...(body !== undefined && { body }) }))
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
])('the object key %s never reaches the file system', async (key) => {
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
    // Sent over a raw socket: fetch would normalize the path.
    const head = `${method} /storage/v1/${prefix}/${key} HTTP/1.1\r\nhost: ${host}\r\napikey: ${tokens.serviceRoleKey}\r\n`
    const answer = await exchange(`${head}content-length: 1\r\nconnection: close\r\n\r\nx`)
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(answer).not.toContain('root:')
  }
})

test("a forged, expired or malformed token is refused with upstream's message", async () => {
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
      expect(await refusalOf(await ask(path, { method, headers, ...(method === 'POST' && { body: '{}' }) }))).toEqual(denied(message)) // prettier-ignore
    }
})

const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

/** The raw response to these bytes, until the server closes the connection. */
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

test('malformed requests change nothing and cause no server error', async () => {
  expect(await state()).toEqual(before)
  expect(logged).toEqual([])
})
