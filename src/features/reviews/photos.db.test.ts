import sharp from 'sharp'
import { expect, test } from 'vitest'
import { filesOf } from '../privacy/privacy.server.ts'
import { reviewSite } from './review-site.fixture.ts'
import { photoPath, photoSide } from './reviews.ts'

const { app, db, get, post, reviewFields, reviewOf, proved, staff } = await reviewSite()
const owner = await staff('owner')
const sales = await staff('sales')

const face = new Blob([
  new Uint8Array(
    await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#b0562c' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'photographer' }, IFD3: { GPSLatitude: '32/1 5/1 0/1' } })
      .toBuffer(),
  ),
])
const photoOf = async (email: string) =>
  (
    await db.sql<{ id: string; agreed_words: string }>(
      `select p.id, p.agreed_words from review_photos p join review_authors a using (review_id) where a.email = $1`,
      [email],
    )
  )[0]
const approve = (id: string) => db.as(owner.claims, `update reviews set status = 'approved' where id = $1`, [id])

test('a photo is cropped to a small square without metadata, and is not served before its review is approved', async () => {
  const review = await proved({ photo: face, photoConsent: 'on' })
  const photo = (await photoOf(review.email))!
  expect(photo.agreed_words).toBe('מאשרים להציג את התמונה ליד הדברים.')
  const path = photoPath(photo.id)
  expect((await get(path)).statusCode).toBe(404)
  expect(await db.as({ role: 'anon' }, 'select review_photo($1)', [photo.id])).toEqual([{ review_photo: null }])
  expect(await db.as(sales.claims, 'select review_photo($1)', [photo.id])).toEqual([{ review_photo: null }])
  const [seen] = await db.as<{ review_photo: string }>(owner.claims, 'select review_photo($1)', [photo.id])
  expect(seen!.review_photo).toMatch(/^UklGR[\w+/]+=*$/)

  await approve(review.id)
  await expect.poll(async () => (await get('/reviews')).body).toContain(path)
  expect((await get('/')).body).toContain(path)
  const shown = await app.inject(path)
  expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  const about = await sharp(shown.rawPayload).metadata()
  expect([about.format, about.width, about.height, about.exif]).toEqual(['webp', photoSide, photoSide, undefined])
  expect(shown.rawPayload.length).toBeLessThan(60_000)

  await db.sql(`update reviews set status = 'rejected', rejected_because = 'withdrawn' where id = $1`, [review.id])
  expect((await get(path)).statusCode).toBe(404)
  await db.sql('delete from reviews where id = $1', [review.id])
  expect(await db.sql('select from review_photos where id = $1', [photo.id])).toEqual([])
})

test('a photo without its consent is refused; the consent without a photo is ignored', async () => {
  const without = await post('/reviews', reviewFields({ photo: face }), '192.0.2.30')
  expect(without.statusCode).toBe(422)
  expect(without.body).toContain('כדי לצרף תמונה צריך לסמן שמותר להציג אותה')
  const fields = reviewFields({ photoConsent: 'on', photo: new Blob([]) })
  expect((await post('/reviews', fields, '192.0.2.30')).statusCode).toBe(303)
  expect(await photoOf(fields.email)).toBeUndefined()
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const huge = new Uint8Array(20 * 1024 * 1024).fill(1)
huge.set([0xff, 0xd8, 0xff])
test.each<[what: string, file: Blob, words: string]>([
  ['an SVG with a script, sent as JPEG', new Blob([svg], { type: 'image/jpeg' }), 'קובץ SVG יכול להכיל קוד'],
  ['an HTML page, sent as photo', new Blob(['<!doctype html><script>1</script>']), 'הקובץ אינו תמונה'],
  ['a JPEG header followed by SVG', new Blob([new Uint8Array([0xff, 0xd8, 0xff]), svg]), 'לא הצלחנו לפתוח'],
  ['twenty megabytes', new Blob([huge]), 'התמונה גדולה מ־10 מ״ב'],
  ['a little more than ten megabytes', new Blob([huge.subarray(0, 10 * 1024 * 1024 + 1)]), 'התמונה גדולה מ־10 מ״ב'],
])('%s is refused at its field, and the form keeps its values', async (what, photo, message) => {
  const { email, ...fields } = reviewFields({ photo, photoConsent: 'on', about: `הורים לשניים, ${what}` })
  // The file is the last multipart part, as in the form.
  const { photo: last, ...first } = fields
  const { statusCode, body } = await post('/reviews', { ...first, email, photo: last! }, '192.0.2.31')
  expect([422, 413]).toContain(statusCode)
  expect(body).toContain(message)
  expect(body).toContain('id="review-photo-error"')
  for (const typed of [fields.body, email, fields.about]) expect(body).toContain(typed)
  expect(await reviewOf(email)).toBeUndefined()
})

test('staff can remove the photo of a review without deleting the review', async () => {
  const review = await proved({ photo: face, photoConsent: 'on' })
  await approve(review.id)
  const { id } = (await photoOf(review.email))!
  await db.as(owner.claims, 'delete from review_photos where id = $1', [id])
  expect((await get(photoPath(id))).statusCode).toBe(404)
  expect(await reviewOf(review.email)).toMatchObject({ status: 'approved' })
})

test('photo and review are part of a person’s export, and are deleted by erasure', async () => {
  const email = 'known.face@example.com'
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  await db.sql(`insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', $2, $2)`, [
    contact!.id,
    email,
  ])
  const review = await proved({ email, photo: face, photoConsent: 'on' })
  await approve(review.id)
  const photo = (await photoOf(email))!
  const [{ data }] = (await db.as<{ data: Record<string, Record<string, unknown>[]> }>(
    { role: 'service_role', sub: owner.claims.sub },
    'select person_data($1) as data',
    [contact!.id],
  )) as [{ data: Record<string, Record<string, unknown>[]> }]
  expect(data['reviews']).toMatchObject([{ id: review.id, body: review.body }])
  const files = filesOf(data, new Date())
  const file = files.find(({ name }) => name === `review_photos/${photo.id}.webp`)
  expect((await sharp(file!.content as Buffer).metadata()).width).toBe(photoSide)
  expect(files.find(({ name }) => name === 'person.json')!.content).not.toContain('\\\\x52494646')

  await db.sql('select anonymise_person($1)', [contact!.id])
  expect((await get(photoPath(photo.id))).statusCode).toBe(404)
  expect(
    await db.sql(
      'select id::text from review_photos where id = $1 union all select token_hash from review_links where review_id = $2',
      [photo.id, review.id],
    ),
  ).toEqual([])
  expect(await db.sql('select shown_name, status from reviews where id = $1', [review.id])).toEqual([
    { shown_name: 'בעילום שם', status: 'approved' },
  ])
})

test('an unknown photo path responds with status 404', async () => {
  for (const id of ['nonsense', '%22', crypto.randomUUID()]) expect((await get(photoPath(id))).statusCode).toBe(404)
})
