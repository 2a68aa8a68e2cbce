import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { type Block, blockKinds } from './blocks.ts'
import type { PageSaved } from './pages.ts'
import { publishPage, publishSite, savePage } from './pages.server.ts'
import { seedDefaultPages } from './default-content.server.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const functions = [savePage, publishPage, publishSite]
const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })

const titled = (title: string): Block => ({
  id: 'opening',
  kind: 'opening',
  content: { ...blockKinds.opening.blank, title },
})
type Writer = 'content' | 'admin' | 'owner'
const call = (actor: Writer, name: string, input: object) =>
  invoke(name, input, { caller: { userId: ids[actor], claims: { role: 'authenticated', sub: ids[actor] } } })
const save = (actor: Writer, title: string, seenVersion: number, path = '/about') =>
  call(actor, 'save-page', { path, blocks: [titled(title)], seenVersion }) as Promise<PageSaved>
const publish = (actor: Writer, versionId: string | null, seenPublishedId: string | null) =>
  call(actor, 'publish-page', { path: '/about', versionId, seenPublishedId })
const shown = async (path = '/about') => {
  const [row] = await db.sql<{ title: string | null }>(
    `select v.blocks #>> '{0,content,title}' as title from pages p join page_versions v on v.id = p.published_version_id where p.path = $1`,
    [path],
  )
  return row?.title
}

await inTransaction(db.owner, undefined, (tx) =>
  seedDefaultPages(tx, {
    isDemo: false,
    pages: ['/about', '/faq', '/*'].map((path) => ({
      path,
      label: 'עמוד',
      blocks:
        path === '/*'
          ? [{ id: 'notice', kind: 'announcement', content: blockKinds.announcement.blank }]
          : [titled('כפי שהגיע')],
    })),
  }),
)

test('a save creates a version with its author; an unchanged save returns the existing version', async () => {
  const saved = await save('content', 'ראשונה', 1)
  expect(saved.number).toBe(2)
  expect(await save('content', 'ראשונה', 2)).toEqual(saved)
  expect(await db.sql(`select created_by, is_planted from page_versions where id = $1`, [saved.id])).toEqual([
    { created_by: ids.content, is_planted: false },
  ])
})

test('a save over an outdated version is refused, and nothing is stored', async () => {
  await expect(save('admin', 'מעל', 1)).rejects.toMatchObject({ code: 'stale_version', status: 409 })
  const tries = await Promise.allSettled([save('admin', 'א', 2), save('owner', 'ב', 2)])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each<[string, unknown[], string]>([
  ['no heading', [{ id: 'a', kind: 'quiz', content: {} }], 'blocks.0.content.title'],
  ['an unknown kind', [titled('א'), { id: 'a', kind: 'script', content: {} }], 'blocks.1.kind'],
  ['an unknown field', [{ ...titled('א'), onclick: 'x' }], 'blocks.0'],
  ['a duplicate block id', [titled('א'), titled('ב')], 'blocks'],
])('%s is refused with the field path', async (_, blocks, field) => {
  const refused = call('content', 'save-page', { path: '/about', blocks, seenVersion: 3 })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) as string },
  })
})

test('an unknown page cannot be saved or published', async () => {
  await expect(save('content', 'א', 1, '/nowhere')).rejects.toMatchObject({ code: 'page_not_found' })
})

test('visitors see the published version, and after a rollback the previous one', async () => {
  const { id: third } = await save('content', 'שלישית', 3)
  await publish('content', third, null)
  expect(await shown()).toBe('שלישית')
  const { id: fourth } = await save('content', 'רביעית', 4)
  expect(await shown(), 'a draft is not public').toBe('שלישית')
  await expect(publish('admin', fourth, null)).rejects.toMatchObject({ code: 'stale_version' })
  await publish('admin', fourth, third)
  await publish('owner', third, fourth)
  expect(await shown()).toBe('שלישית')
  await publish('owner', null, third)
  expect(await shown()).toBeUndefined()
})

test('a version of another page or an unknown version cannot be published', async () => {
  const [other] = await db.sql<{ id: string }>(`select id from page_versions where path = '/faq'`)
  await expect(publish('owner', other!.id, null)).rejects.toMatchObject({ code: 'version_not_found' })
  await expect(publish('owner', crypto.randomUUID(), null)).rejects.toMatchObject({ code: 'version_not_found' })
})

test('publishing the site publishes the chosen pages; content staff cannot publish the site', async () => {
  await db.sql(`insert into business_profiles (user_id, business_name) values ($1, 'בית מרווח')`, [ids.owner])
  await expect(call('content', 'publish-site', { paths: ['/faq'] })).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await call('admin', 'publish-site', { paths: ['/faq'] })).toEqual({ pages: 1 })
  expect([await shown('/faq'), await shown('/about')]).toEqual(['כפי שהגיע', undefined])
  expect(await db.sql('select published_at is not null as open from business_profiles')).toEqual([{ open: true }])
})

test.each([
  ['the chosen pages', () => call('owner', 'publish-site', { paths: ['/faq'] })],
  ['all pages from the settings', () => db.sql('update business_profiles set published_at = now()')],
])('a version that was scheduled before does not replace a newer one published with %s', async (_, open) => {
  await db.sql('update pages set published_version_id = null, published_at = null')
  await db.sql('update business_profiles set published_at = null')
  const [before] = await db.sql<{ version: number; id: string }>(
    `select p.version, v.id from pages p join page_versions v on v.path = p.path and v.number = p.version where p.path = '/faq'`,
  )
  await db.sql(
    `update pages set publish_at = now() - interval '1 second', scheduled_version_id = $1 where path = '/faq'`,
    [before!.id],
  )
  const title = `אחרי התזמון ${before!.version}`
  await save('content', title, before!.version, '/faq')
  await open()
  await db.sql(`select publish_due_page('/faq')`)
  expect(await shown('/faq')).toBe(title)
})

test('publishing the site from the settings publishes all pages, but no announcement', async () => {
  await db.sql('update pages set published_version_id = null, published_at = null')
  await db.sql('update business_profiles set published_at = null')
  await db.sql('update business_profiles set published_at = now()')
  const open = await db.sql<{ path: string }>(
    'select path from pages where published_version_id is not null order by 1',
  )
  expect(open.map(({ path }) => path)).toEqual(['/about', '/faq'])
})
