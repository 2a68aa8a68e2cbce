import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const page = '/landinger/link-in-bio'
const browser = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' }
const body = async () => (await app.inject({ url: page })).body
const go = (id: string, headers: Record<string, string> = browser) => app.inject({ url: `${page}/go/${id}`, headers })
const clicks = async () =>
  db.sql<{ source: string; clicks: number }>(
    'select source, sum(clicks)::int as clicks from bio_clicks group by 1 order by 1',
  )

const [blog] = await db.sql<{ id: string }>(`select id from bio_links where url = '/blog'`)

test('links are shown in their order, and only if their target exists', async () => {
  await db.sql(
    `insert into bio_links (title, url, icon, position) select 'אל עמוד שאינו', '/no-such-page', 'video', min(position) - 1 from bio_links`,
  )
  const titles = [...(await body()).matchAll(/<b>([^<]+)<\/b>/g)].map(([, title]) => title)
  expect(titles).toContain('הבלוג')
  expect(titles).not.toContain('אל עמוד שאינו')
  expect(titles.at(-1)).toBe('וואטסאפ')
})

test('a click redirects with its campaign and is counted by source, without a cookie; bots are not counted', async () => {
  const { statusCode, headers } = await go(blog!.id, {
    ...browser,
    referer: `http://site.test${page}?utm_source=Instagram`,
  })
  expect([statusCode, headers.location]).toEqual([302, '/blog?utm_source=link-in-bio&utm_medium=bio&utm_campaign=bio'])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['set-cookie']).toBeUndefined()
  await expect.poll(clicks).toEqual([{ source: 'instagram', clicks: 1 }])
  await go(blog!.id, { 'user-agent': 'Googlebot/2.1' })
  await go(blog!.id, { ...browser, 'sec-purpose': 'prefetch' })
  await go(blog!.id)
  await expect.poll(clicks).toEqual([
    { source: 'direct', clicks: 1 },
    { source: 'instagram', clicks: 1 },
  ])
})

test('a disabled, expired or unknown link redirects to the page', async () => {
  for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000'])
    expect((await go(id)).headers.location, id).toBe(page)
  await db.sql('update bio_links set is_enabled = false where id = $1', [blog!.id])
  expect((await go(blog!.id)).headers.location).toBe(page)
  await db.sql(`update bio_links set is_enabled = true, ends_at = now() - interval '1 second' where id = $1`, [
    blog!.id,
  ])
  expect((await go(blog!.id)).headers.location).toBe(page)
})

test.each([
  ['https://he.wikipedia.org/wiki/תקציב', 'https://he.wikipedia.org/wiki/%D7%AA%D7%A7%D7%A6%D7%99%D7%91'],
  ['/blog/תקציב#סוף', '/blog/%D7%AA%D7%A7%D7%A6%D7%99%D7%91#%D7%A1%D7%95%D7%A3'],
  ['https://example.com/%D7%90?a=b%20c', 'https://example.com/%D7%90?a=b%20c'],
])('a link may be written in Hebrew: %s', async (url, location) => {
  const [link] = await db.sql<{ id: string }>(`insert into bio_links (title, url) values ('בעברית', $1) returning id`, [
    url,
  ])
  const answer = await go(link!.id)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
})

test('a link appears and disappears by date without a write', async () => {
  const shows = async () => (await body()).includes('הבלוג')
  const change = (column: 'starts_at' | 'ends_at') =>
    db.sql(`update bio_links set ${column} = clock_timestamp() + interval '1 second' where id = $1`, [blog!.id])
  await db.sql('update bio_links set ends_at = null where id = $1', [blog!.id])
  await change('starts_at')
  await expect.poll(shows).toBe(true)
  await change('ends_at')
  await expect.poll(shows).toBe(false)
})

test('at most thirty distinct sources are counted per day', async () => {
  for (let i = 0; i < 40; i++) await db.sql('select count_bio_click($1, $2)', [blog!.id, `made-up-${i}`])
  expect((await clicks()).length).toBeLessThanOrEqual(31)
  expect((await clicks()).find(({ source }) => source === 'other')?.clicks).toBeGreaterThan(8)
})
