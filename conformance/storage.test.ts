import { expect, test } from 'vitest'
import { address, signedIn, visitor } from './clients.ts'

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
)

test('the owner uploads a logo into their own folder and it is public', async () => {
  const owner = await signedIn('owner')
  const { data: me } = await owner.auth.getUser()
  const path = `${me.user!.id}/logo-light_${Date.now()}.png`
  const bucket = owner.storage.from('business-logos')
  const first = await bucket.upload(path, png, { contentType: 'image/png', cacheControl: '0', upsert: true })
  expect(first.error).toBeNull()
  const again = await bucket.upload(path, png, { contentType: 'image/png', cacheControl: '0', upsert: true })
  expect(again.error).toBeNull()

  const { publicUrl } = bucket.getPublicUrl(path).data
  expect(publicUrl).toBe(`${address}/storage/v1/object/public/business-logos/${path}`)
  const answer = await fetch(`${publicUrl}?t=${Date.now()}`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png)
})

test('an upload into the folder of another user or by a visitor is refused', async () => {
  const owner = await signedIn('owner')
  const { data: me } = await owner.auth.getUser()
  const path = `${me.user!.id}/intruder.png`
  for (const browser of [await signedIn('client'), visitor()]) {
    const { error } = await browser.storage
      .from('business-logos')
      .upload(path, png, { contentType: 'image/png', upsert: true })
    expect(error).toMatchObject({ statusCode: '403' })
  }
})

test('a missing object is reported in storage’s error format', async () => {
  const { error } = await visitor().storage.from('business-logos').download('nobody/nothing.png')
  // Storage responds with HTTP 400, and the real status is in the body.
  expect(error).toMatchObject({ status: 400, statusCode: '404' })
})
