import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { type StoredImage, imageUrl, imageSources, shareImageUrl } from './images.ts'

const { app, db, tokens } = await testSite()
const [writer] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'content'`)
const token = await tokens.sign({ role: 'authenticated', sub: writer!.id, aud: 'authenticated' }, 600)

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0c5a55' } }).jpeg()
const photograph = await jpeg(3000, 1500)
  .withExif({ IFD0: { Copyright: 'photographer' }, IFD3: { GPSLatitude: '32/1 5/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .toBuffer()
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const send = (payload: Buffer | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/functions/v1/add-picture',
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': 'image/png', ...headers },
    payload,
  })
const rows = async () => (await db.sql<{ n: number }>('select count(*)::int as n from pictures'))[0]!.n

test('a photograph is re-encoded: upright, of limited width, without location metadata', async () => {
  const answer = await send(photograph)
  const picture = answer.json<StoredImage>()
  expect([answer.statusCode, picture]).toEqual([
    200,
    { id: expect.any(String) as string, format: 'jpeg', width: 1200, height: 2400 },
  ])
  const shown = await app.inject({ url: imageUrl(picture, { width: 2400 }) })
  expect(shown.headers['cache-control']).toContain('31536000')
  const about = await sharp(shown.rawPayload).metadata()
  expect([about.exif, about.orientation, about.width, about.height]).toEqual([undefined, undefined, 1200, 2400])
})

test('transparency is preserved, and a multipart form is accepted like a raw file', async () => {
  const source = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new File([new Uint8Array(source)], 'לוגו.png', { type: 'image/png' }))
  const body = new Response(form)
  const answer = await send(Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type')!,
  })
  expect(answer.json()).toMatchObject({ format: 'webp', width: 20, height: 10 })
})

const refused: [string, Buffer | string, string][] = [
  ['an SVG with a script, sent as PNG', svg, 'picture_svg'],
  ['an HTML page, sent as PNG', '<!doctype html><script>alert(1)</script>', 'not_a_picture'],
  ['nothing', '', 'not_a_picture'],
  ['plain text', 'שלום', 'not_a_picture'],
  ['a truncated PNG', Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'), 'picture_broken'],
  [
    'a JPEG header followed by HTML',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
    'picture_broken',
  ],
  ['a photograph in HEIC', Buffer.from('\0\0\0\x20ftypheic\0\0\0\0mif1heic', 'latin1'), 'picture_heic'],
  ['a video', Buffer.from('\0\0\0\x20ftypisom', 'latin1'), 'not_a_picture'],
]
test.each(refused)('%s is refused with a message, and nothing is stored', async (_what, payload, code) => {
  const before = await rows()
  const answer = await send(payload)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, code])
  expect(answer.json<{ message: string }>().message).toMatch(/[א-ת]/)
  expect(await rows()).toBe(before)
})

test('an image with too many pixels is refused', async () => {
  const bomb = await sharp(Buffer.alloc(8000 * 6500), { raw: { width: 8000, height: 6500, channels: 1 } })
    .png()
    .toBuffer()
  expect((await send(bomb)).json()).toMatchObject({ code: 'picture_too_many_pixels' })
})

test('twenty megabytes are refused', async () => {
  const huge = Buffer.alloc(20 * 1024 * 1024, 1)
  huge.set([0xff, 0xd8, 0xff])
  const answer = await send(huge)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'payload_too_large'])
  expect((await send(huge.subarray(0, 10 * 1024 * 1024 + 1))).json()).toMatchObject({ code: 'picture_too_large' })
})

test('a direct upload to the bucket is refused for every role', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/storage/v1/object/pictures/own.jpg',
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    payload: photograph,
  })
  expect(answer.json()).toMatchObject({ statusCode: '403' })
})

test('a page offers the widths in which the image exists', () => {
  const picture = (width: number): StoredImage => ({ id: 'a', format: 'jpeg', width, height: 100 })
  const widthsOf = (width: number) =>
    [...imageSources(picture(width), 'avif').matchAll(/ (\d+)w/g)].map((found) => Number(found[1]))
  expect(widthsOf(2400)).toEqual([480, 800, 1200, 1600])
  expect(widthsOf(1000)).toEqual([480, 800, 1000])
  expect(widthsOf(480)).toEqual([480])
  expect(widthsOf(20)).toEqual([20])
  expect(shareImageUrl(picture(2400))).toContain('width=1200&height=630')
})
