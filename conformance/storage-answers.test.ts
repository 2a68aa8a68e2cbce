import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { ask } from './ask.ts'
import { address, service } from './clients.ts'

const { serviceRoleKey } = inject('server')
const bucket = `answers-${randomUUID()}`
const { storage } = service()
await storage.createBucket(bucket, { public: false, fileSizeLimit: '20mb' })
const files = storage.from(bucket)
await files.upload('folder/a.txt', 'four', { contentType: 'text/plain', metadata: { old: 1 } })
afterAll(async () => {
  await storage.emptyBucket(bucket)
  await storage.deleteBucket(bucket)
})

const asService = { token: serviceRoleKey }

test('the units of a size limit are decimal', async () => {
  expect((await storage.getBucket(bucket)).data!.file_size_limit).toBe(20_000_000)
  await storage.updateBucket(bucket, { public: false, fileSizeLimit: '1.5KB' })
  expect((await storage.getBucket(bucket)).data!.file_size_limit).toBe(1500)
  await storage.updateBucket(bucket, { public: false, fileSizeLimit: null })
})

test('the key of a listed folder has no trailing slash', async () => {
  const { data } = await files.listV2({ with_delimiter: true })
  expect(data!.folders).toEqual([{ name: 'folder/', key: 'folder' }])
})

test('deleting a bucket with objects is refused with ResourceNotEmpty', async () => {
  expect(await ask(`/storage/v1/bucket/${bucket}`, { method: 'DELETE', body: {}, ...asService })).toMatchObject({
    status: 400,
    body: { statusCode: '409', error: 'ResourceNotEmpty', message: 'The bucket you tried to delete is not empty' },
  })
})

test('HEAD of object/info returns the etag and size of the object', async () => {
  const info = await ask(`/storage/v1/object/info/${bucket}/folder/a.txt`, { method: 'HEAD', ...asService })
  const { data } = await files.info('folder/a.txt')
  expect([info.status, info.headers.get('etag'), info.headers.get('content-length')]).toEqual([200, data!.etag, '4'])
})

test('a copy with copyMetadata false uses the metadata of the request', async () => {
  const metadata = Buffer.from(JSON.stringify({ new: 2 })).toString('base64')
  const copied = await ask('/storage/v1/object/copy', {
    body: { bucketId: bucket, sourceKey: 'folder/a.txt', destinationKey: 'b.txt', copyMetadata: false },
    headers: { 'x-metadata': metadata },
    ...asService,
  })
  expect(copied.status).toBe(200)
  expect((await files.info('b.txt')).data!.metadata).toEqual({ new: 2 })
  await files.copy('folder/a.txt', 'c.txt')
  expect((await files.info('c.txt')).data!.metadata).toEqual({ old: 1 })
})

test('the status endpoint needs no API key', async () => {
  expect((await fetch(`${address}/storage/v1/status`)).status).toBe(200)
})
