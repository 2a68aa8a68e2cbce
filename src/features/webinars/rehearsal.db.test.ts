import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addWebinar, addSession, post, call } = webinarVisitors(siteApp)

async function planned(slug: string) {
  const webinar = await addWebinar(slug)
  const session = await addSession(webinar, '3 hours')
  const { headers } = await post(`/webinar/${slug}`, { name: 'נועה', email: `${slug}@example.com` })
  const token = new URL(headers.location!, 'http://site.test').searchParams.get('r')!
  const [{ id: poll }] = (await db.sql(
    `insert into webinar_interactions (webinar_id, kind, title, choices) values ($1, 'poll', 'מה שלומכם?', '{טוב,מצוין}') returning id`,
    [webinar],
  )) as [{ id: string }]
  return { webinar, session, token, poll }
}
const rehearse = (session: string, isOn: boolean, actor: keyof typeof as = 'coach') =>
  db.as(as[actor], 'select rehearse_webinar($1, $2)', [session, isOn])
const sendMessage = (session: string, body: string) => db.as(as.coach, 'select say_in_webinar($1, $2)', [session, body])
const openPoll = (session: string, poll: string) =>
  db.as(as.coach, 'select open_webinar_interaction($1, $2, true)', [session, poll])
const linesOf = async (session: string) =>
  (
    await db.sql<{ body: string }>('select body from webinar_messages where session_id = $1 order by created_at', [
      session,
    ])
  ).map(({ body }) => body)
const step = (session: string, to: string) => db.as(as.coach, 'select move_webinar_session($1, $2)', [session, to])

test('during a rehearsal the room stays closed for registrants, and the team writes and opens polls', async () => {
  const { session, token, poll } = await planned('closed')
  await rehearse(session, true)
  expect((await call('enter-webinar', { token })).body).toMatchObject({ code: 'webinar_not_open' })
  await sendMessage(session, 'בודקים מיקרופון')
  await openPoll(session, poll)
  const [{ control }] = (await db.as(as.coach, 'select webinar_control($1) as control', [session])) as [
    { control: { status: string; open: { id: string }[]; viewers: number } },
  ]
  expect(control).toMatchObject({ status: 'scheduled', open: [{ id: poll }], viewers: 0 })
  expect(
    await db.sql(`select from realtime.messages where topic = $1 and event = 'line'`, [`webinar:${session}`]),
  ).toEqual([])
})

test('chat lines and opened interactions of a rehearsal are deleted when it ends, and earlier lines are preserved', async () => {
  const { session, poll } = await planned('ended')
  await sendMessage(session, 'ברוכים הבאים, נתחיל בשמונה')
  await rehearse(session, true)
  await sendMessage(session, 'בודקים מיקרופון')
  await openPoll(session, poll)
  await rehearse(session, false)
  expect(await linesOf(session)).toEqual(['ברוכים הבאים, נתחיל בשמונה'])
  expect(await db.sql('select from webinar_openings where session_id = $1', [session])).toEqual([])
})

test('opening the room ends its rehearsal: registrants cannot read its lines', async () => {
  const { session, token } = await planned('opened')
  await rehearse(session, true)
  await sendMessage(session, 'בודקים מיקרופון')
  await step(session, 'open_lobby')
  expect(await linesOf(session)).toEqual([])
  await sendMessage(session, 'שלום לכולם')
  const { body } = await call('enter-webinar', { token })
  expect((body['room'] as { lines: { body: string }[] }).lines.map((line) => line.body)).toEqual(['שלום לכולם'])
})

test('after the opening time a line does not belong to the rehearsal, even before the scheduler has run', async () => {
  const { session, token } = await planned('by-clock')
  await rehearse(session, true)
  await sendMessage(session, 'בודקים מיקרופון')
  await db.sql(`update webinar_sessions set starts_at = now() + interval '10 minutes' where id = $1`, [session])
  await sendMessage(session, 'שלום לכולם')
  const { body } = await call('enter-webinar', { token })
  expect((body['room'] as { lines: { body: string }[] }).lines.map((line) => line.body)).toEqual(['שלום לכולם'])
  await db.sql('select advance_webinar_sessions()')
  expect(await linesOf(session)).toEqual(['שלום לכולם'])
  await expect(rehearse(session, true)).rejects.toMatchObject({ message: 'webinar_wrong_step' })
})

test('hosts can rehearse; other roles cannot', async () => {
  const { session } = await planned('roles')
  for (const actor of ['sales', 'client'] as const)
    await expect(rehearse(session, true, actor)).rejects.toMatchObject({ message: 'not_allowed' })
  for (const actor of ['owner', 'admin', 'content', 'coach'] as const) await rehearse(session, true, actor)
})
