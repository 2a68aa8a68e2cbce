// Group appointment types: unrelated bookings share one slot, up to its seats.
import { expect, test } from 'vitest'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'
import { findSlots } from '../host-page.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'

const db = await testDatabase()
const { ids, as, typeId, call, book, hour, change } = await makeHost(db)
await change('seats = 5')

let people = 0
const person = () => {
  people += 1
  return { email: `p${people}@example.com`, phone: `050000${String(3000 + people)}`, name: `משתתף ${people}` }
}
const join = (startsAt: string) => book(startsAt, person())
type Row = {
  id: string
  status: string
  slot_group_id: string
  at: number
  user_id: string
  version: number
  root_id: string
}
const members = (startsAt: string) =>
  db.sql<Row>(
    `select *, (extract(epoch from starts_at) * 1000)::float8 as at from appointments where starts_at = $1
       and status in ('confirmed', 'pending', 'awaiting_payment') order by created_at`,
    [startsAt],
  )
/** Free seats of a slot as a visitor sees them; undefined while it is not offered. */
async function seatsAt(startsAt: string, root?: string) {
  const day = startsAt.slice(0, 10)
  const { left } = await findSlots(
    (work) => inTransaction(db.authenticator, { role: 'service_role' }, work),
    async () => 'none',
    { type: typeId, duration: 60, from: day, to: day, zone: 'UTC', root },
  )
  return left?.[String(Date.parse(startsAt))]
}

test('of 50 concurrent bookings of a slot with five seats five succeed, and 45 get alternatives', async () => {
  for (const round of [0, 1, 2]) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => join(hour(round, 7))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status, body }) => status === 409 && body['code'] === 'slot_taken')).toHaveLength(45)
    expect(answers.filter(({ body }) => body.nearest?.length === 3)).toHaveLength(45)
    const found = await members(hour(round, 7))
    expect(found).toHaveLength(5)
    expect(new Set(found.map(({ slot_group_id: group }) => group)).size).toBe(1)
  }
})

test('free seats decrease with each booking and hold, and increase when a booking is cancelled', async () => {
  expect(await seatsAt(hour(9, 8))).toBe(5)
  const first = await join(hour(9, 8))
  expect(await seatsAt(hour(9, 8))).toBe(4)
  const held = await call('hold-slot', { typeId, startsAt: hour(9, 8), duration: 60 })
  expect(held.status).toBe(201)
  expect(await seatsAt(hour(9, 8))).toBe(3)
  expect((await book(hour(9, 8), { ...person(), holdToken: held.body['holdToken'] })).status).toBe(201)
  expect(await seatsAt(hour(9, 8))).toBe(3)
  await call('cancel-appointment', { token: first.body['manageToken'], reason: 'כך' })
  expect(await seatsAt(hour(9, 8))).toBe(4)
  expect(await members(hour(9, 8))).toMatchObject([{ status: 'confirmed' }])
})

test('held seats count for a slot that has no booking yet', async () => {
  await change('seats = 2')
  const hold = () => call('hold-slot', { typeId, startsAt: hour(3, 9), duration: 60 })
  expect((await hold()).status).toBe(201)
  expect(await seatsAt(hour(3, 9))).toBe(1)
  const second = await hold()
  expect(second.status).toBe(201)
  expect(await seatsAt(hour(3, 9))).toBeUndefined()
  expect((await hold()).status).toBe(409)
  expect((await book(hour(3, 9), { ...person(), holdToken: second.body['holdToken'] })).status).toBe(201)
  await db.sql('delete from slot_holds')
  expect(await seatsAt(hour(3, 9))).toBe(1)
  await change('seats = 5')
})

test("a group blocks its host's slot: another type can be neither booked nor inserted there", async () => {
  await join(hour(5, 9))
  const [other] = await db.sql<{ id: string }>(
    `update appointment_types set is_active = true where slug = 'livui' returning id`,
  )
  expect(await book(hour(5, 9), { ...person(), typeId: other!.id })).toMatchObject({
    status: 409,
    body: { code: 'slot_taken' },
  })
  const insert = db.sql(
    `insert into appointments (title, user_id, starts_at, ends_at, status, location_kind) values ('אחרת', $1, $2, $3, 'confirmed', 'meet')`,
    [ids.coach, hour(5, 9), hour(6, 9)],
  )
  await expect(insert).rejects.toMatchObject({ constraint: 'slot_taken' })
})

test('the database refuses a sixth appointment that bypassed the lock', async () => {
  const insert = () =>
    db.sql(
      `insert into appointments (type_id, title, user_id, starts_at, ends_at, status, location_kind) values ($1, 'קבוצה', $2, $3, $4, 'confirmed', 'meet')`,
      [typeId, ids.coach, hour(7, 9), hour(8, 9)],
    )
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, insert))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ constraint: 'slot_taken' })
})

test('rescheduling one appointment leaves its group and joins the group at the new time', async () => {
  const [mover, other] = [await join(hour(3, 10)), await join(hour(3, 10))]
  await join(hour(5, 10))
  expect((await call('move-appointment', { token: mover.body['manageToken'], startsAt: hour(5, 10) })).status).toBe(201)
  expect(await members(hour(3, 10))).toMatchObject([{ id: other.body['appointmentId'] }])
  const joined = await members(hour(5, 10))
  expect(joined).toHaveLength(2)
  expect(joined[0]!.slot_group_id).toBe(joined[1]!.slot_group_id)
  // A reschedule to a full slot is refused, and nothing changes.
  for (const _ of [1, 2, 3]) await join(hour(5, 10))
  expect((await call('move-appointment', { token: other.body['manageToken'], startsAt: hour(5, 10) })).status).toBe(409)
  expect(await members(hour(3, 10))).toHaveLength(1)
})

test('each attendee has their own reminders, and a cancelled seat removes only the reminders of its attendee', async () => {
  const [one, two] = [await join(hour(9, 11)), await join(hour(9, 11))]
  await call('cancel-appointment', { token: one.body['manageToken'], reason: 'כך' })
  const reminders = (id: unknown) =>
    db.sql(
      `select s.status from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.context_id = $1 and r.key = 'appointment.reminder_day' and s.status = 'scheduled'`,
      [id],
    )
  expect(await reminders(one.body['appointmentId'])).toEqual([])
  expect(await reminders(two.body['appointmentId'])).toHaveLength(1)
})

test('reassigning one appointment reassigns the whole group', async () => {
  const [one] = [await join(hour(12, 11)), await join(hour(12, 11))]
  await db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [one!.body['appointmentId'], ids.sales])
  expect(await members(hour(12, 11))).toMatchObject([{ user_id: ids.sales }, { user_id: ids.sales }])
  expect(await seatsAt(hour(12, 11))).toBe(5)
})

test('staff can book into a group, including a series, up to its seats', async () => {
  await join(hour(3, 12))
  const contacts = await db.sql<{ id: string }>(
    `insert into contacts (first_name) select 'קבוצה ' || n from generate_series(1, 5) n returning id`,
  )
  const bookAll = (id: string) =>
    db.as(as.owner, 'select book_for_contact($1, $2, $3, 60)', [typeId, id, [hour(3, 12), hour(5, 12)]])
  for (const { id } of contacts.slice(0, 4)) await bookAll(id)
  await expect(bookAll(contacts[4]!.id)).rejects.toMatchObject({ constraint: 'slot_taken' })
  expect(await members(hour(3, 12))).toHaveLength(5)
  expect(await members(hour(5, 12))).toHaveLength(4)
})

test('reducing the seats below the bookings cancels none of them and offers no more seats', async () => {
  for (const _ of [1, 2, 3]) await join(hour(7, 13))
  await change('seats = 2')
  expect(await seatsAt(hour(7, 13))).toBeUndefined()
  expect((await join(hour(7, 13))).status).toBe(409)
  // Other changes are still allowed.
  const [{ id, version }] = (await members(hour(7, 13))) as [Row]
  await db.as(as.owner, `select cancel_appointment($1, $2, 'כך')`, [id, version])
  expect(await members(hour(7, 13))).toHaveLength(2)
  await change('seats = 5')
  expect(await seatsAt(hour(7, 13))).toBe(3)
})

test('the start of a group notifies its host once, without attendee names', async () => {
  await join(hour(9, 14))
  await join(hour(9, 14))
  await db.sql(
    `update slot_groups set starts_at = now() + interval '10 minutes', ends_at = now() + interval '70 minutes' where starts_at = $1`,
    [hour(9, 14)],
  )
  await db.sql(
    `update appointments a set starts_at = g.starts_at, ends_at = g.ends_at from slot_groups g where g.id = a.slot_group_id and a.starts_at = $1`,
    [hour(9, 14)],
  )
  await db.sql('select settle_appointments()')
  const notices = await db.sql<{ message: string }>(`select message from notifications where type = 'appointment.soon'`)
  expect(notices).toHaveLength(1)
  expect(notices[0]!.message).not.toContain('משתתף')
})

test("the host's calendar feed has one entry per group, with all names", async () => {
  const both = [await join(hour(3, 15)), await join(hour(3, 15))]
  const [{ token }] = (await db.as<{ token: string }>(as.coach, 'select create_calendar_feed() as token')) as [
    { token: string },
  ]
  const [{ feed }] = (await db.sql<{ feed: { startsAt: string; names: string[]; rootId: string }[] }>(
    'select calendar_feed($1) as feed',
    [token],
  )) as [{ feed: { startsAt: string; names: string[]; rootId: string }[] }]
  const entries = feed.filter(({ startsAt }) => Date.parse(startsAt) === Date.parse(hour(3, 15)))
  expect(entries).toHaveLength(1)
  expect(entries[0]!.names).toEqual([`משתתף ${people - 1}`, `משתתף ${people}`])
  expect(both.map(({ body }) => body['appointmentId'])).not.toContain(entries[0]!.rootId)
})

test('a pending request that does not block its slot can be accepted only while a seat is free', async () => {
  await change('seats = 2, requires_confirmation = true, pending_blocks = false')
  const results = [await join(hour(5, 16)), await join(hour(5, 16)), await join(hour(5, 16))]
  expect(results.map(({ body }) => body['status'])).toEqual(['pending', 'pending', 'pending'])
  const decide = ({ body }: (typeof results)[0]) =>
    db.as(as.coach, 'select decide_appointment($1, 1, true)', [body['appointmentId']])
  await decide(results[0]!)
  await decide(results[1]!)
  await expect(decide(results[2]!)).rejects.toMatchObject({ constraint: 'slot_taken' })
  await change('seats = 5, requires_confirmation = false, pending_blocks = true')
})
