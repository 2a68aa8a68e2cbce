// Offers of earlier slots: which slots count as freed, who is offered them, and when the wait ends.
import { expect, test, vi } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { ReadBusyTimes } from '../free-slots.server.ts'
import { composeEarlierMails, offerEarlierHours } from './earlier-hours.server.ts'

const db = await testDatabase()
const { as, ids, call, book, hour, change, typeId } = await makeHost(db)
const asService = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)

let people = 0
/** An appointment of a new contact. */
async function booked(startsAt: string) {
  people += 1
  const email = `e${people}@example.com`
  const { body, status } = await book(startsAt, { email, phone: `050000${String(8000 + people)}` })
  expect(status).toBe(201)
  return { id: String(body['appointmentId']), token: String(body['manageToken']), email, startsAt }
}
type Booked = Awaited<ReturnType<typeof booked>>
const setWait = ({ token }: Booked, waits = true) => call('wait-for-earlier-hour', { token, waits })
const cancel = ({ token }: Booked) => call('cancel-appointment', { token, reason: 'כך' })
const look = (readBusyTimes: ReadBusyTimes = async () => 'none', isQuiet = false) =>
  offerEarlierHours({ asService, readBusyTimes, isQuiet: async () => isQuiet })()
/** Slots that are currently offered and held. */
const heldFor = async ({ id }: Booked) =>
  (
    await db.sql<{ starts_at: Date }>(
      `select h.starts_at from earlier_offers o join slot_holds h on h.id = o.hold_id and h.release_at > now()
       where o.root_id = $1 order by h.starts_at`,
      [id],
    )
  ).map(({ starts_at: at }) => at.toISOString())
const mailsTo = ({ email }: Booked) =>
  db.sql<{ context_id: string; status: string }>(
    `select s.context_id, s.status from scheduled_messages s join message_rules r on r.id = s.rule_id
     where r.key = 'appointment.hour_free' and s.to_value = $1 order by s.created_at`,
    [email],
  )
const lapse = ({ id }: Booked) =>
  db.sql(
    `update slot_holds h set release_at = now() - interval '1 minute' from earlier_offers o where o.root_id = $1 and h.id = o.hold_id`,
    [id],
  )
/** Holds a slot as a visitor. Returns a function that releases it. */
async function hold(startsAt: string) {
  const [held] = await db.sql<{ id: string }>(
    `insert into slot_holds (user_id, type_id, starts_at, ends_at, token_hash, release_at)
     values ($1, $2, $3, $3::timestamptz + interval '1 hour', link_hash(gen_random_uuid()::text), now() + interval '7 minutes') returning id`,
    [ids.coach, typeId, startsAt],
  )
  return () => db.sql('delete from slot_holds where id = $1', [held!.id])
}
/** The link of the offer mail. */
async function mailed(of: Booked) {
  const renderMail: RenderMail = async ({ kind, values, link }) => ({
    subject: kind,
    text: JSON.stringify(values),
    html: link ?? '',
  })
  const [{ context_id: contextId } = { context_id: '' }] = await mailsTo(of)
  const mail = await asService((tx) =>
    composeEarlierMails({ renderMail, siteUrl: 'http://site.test' }).appointment_earlier(tx, {
      contextId,
      to: of.email,
    } as never),
  )
  return 'html' in mail ? new URL(mail.html) : undefined
}

test('a freed slot is held and mailed once, and slots that were free before are not offered', async () => {
  const bookedSlot = await booked(hour(8, 5))
  const late = await booked(hour(20, 5))
  expect((await setWait(late)).body).toMatchObject({ waitsForEarlier: true })
  await setWait(late)
  await look()
  await look()
  expect(await heldFor(late)).toEqual([])
  await cancel(bookedSlot)
  await look()
  expect(await heldFor(late)).toEqual([bookedSlot.startsAt])
  expect((await book(bookedSlot.startsAt)).status).toBe(409)
  await look()
  await look()
  expect(await mailsTo(late)).toMatchObject([{ status: 'scheduled' }])
  await cancel(late)
})

test('the link of the mail reschedules the appointment to the held slot and ends the wait', async () => {
  const bookedSlot = await booked(hour(8, 6))
  const late = await booked(hour(20, 6))
  await setWait(late)
  await look()
  await cancel(bookedSlot)
  await look()
  const { pathname, searchParams } = (await mailed(late))!
  expect(searchParams.get('earlier')).toBe(bookedSlot.startsAt)
  const answer = await call('move-appointment', {
    token: pathname.split('/').at(-1)!,
    startsAt: bookedSlot.startsAt,
    holdToken: searchParams.get('hold')!,
  })
  expect(answer).toMatchObject({ status: 201, body: { startsAt: expect.any(String), waitsForEarlier: false } })
  expect(Date.parse(String(answer.body['startsAt']))).toBe(Date.parse(bookedSlot.startsAt))
  expect(await heldFor(late)).toEqual([])
  // The previous slot is free again.
  expect((await book(late.startsAt, { email: 'after@example.com', phone: '050-0000099' })).status).toBe(201)
})

test('the slot of an expired hold is offered to the next client in line, and not again to the first', async () => {
  const bookedSlot = await booked(hour(8, 7))
  const [first, second] = [await booked(hour(20, 7)), await booked(hour(21, 7))]
  await setWait(first)
  await setWait(second)
  await look()
  await cancel(bookedSlot)
  await look()
  expect([await heldFor(first), await heldFor(second)]).toEqual([[bookedSlot.startsAt], []])
  await lapse(first)
  await look()
  expect([await heldFor(first), await heldFor(second)]).toEqual([[], [bookedSlot.startsAt]])
  await lapse(second)
  await look()
  expect([await heldFor(first), await heldFor(second)]).toEqual([[], []])
  expect([(await mailsTo(first)).length, (await mailsTo(second)).length]).toEqual([1, 1])
  await cancel(first)
  await cancel(second)
})

test('of two slots freed simultaneously, the second is offered when the hold of the first expires', async () => {
  const [one, two] = [await booked(hour(8, 8)), await booked(hour(9, 8))]
  const late = await booked(hour(20, 8))
  await setWait(late)
  await look()
  await cancel(one)
  await cancel(two)
  await look()
  expect(await heldFor(late)).toEqual([one.startsAt])
  await lapse(late)
  await look()
  expect(await heldFor(late)).toEqual([two.startsAt])
  await cancel(late)
})

test('after a reschedule, slots before the new time do not count as freed', async () => {
  const late = await booked(hour(15, 12))
  await setWait(late)
  await look()
  await call('move-appointment', { token: late.token, startsAt: hour(20, 12) })
  await look()
  await look()
  expect(await heldFor(late)).toEqual([])
  await cancel(late)
})

test('nothing is offered in quiet hours, for a slot that is busy in Google, or while the calendar is unreadable', async () => {
  const bookedSlot = await booked(hour(8, 9))
  const late = await booked(hour(20, 9))
  await setWait(late)
  await look()
  await cancel(bookedSlot)
  await look(undefined, true)
  await look(async () => 'closed')
  const busy = { from: Date.parse(bookedSlot.startsAt), to: Date.parse(hour(9, 9)) }
  await look(async () => [busy])
  expect(await heldFor(late)).toEqual([])
  await look()
  expect(await heldFor(late)).toEqual([bookedSlot.startsAt])
  await cancel(late)
})

test('a slot that was held only for a moment does not count as freed; one freed by a cancellation does', async () => {
  const bookedSlot = await booked(hour(9, 13))
  const late = await booked(hour(20, 13))
  const releaseFirst = await hold(hour(7, 13))
  await setWait(late)
  await look()
  await releaseFirst()
  const release = await hold(hour(8, 13))
  await look()
  await release()
  await look()
  expect(await heldFor(late)).toEqual([])
  await cancel(bookedSlot)
  const releaseTaken = await hold(bookedSlot.startsAt)
  await look()
  await releaseTaken()
  await look()
  expect(await heldFor(late)).toEqual([bookedSlot.startsAt])
  await cancel(late)
})

test('slots of a day that has just entered the booking window do not count as freed', async () => {
  const bookedSlot = await booked(hour(8, 3))
  const late = await booked(hour(20, 14))
  await change('window_days = 3')
  await setWait(late)
  await look()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  try {
    await look()
    expect(await heldFor(late)).toEqual([])
    await cancel(bookedSlot)
    await look()
    expect(await heldFor(late)).toEqual([bookedSlot.startsAt])
  } finally {
    vi.useRealTimers()
  }
  await cancel(late)
  await change('window_days = 60')
})

test('a reschedule during a scan does not offer slots that were free before', async () => {
  const late = await booked(hour(15, 15))
  await setWait(late)
  await look(async () => {
    await call('move-appointment', { token: late.token, startsAt: hour(20, 15) })
    return 'none'
  })
  expect(await db.sql('select seen_starts, seen_until from earlier_waits where root_id = $1', [late.id])).toEqual([
    { seen_starts: null, seen_until: null },
  ])
  await look()
  await look()
  expect(await heldFor(late)).toEqual([])
  await cancel(late)
})

test('a slot is not held while no message can offer it', async () => {
  const bookedSlot = await booked(hour(8, 16))
  const late = await booked(hour(20, 16))
  await setWait(late)
  await look()
  await cancel(bookedSlot)
  const setRule = (isActive: boolean) =>
    db.sql(`update message_rules set is_active = $1 where key = 'appointment.hour_free'`, [isActive])
  await setRule(false)
  await look()
  expect(await heldFor(late)).toEqual([])
  expect(await db.sql('select 1 from earlier_offers where root_id = $1', [late.id])).toEqual([])
  expect(await db.sql('select 1 from slot_holds where starts_at = $1', [bookedSlot.startsAt])).toEqual([])
  await setRule(true)
  await look()
  expect(await heldFor(late)).toEqual([bookedSlot.startsAt])
  await cancel(late)
})

test('a slot that overlaps the current appointment is not offered', async () => {
  await change('slot_interval = 30')
  const late = await booked(hour(20, 17))
  await setWait(late)
  const busyUntil = (to: string) => async () => [{ from: Date.parse(hour(0, 17)), to: Date.parse(to) }]
  await look(busyUntil(hour(20, 17)))
  await look(busyUntil(hour(19.5, 17)))
  expect(await heldFor(late)).toEqual([])
  await look(busyUntil(hour(19, 17)))
  expect(await heldFor(late)).toEqual([hour(19, 17)])
  await cancel(late)
  await change('slot_interval = 60')
})

test('a failed calendar request for one client does not withhold the slot from the next', async () => {
  const bookedSlot = await booked(hour(8, 18))
  const [first, second] = [await booked(hour(20, 18)), await booked(hour(21, 18))]
  await setWait(first)
  await setWait(second)
  await look()
  await cancel(bookedSlot)
  let attempts = 0
  const failsOnce = async () => {
    attempts += 1
    if (attempts === 1) throw new Error('the calendar is away')
    return 'none' as const
  }
  await expect(look(failsOnce)).rejects.toThrow('the calendar is away')
  expect([await heldFor(first), await heldFor(second)]).toEqual([[], [bookedSlot.startsAt]])
  await cancel(first)
  await cancel(second)
})

test('reassigning the appointment to another host ends the wait and releases the held slot', async () => {
  const bookedSlot = await booked(hour(8, 19))
  const late = await booked(hour(20, 19))
  await setWait(late)
  await look()
  await cancel(bookedSlot)
  await look()
  expect(await heldFor(late)).toEqual([bookedSlot.startsAt])
  await db.as(as.owner, 'select reassign_appointment(id, version, $2) from appointments where id = $1', [
    late.id,
    ids.owner,
  ])
  expect(await heldFor(late)).toEqual([])
  expect(await db.sql('select 1 from earlier_waits where root_id = $1', [late.id])).toEqual([])
  expect((await book(bookedSlot.startsAt, { email: 'next@example.com', phone: '050-0000098' })).status).toBe(201)
})

test('cancelling the appointment or stopping the wait releases the held slot', async () => {
  const bookedSlot = await booked(hour(8, 10))
  const [stops, ends] = [await booked(hour(20, 10)), await booked(hour(21, 10))]
  await setWait(stops)
  await setWait(ends)
  await look()
  await cancel(bookedSlot)
  await look()
  expect(await heldFor(stops)).toEqual([bookedSlot.startsAt])
  expect((await setWait(stops, false)).body).toMatchObject({ waitsForEarlier: false })
  expect(await heldFor(stops)).toEqual([])
  await look()
  expect(await heldFor(ends)).toEqual([bookedSlot.startsAt])
  expect(await mailed(ends)).toBeDefined()
  await db.as(as.coach, `select cancel_appointment(id, version, 'כך') from appointments where id = $1`, [ends.id])
  expect(await heldFor(ends)).toEqual([])
  expect(await mailed(ends)).toBeUndefined()
  expect(await db.sql('select 1 from earlier_waits where root_id = any ($1)', [[stops.id, ends.id]])).toEqual([])
})

test('group appointments, appointments within the notice, and attendees other than the main one cannot wait', async () => {
  const { id, token } = await booked(hour(20, 11))
  await db.sql(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, 'partner')`, [
    'link-of-the-partner-here',
    id,
  ])
  const refused = { status: 409, body: { code: 'earlier_not_offered' } }
  expect(await call('wait-for-earlier-hour', { token: 'link-of-the-partner-here', waits: true })).toMatchObject(refused)
  await change('reschedule_notice_min = 43200')
  expect(await call('wait-for-earlier-hour', { token, waits: true })).toMatchObject(refused)
  await change('reschedule_notice_min = 1440, seats = 2')
  expect(await call('wait-for-earlier-hour', { token, waits: true })).toMatchObject(refused)
  await change('seats = null')
  expect((await call('wait-for-earlier-hour', { token, waits: true })).status).toBe(200)
})
