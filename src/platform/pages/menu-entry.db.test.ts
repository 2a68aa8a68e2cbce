import { beforeEach, expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { framePath } from './pages.ts'

const { app, db, tokens } = await testSite()
const [writer] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'content'`)
const token = await tokens.sign({ role: 'authenticated', sub: writer!.id, aud: 'authenticated' }, 600)
const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }

type Answer = { code?: string; id?: string; publishedId?: string | null }
type MenuLink = { words: string; href: string }
type FrameBlock = { kind: string; content: { list?: MenuLink[] } }

const call = async (name: string, payload: object) =>
  (await app.inject({ method: 'POST', url: `/functions/v1/${name}`, headers, payload })).json<Answer>()
const links = (count: number): MenuLink[] =>
  ['/', '/about', '/blog', '/faq', '/pricing', '/reviews', '/contact']
    .slice(0, count)
    .map((href) => ({ words: `קישור ${href}`, href }))

/** The page's newest version, and the published and the scheduled one. */
async function versionsOf(path: string) {
  const [row] = await db.sql<{ newest: string; number: number; shown: string | null; scheduled: string | null }>(
    `select v.id as newest, v.number, p.published_version_id as shown, p.scheduled_version_id as scheduled
     from pages p join page_versions v on v.path = p.path and v.number = p.version where p.path = $1`,
    [path],
  )
  return row!
}

async function hrefsOf(version: string | null) {
  const [row] = await db.sql<{ blocks: FrameBlock[] }>('select blocks from page_versions where id = $1', [version])
  return row!.blocks.find(({ kind }) => kind === 'menu')!.content.list!.map(({ href }) => href)
}
const shownHrefs = async () => hrefsOf((await versionsOf(framePath)).shown)
const draftHrefs = async () => hrefsOf((await versionsOf(framePath)).newest)

async function saveMenu(list: MenuLink[]) {
  const { newest, number } = await versionsOf(framePath)
  const [now] = await db.sql<{ blocks: FrameBlock[] }>('select blocks from page_versions where id = $1', [newest])
  const blocks = now!.blocks.map((block) => (block.kind === 'menu' ? { ...block, content: { list } } : block))
  await call('save-page', { path: framePath, blocks, seenVersion: number })
}
async function publish(path: string, changes: object = {}) {
  const { newest, shown } = await versionsOf(path)
  return call('publish-page', { path, versionId: newest, seenPublishedId: shown, ...changes })
}
async function addPage(slug: string, label = 'סדנה לזוגות') {
  await call('add-page', { label, slug, layout: 'landing', template: 'empty' })
  return `/${slug}`
}
const navOf = async () =>
  /aria-label="ניווט ראשי">(.*?)<\/nav>/.exec(
    (await app.inject({ url: '/', headers: { accept: 'text/html' } })).body,
  )![1]!

beforeEach(async () => {
  await saveMenu(links(3))
  await publish(framePath)
})

test('publishing adds a page to the menu under its name, and removing the link does not unpublish it', async () => {
  const path = await addPage('joins')
  expect(await navOf()).not.toContain(path)
  await publish(path, { inMenu: true })
  expect(await navOf()).toContain(`<a href="${path}">סדנה לזוגות</a>`)
  expect(await shownHrefs()).toEqual(['/', '/about', '/blog', path])
  const { newest, shown } = await versionsOf(framePath)
  expect(newest, 'the menu has no unpublished changes').toBe(shown)

  await publish(path, { inMenu: false })
  expect(await shownHrefs()).toEqual(['/', '/about', '/blog'])
  expect(await navOf()).not.toContain(path)
  expect((await versionsOf(path)).shown).not.toBeNull()
})

test('a page published without the menu option is not in the menu, and can be added once later', async () => {
  const path = await addPage('later-in-menu')
  await publish(path)
  expect(await shownHrefs()).not.toContain(path)
  await publish(path, { inMenu: true })
  const { number } = await versionsOf(framePath)
  await publish(path, { inMenu: true })
  expect((await shownHrefs()).filter((href) => href === path)).toHaveLength(1)
  expect((await versionsOf(framePath)).number, 'no version without a change').toBe(number)
})

test('unpublished changes of the menu remain a draft, and the draft also gets the link', async () => {
  await saveMenu(links(5))
  const path = await addPage('beside-a-draft')
  await publish(path, { inMenu: true })
  expect(await shownHrefs()).toEqual(['/', '/about', '/blog', path])
  expect(await draftHrefs()).toEqual(['/', '/about', '/blog', '/faq', '/pricing', path])
})

test('a scheduled menu is still published at its time, with the link', async () => {
  await saveMenu(links(4))
  const { newest } = await versionsOf(framePath)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await call('schedule-page', { path: framePath, versionId: newest, at })
  await saveMenu(links(5))
  const path = await addPage('beside-a-schedule')
  await publish(path, { inMenu: true })
  const { scheduled } = await versionsOf(framePath)
  expect(await hrefsOf(scheduled)).toEqual(['/', '/about', '/blog', '/faq', path])
  expect(await shownHrefs()).toEqual(['/', '/about', '/blog', path])
  expect(await draftHrefs()).toEqual(['/', '/about', '/blog', '/faq', '/pricing', path])
})

test('a full menu refuses the link, and the page is not published', async () => {
  await saveMenu(links(7))
  await publish(framePath)
  const path = await addPage('too-many')
  expect((await publish(path, { inMenu: true })).code).toBe('menu_full')
  expect((await versionsOf(path)).shown).toBeNull()
  expect(await shownHrefs()).toHaveLength(7)
})

test('an unpublished page is not added to the menu, and unpublishing a page removes its link', async () => {
  const path = await addPage('withdrawn')
  await publish(path, { inMenu: true })
  await publish(path, { versionId: null, inMenu: true })
  expect(await shownHrefs()).not.toContain(path)
})

test('moving a page updates its link in the menu, also in the draft and the scheduled version', async () => {
  const path = await addPage('before-the-move')
  await publish(path, { inMenu: true })
  const shown = await shownHrefs()
  await saveMenu([...links(4), { words: 'הסדנה', href: `${path}#form` }])
  const { newest } = await versionsOf(framePath)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await call('schedule-page', { path: framePath, versionId: newest, at })
  await saveMenu([...links(5), { words: 'הסדנה', href: path }])

  await call('change-page', { path, label: 'סדנה לזוגות', slug: 'after-the-move', layout: 'landing' })
  expect(await shownHrefs()).toEqual(shown.map((href) => (href === path ? '/after-the-move' : href)))
  expect(await navOf()).toContain('<a href="/after-the-move">סדנה לזוגות</a>')
  expect(await draftHrefs()).toEqual([...links(5).map(({ href }) => href), '/after-the-move'])
  expect(await hrefsOf((await versionsOf(framePath)).scheduled)).toContain('/after-the-move#form')
  await call('change-page', { path: '/after-the-move', label: 'סדנה', slug: 'before-the-move', layout: 'landing' })
  expect(await shownHrefs()).toEqual(shown)
})

test('moving a page without a link in the menu adds no version of the menu', async () => {
  const path = await addPage('moves-alone')
  await publish(path)
  const { number } = await versionsOf(framePath)
  await call('change-page', { path, label: 'סדנה', slug: 'moved-alone', layout: 'landing' })
  expect((await versionsOf(framePath)).number).toBe(number)
})

test('a page is added to the default menu while the owner’s is unpublished, and the draft stays a draft', async () => {
  await saveMenu(links(2))
  await publish(framePath, { versionId: null })
  const path = await addPage('beside-the-default')
  await publish(path, { inMenu: true })
  expect(await shownHrefs()).toEqual(['/', '/about', '/blog', '/pricing', '/reviews', '/contact', path])
  expect(await draftHrefs()).toEqual(['/', '/about', path])
})
