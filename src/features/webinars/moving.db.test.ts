// Staff move a registrant to another session.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addWebinar, addSession, get, post, send, mailsTo } = webinarVisitors(siteApp)

/** Creates a registrant of the first of two sessions. */
async function registrant(slug: string, capacity?: number) {
  const webinar = await addWebinar(slug)
  const [first, next] = [await addSession(webinar, '3 days'), await addSession(webinar, '9 days', capacity)]
  const email = `${slug}@example.com`
  const register = async (address: string, session: string) => {
    const answer = await post(`/webinar/${slug}`, { name: 'נועה', email: address, sessionId: session })
    return new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
  }
  const token = await register(email, first)
  const [{ id }] = (await db.sql('select id from webinar_registrations where email = $1', [email])) as [{ id: string }]
  return {
    email,
    token,
    first,
    next,
    register,
    move: (session = next, actor: keyof typeof as = 'sales') =>
      db.as(as[actor], 'select move_webinar_registrant($1, $2)', [id, session]),
    session: async () =>
      (await db.sql<{ session_id: string }>('select session_id from webinar_registrations where id = $1', [id]))[0]!
        .session_id,
  }
}

test('a moved registrant is mailed the new date, and the personal link opens the new session', async () => {
  const { move, session, next, token, email } = await registrant('moved')
  await send()
  await move()
  expect(await session()).toBe(next)
  await send(new Date())
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('מועד חדש להדרכה: תקציב שמחזיק')
  expect((await get(`/webinar/moved/live?r=${token}`)).body).toContain('המקום שלכם שמור')
})

test('moving to a full session, a past one, or one of another webinar is refused', async () => {
  const { move, session, first, next, register } = await registrant('refused', 1)
  await register('seated@example.com', next)
  await expect(move()).rejects.toMatchObject({ message: 'webinar_full' })
  const other = await addSession(await addWebinar('another'), '3 days')
  await expect(move(other)).rejects.toMatchObject({ message: 'webinar_session_not_found' })
  await db.sql(`select private.set_webinar_status($1, 'cancelled', now())`, [next])
  await expect(move()).rejects.toMatchObject({ message: 'webinar_closed' })
  expect(await session()).toBe(first)
})

test('an address that is already registered for the target session is not moved, and a cancelled registration there is replaced', async () => {
  const { move, session, next, register, email } = await registrant('twice')
  const there = await register(email, next)
  await expect(move()).rejects.toMatchObject({ message: 'webinar_already_registered' })
  await post('/webinar/twice/live/cancel', { token: there })
  await move()
  expect(await session()).toBe(next)
})

test('only staff with access to the registrant can move it', async () => {
  const { move, session, first } = await registrant('roles')
  for (const actor of ['content', 'client', 'coach'] as const)
    await expect(move(undefined, actor)).rejects.toMatchObject({ message: 'webinar_registration_not_found' })
  expect(await session()).toBe(first)
})
