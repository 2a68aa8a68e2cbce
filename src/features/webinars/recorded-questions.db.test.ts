import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addWebinar, addSession, post, call, send, mailsTo } = webinarVisitors(siteApp)
const recording = { provider: 'youtube', ref: 'dQw4w9WgXcQ' }

/** Creates a registrant in the room of a webinar, with an access token. */
async function enter(slug: string, email = `${slug}@example.com`) {
  const { headers } = await post(`/webinar/${slug}`, { name: 'נועה', email })
  const token = new URL(headers.location!, 'http://site.test').searchParams.get('r')!
  const { body } = await call('enter-webinar', { token })
  return { token, email, access: body['access'] as string, registration: body['registrationId'] as string }
}
const ask = async (access: string, body: string, position = 0) =>
  (await call('say-in-webinar', { kind: 'question', body, position }, access)).body['id'] as string
const waiting = (webinar: string, actor: keyof typeof as = 'owner') =>
  db.as<{ body: string; position_s: number }>(as[actor], 'select body, position_s from waiting_webinar_questions($1)', [
    webinar,
  ])
const answer = (question: string, body: string, actor: keyof typeof as = 'owner') =>
  db.as(as[actor], 'select answer_webinar_question($1, $2)', [question, body])
const notices = (webinar: string) =>
  db.sql<{ message: string; metadata: { second: number } }>(
    'select distinct message, metadata from notifications where related_entity_id = $1',
    [webinar],
  )

test('an on-demand question is stored with the second of the video, and the owner is notified', async () => {
  const webinar = await addWebinar('any-time', { kind: 'on_demand', recording })
  const { access } = await enter('any-time')
  await ask(access, 'מתאים גם לעצמאים?', 725.9)
  expect(await waiting(webinar)).toEqual([{ body: 'מתאים גם לעצמאים?', position_s: 725 }])
  expect(await notices(webinar)).toEqual([{ message: 'בדקה 12:05: מתאים גם לעצמאים?', metadata: { second: 725 } }])
  expect(await waiting(webinar, 'client')).toEqual([])
  const inbox = (actor: keyof typeof as) =>
    db.as(as[actor], 'select webinar_id, body from inbox_webinar_questions() where webinar_id = $1', [webinar])
  expect([await inbox('owner'), await inbox('client')]).toEqual([
    [{ webinar_id: webinar, body: 'מתאים גם לעצמאים?' }],
    [],
  ])
})

test('an automated room uses the second of the server’s clock, regardless of the player', async () => {
  const webinar = await addWebinar('by-clock', { kind: 'automated', recording })
  await addSession(webinar, '-10 minutes')
  const { access } = await enter('by-clock')
  await ask(access, 'ומה עם חגים?', 3)
  const [question] = await waiting(webinar)
  expect(question!.position_s).toBeGreaterThanOrEqual(600)
  expect(question!.position_s).toBeLessThan(900)
  expect(await notices(webinar)).toHaveLength(1)
})

test('a question during a live broadcast is for its host, and sends no notification', async () => {
  const webinar = await addWebinar('with-host')
  const session = await addSession(webinar, '1 minute')
  await db.sql(`select private.set_webinar_status($1, 'live', now())`, [session])
  const { access } = await enter('with-host')
  const question = await ask(access, 'שומעים?')
  expect(await waiting(webinar)).toEqual([])
  expect(await notices(webinar)).toEqual([])
  await expect(answer(question, 'כן')).rejects.toMatchObject({ message: 'webinar_question_not_found' })
})

test('an answer is mailed to its author once, and not shown to other registrants', async () => {
  const webinar = await addWebinar('answered', { kind: 'on_demand', recording })
  const asker = await enter('answered')
  const other = await enter('answered', 'other@example.com')
  const question = await ask(asker.access, 'כמה זמן זה לוקח?', 61)
  await send()
  const before = (await mailsTo(asker.email)).length
  await answer(question, 'בערך שעה בחודש')
  expect(await waiting(webinar)).toEqual([])
  await send()
  await send()
  const mails = (await mailsTo(asker.email)).slice(before)
  expect(mails.map(({ subject }) => subject)).toEqual(['תשובה לשאלה שלכם: תקציב שמחזיק'])
  expect(mails[0]!.text).toContain('כמה זמן זה לוקח?')
  expect(mails[0]!.text).toContain('בערך שעה בחודש')
  const linesOf = async (access: string) =>
    ((await call('read-webinar-room', {}, access)).body['lines'] as { body: string }[]).map(({ body }) => body)
  expect(await linesOf(asker.access)).toEqual(['כמה זמן זה לוקח?', 'בערך שעה בחודש'])
  expect(await linesOf(other.access)).toEqual([])
  const second = await ask(asker.access, 'ואם פספסתי חודש?', 70)
  await answer(second, 'ממשיכים מהחודש הבא')
  await send()
  const [, again] = (await mailsTo(asker.email)).slice(before)
  expect(again!.text).toContain('ממשיכים מהחודש הבא')
})

test('only the team can answer', async () => {
  await addWebinar('team', { kind: 'on_demand', recording })
  const { access } = await enter('team')
  const question = await ask(access, 'שאלה', 5)
  await expect(answer(question, 'תשובה', 'client')).rejects.toMatchObject({ message: 'not_allowed' })
  await answer(question, 'תשובה', 'sales')
})

test('new registrants can watch the recording of a full session', async () => {
  const webinar = await addWebinar('full')
  const session = await addSession(webinar, '1 hour', 1)
  await enter('full', 'first@full.example.com')
  await post('/webinar/full', { name: 'יואב', email: 'second@full.example.com' })
  expect(await db.sql(`select state from webinar_registrations where email = 'second@full.example.com'`)).toEqual([
    { state: 'waitlisted' },
  ])
  await db.sql('update webinars set recording = $2 where id = $1', [webinar, recording])
  for (const to of ['live', 'ended', 'replay'])
    await db.sql('select private.set_webinar_status($1, $2, now())', [session, to])
  const late = await post('/webinar/full', { name: 'יואב', email: 'second@full.example.com', sessionId: session })
  expect(late.headers.location).toMatch(/\/webinar\/full\/live\?r=/)
})

test('the reaction of a muted registrant is not counted, and is shown only to them', async () => {
  const webinar = await addWebinar('muted')
  const session = await addSession(webinar, '1 minute')
  await db.sql(`select private.set_webinar_status($1, 'live', now())`, [session])
  const { access, registration } = await enter('muted')
  await db.sql('update webinar_registrations set muted_at = now() where id = $1', [registration])
  expect((await call('react-in-webinar', { kind: 'heart' }, access)).status).toBe(200)
  expect(await db.sql('select kind from webinar_reactions where session_id = $1', [session])).toEqual([])
  // The next call may be more than a second later.
  await db.sql(`update webinar_registrations set reacted_at = reacted_at + interval '1 minute' where id = $1`, [
    registration,
  ])
  expect((await call('react-in-webinar', { kind: 'heart' }, access)).status).toBe(429)
})
