import { type Socket, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { refusalOf, testStore } from '../stores.fixture.ts'

const { url, tokens, logged, service, signedIn, ask, loose, state } = await testStore('on disk')
await service.from('hidden').upload('there', '0123456789')
const before = await state()
const { port } = new URL(url)

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const json = (value: unknown) => JSON.stringify(value)
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
  ['with an empty body', form('')],
  ['without a closing boundary', form(`--x\n${file}`)],
  ['with metadata that is not an object', form(`${field('metadata', '[1]')}--x\n${file}\n--x--\n`)],
  ['with metadata that is not JSON', form(`${field('metadata', '{')}--x\n${file}\n--x--\n`)],
  ['with deeply nested metadata', form(`${field('metadata', `{"a":${deep(5000)}}`)}--x\n${file}\n--x--\n`)],
  ['with a zero byte in its metadata', form(`${field('metadata', '{"a":"\\u0000"}')}--x\n${file}\n--x--\n`)],
  ['with a lone surrogate in its metadata', form(`${field('metadata', '{"a":"\\ud800"}')}--x\n${file}\n--x--\n`)],
  ['with too much metadata', form(`${field('metadata', json({ a: 'x'.repeat(1_100_000) }))}--x\n${file}\n--x--\n`)],
  ['with an invalid media type', form(`${field('contentType', 'text')}--x\n${file}\n--x--\n`)],
])('a multipart form %s uploads nothing', async (_, { body, type }) => {
  await refusalOf(await ask('object/hidden/form', { method: 'POST', body, headers: { 'content-type': type } }))
  expect(await state()).toEqual(before)
})

test.each<[string, Record<string, string>]>([
  ['x-metadata that is not base64', { 'x-metadata': '%%%' }],
  ['x-metadata that is not an object', { 'x-metadata': btoa('7') }],
  ['x-metadata with a zero byte', { 'x-metadata': btoa('{"a":"\\u0000"}') }],
  ['deeply nested x-metadata', { 'x-metadata': btoa(`{"a":${deep(2000)}}`) }],
  ['an invalid media type', { 'content-type': 'text' }],
])('an upload with %s is refused', async (_, headers) => {
  await refusalOf(await ask('object/hidden/headers', { method: 'POST', body: 'x', headers }))
  expect(await state()).toEqual(before)
})

test('file headers that would affect our origin are not stored', async () => {
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

test('an endless body is not read to its end', async () => {
  for (const path of ['object/list/hidden', 'object/move', 'bucket'])
    expect(await refusalOf(await ask(path, { method: 'POST', body: ' '.repeat(1_100_000) }))).toMatchObject({
      message: 'The body is too large',
    })
  const large = await ask('object/hidden/large', { method: 'POST', body: new Uint8Array(5_000_000) })
  expect(await refusalOf(large)).toMatchObject({ statusCode: '413' })
})

const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

test('slow uploads do not block other requests', async () => {
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

test('malformed uploads change nothing and cause no server error', async () => {
  expect(await state()).toEqual(before)
  expect(logged).toEqual([])
})
