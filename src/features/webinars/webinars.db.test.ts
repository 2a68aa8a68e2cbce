import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, get, post, call, send, mailsTo } = webinarVisitors(siteApp)
const webinar = await addWebinar('household-budget')
const session = await addSession(webinar, '3 days')

const tokenIn = (answer: Awaited<ReturnType<typeof post>>) =>
  new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
const register = (email: string, more: Record<string, string> = {}, slug = 'household-budget') =>
  post(`/webinar/${slug}`, { name: 'נועה לדוגמה', email, ...more })
const registrationOf = async (email: string) =>
  (
    await db.sql<{ id: string; contact_id: string; state: string; session_id: string; watched_seconds: number }>(
      'select * from webinar_registrations where email = $1 and repeat_of is null',
      [email],
    )
  )[0]!
const waiting = (email: string) =>
  db.sql<{ key: string; status: string }>(
    `select r.key, s.status from scheduled_messages s join message_rules r on r.id = s.rule_id
     where s.to_value = $1 and s.status = 'scheduled' order by s.planned_at, r.key`,
    [email],
  )
const step = (id: string, to: string) => db.sql(`select private.set_webinar_status($1, $2, now())`, [id, to])

test('a registration creates a contact, an event, a timeline entry, and reminders', async () => {
  const answer = await register(' Noa@Example.com', { zone: 'Europe/London', sessionId: session })
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toMatch(/^\/webinar\/household-budget\/thank-you\?r=[\w-]{24}#sent$/)
  const registration = await registrationOf('noa@example.com')
  expect(registration.state).toBe('registered')
  expect(await db.sql('select type from domain_events where entity_id = $1', [webinar])).toEqual([
    { type: 'webinar.registered' },
  ])
  expect(
    await db.sql(`select type from activities where contact_id = $1 and type like 'webinar%'`, [
      registration.contact_id,
    ]),
  ).toEqual([{ type: 'webinar.registered' }])
  expect(await waiting('noa@example.com')).toMatchObject([
    { key: 'webinar.confirmation' },
    { key: 'webinar.reminder_day' },
    { key: 'webinar.reminder_hour' },
    { key: 'webinar.opening' },
  ])
  expect(await db.sql('select action from consents where contact_id = $1', [registration.contact_id])).toEqual([])
  const page = await get(answer.headers.location!)
  expect(page.body).toContain('נרשמתם! פרטי הכניסה נשלחו לדוא״ל')
  expect(page.body).toContain('שעון לונדון')
  const file = await get(`/webinar/household-budget/calendar.ics?r=${tokenIn(answer)}`)
  expect(file.body).toContain('STATUS:CONFIRMED')
})

test('a cancelled registration frees its seat, and restoring it takes a free seat or joins the waiting list', async () => {
  const small = await addSession(await addWebinar('small-room'), '3 days', 1)
  const cancel = (token: string) => post('/webinar/small-room/live/cancel', { token })
  const back = () => register('first@small.example.com', {}, 'small-room')
  const stateOf = async (email: string) => (await registrationOf(`${email}@small.example.com`)).state
  const first = tokenIn(await back())
  await cancel(first)
  const second = tokenIn(await register('second@small.example.com', {}, 'small-room'))
  expect((await post('/webinar/small-room/live/move', { token: first, sessionId: small })).statusCode).toBe(409)
  expect(await stateOf('first')).toBe('cancelled')
  await back()
  expect(await stateOf('first')).toBe('waitlisted')
  await cancel(second)
  await db.sql('select advance_webinar_sessions()')
  expect(await stateOf('first')).toBe('registered')
})

test('reminders are sent to an address that was corrected twice, and not to the previous ones', async () => {
  await register('first@corrected.example.com')
  const { id } = await registrationOf('first@corrected.example.com')
  for (const name of ['second', 'third'])
    await db.sql('update webinar_registrations set email = $2 where id = $1', [id, `${name}@corrected.example.com`])
  expect(await waiting('first@corrected.example.com')).toEqual([])
  expect(await waiting('second@corrected.example.com')).toEqual([])
  expect((await waiting('third@corrected.example.com')).map(({ key }) => key)).toContain('webinar.reminder_hour')
})

test('an address gets at most ten mails a day about its registrations', async () => {
  const many = await addWebinar('many-dates')
  const email = 'victim@many.example.com'
  for (let n = 1; n <= 12; n++) {
    const date = await addSession(many, `${n + 3} days`)
    expect((await register(email, { sessionId: date }, 'many-dates')).statusCode).toBe(303)
    await send()
  }
  expect(await mailsTo(email)).toHaveLength(10)
  expect(
    await db.sql(`select s.skip_reason from scheduled_messages s where s.to_value = $1 and s.status = 'skipped'`, [
      email,
    ]),
  ).toEqual([{ skip_reason: 'too_many_webinar_mails' }, { skip_reason: 'too_many_webinar_mails' }])
})

test('a session without a limit is never full', async () => {
  const rows = await db.sql<{ seats_left: number | null }>(
    'select seats_left from shown_webinar_sessions() where id = $1',
    [session],
  )
  expect(rows).toEqual([{ seats_left: null }])
  expect((await get('/webinar/household-budget')).body).not.toContain('ההרשמה מלאה')
})

test('of concurrent visitors one gets the last seat, and the others join the waiting list', async () => {
  const small = await addWebinar('small-circle')
  await addSession(small, '2 days', 1)
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => register(`${name}@seat.example.com`, {}, 'small-circle')),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303])
  const states = await db.sql<{ state: string }>(
    'select state from webinar_registrations where webinar_id = $1 order by state',
    [small],
  )
  expect(states.map(({ state }) => state)).toEqual(['registered', 'waitlisted', 'waitlisted', 'waitlisted'])
  expect((await get('/webinar/small-circle')).body).toContain('ההרשמה מלאה')
})

test('rescheduling a session replaces its reminders and mails once; cancelling it mails once', async () => {
  const moving = await addWebinar('moving')
  const date = await addSession(moving, '5 days')
  await register('moved@example.com', {}, 'moving')
  await db.sql(`update webinar_sessions set starts_at = starts_at + interval '2 days' where id = $1`, [date])
  const keys = (await waiting('moved@example.com')).map(({ key }) => key)
  expect(keys.toSorted()).toEqual([
    'webinar.confirmation',
    'webinar.moved',
    'webinar.opening',
    'webinar.reminder_day',
    'webinar.reminder_hour',
  ])
  await step(date, 'cancelled')
  await step(date, 'cancelled')
  expect((await waiting('moved@example.com')).map(({ key }) => key)).toEqual(['webinar.cancelled'])
  await send(new Date())
  await send(new Date())
  const mails = await mailsTo('moved@example.com')
  expect(mails.map(({ subject }) => subject)).toEqual(['ההדרכה בוטלה: תקציב שמחזיק'])
})

test('registrants in the room of a session that is rescheduled are notified, get its reminders, and can cancel', async () => {
  const lobby = await addWebinar('moved-lobby')
  const date = await addSession(lobby, '10 minutes')
  const email = 'waits@moved.example.com'
  const token = tokenIn(await register(email, {}, 'moved-lobby'))
  const access = (await call('enter-webinar', { token })).body['access'] as string
  const beat = { viewId: crypto.randomUUID(), kind: 'live', seq: 1, position: 0, playing: false, rate: 1 }
  expect((await call('beat-in-webinar', beat, access)).status).toBe(200)
  expect((await registrationOf(email)).state).toBe('joined')
  await db.sql(`update webinar_sessions set starts_at = starts_at + interval '3 days' where id = $1`, [date])
  expect((await registrationOf(email)).state).toBe('registered')
  expect((await waiting(email)).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['webinar.reminder_day', 'webinar.reminder_hour', 'webinar.opening']),
  )
  expect(await db.sql('select event from realtime.messages where topic = $1', [`webinar:${date}`])).toEqual([
    { event: 'session' },
  ])
  await post('/webinar/moved-lobby/live/cancel', { token })
  expect((await registrationOf(email)).state).toBe('cancelled')
})

test('a calendar entry preserves its UID when moved, raises its SEQUENCE with each change, and is withdrawn by CANCEL', async () => {
  const calendar = await addWebinar('calendar-entry')
  const [date, next] = [await addSession(calendar, '5 days'), await addSession(calendar, '9 days')]
  const token = tokenIn(await register('entry@example.com', { sessionId: date }, 'calendar-entry'))
  const file = async (of = token) => {
    const { body } = await get(`/webinar/calendar-entry/calendar.ics?r=${of}`)
    const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(body)?.[1]?.trim()
    return { uid: value('UID'), sequence: Number(value('SEQUENCE')), method: value('METHOD') }
  }
  const { uid, ...first } = await file()
  expect(first).toEqual({ sequence: 0, method: 'PUBLISH' })
  await db.sql(`update webinar_sessions set starts_at = starts_at + interval '1 hour' where id = $1`, [date])
  expect(await file()).toEqual({ uid, sequence: 1, method: 'PUBLISH' })
  // The target session itself was never rescheduled.
  await post('/webinar/calendar-entry/live/move', { token, sessionId: next })
  expect(await file()).toEqual({ uid, sequence: 2, method: 'PUBLISH' })
  await post('/webinar/calendar-entry/live/cancel', { token })
  expect(await file()).toEqual({ uid, sequence: 3, method: 'CANCEL' })
  expect((await get(`/webinar/calendar-entry/live?r=${token}`)).body).toContain('להסרת המפגש מהיומן')
  await register('entry@example.com', { sessionId: next }, 'calendar-entry')
  expect(await file()).toEqual({ uid, sequence: 4, method: 'PUBLISH' })
  const other = tokenIn(await register('entry@example.com', { sessionId: date }, 'calendar-entry'))
  expect((await file(other)).uid).not.toBe(uid)
  await step(next, 'cancelled')
  expect(await file()).toEqual({ uid, sequence: 5, method: 'CANCEL' })
  await send(new Date())
  const [mail] = await db.sql<{ content: string }>(
    `select payload::text as content from mail.outbox where to_address = 'entry@example.com' and payload::text like '%method=CANCEL%'`,
  )
  expect(mail?.content).toContain('SEQUENCE:5')
  expect(mail?.content).toContain(uid)
})

test('a link always opens the current state: lobby, room, replay, and another date when the session is over', async () => {
  const healing = await addWebinar('healing', { recording: { provider: 'youtube', ref: 'dQw4w9WgXcQ' } })
  const date = await addSession(healing, '3 days')
  const token = tokenIn(await register('heal@example.com', {}, 'healing'))
  const currentState = async () =>
    (await db.sql<{ state: string }>('select state from webinar_visit($1)', [token]))[0]!.state
  const room = `/webinar/healing/live?r=${token}`
  expect(await currentState()).toBe('waiting')
  const waitingPage = (await get(room)).body
  expect(waitingPage).toContain('המקום שלכם שמור')
  expect(waitingPage).toContain('שעון ישראל</time>')
  expect(waitingPage).toMatch(/data-countdown="">עוד (יומיים|2 ימים)/)
  await db.sql(`update webinar_sessions set starts_at = now() + interval '10 minutes' where id = $1`, [date])
  expect(await currentState()).toBe('lobby')
  await step(date, 'live')
  expect(await currentState()).toBe('room')
  expect((await get(room)).body).toContain('data-island="webinar-room"')
  await step(date, 'ended')
  await db.sql(
    `update webinar_sessions set ended_at = now() - interval '20 minutes', started_at = now() - interval '1 hour' where id = $1`,
    [date],
  )
  await db.sql('select advance_webinar_sessions()')
  expect(await currentState()).toBe('replay')
  expect((await get(`/webinar/healing/replay?r=${token}`)).body).toContain('ההקלטה זמינה עד')
  await db.sql(`update webinar_sessions set replay_until = now() - interval '1 minute' where id = $1`, [date])
  const next = await addSession(healing, '9 days')
  expect(await currentState()).toBe('over')
  expect((await get(room)).body).toContain('ההקלטה הוסרה')
  expect((await post('/webinar/healing/live/move', { token, sessionId: next })).statusCode).toBe(303)
  expect(await currentState()).toBe('waiting')
  expect((await registrationOf('heal@example.com')).session_id).toBe(next)
  expect((await waiting('heal@example.com')).map(({ key }) => key)).toContain('webinar.reminder_hour')
})

test('a page without a known token links to the form, and a page of an unknown webinar responds with 404', async () => {
  for (const path of [
    '/webinar/household-budget/live',
    '/webinar/watch/household-budget',
    '/webinar/household-budget/live?r=wrong-wrong-wrong-wrong',
  ])
    expect((await get(path)).body).toContain('הרשמה וכניסה')
  expect((await get('/webinar/household-budget/thank-you')).headers.location).toBe('/webinar/household-budget')
  expect((await get('/webinar/household-budget/thank-you?r=wrong-wrong-wrong-wrong')).body).toContain('אינה מוכרת')
  expect((await get('/webinar/none')).statusCode).toBe(404)
  expect((await get('/webinar/none/live')).statusCode).toBe(404)
  expect((await get(`/webinar/${webinar}`)).headers.location).toBe('/webinar/household-budget')
  expect((await get('/webinar')).body).toContain('תקציב שמחזיק')
  expect((await get('/webinar-invite')).body).toContain('הוזמנתם להדרכה')
})

test('the form mentions no reminder by phone, because all webinar messages are mails', async () => {
  expect(
    await db.sql(`select distinct channel from message_rules where context_type = 'webinar_registration'`),
  ).toEqual([{ channel: 'email' }])
  const { body } = await get('/webinar/household-budget')
  expect(body).toContain('(לא חובה, אם נצטרך ליצור קשר)')
  expect(body).not.toContain('לתזכורת')
})

test('an invitation registers by a POST, not when it is opened', async () => {
  const token = tokenIn(await register('inviter@example.com'))
  const invited = await post('/webinar/household-budget/thank-you/invite', { token })
  const invite = new URL(invited.headers.location!, 'http://site.test').searchParams.get('i')!
  const page = await get(`/webinar-invite?w=household-budget&i=${invite}`)
  expect(page.body).toContain('נועה חשבו שזה יעניין אתכם')
  expect(page.body).not.toContain('inviter@example.com')
  expect((await post('/webinar-invite/decline', { token: invite })).headers.location).toBe(
    '/webinar-invite?declined=1#sent',
  )
  await db.sql(
    `insert into webinar_invites (token_hash, webinar_id, contact_id, email, invited_by)
     select link_hash('staff-invitation-0001'), $1, contact_id, 'new@example.com', 'הילה' from webinar_registrations where email = 'inviter@example.com'`,
    [webinar],
  )
  const named = await get('/webinar-invite?i=staff-invitation-0001')
  expect(named.body).toContain('ne•••@example.com')
  expect(await db.sql(`select from webinar_registrations where email = 'new@example.com'`)).toEqual([])
  expect((await post('/webinar-invite/accept', { token: 'staff-invitation-0001' })).statusCode).toBe(303)
  expect(await db.sql(`select from webinar_registrations where email = 'new@example.com'`)).toHaveLength(1)
})

test('a registration with a partner gets an invitation link, and is separate from the registration made with that link', async () => {
  const email = 'with-partner@example.com'
  const form = { name: 'נועה לוי', email, withPartner: 'on' }
  const answer = await post('/webinar/household-budget', form)
  const sentTo = new URL(answer.headers.location!, 'http://site.test')
  expect([answer.statusCode, sentTo.pathname]).toEqual([303, '/webinar/household-budget/thank-you'])
  const invite = sentTo.searchParams.get('i')!
  const { body } = await get(answer.headers.location!)
  expect(body).toContain(`/webinar-invite?w=household-budget&amp;i=${invite}`)
  expect((await get(`/webinar-invite?w=household-budget&i=${invite}`)).body).toContain('נועה חשבו שזה יעניין אתכם')
  const used = () =>
    db.sql('select used_at is not null as used from webinar_invites where token_hash = link_hash($1)', [invite])
  expect(await used()).toEqual([{ used: false }])
  await post('/webinar/household-budget', { name: 'יואב', email: 'the-partner@example.com', invite })
  expect(await used()).toEqual([{ used: true }])
  expect(await db.sql(`select name from webinar_registrations where email = 'the-partner@example.com'`)).toEqual([
    { name: 'יואב' },
  ])
  const alone = await post('/webinar/household-budget', { name: 'רות', email: 'alone@example.com' })
  expect(alone.headers.location).not.toContain('i=')
})

test('the thank-you page shows the short video of its webinar', async () => {
  const { location } = (await post('/webinar/household-budget', { name: 'נועה', email: 'video@example.com' })).headers
  expect((await get(location!)).body).not.toContain('<video')
  await db.sql('update webinars set thank_you_video = $2 where id = $1', [
    webinar,
    { provider: 'file', ref: '/clips/annual-expenses.webm' },
  ])
  const { body } = await get(location!)
  expect(body).toContain('כמה מילים לפני שנפגשים')
  expect(body).toMatch(/<video[^>]* src="\/clips\/annual-expenses\.webm"/)
  await db.sql('update webinars set thank_you_video = null where id = $1', [webinar])
})

test('attendance is determined after the end, and each segment gets its message', async () => {
  const segments = await addWebinar('segments', { minutes: 60 })
  const date = await addSession(segments, '2 days')
  for (const name of ['stayed', 'left', 'missed']) await register(`${name}@seg.example.com`, {}, 'segments')
  await db.sql(
    `update webinar_registrations set state = 'joined', watched_seconds = 3000, max_position = 3500 where email = 'stayed@seg.example.com'`,
  )
  await db.sql(
    `update webinar_registrations set state = 'joined', watched_seconds = 600, max_position = 600 where email = 'left@seg.example.com'`,
  )
  await step(date, 'live')
  await step(date, 'ended')
  await db.sql(
    `update webinar_sessions set started_at = now() - interval '80 minutes', ended_at = now() - interval '20 minutes' where id = $1`,
    [date],
  )
  await db.sql('select advance_webinar_sessions()')
  await db.sql('select advance_webinar_sessions()')
  const states = await db.sql<{ email: string; state: string }>(
    'select email, state from webinar_registrations where session_id = $1 order by email',
    [date],
  )
  expect(states.map(({ state }) => state)).toEqual(['left_early', 'missed', 'stayed'])
  for (const { email, state } of states)
    expect((await waiting(email)).map(({ key }) => key)).toContain(`webinar.${state}`)
  expect(
    await db.sql(`select type from domain_events where entity_id = $1 and type <> 'webinar.registered' order by type`, [
      segments,
    ]),
  ).toEqual([
    { type: 'webinar.joined' },
    { type: 'webinar.joined' },
    { type: 'webinar.left' },
    { type: 'webinar.missed' },
    { type: 'webinar.stayed' },
  ])
})

test('the webinar.stayed event of a registrant contains whether they bought the offer since registering', async () => {
  const offered = await addWebinar('offered')
  const [product] = await db.sql<{ id: string }>(
    `insert into products (slug, name) values ('offered', 'ליווי') returning id`,
  )
  await db.sql('update webinars set offer_product_id = $2 where id = $1', [offered, product!.id])
  await addSession(offered, '2 days')
  const outcome = async (email: string, paidAt?: string) => {
    await register(email, {}, 'offered')
    const { id, contact_id: contact } = await registrationOf(email)
    if (paidAt)
      await db.sql(
        `insert into orders (contact_id, product_id, title, amount_agorot, name, email)
         values ($1, $2, 'ליווי', 100, 'נועה', 'a@example.com')`,
        [contact, product!.id],
      )
    if (paidAt)
      await db.sql(
        `update orders set status = 'paid', paid_agorot = 100, paid_at = now() + $2::interval where contact_id = $1`,
        [contact, paidAt],
      )
    await db.sql(`update webinar_registrations set state = 'stayed' where id = $1`, [id])
    return (
      await db.sql<{ bought: boolean }>(
        `select payload -> 'bought' as bought from domain_events where type = 'webinar.stayed' and contact_id = $1`,
        [contact],
      )
    )[0]!.bought
  }
  expect(await outcome('during@offered.example.com', '1 second')).toBe(true)
  expect(await outcome('before@offered.example.com', '-1 day')).toBe(false)
  expect(await outcome('without@offered.example.com')).toBe(false)
})

test('the token of a link is exchanged for a room token, which acts only for its registration, and the rate of messages is limited', async () => {
  const live = await addWebinar('in-the-room')
  const date = await addSession(live, '5 minutes')
  const token = tokenIn(await register('guest@example.com', {}, 'in-the-room'))
  const { body: entered } = await call('enter-webinar', { token })
  const access = entered['access'] as string
  expect(entered['room']).toMatchObject({ status: 'lobby', viewers: 1, lines: [], interactions: [] })
  // The policies of realtime.messages call this function with the claims of the token.
  const { id: registrationId } = await registrationOf('guest@example.com')
  expect(
    await db.as({ role: 'anon', registration_id: registrationId }, 'select webinar_topic_of_caller() as topic'),
  ).toEqual([{ topic: `webinar:${date}` }])
  expect(await db.as({ role: 'anon' }, 'select webinar_topic_of_caller() as topic')).toEqual([{ topic: null }])
  expect((await call('say-in-webinar', { kind: 'chat', body: 'שלום' })).status).toBe(403)
  for (let i = 0; i < 3; i++)
    expect((await call('say-in-webinar', { kind: 'question', body: `שאלה ${i}` }, access)).status).toBe(200)
  expect((await call('say-in-webinar', { kind: 'chat', body: 'עוד' }, access)).body).toMatchObject({
    code: 'webinar_too_fast',
  })
  const { body: room } = await call('read-webinar-room', {}, access)
  expect((room['lines'] as { body: string }[]).map(({ body }) => body)).toEqual(['שאלה 0', 'שאלה 1', 'שאלה 2'])
  expect(await db.sql(`select type from domain_events where type = 'webinar.question_asked'`)).toHaveLength(3)
  expect(await db.sql(`select event from realtime.messages where topic = $1`, [`webinar:${date}`])).toHaveLength(3)
  const [offer] = await db.sql<{ id: string }>(
    `insert into webinar_interactions (webinar_id, kind, title, link) values ($1, 'offer', 'ליווי', '/product') returning id`,
    [live],
  )
  const click = () => call('answer-in-webinar', { interactionId: offer!.id, kind: 'clicked' }, access)
  expect((await click()).body).toMatchObject({ code: 'webinar_offer_closed' })
  await db.sql(
    `insert into webinar_openings (session_id, interaction_id, opens_at, closes_at) values ($1, $2, now(), now() + interval '1 minute')`,
    [date, offer!.id],
  )
  expect((await click()).body).toEqual({ link: '/product' })
  await db.sql(`update webinar_openings set closes_at = opens_at`)
  expect((await click()).body).toMatchObject({ code: 'webinar_offer_closed' })
  await db.sql(`update webinar_registrations set ejected_at = now() where email = 'guest@example.com'`)
  expect((await call('read-webinar-room', {}, access)).body).toMatchObject({ code: 'webinar_ejected' })
})

test('reactions are counted during the broadcast only, at most one per second and registrant', async () => {
  const live = await addSession(await addWebinar('reactions'), '5 minutes')
  const access: string[] = []
  for (const email of ['one@react.example.com', 'two@react.example.com']) {
    const key = tokenIn(await register(email, {}, 'reactions'))
    await step(live, 'lobby')
    access.push((await call('enter-webinar', { token: key })).body['access'] as string)
  }
  const react = (viewer: number, kind: string) => call('react-in-webinar', { kind }, access[viewer])
  expect(await react(0, 'heart')).toMatchObject({ status: 409, body: { code: 'webinar_not_open' } })
  await step(live, 'live')
  const first = await Promise.all([react(0, 'heart'), react(0, 'heart'), react(1, 'heart'), react(1, 'bravo')])
  expect(first.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 429, 429])
  expect((await react(0, 'applause')).status).toBe(422)
  await db.sql(`update webinar_registrations set reacted_at = now() - interval '2 seconds' where session_id = $1`, [
    live,
  ])
  expect((await react(1, 'heart')).status).toBe(200)
  const { reactions } = (await call('read-webinar-room', {}, access[0])).body as { reactions: Record<string, number> }
  const beat = { viewId: crypto.randomUUID(), kind: 'live', seq: 1, position: 0, playing: true, rate: 1 }
  expect((await call('beat-in-webinar', beat, access[1])).body).toMatchObject({ reactions })
  expect(Object.values(reactions).reduce((sum, n) => sum + n, 0)).toBe(3)
  expect(reactions['heart']).toBeGreaterThanOrEqual(2)
  const sent = await db.sql<{ payload: { kind: string; count: number } }>(
    `select payload from realtime.messages where topic = $1 and event = 'reaction'`,
    [`webinar:${live}`],
  )
  // The first reaction of a kind is sent immediately.
  expect(new Set(sent.map(({ payload }) => payload.kind))).toEqual(new Set(Object.keys(reactions)))
  expect(sent.filter(({ payload: { kind, count } }) => count > reactions[kind]!)).toEqual([])
})

test('ratings are accepted after the broadcast, the last one counts, and the report includes it', async () => {
  const over = await addWebinar('exit')
  const date = await addSession(over, '5 minutes')
  const key = tokenIn(await register('exit@example.com', {}, 'exit'))
  const { body: entered } = await call('enter-webinar', { token: key })
  const answer = (choice: string) => call('answer-webinar-exit', { answer: choice }, entered['access'] as string)
  expect(await answer('useful')).toMatchObject({ status: 409, body: { code: 'webinar_not_open' } })
  // The rating is included even if a later session has ended.
  for (const one of [date, await addSession(over, '6 minutes')]) for (const to of ['live', 'ended']) await step(one, to)
  expect((await answer('wonderful')).status).toBe(422)
  expect((await answer('partly')).status).toBe(200)
  expect((await answer('useful')).status).toBe(200)
  expect(await db.sql('select private.webinar_exit_answers($1, $2) as answers', [over, date])).toEqual([
    { answers: { useful: 1 } },
  ])
})
