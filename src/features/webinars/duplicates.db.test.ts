// Copies of webinars, and revenue in the list.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { ids, as } = await makeActors(db)
const { addWebinar, addSession } = webinarVisitors(siteApp)
const duplicate = async (webinar: string, slug: string) =>
  (await db.as<{ id: string }>(as.content, `select duplicate_webinar($1, 'עותק', $2) as id`, [webinar, slug]))[0]!.id
const webinarOf = async (id: string) =>
  (await db.sql<Record<string, unknown>>('select * from webinars where id = $1', [id]))[0]

test('a copy is a draft with the content, team and video of a recorded webinar, without its dates', async () => {
  const recording = { provider: 'youtube', ref: 'dQw4w9WgXcQ' }
  const source = await addWebinar('recorded', { kind: 'automated', recording })
  await addSession(source, '3 days')
  await db.sql(
    `update webinars set takeaways = '{לדעת}', just_in_time_from = '09:00', just_in_time_until = '21:00' where id = $1`,
    [source],
  )
  await db.sql(`insert into webinar_team (webinar_id, user_id, role) values ($1, $2, 'host')`, [source, ids.coach])
  await db.sql(
    `insert into webinar_interactions (webinar_id, kind, title, at_second) values ($1, 'announcement', 'שלום', 60)`,
    [source],
  )
  const copy = await duplicate(source, 'recorded-copy')
  expect(await webinarOf(copy)).toMatchObject({
    title: 'עותק',
    status: 'draft',
    kind: 'automated',
    takeaways: ['לדעת'],
    recording,
    just_in_time_from: '09:00:00',
  })
  expect(await db.sql('select user_id, role from webinar_team where webinar_id = $1', [copy])).toEqual([
    { user_id: ids.coach, role: 'host' },
  ])
  expect(await db.sql('select title from webinar_interactions where webinar_id = $1', [copy])).toEqual([
    { title: 'שלום' },
  ])
  expect(await db.sql('select 1 from webinar_sessions where webinar_id = $1', [copy])).toEqual([])
})

test('a copy has neither the uploaded recording nor the broadcast URL of its source', async () => {
  const own = { provider: 'file', ref: `/webinar/watch/recording/${crypto.randomUUID()}` }
  const uploaded = await addWebinar('uploaded', { kind: 'on_demand', recording: own })
  expect(await webinarOf(await duplicate(uploaded, 'uploaded-copy'))).toMatchObject({
    recording: null,
    kind: 'on_demand',
  })
  const live = await addWebinar('evening', { recording: { provider: 'youtube', ref: 'dQw4w9WgXcQ' } })
  await db.sql(`update webinars set stream = '{"provider": "youtube", "ref": "dQw4w9WgXcQ"}' where id = $1`, [live])
  expect(await webinarOf(await duplicate(live, 'evening-copy'))).toMatchObject({ recording: null, stream: null })
})

test('a coach cannot copy a webinar, and a content editor sees no revenue', async () => {
  const webinar = await addWebinar('guarded')
  await expect(db.as(as.coach, `select duplicate_webinar($1, 'עותק', 'guarded-copy')`, [webinar])).rejects.toThrow(
    'not_allowed',
  )
  await expect(
    db.as(as.content, `select duplicate_webinar($1, 'עותק', 'nothing-copy')`, [crypto.randomUUID()]),
  ).rejects.toThrow('webinar_not_found')
  await expect(db.as(as.content, 'select * from webinar_revenues()')).rejects.toThrow('not_allowed')
  expect(await db.as(as.sales, 'select * from webinar_revenues()')).toEqual([])
})
