import { afterAll, expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'
import { webinarVisitors } from '../../../../test/webinars.ts'
import { changeRoom, followRoom, type OpenRoom } from './follow-room.ts'
import { createServerClock } from './server-clock.ts'

const siteApp = await testSite({ demo: false })
const { app, db, anonKey } = siteApp
const { addWebinar, addSession } = webinarVisitors(siteApp)
const webinar = await addWebinar('gaps')
const session = await addSession(webinar, '1 minute')
await db.sql(`select private.set_webinar_status($1, 'live', now())`, [session])
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const ends: (() => void)[] = []
afterAll(() => ends.forEach((end) => end()))

async function register(name: string) {
  const token = `${name}${'k'.repeat(30)}`.slice(0, 30)
  await db.sql(
    `with person as (insert into contacts (first_name) values ($1) returning id),
       made as (insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
         select $2, $3, id, $1, $1 || '@example.com' from person returning id)
     insert into webinar_links (token_hash, registration_id) select link_hash($4), id from made`,
    [name, webinar, session, token],
  )
  return token
}
const sendMessage = (body: string) =>
  db.sql(
    `insert into webinar_messages (webinar_id, session_id, author, kind, body) values ($1, $2, 'הצוות', 'chat', $3)`,
    [webinar, session, body],
  )

/** Delays the next response of a function to the room, after the server has committed. */
function holdAnswer(name: string) {
  const { fetch } = globalThis
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request)
    if (!answer.url.endsWith(name)) return answer
    globalThis.fetch = fetch
    answered.resolve()
    await released.promise
    return answer
  }
  ends.push(() => {
    globalThis.fetch = fetch
  })
  return { isAnswered: answered.promise, release: released.resolve }
}

function follow(token: string) {
  let room: OpenRoom | undefined
  let isConnected = false
  let reads = 0
  const { stop, read } = followRoom({
    origin,
    token,
    key: anonKey,
    clock: createServerClock(new Date().toISOString()),
    onChange: (change) => {
      if (change.kind === 'read') reads++
      room = changeRoom(room, change)
    },
    onAccess: () => {},
    onConnected: (now) => {
      isConnected = now
    },
    onRefused: (code) => {
      throw new Error(code)
    },
  })
  ends.push(stop)
  return {
    read,
    reads: () => reads,
    isConnected: () => isConnected,
    lines: () => room?.lines.map(({ body }) => body) ?? [],
  }
}
const patience = { timeout: 30_000 }

test('a line received while the room is read is preserved when the older response arrives', async () => {
  const { read, reads, lines } = follow(await register('reader'))
  // At the entry, and after the join.
  await expect.poll(reads, patience).toBe(2)
  const answer = holdAnswer('read-webinar-room')
  const reading = read()
  await answer.isAnswered
  await sendMessage('בזמן הקריאה')
  await expect.poll(lines, patience).toContain('בזמן הקריאה')
  answer.release()
  await reading
  expect(lines().filter((body) => body === 'בזמן הקריאה')).toHaveLength(1)
}, 60_000)

test('a line sent between the entry and joining the channel is shown', async () => {
  const token = await register('arriving')
  const answer = holdAnswer('enter-webinar')
  const { isConnected, lines } = follow(token)
  await answer.isAnswered
  await sendMessage('לפני ההצטרפות')
  answer.release()
  await expect.poll(isConnected, patience).toBe(true)
  await expect.poll(() => lines().filter((body) => body === 'לפני ההצטרפות').length, patience).toBe(1)
}, 60_000)
