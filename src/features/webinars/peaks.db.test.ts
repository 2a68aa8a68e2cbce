import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const id = async (text: string, values: unknown[] = []) => (await db.sql<{ id: string }>(text, values))[0]!.id
const webinar = await id(`insert into webinars (slug, title) values ('peaks', 'שיא') returning id`)
const contact = await id(`insert into contacts (first_name) values ('נועה') returning id`)
let days = 0
const addSession = (status: 'live' | 'lobby') =>
  id(
    `insert into webinar_sessions (webinar_id, starts_at, started_at, status)
     values ($1, now() - make_interval(days => $2), case $3 when 'live' then now() end, $3) returning id`,
    // A session in the lobby, before its start.
    [webinar, status === 'live' ? ++days : -1, status],
  )
/** Registrants who already joined. The event of a first heartbeat would serialize transactions and hide a race. */
const addViewers = async (session: string, n: number) =>
  (
    await db.sql<{ id: string }>(
      `insert into webinar_registrations (webinar_id, session_id, contact_id, name, email, state)
       select $1, $2, $3, 'נועה', gen_random_uuid() || '@example.com', 'joined' from generate_series(1, $4) returning id`,
      [webinar, session, contact, n],
    )
  ).map((row) => row.id)
/** Sends a heartbeat like the function of the room. */
const beat = (registration: string) => [
  `select watch_webinar('${registration}', '${randomUUID()}', 'live', 1, 0, true)`,
  `select private.count_webinar_viewers((select session_id from webinar_registrations where id = '${registration}'))`,
]
const send = async (registration: string) => {
  for (const text of beat(registration)) await db.sql(text)
}
const peakOf = async (session: string) =>
  (await db.sql<{ viewers: number }>('select viewers from webinar_peaks where session_id = $1', [session]))[0]?.viewers

test('the peak increases with concurrent viewers, and never decreases', async () => {
  const session = await addSession('live')
  const viewers = await addViewers(session, 3)
  for (const viewer of viewers) await send(viewer)
  expect(await peakOf(session)).toBe(3)
  await db.sql(`update webinar_registrations set last_seen_at = now() - interval '5 minutes' where session_id = $1`, [
    session,
  ])
  await send(viewers[0]!)
  expect(await peakOf(session)).toBe(3)
  for (const viewer of await addViewers(session, 3)) await send(viewer)
  expect(await peakOf(session)).toBe(4)
})

test('viewers of two nodes who join in concurrent transactions are both counted by the next heartbeat', async () => {
  const session = await addSession('live')
  const viewers = await addViewers(session, 6)
  await send(viewers[0]!)
  const [one, two] = await Promise.all([db.owner.connect(), db.owner.connect()])
  try {
    for (const node of [one, two]) await node.query('begin')
    // Neither transaction sees the other's viewers, and both raise the peak.
    for (const viewer of viewers.slice(1, 3)) for (const text of beat(viewer)) await one.query(text)
    for (const viewer of viewers.slice(3, 6)) for (const text of beat(viewer)) await two.query(text)
    await one.query('commit')
    await two.query('commit')
  } finally {
    one.release()
    two.release()
  }
  await send(viewers[0]!)
  expect(await peakOf(session)).toBe(6)
})

test('the peak of viewers is not measured before the broadcast', async () => {
  const session = await addSession('lobby')
  for (const viewer of await addViewers(session, 2)) await send(viewer)
  expect(await peakOf(session)).toBeUndefined()
})
