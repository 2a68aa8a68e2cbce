import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
const [webinar] = await db.sql<{ id: string }>(
  `insert into webinars (slug, title) values ('watching', 'צפייה') returning id`,
)
async function addRegistration() {
  const [row] = await db.sql<{ id: string }>(
    `insert into webinar_registrations (webinar_id, contact_id, name, email) values ($1, $2, 'נועה', $3 || '@example.com') returning id`,
    [webinar!.id, contact!.id, randomUUID()],
  )
  return row!.id
}
/** Sets the last heartbeat of a view to an earlier time. */
const wait = (view: string, seconds: number) =>
  db.sql(`update webinar_views set last_at = last_at - make_interval(secs => $2) where id = $1`, [view, seconds])
const beat = (
  registration: string,
  view: string,
  seq: number,
  position: number,
  playing: boolean,
  rate = 1,
  kind = 'replay',
) =>
  db.sql('select watch_webinar($1, $2, $3, $4, $5, $6, $7)', [registration, view, kind, seq, position, playing, rate])
const watched = async (registration: string) =>
  (
    await db.sql<{ n: number }>('select watched_seconds as n from webinar_registrations where id = $1', [registration])
  )[0]!.n

/** A seeded random generator, so that a failing history can be reproduced. */
function random(seed: number) {
  let state = seed
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * max)
  }
}

test('watched_seconds is the union of played intervals, for random histories of two tabs', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const next = random(seed)
    const registration = await addRegistration()
    const tabs = [0, 1].map(() => ({ view: randomUUID(), seq: 1, position: 0 }))
    const oracle = new Set<number>()
    for (const { view } of tabs) await beat(registration, view, 1, 0, false)
    for (let i = 0; i < 25; i++) {
      const tab = tabs[next(2)]!
      const [wall, kind, rate] = [1 + next(20), next(5), 1 + next(2)]
      await wait(tab.view, wall)
      tab.seq += 1
      if (kind === 0) {
        // A seek, or an interval while paused.
        tab.position = next(600)
        await beat(registration, tab.view, tab.seq, tab.position, false)
      } else if (kind === 1) {
        // A forged jump: farther than the clock allows.
        const forged = tab.position + wall * rate * 2 + 10
        await beat(registration, tab.view, tab.seq, forged, true, rate)
        tab.position = forged
      } else {
        const to = tab.position + wall * rate
        for (let second = tab.position; second < to; second++) oracle.add(second)
        await beat(registration, tab.view, tab.seq, to, true, rate)
        // Delivered twice, and an older one late: nothing changes.
        await beat(registration, tab.view, tab.seq, to + 5, true, rate)
        await beat(registration, tab.view, tab.seq - 1, to + 9, true, rate)
        tab.position = to
      }
    }
    expect([seed, await watched(registration)]).toEqual([seed, oracle.size])
  }
})

test('a replay at double speed counts the video position, a broadcast only elapsed time', async () => {
  const [replay, live] = [await addRegistration(), await addRegistration()]
  for (const [registration, kind] of [
    [replay, 'replay'],
    [live, 'live'],
  ] as const) {
    const view = randomUUID()
    await beat(registration, view, 1, 0, false, 2, kind)
    await wait(view, 20)
    await beat(registration, view, 2, 40, true, 2, kind)
  }
  expect([await watched(replay), await watched(live)]).toEqual([40, 0])
})

test('playback in a hidden tab is not counted, and a view belongs to one registration', async () => {
  const [mine, other] = [await addRegistration(), await addRegistration()]
  const view = randomUUID()
  await beat(mine, view, 1, 0, false)
  await wait(view, 20)
  await beat(mine, view, 2, 20, false)
  expect(await watched(mine)).toBe(0)
  expect(await beat(other, view, 3, 40, true)).toEqual([{ watch_webinar: false }])
  expect(await watched(other)).toBe(0)
})

test('watch time does not count for a session that the registrant moves to', async () => {
  const sessions = await db.sql<{ id: string }>(
    `insert into webinar_sessions (webinar_id, starts_at) values ($1, now() - interval '2 days'), ($1, now() - interval '2 hours') returning id`,
    [webinar!.id],
  )
  const [first, next] = sessions.map(({ id }) => id)
  const [registration, view] = [await addRegistration(), randomUUID()]
  await db.sql('update webinar_registrations set session_id = $2 where id = $1', [registration, first])
  await beat(registration, view, 1, 0, false, 1, 'live')
  for (let n = 1; n <= 10; n++) {
    await wait(view, 20)
    await beat(registration, view, n + 1, n * 20, true, 1, 'live')
  }
  expect(await watched(registration)).toBe(200)
  await db.sql(`update webinar_registrations set session_id = $2, state = 'registered' where id = $1`, [
    registration,
    next,
  ])
  expect(await watched(registration)).toBe(0)
  await db.sql(
    `update webinar_sessions set status = 'ended', started_at = now() - interval '2 hours', ended_at = now() - interval '1 hour' where id = $1`,
    [next],
  )
  await db.sql('select private.settle_webinar_session($1)', [next])
  expect(
    await db.sql('select state, live::text from private.webinar_people($1, $2) where registration_id = $3', [
      webinar!.id,
      next,
      registration,
    ]),
  ).toEqual([{ state: 'missed', live: '{}' }])
})

test('a heartbeat that arrives during a move to another session waits for it, and counts for the new session', async () => {
  const [next] = await db.sql<{ id: string }>(
    `insert into webinar_sessions (webinar_id, starts_at) values ($1, now() + interval '3 days') returning id`,
    [webinar!.id],
  )
  const [registration, view] = [await addRegistration(), randomUUID()]
  await beat(registration, view, 1, 0, false, 1, 'live')
  const move = await db.authenticator.connect()
  try {
    await move.query('begin; set local role service_role')
    await move.query('select from webinar_registrations where id = $1 for update', [registration])
    const beating = beat(registration, view, 2, 20, false, 1, 'live')
    await expect
      .poll(() =>
        db.sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%watch_webinar%'`,
        ),
      )
      .toHaveLength(1)
    await move.query(`update webinar_registrations set session_id = $2, state = 'registered' where id = $1`, [
      registration,
      next!.id,
    ])
    await move.query('commit')
    expect(await beating).toEqual([{ watch_webinar: true }])
  } finally {
    await move.query('rollback')
    move.release()
  }
  expect(await db.sql('select session_id, state from webinar_registrations where id = $1', [registration])).toEqual([
    { session_id: next!.id, state: 'joined' },
  ])
})
