import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const everyone = 'visitor stranger owner admin coach sales content client'

const link = (more: Record<string, unknown> = {}) =>
  db.sql<{ id: string }>(
    `insert into bio_links (title, url, is_enabled, starts_at, icon) select title, url, is_enabled, starts_at, icon
     from jsonb_populate_record(null::bio_links, $1) returning id`,
    [JSON.stringify({ title: 'הבלוג', url: '/blog', is_enabled: true, icon: 'link', ...more })],
  )
const [shown] = await link()
const [off] = await link({ is_enabled: false })
const [coming] = await link({ starts_at: '2999-01-01T00:00:00Z' })
await db.sql(`insert into bio_clicks values ($1, current_date, 'direct', 3)`, [shown!.id])

const cases: [action: string, sql: string, actors: string][] = [
  ['see an enabled link', `select from bio_links where id = '${shown!.id}'`, everyone],
  ['see a disabled link', `select from bio_links where id = '${off!.id}'`, 'owner admin content'],
  ['see a link that starts later', `select from bio_links where id = '${coming!.id}'`, 'owner admin content'],
  ['add a link', `insert into bio_links (title, url) values ('x1', '/blog') returning *`, 'owner admin content'],
  ['change a link', `update bio_links set title = 'אחר' where id = '${shown!.id}' returning *`, 'owner admin content'],
  ['change the texts of the page', `update bio_pages set name = 'אחר' returning *`, 'owner admin content'],
  ['see the click counts', 'select from bio_clicks', 'owner admin content'],
  ['count a click directly', `select count_bio_click('${shown!.id}', 'x')`, 'no role'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

for (const url of [
  'javascript:alert(1)',
  'http://example.com',
  '//example.com',
  '/\\example.com',
  'blog',
  'data:text/html,x',
  '/a b',
])
  test(`“${url}” is not a valid link URL`, async () => {
    await expect(link({ url })).rejects.toMatchObject({ constraint: 'bio_url_form' })
  })

test('links are reordered in one call, by roles that can edit them', async () => {
  const order = async () =>
    (await db.sql<{ id: string }>('select id from bio_links order by position, id')).map(({ id }) => id)
  const before = await order()
  const after = before.toReversed()
  await db.as(as.sales, 'select order_bio_links($1)', [after])
  expect(await order()).toEqual(before)
  await db.as(as.content, 'select order_bio_links($1)', [after])
  expect(await order()).toEqual(after)
})
