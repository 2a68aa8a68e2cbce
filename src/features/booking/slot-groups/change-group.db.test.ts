// Staff reschedule or cancel a whole group with one action.
import { expect, test } from 'vitest'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'

const db = await testDatabase()
const { ids, as, call, book, hour, change } = await makeHost(db)
await change('seats = 5')

let people = 0
const addressOf = (n: number) => `w${n}@example.com`
async function group(startsAt: string, size: number) {
  const members: { id: string; address: string; token: unknown }[] = []
  for (let n = 0; n < size; n += 1) {
    people += 1
    const person = { name: `משתתף ${people}`, email: addressOf(people), phone: `050000${String(6000 + people)}` }
    // oxlint-disable-next-line no-await-in-loop -- in the order of booking
    const { status, body } = await book(startsAt, person)
    expect(status).toBe(201)
    members.push({ id: String(body['appointmentId']), address: person.email, token: body['manageToken'] })
  }
  return members
}
const move = (actor: keyof typeof as, id: string, startsAt: string, isSilent = false) =>
  db.as(as[actor], `select move_group_appointments($1, 1, $2::timestamptz, $2::timestamptz + interval '1 hour', $3)`, [
    id,
    startsAt,
    isSilent,
  ])
const cancel = (actor: keyof typeof as, id: string) =>
  db.as(as[actor], `select cancel_group_appointments($1, 1, 'המאמנת חולה')`, [id])
type Row = { status: string; slot_group_id: string; cancel_reason: string | null; cancelled_by: string | null }
const at = (startsAt: string, status = 'confirmed') =>
  db.sql<Row>('select * from appointments where starts_at = $1 and status = $2 order by created_at', [startsAt, status])
/** Keys of the rules with scheduled messages for an address. */
const waiting = async (address: string) =>
  (
    await db.sql<{ key: string }>(
      `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.to_value = $1 and s.status = 'scheduled' order by r.key`,
      [address],
    )
  ).map(({ key }) => key)
const reminders = ['appointment.reminder_day', 'appointment.reminder_hour']

test('rescheduling a group moves all its appointments, each with one message and reminders for the new time', async () => {
  const members = await group(hour(9, 6), 3)
  await move('coach', members[1]!.id, hour(14, 6))
  const moved = await at(hour(14, 6))
  expect(moved).toHaveLength(3)
  expect(new Set(moved.map(({ slot_group_id: id }) => id)).size).toBe(1)
  expect(await at(hour(9, 6))).toEqual([])
  for (const { address } of members) expect(await waiting(address)).toEqual(['appointment.moved', ...reminders])
  // Each old link opens the appointment at the new time, and the old slot is free again.
  const { body } = await call('open-appointment', { token: members[0]!.token })
  expect(Date.parse(String(body['startsAt']))).toBe(Date.parse(hour(14, 6)))
  expect((await book(hour(9, 6), { email: 'again@example.com', phone: '0500006999' })).status).toBe(201)
})

test('a silent reschedule moves all appointments without messages', async () => {
  const members = await group(hour(9, 7), 2)
  await move('owner', members[0]!.id, hour(12, 7), true)
  expect(await at(hour(12, 7))).toHaveLength(2)
  for (const { address } of members) expect(await waiting(address)).toEqual(reminders)
})

test('cancelling a group sends one message per attendee and no reminders; previously cancelled appointments are unchanged', async () => {
  const members = await group(hour(9, 8), 4)
  await call('cancel-appointment', { token: members[3]!.token, reason: 'לא מתאים' })
  const cancelledOnes = await at(hour(9, 8), 'cancelled')
  await cancel('coach', members[0]!.id)
  expect(await at(hour(9, 8))).toEqual([])
  const cancelled = await at(hour(9, 8), 'cancelled')
  expect(cancelled.slice(0, 3).map((row) => [row.cancelled_by, row.cancel_reason])).toEqual(
    Array(3).fill(['host', 'המאמנת חולה']),
  )
  expect(cancelled[3]).toEqual(cancelledOnes[0])
  for (const { address } of members.slice(0, 3)) expect(await waiting(address)).toEqual(['appointment.cancelled'])
  await expect(cancel('coach', members[0]!.id)).rejects.toThrow('stale_version')
})

test('a reschedule to a taken slot is refused for the whole group, and nothing changes', async () => {
  const members = await group(hour(9, 9), 2)
  await group(hour(12, 9), 1)
  await expect(move('coach', members[0]!.id, hour(12, 9))).rejects.toThrow('slot_taken')
  await db.sql(
    `insert into appointments (title, user_id, starts_at, ends_at, status, location_kind) values ('אחרת', $1, $2, $3, 'confirmed', 'meet')`,
    [ids.coach, hour(15, 9), hour(16, 9)],
  )
  await expect(move('coach', members[0]!.id, hour(15, 9))).rejects.toThrow('slot_taken')
  expect(await at(hour(9, 9))).toHaveLength(2)
})

test('an appointment without a group and callers without rights are refused', async () => {
  const members = await group(hour(9, 10), 2)
  for (const actor of ['content', 'client'] as const) {
    await expect(cancel(actor, members[0]!.id)).rejects.toThrow()
    await expect(move(actor, members[0]!.id, hour(12, 10))).rejects.toThrow()
  }
  expect(await at(hour(9, 10))).toHaveLength(2)
  await change('seats = null')
  const alone = await book(hour(18, 10), { email: 'alone@example.com', phone: '0500006998' })
  await expect(cancel('coach', String(alone.body['appointmentId']))).rejects.toThrow('not_a_group')
  await change('seats = 5')
})
