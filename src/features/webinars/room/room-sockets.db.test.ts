import { afterAll, expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { eventually } from '../../../../test/eventually.ts'
import { openRoomSocket } from '../../../../test/room-socket.ts'
import { testSite } from '../../../../test/site-app.ts'
import { webinarVisitors } from '../../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { app, db, tokens, anonKey } = siteApp
const { as, ids } = await makeActors(db)
const { addWebinar, addSession, call } = webinarVisitors(siteApp)
const webinar = await addWebinar('room')
const [session, other] = [await addSession(webinar, '1 minute'), await addSession(webinar, '2 minutes')]
await db.sql(`select private.set_webinar_status($1, 'live', now())`, [session])
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const topic = `webinar:${session}`

const sockets: Awaited<ReturnType<typeof openRoomSocket>>[] = []
afterAll(() => sockets.forEach((socket) => socket.close()))
async function openSocket() {
  const socket = await openRoomSocket(url, anonKey)
  sockets.push(socket)
  return socket
}
const keyOf = (name: string) => `${name}${'k'.repeat(30)}`.slice(0, 30)

/** Inserts registrants with links directly: the form is tested elsewhere. */
async function register(names: string[], at: string) {
  await db.sql(
    `with people as (insert into contacts (first_name) select unnest($1::text[]) returning id, first_name),
       made as (
         insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
         select $3, $4, id, first_name, first_name || '@example.com' from people returning id, name)
     insert into webinar_links (token_hash, registration_id)
     select link_hash(k.key), made.id from made join unnest($1::text[], $2::text[]) as k (name, key) on k.name = made.name`,
    [names, names.map(keyOf), webinar, at],
  )
}
async function enter(name: string) {
  const { body } = await call('enter-webinar', { token: keyOf(name) })
  return body as { access: string; registrationId: string; room: { lines: { id: string }[] } }
}

test('two hundred registrants receive every line once, and a late one reads them all', async () => {
  const names = Array.from({ length: 200 }, (_, i) => `guest${i}`)
  await register([...names, 'late'], session)
  const guests = await Promise.all(
    names.map(async (name) => {
      const { access } = await enter(name)
      const socket = await openSocket()
      return { access, socket, status: await socket.join(topic, access) }
    }),
  )
  expect(new Set(guests.map(({ status }) => status))).toEqual(new Set(['ok']))
  const sentIds = await Promise.all(
    guests.slice(0, 20).map(async ({ access }, i) => {
      const { status, body } = await call('say-in-webinar', { kind: 'chat', body: `שורה ${i}`, position: 60 }, access)
      expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.any(String) })])
      return body['id'] as string
    }),
  )
  // 4,000 deliveries: the timeout allows for a slow machine.
  await expect
    .poll(() => [...new Set(guests.map(({ socket }) => socket.lines.length))], { timeout: 90_000 })
    .toEqual([sentIds.length])
  for (const { socket } of guests) expect(socket.lines.map(({ id }) => id).sort()).toEqual(sentIds.toSorted())
  expect((await enter('late')).room.lines.map(({ id }) => id).sort()).toEqual(sentIds.toSorted())
  expect(JSON.stringify(guests[0]!.socket.lines)).not.toContain('@example.com')
}, 240_000)

test('another session, the private topic of another registrant, and a visitor without a registration are refused', async () => {
  await register(['here'], session)
  await register(['there'], other)
  const [here, there] = [await enter('here'), await enter('there')]
  const joined = async (access: string, to: string) => (await openSocket()).join(to, access)
  expect(await joined(there.access, topic)).toBe('error')
  expect(await joined(here.access, `webinar:${other}`)).toBe('error')
  expect(await joined(here.access, `${topic}:${there.registrationId}`)).toBe('error')
  expect(await joined(here.access, `${topic}:${here.registrationId}`)).toBe('ok')
  expect(await joined(anonKey, topic)).toBe('error')
})

test('a registrant cannot send to the channel, and an ejected one receives nothing more', async () => {
  await register(['sender', 'listener'], session)
  const [sender, listener] = [await enter('sender'), await enter('listener')]
  const [speaks, hears] = [await openSocket(), await openSocket()]
  expect([await speaks.join(topic, sender.access), await hears.join(topic, listener.access)]).toEqual(['ok', 'ok'])
  void speaks.ask(topic, 'broadcast', { type: 'broadcast', event: 'line', payload: { id: 'forged', body: 'מזויף' } })
  await db.as(as.owner, `select moderate_webinar_registration($1, 'eject')`, [listener.registrationId])
  await eventually(() => expect(hears.events).toEqual(expect.arrayContaining(['phx_close'])))
  const { body } = await call('say-in-webinar', { kind: 'chat', body: 'אחרי', position: 60 }, sender.access)
  await eventually(() => expect(speaks.lines.map(({ id }) => id)).toEqual([body['id']]))
  expect(hears.lines).toEqual([])
  expect((await call('read-webinar-room', {}, listener.access)).status).toBe(403)
})

test('the team of a webinar receives its room, and a removed member receives nothing more', async () => {
  const led = await addWebinar('led')
  const room = `webinar:${await addSession(led, '1 minute')}`
  const accessOf = (user: 'coach' | 'sales') => tokens.sign({ ...as[user], aud: 'authenticated' }, 600)
  await db.sql(`insert into webinar_team (webinar_id, user_id, role) values ($1, $2, 'host')`, [led, ids.sales])
  const [inside, outside] = [await openSocket(), await openSocket()]
  expect(await inside.join(room, await accessOf('sales'))).toBe('ok')
  expect(await outside.join(room, await accessOf('coach'))).toBe('error')
  await db.sql('update webinar_team set user_id = $2 where webinar_id = $1', [led, ids.coach])
  await eventually(() => expect(inside.events).toEqual(expect.arrayContaining(['phx_close'])))
  expect(await outside.join(room, await accessOf('coach'))).toBe('ok')
})

test('a vote for the question of a muted author is not broadcast to the room, and hiding an earlier line is', async () => {
  await register(['muted'], session)
  const { registrationId } = await enter('muted')
  const sendMessage = async (body: string) =>
    (
      await db.sql<{ id: string }>(
        `insert into webinar_messages (webinar_id, session_id, registration_id, kind, author, body)
         values ($1, $2, $3, 'question', 'muted', $4) returning id`,
        [webinar, session, registrationId, body],
      )
    )[0]!.id
  const sent = async (id: string) =>
    (await db.sql(`select from realtime.messages where topic = $1 and payload ->> 'id' = $2`, [topic, id])).length
  const earlier = await sendMessage('לפני ההשתקה')
  await db.sql('update webinar_registrations set muted_at = now() where id = $1', [registrationId])
  const later = await sendMessage('אחרי ההשתקה')
  await db.sql('update webinar_messages set votes = votes + 1 where id = $1', [later])
  await db.sql(`update webinar_messages set status = 'hidden' where id = $1`, [earlier])
  expect([await sent(earlier), await sent(later)]).toEqual([2, 0])
})

test('a private line of the team that answers no registrant is not broadcast to the room', async () => {
  const sendMessage = async (reply: string | null) =>
    (
      await db.as<{ id: string }>(as.owner, `select say_in_webinar($1, 'לצוות בלבד', $2, $3, true) as id`, [
        session,
        reply ? 'answer' : 'chat',
        reply,
      ])
    )[0]!.id
  const [question] = await db.as<{ id: string }>(
    as.owner,
    `select say_in_webinar($1, 'שאלה של הצוות', 'question') as id`,
    [session],
  )
  for (const id of [await sendMessage(null), await sendMessage(question!.id)])
    expect(await db.sql(`select topic from realtime.messages where payload ->> 'id' = $1`, [id])).toEqual([])
})

test('a poll answer without a choice is refused, and a stored one does not prevent registrants from entering', async () => {
  await register(['voter', 'beside'], session)
  const { access, registrationId } = await enter('voter')
  const [poll] = await db.sql<{ id: string }>(
    `insert into webinar_interactions (webinar_id, kind, title, choices) values ($1, 'poll', 'סקר', '{כן,לא}') returning id`,
    [webinar],
  )
  await db.as(as.owner, 'select open_webinar_interaction($1, $2, true)', [session, poll!.id])
  const answer = (choice?: number) =>
    call(
      'answer-in-webinar',
      { interactionId: poll!.id, kind: 'answered', ...(choice !== undefined && { choice }) },
      access,
    )
  expect((await answer()).status).toBe(422)
  await db.sql(`insert into webinar_answers (interaction_id, registration_id, kind) values ($1, $2, 'answered')`, [
    poll!.id,
    registrationId,
  ])
  expect((await call('enter-webinar', { token: keyOf('beside') })).status).toBe(200)
  expect(await db.as(as.owner, 'select webinar_control($1) as control', [session])).toMatchObject([
    { control: { open: [{ id: poll!.id, results: {} }] } },
  ])
  await db.sql('delete from webinar_answers where registration_id = $1', [registrationId])
  expect((await answer(1)).status).toBe(200)
})

test('changing the video during the broadcast is announced to the room, and changing the text is not', async () => {
  const announced = async () =>
    (await db.sql(`select from realtime.messages where topic = $1 and event = 'session'`, [topic])).length
  const before = await announced()
  await db.sql(`update webinars set subtitle = 'בלי לוותר' where id = $1`, [webinar])
  expect(await announced()).toBe(before)
  await db.sql(`update webinars set stream = '{"provider":"youtube","ref":"dQw4w9WgXcQ"}' where id = $1`, [webinar])
  expect(await announced()).toBe(before + 1)
})
