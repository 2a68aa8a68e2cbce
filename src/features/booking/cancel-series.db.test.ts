// Cancelling a series: which appointments are cancelled, and what happens to their messages.
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as, typeId, hour } = await makeHost(db)

/** A series of four with its main attendee and a partner. Returns the ids in chronological order. */
async function series(address: string, at: number) {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('סדרה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact!.id, address],
  )
  const starts = [10, 24, 38, 52].map((days) => hour(at, days))
  const booked = await db.as<{ id: string }>(as.owner, 'select book_for_contact($1, $2, $3, 60, $4, $5) as id', [
    typeId,
    contact!.id,
    starts,
    'דור',
    `partner-${address}`,
  ])
  return booked.map(({ id }) => id)
}
const cancel = (actor: keyof typeof as, id: unknown, version = 1) =>
  db.as(as[actor], 'select cancel_series($1, $2, $3)', [id, version, 'המאמנת בחופשה'])
const rowsOf = (appointments: readonly string[]) =>
  db.sql<{ status: string; version: number }>(
    'select a.status, a.version from unnest($1::uuid[]) with ordinality i (id, n) join appointments a on a.id = i.id order by i.n',
    [appointments],
  )
const statusesOf = async (appointments: readonly string[]) => (await rowsOf(appointments)).map(({ status }) => status)
/** Scheduled messages, as "rule address". */
const waiting = async (appointments: readonly string[]) =>
  (
    await db.sql<{ message: string }>(
      `select r.key || ' ' || s.to_value as message from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.context_id = any ($1) and s.status = 'scheduled' order by 1`,
      [appointments],
    )
  ).map(({ message }) => message)

test('cancelling an appointment and the following ones leaves one message per attendee and no reminders', async () => {
  const all = await series('a@example.com', 1)
  const [first, second, third, fourth] = all as [string, string, string, string]
  await db.as(as.coach, `select cancel_appointment($1, 1, 'לבד')`, [third])
  const alone = await rowsOf([third])
  await cancel('coach', second)
  expect(await statusesOf(all)).toEqual(['confirmed', 'cancelled', 'cancelled', 'cancelled'])
  // Appointments cancelled before are not changed.
  expect(await rowsOf([third])).toEqual(alone)
  expect(
    await db.sql('select cancelled_by, cancel_reason from appointments where id = any ($1)', [[second, fourth]]),
  ).toEqual([second, fourth].map(() => ({ cancelled_by: 'host', cancel_reason: 'המאמנת בחופשה' })))
  const kind = 'appointment.series_cancelled'
  expect(await waiting([second])).toEqual([`${kind} a@example.com`, `${kind} partner-a@example.com`])
  expect(await waiting([fourth])).toEqual([])
  expect(await waiting([third])).toEqual(
    ['a@example.com', 'partner-a@example.com'].map((to) => `appointment.cancelled ${to}`),
  )
  expect((await waiting([first])).filter((message) => message.includes('reminder_day'))).toHaveLength(2)
  await expect(cancel('coach', second, 2)).rejects.toThrow('appointment_ended')
})

test('cancelling the last appointment of a series, or an appointment without a series, sends the usual message', async () => {
  const all = await series('b@example.com', 3)
  await cancel('owner', all[3])
  expect(await waiting([all[3]!])).toEqual([
    'appointment.cancelled b@example.com',
    'appointment.cancelled partner-b@example.com',
  ])
  await db.sql('update appointments set series_id = null where id = $1', [all[0]])
  await cancel('owner', all[0], 2)
  expect(await statusesOf(all)).toEqual(['cancelled', 'confirmed', 'confirmed', 'cancelled'])
})

test('a rescheduled appointment of the series is cancelled at its new time, and an appointment that has started is refused', async () => {
  const all = await series('c@example.com', 5)
  const [moved] = await db.as<{ id: string }>(as.coach, 'select move_appointment($1, 1, $2, $3) as id', [
    all[1],
    hour(5, 60),
    hour(6, 60),
  ])
  await db.sql(
    `update appointments set starts_at = now() - interval '10 minutes', ends_at = now() + interval '50 minutes' where id = $1`,
    [all[0]],
  )
  await expect(cancel('coach', all[0], 2)).rejects.toThrow('appointment_ended')
  await cancel('coach', all[2])
  expect(await statusesOf([...all, moved!.id])).toEqual([
    'confirmed',
    'rescheduled',
    'cancelled',
    'cancelled',
    'cancelled',
  ])
})

test('cancelling a series with an outdated version, or by a coach who is not the host, is refused entirely', async () => {
  const all = await series('d@example.com', 7)
  await db.sql('update appointments set answers = $2 where id = $1', [all[0], { a: 'b' }])
  await expect(cancel('coach', all[0], 1)).rejects.toThrow('stale_version')
  await db.sql(`update user_roles set role = 'coach' where user_id = $1`, [ids.sales])
  for (const actor of ['sales', 'content', 'client'] as const)
    await expect(cancel(actor, all[0], 2)).rejects.toThrow('appointment_gone')
  // A later appointment of the series belongs to another host: nothing is cancelled.
  await db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [all[2], ids.sales])
  await expect(cancel('coach', all[0], 2)).rejects.toThrow('series_of_another_host')
  expect(await statusesOf(all)).toEqual(all.map(() => 'confirmed'))
  await cancel('owner', all[0], 2)
  expect(await statusesOf(all)).toEqual(all.map(() => 'cancelled'))
})

/** Cancellation events in order, and rows of a table or view in chronological order. */
const eventsOf = (appointments: readonly string[]) =>
  db.sql(
    `select entity_id, payload -> 'appointments' as appointments from domain_events
     where type = 'appointment.cancelled' and entity_id = any ($1) order by id`,
    [appointments],
  )
const linesOf = (from: string, appointments: readonly string[]) =>
  db.as<{ related_id: string; appointments: number | null }>(
    as.owner,
    `select related_id, payload -> 'appointments' as appointments from ${from}
     where type = 'appointment.cancelled' and related_id = any ($1) order by payload ->> 'starts_at'`,
    [appointments],
  )

test('cancelling a series writes one event and one activity, and a history entry per appointment', async () => {
  const all = await series('e@example.com', 9)
  const [first, ...rest] = all as [string, ...string[]]
  await db.as(as.coach, `select cancel_appointment($1, 1, 'לבד')`, [rest[2]])
  await cancel('coach', first)
  const together = [first, rest[0], rest[1]]
  expect(await eventsOf(all)).toEqual([
    { entity_id: rest[2], appointments: null },
    { entity_id: first, appointments: together },
  ])
  expect(await linesOf('contact_timeline', all)).toEqual([
    { related_id: first, appointments: 3 },
    { related_id: rest[2], appointments: null },
  ])
  expect((await linesOf('activities', all)).map(({ related_id: id }) => id)).toEqual(all)
})

test.each([
  ['in their order', 'f@example.com', 11, [0, 1]],
  ['the later one first', 'g@example.com', 13, [1, 0]],
] as const)(
  'meetings that a host deletes individually in the calendar are reported individually, %s',
  async (_order, address, at, deleted) => {
    const all = (await series(address, at)) as [string, string, string, string]
    // Calendar changes are applied in one transaction.
    await inTransaction(db.authenticator, { role: 'service_role' }, async (tx) => {
      for (const n of deleted)
        await tx.query('select apply_calendar_change($1, $2, true, null, null)', [ids.coach, all[n]])
    })
    expect(await eventsOf(all)).toEqual(deleted.map((n) => ({ entity_id: all[n], appointments: null })))
    expect(await linesOf('contact_timeline', all)).toEqual(
      [all[0], all[1]].map((id) => ({ related_id: id, appointments: null })),
    )
    for (const id of [all[0], all[1]])
      expect(await waiting([id])).toEqual([
        `appointment.cancelled ${address}`,
        `appointment.cancelled partner-${address}`,
      ])
  },
)
