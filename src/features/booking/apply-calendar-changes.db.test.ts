// Changes by a host or an attendee in Google Calendar are applied to appointments. Uses the fake Google server.
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readDueChanges } from '#features/calendar/calendar-sync.server.ts'
import { connectHosts, origins } from '#features/calendar/connected-host.fixture.ts'
import { createHostCalendars } from '#features/calendar/host-calendars.server.ts'
import { startGoogle } from '#integrations/google.fake.ts'
import { eventIdOf } from '#integrations/google/event-id.ts'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'
import { applyCalendarChanges } from './apply-calendar-changes.server.ts'
import { syncAppointment } from './sync-appointment.server.ts'

const db = await testDatabase()
const { ids, book, call, hour } = await makeHost(db)
const google = await startGoogle({ origins })
afterAll(() => google.stop())
const { parts, connect } = connectHosts(google, db.authenticator)
const calendars = createHostCalendars(parts)
const account = 'hila@gmail.example'
await connect(ids.coach, account)
const sync = syncAppointment({ calendars, transaction: parts.transaction })
const log = pino({ level: 'silent' })

let people = 0
/** A confirmed appointment whose event has been created in Google and synced back once. */
async function booked(at: string) {
  people += 1
  const { body } = await book(at, { email: `p${people}@example.com`, phone: `050000${String(2000 + people)}` })
  const root = String(body['appointmentId'])
  await sync({ root, host: ids.coach }, {} as never)
  await readChanges()
  return { root, event: eventIdOf(root) }
}
async function readChanges() {
  await db.sql('update calendar_secrets.synced_calendars set due_at = now()')
  await readDueChanges({ ...parts, onChanges: applyCalendarChanges, log })
}
const chain = (root: string) =>
  db.sql<{ status: string; at: number; cancelled_by: string | null }>(
    `select status, cancelled_by, (extract(epoch from starts_at) * 1000)::float8 as at from appointments
     where root_id = $1 order by ical_sequence`,
    [root],
  )
const times = (from: string, to: string) => ({ start: { dateTime: from }, end: { dateTime: to } })
const notices = () => db.sql<{ type: string }>('select type from notifications where user_id = $1', [ids.coach])
const countCollisions = async () => (await notices()).filter(({ type }) => type === 'appointment.collision').length

test('a sync that returns our own writes changes nothing', async () => {
  const { root } = await booked(hour(8, 3))
  await readChanges()
  expect(await chain(root)).toMatchObject([{ status: 'confirmed', at: Date.parse(hour(8, 3)) }])
})

test('an event moved in Google reschedules the appointment once and notifies the attendees', async () => {
  const { root, event } = await booked(hour(10, 3))
  google.calendar.editEvent(account, event, times(hour(12, 3), hour(13, 3)))
  await readChanges()
  await readChanges()
  expect(await chain(root)).toMatchObject([
    { status: 'rescheduled' },
    { status: 'confirmed', at: Date.parse(hour(12, 3)) },
  ])
  const messages = await db.sql(
    `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id join appointments a on a.id = s.context_id
     where a.root_id = $1 and r.key = 'appointment.moved' and s.status = 'scheduled'`,
    [root],
  )
  expect(messages).toHaveLength(1)
})

test('an event moved onto another appointment changes nothing and notifies the host of the collision', async () => {
  const other = await booked(hour(15, 3))
  const { root, event } = await booked(hour(17, 3))
  google.calendar.editEvent(account, event, times(hour(15, 3), hour(16, 3)))
  await readChanges()
  expect(await chain(root)).toMatchObject([{ status: 'confirmed', at: Date.parse(hour(17, 3)) }])
  expect(await chain(other.root)).toMatchObject([{ status: 'confirmed' }])
  expect(await notices()).toContainEqual({ type: 'appointment.collision' })
})

test('an event deleted by the host cancels the appointment', async () => {
  const { root, event } = await booked(hour(19, 3))
  google.calendar.deleteEvent(account, event)
  await readChanges()
  expect(await chain(root)).toMatchObject([{ status: 'cancelled', cancelled_by: 'host' }])
})

test('an attendee who declines in Google is reported to the host, and the appointment is not cancelled', async () => {
  const { root, event } = await booked(hour(21, 3))
  google.calendar.respond(account, event, `p${people}@example.com`, 'declined')
  await readChanges()
  expect(await chain(root)).toMatchObject([{ status: 'confirmed' }])
  expect(
    await db.sql(`select response from appointment_attendees where email = $1`, [`p${people}@example.com`]),
  ).toEqual([{ response: 'declined' }])
  const declined = async () => (await notices()).filter(({ type }) => type === 'appointment.declined').length
  expect(await declined()).toBe(1)
  // Further edits of the event repeat the same response: no second notification.
  google.calendar.editEvent(account, event, { description: 'הערה' })
  await readChanges()
  expect(await declined()).toBe(1)
})

test('a response to the previous time is not reported again after the client or the host reschedules', async () => {
  const { body } = await book(hour(9, 9), { email: 'moves@example.com', phone: '0500002099' })
  const root = String(body['appointmentId'])
  const run = async () => {
    await sync({ root, host: ids.coach }, {} as never)
    await readChanges()
  }
  await run()
  const declined = async () => (await notices()).filter(({ type }) => type === 'appointment.declined').length
  const before = await declined()
  const decline = async () => {
    google.calendar.respond(account, eventIdOf(root), 'moves@example.com', 'declined')
    await readChanges()
  }
  await decline()
  expect(await declined()).toBe(before + 1)
  expect((await call('move-appointment', { token: body['manageToken'], startsAt: hour(12, 9) })).status).toBe(201)
  await run()
  expect(await declined()).toBe(before + 1)
  await decline()
  expect(await declined()).toBe(before + 2)
  google.calendar.editEvent(account, eventIdOf(root), times(hour(15, 9), hour(16, 9)))
  await readChanges()
  await run()
  expect(await chain(root)).toMatchObject([{}, {}, { status: 'confirmed', at: Date.parse(hour(15, 9)) }])
  expect(await declined()).toBe(before + 2)
})

test.each([
  ['without a length', 6, { start: { dateTime: hour(7, 6) }, end: { dateTime: hour(7, 6) } }],
  ['of the whole day', 7, { start: { date: hour(0, 7).slice(0, 10) }, end: { date: hour(0, 8).slice(0, 10) } }],
  ['of three days', 8, { start: { dateTime: hour(7, 8) }, end: { dateTime: hour(7, 11) } }],
])(
  'an event %s is reported without rescheduling its appointment, and later changes are still applied',
  async (_which, day, edit) => {
    const { root, event } = await booked(hour(10, day))
    const other = await booked(hour(14, day))
    const before = await countCollisions()
    google.calendar.editEvent(account, event, edit)
    await readChanges()
    expect(await chain(root)).toMatchObject([{ status: 'confirmed', at: Date.parse(hour(10, day)) }])
    expect(await countCollisions()).toBe(before + 1)
    google.calendar.editEvent(account, other.event, times(hour(16, day), hour(17, day)))
    await readChanges()
    expect(await chain(other.root)).toMatchObject([{ status: 'rescheduled' }, { at: Date.parse(hour(16, day)) }])
  },
)

test('an event moved beyond the last day of its package is reported, and the appointment is not moved', async () => {
  const { root, event } = await booked(hour(10, 12))
  const [given] = await db.sql<{ id: string }>(
    `insert into session_packages (contact_id, type_id, total, expires_on)
     select contact_id, type_id, 1, (starts_at at time zone 'Asia/Jerusalem')::date + 1 from appointments where root_id = $1 returning id`,
    [root],
  )
  await db.sql('update appointments set package_id = $2 where root_id = $1', [root, given!.id])
  const before = await countCollisions()
  google.calendar.editEvent(account, event, times(hour(10, 15), hour(11, 15)))
  await readChanges()
  expect(await chain(root)).toMatchObject([{ status: 'confirmed', at: Date.parse(hour(10, 12)) }])
  expect(await countCollisions()).toBe(before + 1)
})

test('an event moved into the past notifies the host, and changes of a past event are ignored', async () => {
  const { root, event } = await booked(hour(2, 4))
  const before = await countCollisions()
  google.calendar.editEvent(account, event, times(hour(0, -9), hour(1, -9)))
  await readChanges()
  expect(await chain(root)).toMatchObject([{ status: 'confirmed', at: Date.parse(hour(2, 4)) }])
  expect(await countCollisions()).toBe(before + 1)
  await db.sql(`update appointments set starts_at = $2, ends_at = $3 where root_id = $1`, [
    root,
    hour(0, -9),
    hour(1, -9),
  ])
  google.calendar.deleteEvent(account, event)
  await readChanges()
  expect(await chain(root)).toMatchObject([{ status: 'confirmed' }])
})
