import { createHash } from 'node:crypto'
import { createServer, request as passOn } from 'node:http'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { StartupError } from '#lib/startup-error.ts'
import { testS3 } from '../../../../test/s3-server.ts'
import { blobsOnS3 } from './s3.ts'

const { address, blobs } = await testS3()
const folder = mkdtempSync(join(tmpdir(), 'spool-'))
afterAll(() => rmSync(folder, { recursive: true }))
const of = (text: string) => Readable.from([Buffer.from(text)])

/** A proxy in front of the S3 server; `interfere` decides what happens to a request before it is forwarded. */
async function startFaultyProxy(interfere: (asked: string) => number | 'cut' | undefined) {
  const proxy = createServer((request, response) => {
    const fault = interfere(`${request.method} ${request.url}`)
    if (fault === 'cut') return request.socket.destroy()
    if (fault) return response.writeHead(fault).end('<Error><Code>SlowDown</Code></Error>')
    const { method, url: path, headers } = request
    const { port } = new URL(address.origin)
    const passed = passOn({ port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
    return undefined
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  afterAll(() => proxy.close())
  return { ...address, origin: `http://127.0.0.1:${(proxy.address() as { port: number }).port}` }
}

test.each([
  ['a wrong secret key', { secretAccessKey: 'wrong' }, /403 SignatureDoesNotMatch/],
  ['a wrong access key', { accessKeyId: 'unknown' }, /403 InvalidAccessKeyId/],
  ['a missing bucket', { bucket: 'nosuch' }, /404 NoSuchBucket/],
  ['an unreachable server', { origin: 'http://127.0.0.1:9' }, /./],
])('with %s the start fails with a reason that does not contain the secret', async (_, wrong, reason) => {
  const failure: unknown = await blobsOnS3({ ...address, ...wrong }, folder).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartupError)
  expect((failure as Error).message).toMatch(/^The bucket [\w-]+ of STORAGE_URL at http:\S+ takes no files: /)
  expect((failure as Error).message).toMatch(reason)
  expect((failure as Error).message).not.toContain('wrong')
})

test('a transient S3 error is retried with the whole body', async () => {
  const seenKeys = new Set<string>()
  const stumbling = await startFaultyProxy((request) => {
    if (seenKeys.has(request)) return undefined
    seenKeys.add(request)
    return ([503, 'cut', 429] as const)[seenKeys.size % 3]
  })
  const store = await blobsOnS3(stumbling, folder)
  const before = blobs()
  await store.write('11-one', of('bytes'), 10)
  expect(await store.copy('11-one', '22-two')).toBe(true)
  expect(String(await buffer((await store.read('22-two', { start: 1, end: 3 }))!))).toBe('yte')
  expect(blobs() - before).toBe(2)
  await store.remove(['11-one', '22-two', '33-nosuch'])
  expect(blobs()).toBe(before)
})

test('a blob that is too large for one PUT is uploaded in parts, and read as one', async () => {
  const asked: string[] = []
  const limits = { largestPut: 2_000_000, partSize: 1_000_000 }
  const store = await blobsOnS3(await startFaultyProxy((request) => void asked.push(request)), folder, limits)
  const content = Buffer.concat([Buffer.alloc(1_500_000, 'first'), Buffer.alloc(1_000_000, 'second')])
  const written = await store.write('66-large', Readable.from([content]), Number.POSITIVE_INFINITY)
  const etag = `"${createHash('md5').update(content).digest('hex')}"`
  expect(written).toEqual({ size: content.length, etag })
  expect(asked.filter((request) => /^PUT .*partNumber=/.test(request))).toHaveLength(3)
  const read = (await store.read('66-large', { start: 0, end: content.length - 1 }))!
  expect((await buffer(read)).equals(content)).toBe(true)

  await store.write('77-small', Readable.from([content.subarray(0, 2_000_000)]), Number.POSITIVE_INFINITY)
  expect(asked.filter((request) => request.includes('77-small'))).toHaveLength(1)
  await store.remove(['66-large', '77-small'])
})

test('a persistent S3 error is reported and leaves no temporary file', async () => {
  let isBroken = false
  const store = await blobsOnS3(await startFaultyProxy(() => (isBroken ? 500 : undefined)), folder)
  isBroken = true
  await expect(store.write('11-one', of('bytes'), 10)).rejects.toThrow('S3 refuses: 500 SlowDown')
  await expect(store.read('11-one', { start: 0, end: 1 })).rejects.toThrow('S3 refuses')
  expect(readdirSync(join(folder, 'incoming'))).toEqual([])
})

test('a missing object is reported as missing', async () => {
  const store = await blobsOnS3(address, folder)
  expect(await store.read('44-nosuch', { start: 0, end: 1 })).toBeUndefined()
  expect(await store.copy('44-nosuch', '55-copy')).toBe(false)
})
