import { expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { testDatabase } from '../../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (text: string, values: unknown[] = []) => (await db.sql<{ id: string }>(text, values))[0]!.id

const product = await id(`insert into products (slug, name) values ('livuy', 'ליווי') returning id`)
const webinar = await id(
  `insert into webinars (slug, title, offer_product_id, duration_minutes) values ('report', 'ערב', $1, 10) returning id`,
  [product],
)
const addSession = (days: number) =>
  id(
    `insert into webinar_sessions (webinar_id, starts_at, started_at, ended_at, status, settled_at)
     select $1, t.at, t.at, t.at + interval '10 minutes', 'closed', now() from (select now() - make_interval(days => $2) as at) t returning id`,
    [webinar, days],
  )
const [first, second] = [await addSession(20), await addSession(5)]
const contacts: Record<string, string> = {}
async function register(
  name: string,
  session: string,
  state: string,
  played: [from: number, to: number][],
  kind = 'live',
) {
  contacts[name] ??= await id('insert into contacts (first_name) values ($1) returning id', [name])
  const registration = await id(
    `insert into webinar_registrations (webinar_id, session_id, contact_id, name, email, state, registered_at, watched_seconds)
     select $1, $2, $3, $4, $5, $6, s.starts_at - interval '1 day', $7 from webinar_sessions s where s.id = $2 returning id`,
    [
      webinar,
      session,
      contacts[name],
      name,
      `${name}@example.com`,
      state,
      played.reduce((sum, [from, to]) => sum + to - from, 0),
    ],
  )
  if (played.length > 0)
    await db.sql(
      'insert into webinar_views (id, registration_id, kind, watched) values (gen_random_uuid(), $1, $2, $3::int4multirange)',
      [registration, kind, `{${played.map(([from, to]) => `[${from},${to})`).join(',')}}`],
    )
  return registration
}
async function buy(name: string, days: number, agorot: number) {
  const order = await id(
    `insert into orders (contact_id, product_id, title, amount_agorot, name, email) values ($1, $2, 'ליווי', $3, 'נועה', 'a@example.com') returning id`,
    [contacts[name], product, agorot],
  )
  await db.sql(
    `update orders set status = 'paid', paid_agorot = $2, paid_at = now() - make_interval(days => $3) where id = $1`,
    [order, agorot, days],
  )
}
const read = (name: string, session: string | null = null, claims = as.owner) =>
  db.as<Record<string, unknown>>(claims, `select * from ${name}($1, $2)`, [webinar, session])

await register('stayed', first, 'stayed', [[0, 600]])
const leaver = await register('left', first, 'left_early', [[0, 130]])
await register('missed', first, 'missed', [])
await register('later', first, 'replay', [[60, 300]], 'replay')
await register('gone', first, 'cancelled', [])
await register('stayed', second, 'stayed', [[0, 600]])

test('each registrant is counted in exactly one state, and cancelled registrations separately', async () => {
  expect((await read('webinar_report', first))[0]).toMatchObject({
    registered: 4,
    cancelled: 1,
    attended: 2,
    stayed: 1,
    left_early: 1,
    missed: 1,
    replayed: 1,
    watched_minutes: 16,
  })
  expect((await read('webinar_report'))[0]).toMatchObject({ registered: 5, attended: 3 })
  await expect(read('webinar_report', first, as.coach)).rejects.toThrow('not_allowed')
})

test('registrants for the recording, after the end, are counted separately and excluded from all rates', async () => {
  const before = (await read('webinar_report', second))[0]!
  await register('late', second, 'replay', [[0, 300]], 'replay')
  await db.sql(
    `update webinar_registrations r set registered_at = s.ended_at + interval '1 hour' from webinar_sessions s
     where s.id = r.session_id and r.session_id = $1 and r.state = 'replay'`,
    [second],
  )
  expect((await read('webinar_report', second))[0]).toMatchObject({
    registered: before['registered'],
    late: 1,
    attended: before['attended'],
    replayed: 1,
  })
  expect(
    await db.as(as.owner, 'select registered::int, late::int from webinar_figures() where session_id = $1', [second]),
  ).toEqual([{ registered: before['registered'], late: 1 }])
  await db.sql(`delete from webinar_registrations where session_id = $1 and state = 'replay'`, [second])
})

test('the peak is the maximum over the sessions, with the minute of its broadcast', async () => {
  const peak = async (session?: string) => {
    const [row] = await read('webinar_report', session)
    return [row!['peak'], row!['peak_minute']]
  }
  expect(await peak()).toEqual([0, null])
  await db.sql(
    `insert into webinar_peaks (session_id, viewers, reached_at)
     select s.id, k.viewers, s.started_at + k.after from webinar_sessions s
     join (values ($1::uuid, 7, interval '90 seconds'), ($2::uuid, 3, interval '5 minutes')) as k (id, viewers, after) using (id)`,
    [first, second],
  )
  expect([await peak(), await peak(first), await peak(second)]).toEqual([
    [7, 1],
    [7, 1],
    [3, 5],
  ])
})

test('the curve counts viewers who watched or left the broadcast and the recording, by minute', async () => {
  const minutes = await read('webinar_report_minutes', first)
  expect(minutes.map((row) => [row['live'], row['replay']])).toEqual([
    [2, 0],
    [2, 1],
    [2, 1],
    [1, 1],
    [1, 1],
    ...Array.from({ length: 5 }, () => [1, 0]),
  ])
  expect(minutes.map((row) => row['left_here'])).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 1])
})

test('an interaction is shown at the second at which it was opened in the session', async () => {
  const poll = await id(
    `insert into webinar_interactions (webinar_id, kind, title, choices, at_second) values ($1, 'poll', 'מה קשה?', '{א,ב}', 60) returning id`,
    [webinar],
  )
  await db.sql(
    `insert into webinar_openings (session_id, interaction_id, opens_at, closes_at)
     select s.id, $2, s.started_at + interval '90 seconds', s.ended_at from webinar_sessions s where s.id = $1`,
    [first, poll],
  )
  await db.sql(
    `insert into webinar_answers (interaction_id, registration_id, kind, choice) values ($1, $2, 'answered', 0)`,
    [poll, leaver],
  )
  expect(await read('webinar_report_moments', first)).toMatchObject([{ at_second: 90, answered: 1, clicked: 0 }])
  expect(await read('webinar_report_moments', second)).toMatchObject([{ at_second: 60, answered: 0 }])
})

test('an order is attributed to one session: that of the last registration before the payment, within thirty days', async () => {
  await buy('left', 19, 149_000)
  await buy('stayed', 4, 50_000)
  await buy('missed', 22, 70_000)
  const rows = await db.as<Record<string, unknown>>(
    as.owner,
    'select session_id, buyers, revenue_agorot::int as revenue from webinar_revenue($1)',
    [webinar],
  )
  expect(rows).toEqual([
    { session_id: second, buyers: 1, revenue: 50_000 },
    { session_id: first, buyers: 1, revenue: 149_000 },
  ])
  expect((await read('webinar_report'))[0]).toMatchObject({ buyers: 2, revenue_agorot: '199000' })
  const minutes = await read('webinar_report_minutes', first)
  expect(minutes.map((row) => Number(row['left_revenue_agorot']))).toEqual([0, 0, 149_000, 0, 0, 0, 0, 0, 0, 0])
})

test('a follow-up list tags a segment and saves a view; repeating it adds only new contacts', async () => {
  const follow = async (segment: string) =>
    (
      await db.as<{ list: { tag: string; added: number; contacts: number } }>(
        as.sales,
        'select follow_up_webinar($1, $2, $3, $4) as list',
        [webinar, first, segment, 'לא הגיעו · ערב'],
      )
    )[0]!.list
  const created = await follow('missed')
  expect(created).toMatchObject({ added: 1, contacts: 1 })
  expect(await db.sql('select contact_id from contact_tags where tag_id = $1', [created.tag])).toEqual([
    { contact_id: contacts['missed'] },
  ])
  expect(await db.sql('select user_id, name, query from saved_views')).toEqual([
    { user_id: ids.sales, name: 'לא הגיעו · ערב', query: { search: `f=tag%3Ais%3A${created.tag}` } },
  ])
  await register('absent', first, 'missed', [])
  expect(await follow('missed')).toEqual({ tag: created.tag, added: 1, contacts: 2 })
  await expect(follow('clicked_not_bought')).rejects.toThrow('webinar_segment_empty')
  await expect(db.as(as.content, `select follow_up_webinar($1, $2, 'missed', 'x')`, [webinar, first])).rejects.toThrow(
    'not_allowed',
  )
})

test('a report reads each registrant’s views by index, including those of further browsers', async () => {
  const people = 300
  const many = await id(`insert into webinars (slug, title, duration_minutes) values ('many', 'ערב', 10) returning id`)
  await db.sql(
    `with people as (
       insert into webinar_registrations (webinar_id, contact_id, name, email, is_demo)
       select $1, $2, 'נועה', 'guest' || n || '@example.com', true from generate_series(1, $3) n returning id),
     further as (
       insert into webinar_registrations (webinar_id, contact_id, name, email, is_demo, repeat_of)
       select $1, $2, 'נועה', id || '@example.com', true, id from people returning id)
     insert into webinar_views (id, registration_id, kind, watched)
     select gen_random_uuid(), id, 'live', '{[0,60)}'::int4multirange from people
     union all select gen_random_uuid(), id, 'replay', '{[60,120)}' from further`,
    [many, contacts['stayed'], people],
  )
  const [found] = await db.sql<{ live: number; replay: number; views: number }>(
    `select r.live, r.replay,
       pg_stat_get_xact_tuples_returned('webinar_views'::regclass)::int + pg_stat_get_xact_tuples_fetched('webinar_views'::regclass)::int as views
     from (select count(*) filter (where p.live = '{[0,60)}')::int as live, count(*) filter (where p.replay = '{[60,120)}')::int as replay
       from private.webinar_people($1, null) p offset 0) r`,
    [many],
  )
  expect(found).toMatchObject({ live: people, replay: people })
  // Each view is read once. A scan per registrant would read 300 times as many rows.
  expect(found!.views).toBeLessThan(3 * people)
})
