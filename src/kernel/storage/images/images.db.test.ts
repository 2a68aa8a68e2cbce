import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bothStores } from '../stores.fixture.ts'

const color = { r: 200, g: 30, b: 30 }
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: color } })
const jpeg = await picture(400, 200).jpeg().toBuffer()
// A single colour encodes fast; the image is refused by the size in its header.
const bomb = await sharp(Buffer.alloc(8000 * 6500), { raw: { width: 8000, height: 6500, channels: 1 } })
  .png()
  .toBuffer()
const lying = await picture(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()

for (const {
  where,
  url,
  app,
  tokens,
  folder,
  storage: inside,
  service,
  visitor,
  signedIn,
  ask,
} of await bothStores()) {
  await service.createBucket('album', { public: true })
  await service.from('album').upload('wide.jpg', jpeg, { contentType: 'image/jpeg' })
  await service.from('album').upload('lying.jpg', lying, { contentType: 'image/jpeg' })
  await service.from('album').upload('letter.txt', 'שלום', { contentType: 'text/plain' })
  await service.from('album').upload('liar.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', {
    contentType: 'image/png',
  })
  await service
    .from('album')
    .upload('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { contentType: 'image/svg+xml' })
  const cache = () => readdirSync(join(folder, 'pictures')).length
  const render = (query: string, headers: Record<string, string> = {}, key = 'wide.jpg') =>
    fetch(`${url}/render/image/public/album/${key}?${query}`, { headers })
  const facts = async (answer: Response) => {
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [format, width, height]
  }

  test.each([
    ['width=100', ['jpeg', 100, 50]],
    ['height=100', ['jpeg', 200, 100]],
    ['width=100&height=100', ['jpeg', 100, 100]],
    ['width=100&height=100&resize=contain', ['jpeg', 100, 50]],
    ['width=100&height=100&resize=fill', ['jpeg', 100, 100]],
    ['width=2000', ['jpeg', 400, 200]],
    ['width=99999', ['jpeg', 400, 200]],
    ['width=0', ['jpeg', 400, 200]],
    ['quality=20', ['jpeg', 400, 200]],
    ['width=100&format=webp', ['webp', 100, 50]],
    ['width=100&format=avif', ['heif', 100, 50]],
    ['', ['jpeg', 400, 200]],
  ])(`an image transformed by %s, ${where}`, async (query, expected) => {
    const answer = await render(query)
    expect(answer.status).toBe(200)
    expect(await facts(answer)).toEqual(expected)
  })

  test(`a browser that accepts WebP gets WebP unless the original format is requested, ${where}`, async () => {
    const accept = 'image/avif,image/webp,*/*'
    const webp = await render('width=50', { accept })
    expect(Object.fromEntries(webp.headers)).toMatchObject({
      'content-type': 'image/webp',
      vary: 'Accept',
      'x-transformations': 'width:50,resizing_type:fill',
      'cache-control': 'max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    expect(await facts(webp)).toEqual(['webp', 50, 25])
    expect(await facts(await render('width=50&format=origin', { accept }))).toEqual(['jpeg', 50, 25])
    expect((await render('width=50', { accept, 'if-none-match': webp.headers.get('etag')! })).status).toBe(304)
    expect((await render('width=51', { accept, 'if-none-match': webp.headers.get('etag')! })).status).toBe(200)
    expect((await fetch(`${url}/render/image/public/album/wide.jpg?width=50`, { method: 'HEAD' })).status).toBe(200)
  })

  test(`concurrent requests share one transformation, which applies the EXIF orientation, ${where}`, async () => {
    const before = cache()
    const answers = await Promise.all(Array.from({ length: 8 }, () => render('width=77')))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(cache() - before).toBe(1)
    expect(await facts(await render('format=origin', {}, 'lying.jpg'))).toEqual(['jpeg', 20, 40])
  })

  test(`a file without pixels is refused or served unchanged, whatever its declared type, ${where}`, async () => {
    const refused = { statusCode: '422', message: 'The object is not an image that can be transformed' }
    for (const key of ['letter.txt', 'liar.png']) {
      const answer = await render('width=10', {}, key)
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining(refused)])
    }
    const drawing = await render('width=10', {}, 'drawing.svg')
    expect(drawing.headers.get('content-security-policy')).toContain('sandbox')
    expect(await drawing.text()).toContain('<svg')
  })

  test(`an image with too many pixels is not decoded, ${where}`, async () => {
    await service.from('album').upload('bomb.png', bomb, { contentType: 'image/png', upsert: true })
    const answer = await render('width=10', {}, 'bomb.png')
    expect(await answer.json()).toMatchObject({ message: 'The image has too many pixels to be transformed' })
  })

  test(`a transformed image follows the policies of its file and the parameters of a signed link, ${where}`, async () => {
    const { sub, token, storage } = await signedIn()
    await storage.from('private').upload(`${sub}/תמונה.jpg`, jpeg, { contentType: 'image/jpeg' })
    const transform = { width: 60, height: 60, resize: 'contain' as const }
    const mine = await storage.from('private').download(`${sub}/תמונה.jpg`, { transform })
    expect(await facts(new Response(mine.data))).toEqual(['jpeg', 60, 30])
    const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/render/image/authenticated/private/${encodeURI(`${sub}/תמונה.jpg`)}`, {
      headers,
    })
    expect([answer.headers.get('vary'), (await facts(answer))[0]]).toEqual(['Accept, Authorization, apikey', 'jpeg'])
    expect((await visitor.from('private').download(`${sub}/תמונה.jpg`, { transform })).error).toMatchObject({
      statusCode: '404',
    })
    const { data } = await storage.from('private').createSignedUrl(`${sub}/תמונה.jpg`, 60, { transform })
    expect(data!.signedUrl).toContain('/render/image/sign/private/')
    expect(await facts(await fetch(data!.signedUrl))).toEqual(['jpeg', 60, 30])
    // The link is bound to its transformation: other sizes and the original are refused.
    expect(await facts(await fetch(`${data!.signedUrl}&width=400&height=400`))).toEqual(['jpeg', 60, 30])
    expect(await facts(await fetch(data!.signedUrl.replace('/render/image/', '/object/')))).toEqual(['jpeg', 60, 30])
    const { publicUrl } = service.from('album').getPublicUrl('wide.jpg', { transform: { width: 30 } }).data
    expect(await facts(await fetch(publicUrl))).toEqual(['jpeg', 30, 15])
    const hidden = service.from('private').getPublicUrl(`${sub}/תמונה.jpg`, { transform: { width: 30 } }).data
    expect((await fetch(hidden.publicUrl)).status).toBe(400)
  })

  test(`requests beyond the transformation queue are refused, and cached images are still served, ${where}`, async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, (_, i) => render(`width=${100 + i}&quality=33`)))
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(await answers.find(({ status }) => status === 429)!.json()).toMatchObject({ code: 'SlowDown' })
    expect((await ask('object/album/wide.jpg')).status).toBe(200)
    expect((await render('width=100&quality=34')).status).toBe(200)
  })

  test(`one client may request a limited number of new sizes; cached ones and other clients are served, ${where}`, async () => {
    const ofClient = (remoteAddress: string, width: number) =>
      app.inject({
        url: `/storage/v1/render/image/public/album/lying.jpg?width=${width}&quality=21`,
        headers: { apikey: tokens.anonKey },
        remoteAddress,
      })
    // Batches shorter than the queue, whose refusals have the same code.
    const statuses: number[] = []
    for (let batch = 0; batch < 4; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) => ofClient('203.0.113.7', batch * 40 + i + 1)),
      )
      statuses.push(...answers.map(({ statusCode }) => statusCode))
    }
    expect(new Set(statuses.slice(0, 120))).toEqual(new Set([200]))
    expect(statuses.slice(120)).toContain(429)
    // Refused sizes were not rendered, so this one is cached.
    expect((await ofClient('203.0.113.7', 1)).statusCode).toBe(200)
    expect((await ofClient('203.0.113.8', 1000)).statusCode).toBe(200)
  })

  test(`an image that is replaced while queued is rendered from the new version, ${where}`, async () => {
    await service.from('album').upload('turning.png', await picture(10, 10).png().toBuffer(), { contentType: 'image/png' }) // prettier-ignore
    const later = await picture(20, 10).png().toBuffer()
    const reachable = inside.blobs
    const read: typeof reachable.read = async (version, range) => {
      inside.blobs = reachable
      await service.from('album').update('turning.png', later, { contentType: 'image/png' })
      return reachable.read(version, range)
    }
    inside.blobs = { ...reachable, read }
    expect(await facts(await render('format=origin', {}, 'turning.png'))).toEqual(['png', 20, 10])
  })

  test(`a replaced image is rendered again, ${where}`, async () => {
    await service.from('album').upload('changing.png', await picture(10, 10).png().toBuffer(), { contentType: 'image/png' }) // prettier-ignore
    expect(await facts(await render('format=origin', {}, 'changing.png'))).toEqual(['png', 10, 10])
    await service.from('album').update('changing.png', await picture(20, 10).png().toBuffer(), { contentType: 'image/png' }) // prettier-ignore
    expect(await facts(await render('format=origin', {}, 'changing.png'))).toEqual(['png', 20, 10])
    expect(await inside.images.prune()).toBe(0)
  })
}
