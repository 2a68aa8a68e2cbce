import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { service } from './clients.ts'

const bucket = `images-${randomUUID()}`
const { storage } = service()
await storage.createBucket(bucket, { public: true })
const files = storage.from(bucket)
afterAll(async () => {
  await storage.emptyBucket(bucket)
  await storage.deleteBucket(bucket)
})

// Noise compresses badly, so that the end of the file contains pixels.
const noise = Buffer.from(Array.from({ length: 120 * 80 * 3 }, (_, i) => (i * 7919) % 251))
const raw = { raw: { width: 120, height: 80, channels: 3 as const } }
const png = await sharp(noise, raw).png().toBuffer()
const jpeg = await sharp(noise, raw).jpeg().toBuffer()

const render = (key: string, query: string) => ask(`/storage/v1/render/image/public/${bucket}/${key}?${query}`)

async function sizeOf(key: string, query: string) {
  const url = files.getPublicUrl(key).data.publicUrl.replace('/object/public/', '/render/image/public/')
  const response = await fetch(`${url}?${query}`)
  expect(response.status, `${key} ${response.statusText}`).toBe(200)
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return [response.headers.get('content-type'), format, width, height]
}

test('an image with a wrong content type is transformed by its actual format', async () => {
  // A Buffer without contentType is sent as text/plain.
  expect((await files.upload('plain.png', png)).error).toBeNull()
  expect((await files.info('plain.png')).data!.contentType).toContain('text/plain')
  expect(await sizeOf('plain.png', 'width=60')).toEqual(['image/png', 'png', 60, 40])
  await files.upload('bytes', jpeg, { contentType: 'application/octet-stream' })
  expect(await sizeOf('bytes', 'width=30')).toEqual(['image/jpeg', 'jpeg', 30, 20])
  await files.upload('letter.txt', 'no picture, but long enough for one')
  expect((await render('letter.txt', 'width=30')).body).toMatchObject({ statusCode: '422' })
})

test('x-transformations contains the transformation in imgproxy’s syntax', async () => {
  await files.upload('ways.jpg', jpeg, { contentType: 'image/jpeg' })
  const transformationsOf = async (query: string) => (await render('ways.jpg', query)).headers.get('x-transformations')
  expect(await transformationsOf('width=30&height=20')).toBe('height:20,width:30,resizing_type:fill')
  expect(await transformationsOf('width=30&resize=contain&quality=50')).toBe('width:30,resizing_type:fit,quality:50')
  expect(await transformationsOf('height=20&resize=fill&format=avif')).toBe('height:20,resizing_type:force,format:avif')
})

test('an image with a wrong checksum and a truncated image are rendered', async () => {
  const wrong = Buffer.from(png)
  const end = wrong.indexOf('IEND') - 8
  wrong[end] = wrong[end]! ^ 0xff
  await files.upload('wrong.png', wrong, { contentType: 'image/png' })
  expect(await sizeOf('wrong.png', 'width=60')).toEqual(['image/png', 'png', 60, 40])
  await files.upload('cut.jpg', jpeg.subarray(0, jpeg.length - 30), { contentType: 'image/jpeg' })
  expect(await sizeOf('cut.jpg', 'width=60')).toEqual(['image/jpeg', 'jpeg', 60, 40])
  await files.upload('cut.png', png.subarray(0, png.length - 30), { contentType: 'image/png' })
  expect(await sizeOf('cut.png', 'width=60')).toEqual(['image/png', 'png', 60, 40])
})
