// Pages of blocks in webinar templates.
import { expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { testSite } from '../../../../test/site-app.ts'
import { webinarVisitors } from '../../../../test/webinars.ts'
import { pageBlocks } from '../page/page-blocks.ts'
import { readTemplateFile, templateFileOf } from './template-file.ts'
import { TemplateDefinition } from './webinar-template.ts'

const siteApp = await testSite({ demo: false })
const { db, tokens } = siteApp
const { ids, as } = await makeActors(db)
const { get, call, addWebinar, addSession } = webinarVisitors(siteApp)
const access = await tokens.sign({ role: 'authenticated', sub: ids.content }, 600)

type Newest = { id: string; version: number; shown: string | null; blocks: { kind: string; content: object }[] }
const newest = async (path: string) =>
  (
    await db.sql<Newest>(
      `select v.id, p.version, p.published_version_id as shown, v.blocks from pages p
       join page_versions v on v.path = p.path and v.number = p.version where p.path = $1`,
      [path],
    )
  )[0]!
/** Changes the title of the paragraphs block of a page. */
async function write(path: string, title: string) {
  const { version, blocks } = await newest(path)
  const changed = blocks.map((block) =>
    block.kind === 'paragraphs' ? { ...block, content: { ...block.content, title } } : block,
  )
  expect((await call('save-page', { path, blocks: changed, seenVersion: version }, access)).status).toBe(200)
}
async function publish(path: string) {
  const { id, shown } = await newest(path)
  expect((await call('publish-page', { path, versionId: id, seenPublishedId: shown }, access)).status).toBe(200)
}
const pathOf = async (id: string) =>
  (await db.sql<{ path: string }>('select page_path as path from webinars where id = $1', [id]))[0]!.path
const make = async (template: string, slug: string) => {
  const [created] = await db.as<{ id: string }>(
    as.content,
    `select webinar_from_template($1, 'ערב של חורף', $2) as id`,
    [template, slug],
  )
  return created!.id
}
const definitionOf = async (template: string) =>
  (await db.sql<{ definition: unknown }>('select definition from webinar_templates where id = $1', [template]))[0]!
    .definition

/** Creates a webinar with a page of blocks, and a template from it. */
async function templated(slug: string) {
  const webinar = await addWebinar(slug)
  await addSession(webinar, '3 days')
  await db.sql(`update webinars set takeaways = '{לדעת כמה נכנס}' where id = $1`, [webinar])
  await call('add-webinar-page', { webinarId: webinar }, access)
  await write(`/webinar-${slug}`, 'כתוב ביד')
  const [created] = await db.as<{ id: string }>(as.content, `select webinar_template_from($1, 'עם עמוד') as id`, [
    webinar,
  ])
  return { webinar, template: created!.id }
}
const uses = (template: string, webinar: string) =>
  db.as(as.content, 'select updates, keeps from webinar_template_uses($1) where webinar_id = $2', [template, webinar])
const update = (template: string, webinars: string[]) =>
  db.as(as.content, 'select * from update_webinars_of_template($1, $2)', [template, webinars])

test('a webinar created from a template has its own page, as a draft that links to its own path', async () => {
  const { template } = await templated('source')
  const webinar = await make(template, 'winter')
  expect(await pathOf(webinar)).toBe('/webinar-winter')
  const { blocks, shown } = await newest('/webinar-winter')
  expect(shown).toBeNull()
  expect(JSON.stringify(blocks)).toContain('כתוב ביד')
  expect(JSON.stringify(blocks[0])).toContain('"/webinar/winter"')
  expect(JSON.stringify(blocks)).not.toContain('/webinar/source')
  expect(await uses(template, webinar)).toEqual([{ updates: [], keeps: [] }])
  await db.sql(`update webinars set status = 'published' where id = $1`, [webinar])
  await publish('/webinar-winter')
  await expect.poll(async () => (await get('/webinar/winter')).body).toContain('כתוב ביד')
})

test('a path used by another page or product is not reused', async () => {
  const { template } = await templated('popular')
  await call('add-page', { label: 'אחר', slug: 'webinar-wanted', layout: 'site', template: 'empty' }, access)
  await db.sql(`insert into site_addresses (slug, kind, owner) values ('webinar-wanted-2', 'product', 'another')`)
  expect(await pathOf(await make(template, 'wanted'))).toBe('/webinar-wanted-3')
})

test('an update writes the page, does not publish a draft, and skips a page that was changed', async () => {
  const { webinar, template } = await templated('improved')
  const [shown, draft, changed] = [
    await make(template, 'shown-one'),
    await make(template, 'draft-one'),
    await make(template, 'changed-one'),
  ]
  await publish('/webinar-shown-one')
  await write('/webinar-changed-one', 'לקהל אחר')
  await write('/webinar-improved', 'נוסח חדש')
  await db.as(as.content, 'select renew_webinar_template($1)', [webinar])
  expect(await uses(template, shown)).toEqual([{ updates: ['page'], keeps: [] }])
  expect(await uses(template, changed)).toEqual([{ updates: [], keeps: ['page'] }])
  await update(template, [shown, draft, changed])
  const state = async (slug: string) => {
    const { id, shown: published, blocks } = await newest(`/webinar-${slug}`)
    const text = JSON.stringify(blocks)
    return [
      ['נוסח חדש', 'לקהל אחר'].find((phrase) => text.includes(phrase)),
      published === id ? 'published' : published ? 'older' : 'draft',
    ]
  }
  expect(await state('shown-one')).toEqual(['נוסח חדש', 'published'])
  expect(await state('draft-one')).toEqual(['נוסח חדש', 'draft'])
  expect(await state('changed-one')).toEqual(['לקהל אחר', 'draft'])
})

test('an update skips a page that is shared with another webinar, and one with unpublished changes', async () => {
  const { webinar, template } = await templated('twofold')
  const [first, second] = [await make(template, 'shared-one'), await addWebinar('guest-of-page')]
  await db.sql(`update webinars set page_path = '/webinar-shared-one' where id = $1`, [second])
  await write('/webinar-twofold', 'נוסח חדש')
  await db.as(as.content, 'select renew_webinar_template($1)', [webinar])
  expect(await uses(template, first)).toEqual([{ updates: [], keeps: ['page'] }])
  await update(template, [first])
  expect(JSON.stringify((await newest('/webinar-shared-one')).blocks)).not.toContain('נוסח חדש')
})

test('a webinar without a page gets that of a newer version, and its page is preserved once the template has none', async () => {
  const source = await addWebinar('later')
  const [created] = await db.as<{ id: string }>(as.content, `select webinar_template_from($1, 'בלי עמוד') as id`, [
    source,
  ])
  const template = created!.id
  // Simulates a version from before templates had pages.
  await db.sql(`update webinar_templates set definition = definition - 'page' where id = $1`, [template])
  await db.sql(`update webinars set template_number = 2 where id = $1`, [source])
  const follower = await make(template, 'follower')
  expect(await pathOf(follower)).toBeNull()
  await call('add-webinar-page', { webinarId: source }, access)
  await db.as(as.content, 'select renew_webinar_template($1)', [source])
  await update(template, [follower])
  expect(await pathOf(follower)).toBe('/webinar-follower')
  await db.sql('update webinars set page_path = null where id = $1', [source])
  await db.as(as.content, 'select renew_webinar_template($1)', [source])
  await update(template, [follower])
  expect(await pathOf(follower)).toBeNull()
  expect(await newest('/webinar-follower')).toMatchObject({ version: 1 })
})

test('an exported page is imported without missing images; the library lists the templates that use an image', async () => {
  const [picture] = await db.sql<{ id: string }>(
    `insert into pictures (id, format, width, height, bytes, name, alt) values (gen_random_uuid(), 'webp', 10, 10, 10, 'a.webp', 'חדר') returning id`,
  )
  const absent = crypto.randomUUID()
  const details = { slug: '_', title: 'ערב', subtitle: '', takeaways: [], presenter: '', presenter_about: '' }
  const shownPicture = (id: string, n: number) => ({
    id: `picture-${n}`,
    kind: 'picture',
    content: { photo: { id, alt: 'חדר הפגישות' }, caption: '', width: 'wide', ground: 'plain' },
  })
  const definition = TemplateDefinition.parse({
    title: 'ערב תקציב',
    page: [...pageBlocks(details), shownPicture(picture!.id, 1), shownPicture(absent, 2)],
  })
  const read = readTemplateFile(templateFileOf({ name: 'מקובץ', about: '', definition }))
  if ('errors' in read) throw new Error(read.errors.join())
  expect(read.file.definition).toEqual(definition)
  const { body } = await call('save-webinar-template', { id: null, ...read.file }, access)
  const stored = JSON.stringify(await definitionOf(String(body['id'])))
  expect(stored).toContain(picture!.id)
  expect(stored).not.toContain(absent)
  expect(await db.as(as.content, 'select place, name from picture_uses($1)', [picture!.id])).toEqual([
    { place: 'תבנית של הדרכה', name: 'מקובץ' },
  ])
})

test('a template preview shows its page of blocks instead of the details', async () => {
  const { template } = await templated('previewed')
  const { body } = await call('share-webinar-template', { id: template, hours: 1 }, access)
  const inner = await get(`/template-preview/${template}?r=${String(body['token'])}&page=landing&inner=1`)
  expect(inner.body).toContain('כתוב ביד')
  expect(inner.body).not.toContain('webinar-gains')
  expect(inner.body.match(/<h1/g)).toHaveLength(1)
})

test('a preview without branding has neutral colours and no business name', async () => {
  await db.sql(`insert into business_profiles (user_id, business_name) values ($1, 'ליווי לדוגמה')`, [ids.owner])
  const { webinar, template } = await templated('branded')
  await write('/webinar-branded', 'פגישה עם {{businessName}}')
  await db.as(as.content, 'select renew_webinar_template($1)', [webinar])
  const { body } = await call('share-webinar-template', { id: template, hours: 1 }, access)
  const path = `/template-preview/${template}?r=${String(body['token'])}&page=landing`
  await expect.poll(async () => (await get(`${path}&inner=1`)).body).toContain('פגישה עם ליווי לדוגמה')
  const own = await get(`${path}&inner=1`)
  expect(own.body).not.toContain('brand-neutral')
  const neutral = await get(`${path}&brand=neutral&inner=1`)
  expect(neutral.body).toContain('פגישה עם שם העסק')
  expect(neutral.body).toContain('previewed brand-neutral')
  expect((await get(`${path}&brand=neutral`)).body).toMatch(/aria-current="true">ניטרלי/)
})
