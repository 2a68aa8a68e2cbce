import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { createPageViewRecorder } from './page-views.server.ts'
import { type ViewCount, type UnhashedView, viewOf } from './page-views.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const warned: string[] = []
const recorder = (most?: number) =>
  createPageViewRecorder({
    pool: db.authenticator,
    log: { warn: (_, message) => void warned.push(message) },
    everyMs: 3_600_000,
    ...(most !== undefined && { most }),
  })

const view = (at: string, path: string, visitor: string, more: Partial<UnhashedView> = {}): UnhashedView => ({
  ...viewOf({
    at: Date.parse(at),
    path,
    query: {},
    headers: { 'user-agent': `Mozilla/5.0 ${visitor} Mobile` },
    address: '203.0.113.7',
    ownHost: 'example.co.il',
  })!,
  ...more,
})

test('views are written in one batch, and a report counts days, pages, referrers and devices', async () => {
  const views = recorder()
  // 23:30 and 00:30 in Israel: two different days.
  views.note(view('2026-11-20T21:30:00Z', '/', 'one', { referrer_host: 'google.com' }))
  views.note(view('2026-11-20T21:31:00Z', '/about', 'one'))
  views.note(view('2026-11-20T21:32:00Z', '/', 'two', { utm_source: 'facebook', utm_campaign: 'winter' }))
  views.note(view('2026-11-20T22:30:00Z', '/', 'two', { device: 'computer' }))
  views.note(view('2026-11-20T22:31:00Z', '/', 'untraced', { trace: undefined }))
  await views.stop()
  const rows = await db.sql<ViewCount>(
    `select kind, label, views::int, visitors::int from page_view_report('2026-11-20', '2026-11-21')`,
  )
  expect(rows.map(({ kind, label, views: seen, visitors }) => [kind, label, seen, visitors])).toEqual([
    ['all', '', 5, 2],
    ['campaign', 'facebook / winter', 1, 1],
    ['day', '2026-11-20', 3, 2],
    ['day', '2026-11-21', 2, 1],
    ['device', 'phone', 4, 2],
    ['device', 'computer', 1, 1],
    ['page', '/', 4, 2],
    ['page', '/about', 1, 1],
    ['referrer', '', 4, 2],
    ['referrer', 'google.com', 1, 1],
  ])
  expect(await db.sql(`select from page_view_report('2026-11-22', '2026-11-22') where views > 0`)).toEqual([])
})

test('site roles read the report; no role reads the salt of the visitor hashes', async () => {
  expect(await whoMay(db, as, 'select * from page_views')).toBe('owner admin content')
  expect(await whoMay(db, as, 'select * from page_view_salts')).toBe('no role')
  expect(await whoMay(db, as, 'select page_view_salt()')).toBe('no role')
  expect(await whoMay(db, as, `delete from page_views returning *`)).toBe('no role')
  expect(await whoMay(db, as, `select * from page_view_report('2026-11-20', '2026-11-21') where views > 0`)).toBe(
    'owner admin content',
  )
})

test('the salt of a day is deleted after that day, and views after 13 months', async () => {
  await db.sql(`update page_view_salts set day = day - 1`)
  await db.sql(`insert into page_views (at, path, device) values (now() - interval '14 months', '/old', 'phone')`)
  const views = recorder()
  views.note(view(new Date().toISOString(), '/', 'three'))
  await views.stop()
  const days = await db.sql<{ age: number }>(
    `select (now() at time zone 'Asia/Jerusalem')::date - day as age from page_view_salts
     where day < ((now() - interval '1 hour') at time zone 'Asia/Jerusalem')::date`,
  )
  expect(days).toEqual([])
  expect(await db.sql(`select from page_views where path = '/old'`)).toEqual([])
})

test('while the database is down views are buffered up to a limit, and written when it is back', async () => {
  await db.sql('alter table page_views rename to elsewhere')
  const views = recorder(3)
  for (const path of ['/a', '/b']) views.note(view('2026-11-19T10:00:00Z', path, 'four'))
  await views.flush()
  expect(warned).toEqual(['page views could not be written and stay buffered'])
  for (const path of ['/c', '/d']) views.note(view('2026-11-19T10:00:00Z', path, 'four'))
  await db.sql('alter table elsewhere rename to page_views')
  await views.stop()
  const stored = await db.sql<{ path: string }>(
    `select path from page_views where at::date = '2026-11-19' order by path`,
  )
  expect(stored.map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
  expect(warned.at(-1)).toBe('page views dropped: buffer full while the database was down')
})
