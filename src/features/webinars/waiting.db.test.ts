// The waiting list of a full session.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addWebinar, addSession, get, post, call, send, mailsTo } = webinarVisitors(siteApp)
const tokenIn = (answer: Awaited<ReturnType<typeof post>>) =>
  new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
const full = 'אתם ברשימת ההמתנה'

/** Creates a session whose only seat is taken, and the actions of its visitors. */
async function fullSession(slug: string) {
  const webinar = await addWebinar(slug)
  const session = await addSession(webinar, '3 days', 1)
  const join = async (name: string) =>
    tokenIn(await post(`/webinar/${slug}`, { name: 'נועה', email: `${name}@${slug}.example.com` }))
  const seated = await join('seated')
  return {
    webinar,
    session,
    seated,
    join,
    leave: (token: string) => post(`/webinar/${slug}/live/cancel`, { token }),
    /** Runs the job that is scheduled every minute. */
    move: () => db.sql('select advance_webinar_sessions()'),
    states: async () =>
      (
        await db.sql<{ email: string; state: string }>(
          'select email, state from webinar_registrations where session_id = $1 and repeat_of is null order by registered_at',
          [session],
        )
      ).map(({ email, state }) => `${email.split('@')[0]} ${state}`),
    subjectsTo: async (name: string) => {
      await send(new Date())
      return (await mailsTo(`${name}@${slug}.example.com`)).map(({ subject }) => subject)
    },
  }
}

test('a full session shows its waiting list, and a registration waits with a mail and without reminders', async () => {
  const { join, states, subjectsTo } = await fullSession('waits')
  expect((await get('/webinar/waits')).body).toContain('לרשימת ההמתנה')
  const token = await join('next')
  expect((await get(`/webinar/waits/thank-you?r=${token}`)).body).toContain(full)
  expect((await get(`/webinar/waits/live?r=${token}`)).body).toContain('יציאה מרשימת ההמתנה')
  expect(await states()).toEqual(['seated registered', 'next waitlisted'])
  expect(await subjectsTo('next')).toEqual(['ברשימת ההמתנה: תקציב שמחזיק'])
  expect(
    await db.sql(`select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
      where s.to_value = 'next@waits.example.com' and s.status = 'scheduled'`),
  ).toEqual([])
})

test('joining a waiting list, getting a seat, and joining again write events and timeline entries', async () => {
  const { seated, join, leave, move } = await fullSession('events')
  const next = await join('next')
  const written = async (table: 'domain_events' | 'activities') =>
    (
      await db.sql<{ type: string }>(
        `select type from ${table} where type like 'webinar.%' and contact_id in
           (select contact_id from webinar_registrations where email = 'next@events.example.com') order by id`,
      )
    ).map(({ type }) => type)
  expect([await written('domain_events'), await written('activities')]).toEqual([
    ['webinar.waitlisted'],
    ['webinar.waitlisted'],
  ])
  await leave(seated)
  await move()
  expect(await written('domain_events')).toEqual(['webinar.waitlisted', 'webinar.registered'])
  await leave(next)
  await join('other')
  await join('next')
  expect(await written('domain_events')).toEqual(['webinar.waitlisted', 'webinar.registered', 'webinar.waitlisted'])
})

test('a freed seat is assigned to the registration that has waited longest, with a calendar file and reminders', async () => {
  const { seated, join, leave, move, states, subjectsTo } = await fullSession('longest')
  const first = await join('first')
  await join('second')
  expect(await subjectsTo('first')).toHaveLength(1)
  await move()
  expect(await states()).toEqual(['seated registered', 'first waitlisted', 'second waitlisted'])
  await leave(seated)
  await move()
  await move()
  expect(await states()).toEqual(['seated cancelled', 'first registered', 'second waitlisted'])
  expect(await subjectsTo('first')).toEqual(['ברשימת ההמתנה: תקציב שמחזיק', 'התפנה מקום, והוא שלכם: תקציב שמחזיק'])
  expect((await get(`/webinar/longest/live?r=${first}`)).body).toContain('המקום שלכם שמור')
  const waiting = await db.sql<{ key: string }>(
    `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
     where s.to_value = 'first@longest.example.com' and s.status = 'scheduled' order by r.key`,
  )
  expect(waiting.map(({ key }) => key)).toEqual(['webinar.opening', 'webinar.reminder_day', 'webinar.reminder_hour'])
})

test('a new registrant does not get a freed seat before those on the waiting list', async () => {
  const { seated, join, leave, move, states } = await fullSession('newcomer')
  await join('first')
  await leave(seated)
  await join('late')
  expect(await states()).toEqual(['seated cancelled', 'first waitlisted', 'late waitlisted'])
  await move()
  expect(await states()).toEqual(['seated cancelled', 'first registered', 'late waitlisted'])
})

test('added seats are assigned to the waiting list, up to the limit', async () => {
  const { session, join, move, states } = await fullSession('more-seats')
  for (const name of ['a', 'b', 'c']) await join(name)
  await db.sql('update webinar_sessions set capacity = 3 where id = $1', [session])
  await Promise.all([move(), move()])
  expect(await states()).toEqual(['seated registered', 'a registered', 'b registered', 'c waitlisted'])
  await db.sql('update webinar_sessions set capacity = null where id = $1', [session])
  await move()
  expect((await states()).at(-1)).toBe('c registered')
})

test('leaving the waiting list sends no cancellation mail, and rejoining puts the registration last', async () => {
  const { seated, join, leave, move, states, subjectsTo } = await fullSession('leaves')
  const first = await join('first')
  await join('second')
  await leave(first)
  expect((await get(`/webinar/leaves/live?r=${first}`)).body).toContain('ההרשמה בוטלה')
  await join('first')
  await leave(seated)
  await move()
  expect(await states()).toEqual(['seated cancelled', 'first waitlisted', 'second registered'])
  expect(await subjectsTo('first')).not.toContain('ההרשמה בוטלה: תקציב שמחזיק')
})

test('without a seat the room remains closed, and the recording opens afterwards', async () => {
  const { webinar, session, join } = await fullSession('closed-room')
  const token = await join('next')
  await db.sql(`update webinars set recording = '{"provider":"youtube","ref":"dQw4w9WgXcQ"}' where id = $1`, [webinar])
  await db.sql(`select private.set_webinar_status($1, 'live', now())`, [session])
  expect((await call('enter-webinar', { token })).body).toMatchObject({ code: 'webinar_not_open' })
  expect((await get(`/webinar/closed-room/live?r=${token}`)).body).toContain(full)
  await db.sql(`select private.set_webinar_status($1, 'ended', now())`, [session])
  await db.sql(`select private.set_webinar_status($1, 'replay', now())`, [session])
  const { status, body } = await call('enter-webinar', { token })
  expect([status, body['sessionId']]).toEqual([200, session])
  expect((await call('read-webinar-room', {}, body['access'] as string)).status).toBe(200)
})

test('a registered address that registers again for a full session gets the usual response, and keeps its seat', async () => {
  const { join, states } = await fullSession('again')
  const again = await join('seated')
  expect((await get(`/webinar/again/thank-you?r=${again}`)).body).toContain(full)
  expect(await states()).toEqual(['seated registered'])
})

test('a cancelled session is also mailed to the waiting list', async () => {
  const { session, join, subjectsTo } = await fullSession('called-off')
  await join('next')
  expect(await subjectsTo('next')).toHaveLength(1)
  await db.sql(`select private.set_webinar_status($1, 'cancelled', now())`, [session])
  expect((await subjectsTo('next')).at(-1)).toBe('ההדרכה בוטלה: תקציב שמחזיק')
})

test('the figures of the list and the report count the waiting list separately', async () => {
  const { webinar, session, join } = await fullSession('counted')
  await join('next')
  expect(
    await db.as(as.owner, 'select registered::int, waiting::int from webinar_figures() where session_id = $1', [
      session,
    ]),
  ).toEqual([{ registered: 1, waiting: 1 }])
  expect(await db.as(as.owner, 'select registered, cancelled from webinar_report($1, $2)', [webinar, session])).toEqual(
    [{ registered: 1, cancelled: 0 }],
  )
})
