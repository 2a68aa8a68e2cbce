import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testS3 } from '../../../test/s3-server.ts'
import { tempFolder } from '../../../test/temp-folder.ts'
import { s3Store } from './s3-store.ts'

const spool = tempFolder('backup-spool-')
afterAll(() => rmSync(spool, { recursive: true, force: true }))

test('reading a large object may take longer than the response timeout of the bucket', async () => {
  const { address } = await testS3()
  const limitMs = 3_000
  const store = s3Store(address, spool, { limitMs })
  const content = Buffer.alloc(32_000_000, 'content')
  await store.put('large', Readable.from([content], { objectMode: false }))
  const stored = (await store.get('large'))!
  await sleep(limitMs + 1_000)
  expect((await buffer(stored)).equals(content)).toBe(true)
})

test('if the temporary file cannot be written, the source is destroyed', async () => {
  const { address } = await testS3()
  const file = join(spool, 'a-file')
  writeFileSync(file, '')
  const unread = Readable.from(['content'])
  await expect(s3Store(address, join(file, 'spool')).put('name', unread)).rejects.toThrow(/ENOTDIR|EEXIST/)
  expect(unread.destroyed).toBe(true)
})

const partSize = 1_000_000
const content = Buffer.concat([Buffer.alloc(1_500_000, 'first'), Buffer.alloc(1_000_000, 'second')])
const source = () => Readable.from([content], { objectMode: false })
const isPart = (request: string) => request.startsWith('PUT ') && request.includes('partNumber=')

test('an object larger than a part is uploaded in parts, and read as one', async () => {
  const { address, interfere, uploads } = await testS3()
  const store = s3Store(address, spool, { partSize })
  const asked: string[] = []
  interfere((request) => void asked.push(request))
  expect(await store.put('base/large', source())).toMatchObject({ size: content.length })
  expect(asked.filter(isPart)).toHaveLength(3)
  expect((await buffer((await store.get('base/large'))!)).equals(content)).toBe(true)
  expect(await store.list('base/')).toMatchObject([{ name: 'base/large', size: content.length }])
  expect(uploads()).toBe(0)
})

test('a part whose connection breaks is resent', async () => {
  const { address, interfere } = await testS3()
  const store = s3Store(address, spool, { partSize })
  let cuts = 0
  interfere((request) => (request.includes('partNumber=2') && cuts++ === 0 ? 'cut' : undefined))
  await store.put('large', source())
  expect(cuts).toBeGreaterThan(1)
  expect((await buffer((await store.get('large'))!)).equals(content)).toBe(true)
})

test('an upload that fails is aborted in the bucket, and leaves no object', async () => {
  const { address, interfere, uploads } = await testS3()
  const store = s3Store(address, spool, { partSize })
  let begun = 0
  interfere((request) => {
    if (!request.includes('partNumber=2')) return undefined
    begun = uploads()
    return 'refused'
  })
  await expect(store.put('large', source())).rejects.toThrow('S3 refuses PUT: 403 AccessDenied')
  expect(begun).toBe(1)
  expect(uploads()).toBe(0)
  expect(await store.get('large')).toBeUndefined()
})

test('only uploads of killed processes are aborted, once they are old', async () => {
  const { address, interfere, uploads } = await testS3()
  const store = s3Store(address, spool, { partSize })
  // Neither the second part nor the end of the upload reaches the bucket.
  interfere((request) => (/^DELETE|partNumber=2/.test(request) ? 'refused' : undefined))
  await expect(store.put('base/large', source())).rejects.toThrow('S3 refuses PUT')
  interfere(() => undefined)
  const hourMs = 3_600_000
  await store.discardParts('base/', new Date(Date.now() - hourMs))
  await store.discardParts('blobs/', new Date(Date.now() + hourMs))
  expect(uploads()).toBe(1)
  await store.discardParts('base/', new Date(Date.now() + hourMs))
  expect(uploads()).toBe(0)
})

test('a missing bucket is an error, not an empty list', async () => {
  const { address } = await testS3()
  await expect(s3Store({ ...address, bucket: 'nosuch' }, spool).list('base/')).rejects.toThrow(
    'S3 has no bucket nosuch',
  )
})
