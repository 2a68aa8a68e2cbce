// The page of a webinar: blocks below the registration.
import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'
import { webinarVisitors } from '../../../../test/webinars.ts'

const siteApp = await testSite()
const { db, tokens } = siteApp
const { addWebinar, addSession, get, call: callAs } = webinarVisitors(siteApp)
const userOf = async (role: string) =>
  (await db.sql<{ id: string }>('select user_id as id from user_roles where role = $1 limit 1', [role]))[0]!.id
const accessOf = async (role: string) =>
  tokens.sign({ role: 'authenticated', sub: await userOf(role), aud: 'authenticated' }, 600)
const [writer, coach] = [await accessOf('content'), await accessOf('coach')]
const call = (name: string, input: object) => callAs(name, input, writer)
const body = async (slug: string) => (await get(`/webinar/${slug}`)).body

async function addDetailed(slug: string) {
  const id = await addWebinar(slug)
  await addSession(id, '5 days')
  await db.sql(
    `update webinars set takeaways = '{לדעת כמה נכנס,לדעת כמה יוצא}', presenter = 'הילה לדוגמה', presenter_about = 'מלווה משפחות' where id = $1`,
    [id],
  )
  return id
}
async function publish(path: string, change: (blocks: { kind: string; content: object }[]) => object[]) {
  const newest = async () =>
    (
      await db.sql<{ id: string; version: number; shown: string | null; blocks: { kind: string; content: object }[] }>(
        `select v.id, p.version, p.published_version_id as shown, v.blocks from pages p
         join page_versions v on v.path = p.path and v.number = p.version where p.path = $1`,
        [path],
      )
    )[0]!
  const before = await newest()
  await call('save-page', { path, blocks: change(before.blocks), seenVersion: before.version })
  const { id, shown } = await newest()
  return call('publish-page', { path, versionId: id, seenPublishedId: shown })
}

test('a page without blocks shows its details, reviews, questions, and a button that links to the form', async () => {
  await addDetailed('plain')
  const page = await body('plain')
  expect(page).toContain('לדעת כמה נכנס')
  expect(page).toContain('class="voice')
  expect(page).toContain('class="questions"')
  expect(page).toContain('href="#webinar-register"')
  expect(page.match(/id="webinar-register"/g)).toHaveLength(1)
})

test('a page of blocks is created from the details as a draft, and replaces them once published', async () => {
  const id = await addDetailed('built')
  expect(await call('add-webinar-page', { webinarId: id })).toEqual({ status: 200, body: { path: '/webinar-built' } })
  expect(await call('add-webinar-page', { webinarId: id })).toEqual({ status: 200, body: { path: '/webinar-built' } })
  expect(await body('built')).toContain('class="wrap webinar-gains"')
  const published = await publish('/webinar-built', (blocks) =>
    blocks.map((block) =>
      block.kind === 'paragraphs' ? { ...block, content: { ...block.content, title: 'כתוב ביד' } } : block,
    ),
  )
  expect(published.status).toBe(200)
  await expect.poll(() => body('built')).toContain('כתוב ביד')
  const page = await body('built')
  expect(page).not.toContain('class="wrap webinar-gains"')
  expect(page.match(/<h1/g)).toHaveLength(1)
  expect(page).toContain('name="email"')
})

test('a page that is moved remains the webinar’s page, and a deleted one is replaced by the details', async () => {
  const id = await addDetailed('moved')
  await call('add-webinar-page', { webinarId: id })
  await publish('/webinar-moved', (blocks) => blocks)
  const settings = { label: 'עמוד שעבר', slug: 'new-place', layout: 'landing' }
  expect((await call('change-page', { path: '/webinar-moved', ...settings })).status).toBe(200)
  const pathOf = async () => (await db.sql('select page_path from webinars where id = $1', [id]))[0]
  expect(await pathOf()).toEqual({ page_path: '/new-place' })
  await expect.poll(() => body('moved')).not.toContain('class="wrap webinar-gains"')
  await call('delete-page', { path: '/new-place', redirectTo: '' })
  expect(await pathOf()).toEqual({ page_path: null })
  await expect.poll(() => body('moved')).toContain('class="wrap webinar-gains"')
})

test('the page of blocks has its webinar’s URL as canonical, and its own once it is detached', async () => {
  const id = await addDetailed('canon')
  await call('add-webinar-page', { webinarId: id })
  await publish('/webinar-canon', (blocks) => blocks)
  const canonical = async () => / rel="canonical" href="([^"]+)"/.exec((await get('/webinar-canon')).body)?.[1]
  const listed = async () => {
    const { body: sitemap } = await get('/sitemap.xml')
    return ['/webinar/canon', '/webinar-canon'].filter((path) => sitemap.includes(`<loc>http://site.test${path}</loc>`))
  }
  await expect.poll(canonical).toBe('http://site.test/webinar/canon')
  await expect.poll(listed).toEqual(['/webinar/canon'])
  await db.sql('update webinars set page_path = null where id = $1', [id])
  await expect.poll(canonical).toBe('http://site.test/webinar-canon')
  await expect.poll(listed).toEqual(['/webinar/canon', '/webinar-canon'])
})

test('a page created for one webinar is not reused for another, and a coach cannot create one', async () => {
  const [first, second] = [await addDetailed('shared'), await addDetailed('shared-2')]
  await call('add-page', { label: 'אחר', slug: 'webinar-shared', layout: 'site', template: 'empty' })
  expect((await callAs('add-webinar-page', { webinarId: first }, coach)).status).toBe(403)
  expect((await call('add-webinar-page', { webinarId: first })).body).toEqual({ path: '/webinar-shared-2' })
  expect((await call('add-webinar-page', { webinarId: second })).body).toEqual({ path: '/webinar-shared-2-2' })
})

test('the catalogue counts down to the next session, and names its host', async () => {
  await db.sql(`update webinar_sessions set starts_at = now() + interval '400 days' where status = 'scheduled'`)
  const id = await addDetailed('soonest')
  await db.sql(`update webinar_sessions set starts_at = now() + interval '3 days' where webinar_id = $1`, [id])
  await expect.poll(async () => (await get('/webinar')).body).toContain('href="/webinar/soonest"')
  const { body: catalogue } = await get('/webinar')
  expect(catalogue).toContain('data-countdown')
  expect(catalogue).toContain('מלווה משפחות')
  expect(catalogue).toContain('class="questions"')
})
