// The responses to a browser for an e-mail address: identical for a new and an already registered address.
import { expect, test } from 'vitest'
import { textOf } from '../../../test/rendered-html.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, get, post, call, send, mailsTo } = webinarVisitors(siteApp)
const tokenIn = (answer: Awaited<ReturnType<typeof post>>) =>
  new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
const cookieIn = (answer: Awaited<ReturnType<typeof post>>) => String(answer.headers['set-cookie']).split(';')[0]!

/** Creates a webinar with one session, and its visitors. */
async function webinarOf(slug: string, starts = '3 days', capacity?: number) {
  const id = await addWebinar(slug)
  const session = await addSession(id, starts, capacity)
  return {
    session,
    register: (email: string, name = 'נועה', cookie = '') => post(`/webinar/${slug}`, { name, email }, cookie),
    rows: (email: string) =>
      db.sql<{ id: string; name: string; repeat_of: string | null; state: string; watched_seconds: number }>(
        `select id, name, repeat_of, state, watched_seconds from webinar_registrations
         where webinar_id = $1 and email = $2 order by repeat_of nulls first, registered_at`,
        [id, email],
      ),
    seatsLeft: async () =>
      (
        await db.sql<{ seats_left: number | null }>('select seats_left from shown_webinar_sessions() where id = $1', [
          session,
        ])
      )[0]!.seats_left,
  }
}

test("another browser with a registered address gets the same response and page, but not the first browser's link", async () => {
  const { register, rows } = await webinarOf('same-answer')
  const first = await register('known@example.com', 'נועה')
  await send()
  const [known, unknown] = [await register('known@example.com', 'דנה'), await register('new@example.com', 'דנה')]
  expect(known.statusCode).toBe(303)
  expect(tokenIn(known)).not.toBe(tokenIn(first))
  const shape = ({ headers: { location } }: typeof known) => location!.replace(/r=[\w-]+/, 'r=')
  expect(shape(known)).toBe(shape(unknown))
  const pageOf = async (answer: typeof known, email: string) =>
    textOf((await get(answer.headers.location!)).body).replaceAll(email, '')
  expect(await pageOf(known, 'kn•••@example.com')).toBe(await pageOf(unknown, 'ne•••@example.com'))
  expect(await pageOf(known, '')).toContain('נרשמתם!')
  const roomOf = async (answer: typeof known) =>
    textOf((await get(`/webinar/same-answer/live?r=${tokenIn(answer)}`)).body).replaceAll(/(kn|ne)•••/g, '')
  expect(await roomOf(known)).toBe(await roomOf(unknown))
  expect(await roomOf(known)).toContain('דנה, המקום שלכם שמור')
  expect((await rows('known@example.com')).map(({ name }) => name)).toEqual(['נועה', 'דנה'])
})

test('a further registration takes no seat and gets no messages; its address is mailed the link at most every three hours', async () => {
  const { register, rows, seatsLeft } = await webinarOf('no-seat', '3 days', 10)
  const email = 'seat@example.com'
  await register(email)
  await send()
  expect(await seatsLeft()).toBe(9)
  for (let n = 0; n < 2; n += 1) await register(email)
  await send()
  expect([await seatsLeft(), (await mailsTo(email)).length]).toEqual([9, 1])
  const [first] = await rows(email)
  expect(
    await db.sql(
      `select count(*)::int as n from domain_events where type = 'webinar.registered' and contact_id =
         (select contact_id from webinar_registrations where id = $1)`,
      [first!.id],
    ),
  ).toEqual([{ n: 1 }])
  await db.sql(`update webinar_registrations set registered_at = now() - interval '4 hours' where id = $1`, [first!.id])
  for (let n = 0; n < 2; n += 1) await register(email)
  await send()
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(2)
  const mailed = /live\?r=([\w-]+)/.exec(mails[1]!.text)![1]!
  expect(await db.sql('select registration_id as id from webinar_visit($1)', [mailed])).toEqual([{ id: first!.id }])
})

test('a repeated submit of one browser is the same registration, and its room opens without the link', async () => {
  const { register, rows } = await webinarOf('one-browser')
  const first = await register('press@example.com')
  const again = await register('press@example.com', 'נועה', cookieIn(first))
  expect(tokenIn(again)).toBe(tokenIn(first))
  expect(await rows('press@example.com')).toHaveLength(1)
  expect(String(first.headers['set-cookie'])).toMatch(/; Path=\/webinar\/one-browser; .*HttpOnly; SameSite=Lax/)
  expect(textOf((await get('/webinar/one-browser/live', cookieIn(first))).body)).toContain('המקום שלכם שמור')
  expect(textOf((await get('/webinar/one-browser/live')).body)).toContain('הרשמה וכניסה')
})

test('a registered browser sees the date of the webinar and a link to it instead of the form, and a GET request changes nothing', async () => {
  const { register, session } = await webinarOf('own-page')
  const answer = await register('own@example.com', 'נועה')
  const cookie = cookieIn(answer)
  const rows = () => db.sql(`select r.xmin::text, r from webinar_registrations r where r.session_id = $1`, [session])
  const before = await rows()
  const own = await get('/webinar/own-page', cookie)
  expect(own.statusCode).toBe(200)
  expect(own.headers['cache-control']).toBe('no-store')
  expect(textOf(own.body)).toContain('נועה, כבר נרשמתם להדרכה הזאת מהדפדפן הזה.')
  expect(own.body).toContain('href="/webinar/own-page/live"')
  expect(own.body).not.toContain('id="webinar-email"')
  expect(own.body).not.toContain(tokenIn(answer))
  const another = await get('/webinar/own-page?another=1', cookie)
  expect(another.body).toContain('id="webinar-email"')
  const visitor = await get('/webinar/own-page')
  expect(visitor.body).toContain('id="webinar-email"')
  expect(visitor.body).not.toContain('כבר נרשמתם')
  expect(await rows()).toEqual(before)
  await db.sql(`select private.set_webinar_status($1, 'live', now())`, [session])
  expect(textOf((await get('/webinar/own-page', cookie)).body)).toContain('כניסה לחדר')
})

test('a browser with a cancelled registration, or with the token of another webinar, sees the form', async () => {
  const { register } = await webinarOf('given-up')
  const { register: registerElsewhere } = await webinarOf('elsewhere')
  const answer = await register('gives-up@example.com')
  await post('/webinar/given-up/live/cancel', { token: tokenIn(answer) })
  for (const cookie of [cookieIn(answer), cookieIn(await registerElsewhere('gives-up@example.com')), 'webinar=unknown'])
    expect((await get('/webinar/given-up', cookie)).body).toContain('id="webinar-email"')
})

test('concurrent submits create one first registration', async () => {
  const { register, rows } = await webinarOf('concurrent')
  await Promise.all(Array.from({ length: 5 }, () => register('race@example.com')))
  const registrations = await rows('race@example.com')
  expect(registrations.filter(({ repeat_of: of }) => of === null)).toHaveLength(1)
  expect(new Set(registrations.slice(1).map(({ repeat_of: of }) => of))).toEqual(new Set([registrations[0]!.id]))
})

test('watching in a second browser counts once for the registrant, with separate room access', async () => {
  const { register, rows, session } = await webinarOf('two-screens', '5 minutes')
  const email = 'screens@example.com'
  const [desktop, phone] = [tokenIn(await register(email, 'נועה')), tokenIn(await register(email, 'איתי'))]
  await db.sql(`select private.set_webinar_status($1, 'live', now())`, [session])
  const enter = async (token: string) => (await call('enter-webinar', { token })).body
  const [one, other] = [await enter(desktop), await enter(phone)]
  expect(one['registrationId']).not.toBe(other['registrationId'])
  expect(other['room']).toMatchObject({ viewers: 1 })
  const beat = (seq: number, position: number) =>
    call(
      'beat-in-webinar',
      { viewId: view, kind: 'live', seq, position, playing: true, rate: 1 },
      other['access'] as string,
    )
  const view = crypto.randomUUID()
  await beat(1, 0)
  await db.sql(`update webinar_views set last_at = now() - interval '20 seconds' where id = $1`, [view])
  await beat(2, 20)
  expect(await rows(email)).toMatchObject([
    { name: 'נועה', state: 'joined', watched_seconds: 20 },
    { name: 'איתי', state: 'joined', watched_seconds: 20 },
  ])
  expect(await db.sql('select viewers from private.webinar_presence($1) viewers', [session])).toEqual([{ viewers: 1 }])
  const [{ id: webinar }] = (await db.sql<{ id: string }>(`select id from webinars where slug = 'two-screens'`)) as [
    { id: string },
  ]
  expect(await db.sql('select watched_seconds from private.webinar_people($1, $2)', [webinar, session])).toEqual([
    { watched_seconds: 20 },
  ])
  // A private answer to the desktop is not shown on the phone.
  expect(
    await db.as(
      { role: 'anon', registration_id: other['registrationId'] as string },
      'select webinar_topic_of_caller() as topic',
    ),
  ).toEqual([{ topic: `webinar:${session}` }])
})

test('a registrant who was ejected from the room cannot return by registering again in another browser', async () => {
  const { register, rows } = await webinarOf('put-out')
  await register('out@example.com')
  await db.sql(`update webinar_registrations set ejected_at = now() where id = $1`, [
    (await rows('out@example.com'))[0]!.id,
  ])
  const again = await register('out@example.com')
  expect(textOf((await get(`/webinar/put-out/live?r=${tokenIn(again)}`)).body)).toContain('הכניסה לחדר נסגרה')
})

test('a further registration that moves to a session without its address becomes the first registration there', async () => {
  const { register, rows, session } = await webinarOf('moves-on')
  const [{ webinar_id: webinar }] = (await db.sql<{ webinar_id: string }>(
    'select webinar_id from webinar_sessions where id = $1',
    [session],
  )) as [{ webinar_id: string }]
  const next = await addSession(webinar, '9 days')
  const first = tokenIn(await register('moves@example.com'))
  const further = tokenIn(await register('moves@example.com'))
  const move = (token: string) => post('/webinar/moves-on/live/move', { token, sessionId: next })
  expect((await move(further)).statusCode).toBe(303)
  expect((await rows('moves@example.com')).map(({ repeat_of: of }) => of)).toEqual([null, null])
  // The other registration moves too. Its address is registered there already, so it becomes a further one.
  expect((await move(first)).statusCode).toBe(303)
  expect((await rows('moves@example.com')).filter(({ repeat_of: of }) => of === null)).toHaveLength(1)
})
