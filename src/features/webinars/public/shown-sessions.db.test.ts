// The sessions of webinars that pages list.
import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'
import { webinarVisitors } from '../../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, get, post } = webinarVisitors(siteApp)
const recording = { provider: 'youtube', ref: 'dQw4w9WgXcQ' }

test('upcoming sessions are listed although past sessions exceed the row limit of one response', async () => {
  const busy = await addWebinar('every-quarter', { kind: 'automated', recording })
  await db.sql(
    `insert into webinar_sessions (webinar_id, starts_at) select $1, now() - interval '2 hours' - make_interval(mins => 15 * n)
     from generate_series(1, 1100) n`,
    [busy],
  )
  const other = await addWebinar('once-a-month')
  const coming = await Promise.all([addSession(busy, '3 days'), addSession(other, '4 days')])
  expect((await get('/webinar/every-quarter')).body).toContain(`value="${coming[0]}"`)
  expect((await get('/webinar/once-a-month')).body).toContain(`value="${coming[1]}"`)
  expect((await get('/webinar')).body).toContain('href="/webinar/once-a-month"')
  const shown = await db.sql('select status from shown_webinar_sessions() where webinar_id = $1', [busy])
  expect(shown).toEqual([{ status: 'ended' }, { status: 'scheduled' }])
})

test('of several open recordings the latest is offered, and a form with an earlier one registers for it', async () => {
  const webinar = await addWebinar('recorded', { recording })
  const sessions = await db.sql<{ id: string }>(
    `insert into webinar_sessions (webinar_id, starts_at, status, started_at, ended_at, replay_until)
     select $1, began, 'replay', began, began + interval '1 hour', now() + interval '5 days'
     from (values (now() - interval '3 days'), (now() - interval '2 days')) v(began)
     returning id`,
    [webinar],
  )
  const [earlier, last] = sessions.map(({ id }) => id) as [string, string]
  const { body } = await get('/webinar/recorded')
  expect(body).toContain(`value="${last}"`)
  expect(body).not.toContain(earlier)
  const register = (sessionId: string) =>
    post('/webinar/recorded', { name: 'נועה', email: 'noa@recorded.example.com', sessionId })
  expect((await register(earlier)).statusCode).toBe(303)
  expect(await db.sql('select session_id from webinar_registrations where webinar_id = $1', [webinar])).toEqual([
    { session_id: earlier },
  ])
  await db.sql(`update webinar_sessions set status = 'closed' where id = $1`, [earlier])
  expect((await register(earlier)).statusCode).toBe(409)
})
