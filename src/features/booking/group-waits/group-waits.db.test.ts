// Waiting lists of full groups: order, seat holds of offers, and visibility for other visitors.
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'
import { findSlots } from '../host-page.server.ts'
import { offerGroupSeats } from './group-waits.server.ts'

const db = await testDatabase()
const { ids, as, typeId, call, book, hour, change } = await makeHost(db)
await change('seats = 2')
const asService = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)

let people = 0
function person() {
  people += 1
  return { name: `משתתף ${people}`, email: `q${people}@example.com`, phone: `050000${String(7000 + people)}` }
}
/** A group of two seats, both booked. */
async function full(startsAt: string) {
  const [one, two] = [await book(startsAt, person()), await book(startsAt, person())]
  expect([one.status, two.status]).toEqual([201, 201])
  const [group] = await db.sql<{ id: string }>('select id from full_groups($1) where starts_at = $2', [
    typeId,
    startsAt,
  ])
  return {
    id: group!.id,
    leave: ({ body } = one) => call('cancel-appointment', { token: body['manageToken'], reason: 'כך' }),
    one,
    two,
  }
}
async function wait(groupId: string, visitor = person()) {
  const { name, email } = visitor
  const { status, body } = await call('wait-for-group', { groupId, name, email })
  return { ...visitor, status, code: body['code'] }
}
const offer = (isQuiet = false) => offerGroupSeats(asService, async () => isQuiet)()
/** Contacts with an open offer and a held seat. */
const offered = async (groupId: string) =>
  (
    await db.sql<{ email: string }>(
      `select w.email from group_waits w join slot_holds h on h.id = w.hold_id and h.release_at > now()
       where w.slot_group_id = $1 order by w.created_at`,
      [groupId],
    )
  ).map(({ email }) => email)
const mailsFor = (email: string) =>
  db.sql<{ status: string }>(
    `select s.status from scheduled_messages s join message_rules r on r.id = s.rule_id
     where r.key = 'appointment.seat_free' and s.to_value = $1`,
    [email],
  )
const seatsAt = async (startsAt: string) => {
  const day = startsAt.slice(0, 10)
  const search = { type: typeId, duration: 60, from: day, to: day, zone: 'UTC' }
  return (await findSlots(asService, async () => 'none', search)).left?.[String(Date.parse(startsAt))]
}

test('a freed seat is held for the contact who waited longest, and offered to no other', async () => {
  const startsAt = hour(9, 6)
  const group = await full(startsAt)
  const [first, second] = [await wait(group.id), await wait(group.id)]
  expect([first.status, second.status]).toEqual([200, 200])
  await offer()
  expect(await offered(group.id)).toEqual([])
  await group.leave()
  // Even before the offer, the freed seat is not shown to visitors.
  expect(await seatsAt(startsAt)).toBeUndefined()
  expect(await book(startsAt, person())).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  await offer()
  await offer()
  expect(await offered(group.id)).toEqual([first.email])
  expect(await mailsFor(first.email)).toHaveLength(1)
  expect(await mailsFor(second.email)).toEqual([])
  expect((await call('hold-slot', { typeId, startsAt, duration: 60 })).status).toBe(409)
})

test('booking the seat with the hold token ends the wait', async () => {
  const startsAt = hour(9, 7)
  const group = await full(startsAt)
  const [first, second] = [await wait(group.id), await wait(group.id)]
  await group.leave()
  await offer()
  await db.sql(
    `update slot_holds set token_hash = link_hash('firstfirstfirstfirstfirstfirst12') where starts_at = $1`,
    [startsAt],
  )
  expect((await book(startsAt, { ...first, holdToken: 'firstfirstfirstfirstfirstfirst12' })).status).toBe(201)
  expect(await db.sql('select email from group_waits where slot_group_id = $1', [group.id])).toEqual([
    { email: second.email },
  ])
  expect(await db.sql('select id from slot_holds where starts_at = $1', [startsAt])).toEqual([])
  await offer()
  expect(await offered(group.id)).toEqual([])
})

test('an expired offer goes to the next contact, and the first can rejoin at the end of the list', async () => {
  const group = await full(hour(9, 8))
  const [first, second, third] = [await wait(group.id), await wait(group.id), await wait(group.id)]
  await group.leave()
  await offer()
  const runOut = async () => {
    await db.sql(`update slot_holds set release_at = now() - interval '1 second' where type_id = $1`, [typeId])
    await db.sql(`update group_waits set held_until = now() - interval '1 second' where offered_at is not null`)
  }
  await runOut()
  await offer()
  expect(await offered(group.id)).toEqual([second.email])
  expect((await wait(group.id, first)).status).toBe(200)
  await runOut()
  await offer()
  expect(await offered(group.id)).toEqual([third.email])
  await runOut()
  await offer()
  expect(await offered(group.id)).toEqual([first.email])
  expect(await mailsFor(first.email)).toHaveLength(2)
})

test('two freed seats are offered to two contacts, and joining twice adds one entry', async () => {
  const group = await full(hour(9, 9))
  const [first, second, third] = [await wait(group.id), await wait(group.id), await wait(group.id)]
  expect((await wait(group.id, second)).status).toBe(200)
  await group.leave()
  await group.leave(group.two)
  await offer()
  expect(await offered(group.id)).toEqual([first.email, second.email])
  expect(await mailsFor(third.email)).toEqual([])
})

test('a demo contact gets no mail about a freed seat', async () => {
  const group = await full(hour(9, 25))
  const first = await wait(group.id)
  await db.sql('update contacts set is_demo = true where id = (select contact_id from group_waits where email = $1)', [
    first.email,
  ])
  await group.leave()
  await offer()
  expect(await offered(group.id)).toEqual([first.email])
  expect(await mailsFor(first.email)).toEqual([])
})

/** Which of the given starts have a seat held by an offer. */
const heldAt = async (...startsAt: string[]) =>
  (
    await db.sql<{ starts_at: Date }>(
      'select starts_at from slot_holds where starts_at = any ($1::timestamptz[]) and release_at > now()',
      [startsAt],
    )
  ).map(({ starts_at: at }) => at.toISOString())

test('rescheduling a group ends the open offer and its hold, and offers the new time to the same contact first', async () => {
  const [before, after] = [hour(9, 14), hour(12, 14)]
  const group = await full(before)
  const [first, second] = [await wait(group.id), await wait(group.id)]
  await group.leave()
  await offer()
  expect(await heldAt(before, after)).toEqual([before])
  await db.as(as.coach, `select move_group_appointments($1, 1, $2::timestamptz, $2::timestamptz + interval '1 hour')`, [
    group.two.body['appointmentId'],
    after,
  ])
  expect(await heldAt(before, after)).toEqual([])
  // The previous slot can be booked again, as a separate group.
  expect((await book(before, person())).status).toBe(201)
  // The free seat at the new time is still reserved for the waiting list.
  expect((await book(after, person())).status).toBe(409)
  await offer()
  expect(await offered(group.id)).toEqual([first.email])
  expect(await heldAt(before, after)).toEqual([after])
  expect((await mailsFor(first.email)).map(({ status }) => status).toSorted()).toEqual(['canceled', 'scheduled'])
  expect(await mailsFor(second.email)).toEqual([])
})

test('a contact whose offer was mailed before the reschedule gets one mail about the new time', async () => {
  const group = await full(hour(9, 15))
  const { email } = await wait(group.id)
  await group.leave()
  await offer()
  await db.sql(`update scheduled_messages set status = 'sent' where to_value = $1`, [email])
  await db.as(as.coach, `select move_group_appointments($1, 1, $2::timestamptz, $2::timestamptz + interval '1 hour')`, [
    group.two.body['appointmentId'],
    hour(12, 15),
  ])
  await offer()
  await offer()
  expect((await mailsFor(email)).map(({ status }) => status).toSorted()).toEqual(['scheduled', 'sent'])
})

test('reassigning a group to another host releases the hold with the previous host', async () => {
  const startsAt = hour(9, 16)
  const group = await full(startsAt)
  await wait(group.id)
  await group.leave()
  await offer()
  expect(await heldAt(startsAt)).toEqual([startsAt])
  await db.as(as.owner, 'select reassign_appointment($1, 1, $2)', [group.two.body['appointmentId'], ids.owner])
  expect(await heldAt(startsAt)).toEqual([])
  await offer()
  expect(await offered(group.id)).toEqual([])
})

test('nothing is offered in quiet hours, or when the host has another appointment at that time', async () => {
  const group = await full(hour(9, 10))
  const { email } = await wait(group.id)
  await group.leave()
  await offer(true)
  expect(await offered(group.id)).toEqual([])
  await group.leave(group.two)
  await db.sql(
    `insert into appointments (title, user_id, starts_at, ends_at, status, location_kind) values ('אחרת', $1, $2, $3, 'confirmed', 'meet')`,
    [ids.coach, hour(9, 10), hour(10, 10)],
  )
  await offer()
  expect(await offered(group.id)).toEqual([])
  await db.sql(`delete from appointments where title = 'אחרת'`)
  await offer()
  expect(await offered(group.id)).toEqual([email])
})

test('a group with a free seat, a group within the minimum notice, and an unknown group have no waiting list', async () => {
  const group = await full(hour(9, 11))
  await group.leave()
  expect(await wait(group.id)).toMatchObject({ status: 409, code: 'group_not_full' })
  expect((await book(hour(9, 11), person())).status).toBe(201)
  await change('min_notice_min = 43200')
  expect((await wait(group.id)).status).toBe(409)
  await change('min_notice_min = 240')
  expect((await wait(group.id)).status).toBe(200)
  expect((await wait('00000000-0000-4000-8000-000000000000')).status).toBe(409)
})

test('none of 20 bookings concurrent with a cancellation takes the seat reserved for the waiting list', async () => {
  const startsAt = hour(9, 12)
  const group = await full(startsAt)
  const { email } = await wait(group.id)
  const [, , ...answers] = await Promise.all([
    group.leave(),
    offer(),
    ...Array.from({ length: 20 }, () => book(startsAt, person())),
  ])
  expect(answers.filter((answer) => (answer as { status: number }).status === 201)).toEqual([])
  await offer()
  expect(await offered(group.id)).toEqual([email])
})

test('staff see the waiting list; another coach and a client see nothing', async () => {
  const group = await full(hour(9, 13))
  const { name } = await wait(group.id)
  const seen = (actor: keyof typeof as) =>
    db.as<{ name: string }>(as[actor], 'select name from waiting_of_appointment($1)', [group.one.body['appointmentId']])
  for (const actor of ['owner', 'coach', 'sales'] as const) expect(await seen(actor)).toEqual([{ name }])
  for (const actor of ['content', 'client'] as const) expect(await seen(actor)).toEqual([])
})
