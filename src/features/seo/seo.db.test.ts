import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { readSeoData } from './seo-overrides.server.ts'
import { reservedSlugs } from './seo.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

test('site roles can edit SEO overrides; no other role can', async () => {
  const actors = 'owner admin content'
  await db.sql(`insert into seo_overrides (path, title) values ('/shown', 'כותרת')`)
  await db.sql(`insert into seo_settings (title_pattern) values ('{{title}}')`)
  expect(await whoMay(db, as, 'select * from seo_overrides')).toBe(actors)
  expect(await whoMay(db, as, `insert into seo_overrides (path, title) values ('/w', 'x') returning path`)).toBe(actors)
  expect(await whoMay(db, as, `update seo_overrides set title = 'y' returning path`)).toBe(actors)
  expect(await whoMay(db, as, 'delete from seo_overrides returning path')).toBe(actors)
  expect(await whoMay(db, as, 'select * from seo_settings')).toBe(actors)
  expect(await whoMay(db, as, `update seo_settings set title_pattern = '{{title}}!' returning is_only`)).toBe(actors)
  expect(await whoMay(db, as, `update seo_settings set version = 7 returning is_only`)).toBe('no role')
})

test('values that would break a page’s head are refused with their constraint', async () => {
  for (const [columns, values, refusal] of [
    ['path', `'about'`, 'seo_path_form'],
    ['path', `'/About'`, 'seo_path_form'],
    ['path, title', `'/a', ' '`, 'seo_title_length'],
    ['path, title', `'/a', E'a\nb'`, 'seo_title_length'],
    ['path, title', `'/a', repeat('x', 121)`, 'seo_title_length'],
    ['path, description', `'/a', repeat('x', 321)`, 'seo_description_length'],
    ['path, canonical', `'/a', 'https://example.com/b'`, 'seo_canonical_form'],
    ['path, is_hidden', `'/', true`, 'seo_home_hidden'],
    ['path, image_id', `'/a', gen_random_uuid()`, 'seo_overrides_image_id_fkey'],
  ])
    await expect(db.sql(`insert into seo_overrides (${columns}) values (${values})`), refusal!).rejects.toThrow(refusal)
  for (const pattern of ['x', '{{title}} {{other}}', '{{title}} {{'])
    await expect(db.sql(`update seo_settings set title_pattern = $1`, [pattern]), pattern).rejects.toThrow(
      'title_pattern_form',
    )
  await expect(db.sql(`update seo_settings set google_verification = '"><script>'`)).rejects.toThrow(
    'google_verification_form',
  )
})

test('every change increments the version, and deleting an image removes it from the override', async () => {
  const [picture] = await db.sql<{ id: string }>(
    `insert into pictures (format, width, height, bytes) values ('jpeg', 1600, 900, 10) returning id`,
  )
  await db.sql(`insert into seo_overrides (path, title, image_id, image_alt) values ('/with', 'עם תמונה', $1, 'בית')`, [
    picture!.id,
  ])
  const of = async () =>
    (await inTransaction(db.authenticator, { role: 'service_role' }, readSeoData)).byPath.get('/with')
  expect(await of()).toEqual({
    isHidden: false,
    title: 'עם תמונה',
    image: { src: expect.stringContaining(picture!.id) as string, alt: 'בית', width: 1200, height: 630 },
  })
  await db.sql(`delete from pictures where id = $1`, [picture!.id])
  expect(await of()).toEqual({ isHidden: false, title: 'עם תמונה' })
  await db.sql(`update seo_overrides set is_hidden = true where path = '/with'`)
  expect(await db.sql(`select version from seo_overrides where path = '/with'`)).toEqual([{ version: 3 }])
})

test('reserved slugs are identical in database and contract', async () => {
  const known = await db.sql<{ slug: string }>(
    `select slug from unnest($1::text[]) slug where is_reserved_slug(slug)`,
    [[...reservedSlugs, 'a-free-name']],
  )
  expect(known.map(({ slug }) => slug)).toEqual([...reservedSlugs])
  const [{ listed }] = (await db.sql(`select cardinality(reserved_slugs()) as listed`)) as [{ listed: number }]
  expect(listed).toBe(reservedSlugs.length)
})
