import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { imageUrl, type StoredImage } from './images.ts'

const { app, db, tokens } = await testSite()
const [writer] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'content'`)
const token = await tokens.sign({ role: 'authenticated', sub: writer!.id, aud: 'authenticated' }, 600)
const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }

const call = async (name: string, payload: object) => {
  const answer = await app.inject({ method: 'POST', url: `/functions/v1/${name}`, headers, payload })
  return { status: answer.statusCode, body: answer.json<{ code?: string; id?: string; number?: number }>() }
}
async function upload(width = 40): Promise<StoredImage> {
  const payload = await sharp({ create: { width, height: 30, channels: 3, background: '#0c5a55' } })
    .jpeg()
    .toBuffer()
  const type = { ...headers, 'content-type': 'image/jpeg' }
  return (await app.inject({ method: 'POST', url: '/functions/v1/add-picture', headers: type, payload })).json()
}
const uses = async (picture: string) =>
  (await app.inject({ method: 'POST', url: '/rest/v1/rpc/picture_uses', headers, payload: { picture } })).json<
    { place: string; link: string }[]
  >()

const path = '/about'
const pageWith = (id: string) => [
  { id: 'opening', kind: 'opening', content: { ...opening, photo: { id: '', alt: '' } } },
  {
    id: 'shot',
    kind: 'picture',
    content: { photo: { id, alt: 'חדר הפגישות' }, caption: '', width: 'wide', ground: 'plain' },
  },
]
const link = { words: '', href: '' }
const opening = {
  eyebrow: '',
  title: 'אודות',
  lead: '',
  product: '',
  action: link,
  second: link,
  note: '',
  picture: 'none',
}
const version = async () =>
  (await db.sql<{ version: number }>('select version from pages where path = $1', [path]))[0]!.version
const save = async (id: string) => call('save-page', { path, blocks: pageWith(id), seenVersion: await version() })
async function publish(id: string) {
  const saved = await save(id)
  const [page] = await db.sql<{ id: string | null }>('select published_version_id as id from pages where path = $1', [
    path,
  ])
  await call('publish-page', { path, versionId: saved.body.id, seenPublishedId: page!.id })
}
const html = async () => (await app.inject({ url: path })).body

let picture: StoredImage
beforeEach(async () => {
  picture = await upload()
})

test('a published picture is served in modern formats around its focal point, and its uses are listed', async () => {
  await publish(picture.id)
  await call('describe-picture', { id: picture.id, name: '', alt: 'חדר', focal_x: 25, focal_y: 0 })
  const page = await html()
  expect(page).toContain('type="image/avif"')
  expect(page).toMatch(/<img class="photo fx-25 fy-0"[^>]*alt="חדר הפגישות"/)
  expect(await uses(picture.id)).toEqual([{ place: 'עמוד', name: expect.any(String) as string, link: path }])
})

test('a picture in use cannot be deleted; an unused one is deleted with its file', async () => {
  await publish(picture.id)
  expect((await call('delete-picture', { id: picture.id })).body.code).toBe('picture_in_use')
  const other = await upload()
  expect((await call('delete-picture', { id: other.id })).status).toBe(200)
  expect((await app.inject({ url: imageUrl(other, { width: 480 }) })).statusCode).toBeGreaterThanOrEqual(400)
  expect((await call('delete-picture', { id: other.id })).body.code).toBe('picture_not_found')
})

test('a picture of a scheduled version cannot be deleted, even if the draft does not contain it', async () => {
  const { body } = await save(picture.id)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await call('schedule-page', { path, versionId: body.id, at })
  await save('')
  expect((await call('delete-picture', { id: picture.id })).body.code).toBe('picture_in_use')
  await call('schedule-page', { path, versionId: body.id, at: null })
  expect((await call('delete-picture', { id: picture.id })).status).toBe(200)
})

test('a page that references a deleted picture cannot be saved', async () => {
  await call('delete-picture', { id: picture.id })
  expect((await save(picture.id)).body.code).toBe('picture_missing')
})

test('a replacement is shown on the pages of the picture and of the pictures that it replaced', async () => {
  await publish(picture.id)
  const [second, third] = [await upload(50), await upload(60)]
  await call('replace-picture', { id: picture.id, by: second.id })
  await call('replace-picture', { id: second.id, by: third.id })
  const page = await html()
  expect(page).toContain(third.id)
  expect(page).not.toContain(second.id)
  expect((await uses(third.id)).map(({ link: to }) => to)).toEqual([path])
  expect((await call('delete-picture', { id: third.id })).body.code).toBe('picture_in_use')
  expect((await call('replace-picture', { id: third.id, by: third.id })).body.code).toBe('picture_not_found')
})

test('visitors read neither the library nor the uses of a picture', async () => {
  const asVisitor = { apikey: tokens.anonKey }
  for (const name of ['picture_library', 'picture_uses']) {
    const answer = await app.inject({
      method: 'POST',
      url: `/rest/v1/rpc/${name}`,
      headers: asVisitor,
      payload: name === 'picture_uses' ? { picture: picture.id } : {},
    })
    expect(answer.statusCode).toBe(401)
  }
})
