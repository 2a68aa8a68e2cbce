import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { about } from './content/about.ts'
import type { DefaultPage } from './pages.ts'
import { seedDefaultPages, removeDemoPages } from './default-content.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

const page = (path: string, title = 'כותרת'): DefaultPage => ({
  ...about,
  path,
  blocks: [{ ...about.blocks[0]!, content: { ...about.blocks[0]!.content, title } } as DefaultPage['blocks'][number]],
})
const plant = (isDemo: boolean, pages: DefaultPage[]) =>
  inTransaction(db.owner, undefined, (tx) => seedDefaultPages(tx, { isDemo, pages }))
const standing = (path: string) =>
  db.sql<{ version: number; title: string; is_published: boolean }>(
    `select p.version, v.blocks #>> '{0,content,title}' as title, p.published_version_id = v.id as is_published
     from pages p join page_versions v on v.path = p.path and v.number = p.version where p.path = $1`,
    [path],
  )

await plant(false, [page('/draft')])
await plant(true, [page('/shown')])

/** All signed-in users share the column grants of editors; only visitors are limited to published content. */
const everyRole = 'visitor owner admin content'

test.each([
  ['read the author of a publication', `select published_by from pages where path = '/shown'`, 'owner admin content'],
  [
    'read the note of a published version',
    `select note from page_versions where path = '/shown'`,
    'owner admin content',
  ],
  ['read a published page', `select from pages where path = '/shown'`, everyRole],
  ['read a published version', `select blocks from page_versions where path = '/shown'`, everyRole],
  ['read an unpublished page', `select from pages where path = '/draft'`, 'owner admin content'],
  ['read a draft version', `select blocks from page_versions where path = '/draft'`, 'owner admin content'],
  [
    'read the author of a draft version',
    `select created_by from page_versions where path = '/draft'`,
    'owner admin content',
  ],
  ['update a page directly', `update pages set label = 'א' returning path`, 'no role'],
  [
    'insert a version directly',
    `insert into page_versions (path, number, blocks) values ('/draft', 9, '[1]') returning id`,
    'no role',
  ],
  ['publish a page directly', `update pages set published_at = now() returning path`, 'no role'],
  ['delete a page', `delete from pages returning path`, 'no role'],
])('roles that may %s', async (_, sql, actors) => {
  expect(await whoMay(db, as, sql)).toBe(actors)
})

test('a saved version is immutable', async () => {
  await expect(db.sql(`update page_versions set blocks = '[1]'`)).rejects.toMatchObject({ message: 'only_added_to' })
})

test.each([
  ['not a list', '{}', 'page_blocks_form'],
  ['an empty page', '[]', 'page_blocks_form'],
  ['too many blocks', JSON.stringify(Array.from({ length: 61 }, () => 1)), 'page_blocks_form'],
])('%s is refused with the constraint name', async (_, blocks, constraint) => {
  const write = db.sql(`insert into page_versions (path, number, blocks) values ('/draft', 5, $1)`, [blocks])
  await expect(write).rejects.toMatchObject({ constraint })
})

test('a version of another page cannot be published', async () => {
  const publish = db.sql(
    `update pages set published_at = now(), published_version_id = (select id from page_versions where path = '/shown')
     where path = '/draft'`,
  )
  await expect(publish).rejects.toMatchObject({ constraint: 'version_of_another_page' })
})

test('startup seeds each default page once; a newer default replaces only an unedited, unpublished page', async () => {
  await plant(false, [page('/a')])
  await plant(false, [page('/a')])
  expect(await standing('/a')).toEqual([{ version: 1, title: 'כותרת', is_published: null }])
  await plant(false, [page('/a', 'חדשה')])
  expect(await standing('/a')).toEqual([{ version: 2, title: 'חדשה', is_published: null }])
  await db.sql(
    `update pages p set published_at = now(), published_version_id = v.id from page_versions v
     where p.path = '/a' and v.path = p.path and v.number = p.version`,
  )
  await plant(false, [page('/a', 'עוד')])
  expect(await standing('/a')).toEqual([{ version: 2, title: 'חדשה', is_published: true }])
})

test('the demo’s pages are published and removed with the demo; edited pages stay', async () => {
  await plant(true, [page('/demo'), page('/written')])
  expect(await standing('/demo')).toEqual([{ version: 1, title: 'כותרת', is_published: true }])
  await db.sql(
    `insert into page_versions (path, number, blocks) select path, 2, blocks from page_versions where path = '/written'`,
  )
  await inTransaction(db.owner, undefined, removeDemoPages)
  const remaining = await db.sql<{ path: string }>(`select path from pages where path in ('/demo', '/written')`)
  expect(remaining).toEqual([{ path: '/written' }])
})
