// Just-in-time registration for the next quarter of an hour of an automated webinar.
import { afterAll, expect, test, vi } from 'vitest'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'
import { isRestAt } from './schedule/schedule-notes.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addWebinar, get, post } = webinarVisitors(siteApp)
const recording = { provider: 'youtube', ref: 'dQw4w9WgXcQ' }

// 10:05 of the next working day; the database clock continues from there.
const noon = (day: string) => instantAt(day, '12:00')
let day = addDays(dayOf(new Date()), 1)
while (isRestAt(noon(day))) day = addDays(day, 1)
vi.useFakeTimers({ toFake: ['Date'], now: instantAt(day, '10:05') })
afterAll(() => vi.useRealTimers())
const at = (time: string) => vi.setSystemTime(instantAt(day, time))

async function addAutomated(slug: string, seats: number | null = null) {
  const id = await addWebinar(slug, { kind: 'automated', recording })
  await db.as(
    as.content,
    `update webinars set just_in_time_from = '09:00', just_in_time_until = '22:00', just_in_time_seats = $2 where id = $1`,
    [id, seats],
  )
  return id
}
const register = (slug: string, email: string) => post(`/webinar/${slug}`, { name: 'נועה', email, sessionId: 'next' })
const sessionsOf = (webinar: string) =>
  db.sql<{ starts_at: Date; capacity: number | null; people: string[] }>(
    `select s.starts_at, s.capacity, array(
       select r.email || ' ' || r.state from webinar_registrations r where r.session_id = s.id order by r.email) as people
     from webinar_sessions s where s.webinar_id = $1 order by s.starts_at`,
    [webinar],
  )

test('the page offers the next quarter of an hour, and the first registration creates its session', async () => {
  const webinar = await addAutomated('soon')
  const { body } = await get('/webinar/soon')
  expect(body).toContain('במועד הפנוי הקרוב')
  expect(body).toContain('10:15')
  expect(body).toContain('שידור מוקלט')
  expect(await sessionsOf(webinar)).toEqual([])
  const answers = await Promise.all(['a', 'b'].map((name) => register('soon', `${name}@soon.example.com`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(await sessionsOf(webinar)).toEqual([
    {
      starts_at: instantAt(day, '10:15'),
      capacity: null,
      people: ['a@soon.example.com registered', 'b@soon.example.com registered'],
    },
  ])
})

test('a form that is submitted after its quarter registers for the next one', async () => {
  const webinar = await addAutomated('later')
  at('10:05')
  await register('later', 'early@later.example.com')
  at('10:14')
  await register('later', 'late@later.example.com')
  at('10:05')
  expect((await sessionsOf(webinar)).map(({ starts_at }) => starts_at)).toEqual([
    instantAt(day, '10:15'),
    instantAt(day, '10:30'),
  ])
})

test('a created session has the seat limit of the settings, and the next registration is for the quarter after it', async () => {
  const webinar = await addAutomated('few', 1)
  await register('few', 'a@few.example.com')
  await register('few', 'b@few.example.com')
  expect(await sessionsOf(webinar)).toMatchObject([
    { starts_at: instantAt(day, '10:15'), capacity: 1, people: ['a@few.example.com registered'] },
    { starts_at: instantAt(day, '10:30'), capacity: 1, people: ['b@few.example.com registered'] },
  ])
})

test('the form offers the next quarter also once its session exists, and no waiting list when that is full', async () => {
  const webinar = await addAutomated('made', 2)
  await register('made', 'a@made.example.com')
  const [session] = await db.sql<{ id: string }>('select id from webinar_sessions where webinar_id = $1', [webinar])
  const { body } = await get('/webinar/made')
  expect(body).toContain('10:15, שעון ישראל')
  expect(body).toContain('value="next"')
  expect(body).not.toContain(session!.id)
  for (const name of ['b', 'c']) await register('made', `${name}@made.example.com`)
  expect((await sessionsOf(webinar)).map(({ people }) => people)).toEqual([
    ['a@made.example.com registered', 'b@made.example.com registered'],
    ['c@made.example.com registered'],
  ])
  await expect.poll(async () => (await get('/webinar/made')).body).toContain('10:30, שעון ישראל')
})

test('a registration without a choice is for the next quarter instead of a recording, and a retry creates no second session', async () => {
  const webinar = await addAutomated('unchosen', 1)
  await db.sql(
    `insert into webinar_sessions (webinar_id, starts_at, status, started_at, ended_at, replay_until)
     values ($1, now() - interval '2 days', 'replay', now() - interval '2 days', now() - interval '47 hours', now() + interval '9 days')`,
    [webinar],
  )
  at('23:30')
  await post('/webinar/unchosen', { name: 'נועה', email: 'night@unchosen.example.com' })
  at('10:05')
  const { headers } = await post('/webinar/unchosen', { name: 'נועה', email: 'a@unchosen.example.com' })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  await post('/webinar/unchosen', { name: 'נועה', email: 'a@unchosen.example.com' }, cookie)
  await db.sql(
    `with person as (insert into contacts (first_name) values ('איתי') returning id)
     insert into webinar_invites (token_hash, webinar_id, contact_id, email, invited_by)
     select link_hash('quarter-invitation-00001'), $1, id, 'b@unchosen.example.com', 'הילה' from person`,
    [webinar],
  )
  expect((await get('/webinar-invite?i=quarter-invitation-00001')).body).toContain('10:30, שעון ישראל')
  for (let press = 0; press < 2; press++)
    expect((await post('/webinar-invite/accept', { token: 'quarter-invitation-00001' })).statusCode).toBe(303)
  expect(await sessionsOf(webinar)).toMatchObject([
    { people: ['night@unchosen.example.com registered'] },
    { starts_at: instantAt(day, '10:15'), people: ['a@unchosen.example.com registered'] },
    { starts_at: instantAt(day, '10:30'), people: ['b@unchosen.example.com registered'] },
  ])
})

test('a retry without a choice keeps its session, although an earlier one was created since', async () => {
  const webinar = await addAutomated('again')
  await db.sql(`insert into webinar_sessions (webinar_id, starts_at) values ($1, $2::timestamptz + interval '1 day')`, [
    webinar,
    instantAt(day, '10:15'),
  ])
  const { headers } = await post('/webinar/again', { name: 'נועה', email: 'a@again.example.com' })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  await register('again', 'b@again.example.com')
  await post('/webinar/again', { name: 'נועה', email: 'a@again.example.com' }, cookie)
  expect((await sessionsOf(webinar)).map(({ people }) => people)).toEqual([
    ['b@again.example.com registered'],
    ['a@again.example.com registered'],
  ])
})

test('of two concurrent registrations for the last seat one gets the quarter after it', async () => {
  const webinar = await addAutomated('race', 1)
  await Promise.all(['a', 'b'].map((name) => register('race', `${name}@race.example.com`)))
  const sessions = await sessionsOf(webinar)
  expect(sessions.map(({ starts_at }) => starts_at)).toEqual([instantAt(day, '10:15'), instantAt(day, '10:30')])
  expect(sessions.flatMap(({ people }) => people).toSorted()).toEqual([
    'a@race.example.com registered',
    'b@race.example.com registered',
  ])
})

test('a retry by the browser that registered for the last seat creates no second session', async () => {
  const webinar = await addAutomated('twice', 1)
  const { headers } = await register('twice', 'a@twice.example.com')
  const cookie = String(headers['set-cookie']).split(';')[0]!
  await post('/webinar/twice', { name: 'נועה', email: 'a@twice.example.com', sessionId: 'next' }, cookie)
  expect(await sessionsOf(webinar)).toMatchObject([
    { starts_at: instantAt(day, '10:15'), people: ['a@twice.example.com registered'] },
  ])
})

test('a session that the team cancelled is neither offered nor accepts registrations', async () => {
  const webinar = await addAutomated('off')
  await register('off', 'a@off.example.com')
  await db.sql(
    `select private.set_webinar_status(id, 'cancelled', now()) from webinar_sessions where webinar_id = $1`,
    [webinar],
  )
  const { body } = await get('/webinar/off')
  expect(body).toContain('במועד הפנוי הקרוב')
  expect(body).toContain('10:30')
  expect((await register('off', 'b@off.example.com')).statusCode).toBe(303)
  expect((await sessionsOf(webinar)).map(({ people }) => people)).toEqual([
    ['a@off.example.com registered'],
    ['b@off.example.com registered'],
  ])
})

test('at night the page offers the first quarter of the next morning, and a registration creates its session', async () => {
  const webinar = await addAutomated('night')
  at('23:30')
  let morning = addDays(day, 1)
  while (isRestAt(instantAt(morning, '09:00')) || isRestAt(instantAt(morning, '09:59'))) morning = addDays(morning, 1)
  const { body } = await get('/webinar/night')
  const answers = [
    await register('night', 'a@night.example.com'),
    await post('/webinar/night', { name: 'נועה', email: 'b@night.example.com' }),
  ]
  at('10:05')
  expect(body).toContain('במועד הפנוי הקרוב')
  expect(body).toContain('09:00, שעון ישראל')
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(await sessionsOf(webinar)).toEqual([
    {
      starts_at: instantAt(morning, '09:00'),
      capacity: null,
      people: ['a@night.example.com registered', 'b@night.example.com registered'],
    },
  ])
})

test('at night an available recording is offered before the next morning', async () => {
  const webinar = await addAutomated('night-replay')
  await db.sql(
    `insert into webinar_sessions (webinar_id, starts_at, status, started_at, ended_at, replay_until)
     values ($1, now() - interval '2 days', 'replay', now() - interval '2 days', now() - interval '47 hours', now() + interval '9 days')`,
    [webinar],
  )
  at('23:30')
  const { body } = await get('/webinar/night-replay')
  at('10:05')
  expect(body).toContain('ההקלטה זמינה')
  expect(body).not.toContain('במועד הפנוי הקרוב')
})

test('a registration for a live webinar creates no session', async () => {
  const live = await addWebinar('live-only')
  await db.sql(`update webinars set just_in_time_from = '09:00', just_in_time_until = '22:00' where id = $1`, [live])
  expect((await register('live-only', 'a@live.example.com')).statusCode).toBe(409)
  await expect(db.sql(`update webinars set just_in_time_until = '08:00' where id = $1`, [live])).rejects.toThrow(
    'just_in_time_hours',
  )
})
