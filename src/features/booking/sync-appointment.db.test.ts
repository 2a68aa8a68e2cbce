// The host's calendar is synced from the database. Uses the fake Google server over HTTP.
import { afterAll, expect, test } from 'vitest'
import { connectHosts, origins } from '#features/calendar/connected-host.fixture.ts'
import { createHostCalendars } from '#features/calendar/host-calendars.server.ts'
import { startGoogle } from '#integrations/google.fake.ts'
import { makeHost } from '../../../test/booking-host.ts'
import { testDatabase } from '../../../test/database.ts'
import { busyTimesOf, syncAppointment } from './sync-appointment.server.ts'

const db = await testDatabase()
const { ids, as, typeId, book, call, hour, change, calendar } = await makeHost(db)
const google = await startGoogle({ origins })
afterAll(() => google.stop())
const { parts, connect } = connectHosts(google, db.authenticator)
const calendars = createHostCalendars(parts)
const account = 'hila@gmail.example'
await connect(ids.coach, account)
calendar.busy = busyTimesOf(calendars)

type Job = { payload: { root: string; host: string } }
const jobs = () =>
  db.sql<Job>(`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'sync_appointment' order by j.id`)
const sync = syncAppointment({ calendars, transaction: parts.transaction })
/** Runs the queued jobs, as the job runner would. */
async function runJobs() {
  for (const { payload } of await jobs()) await sync(payload, {} as never)
  await db.sql(`delete from graphile_worker._private_jobs`)
}
const events = () =>
  google.calendar
    .eventsOf(account)
    // The host's own events have no title here.
    .filter(({ status, summary }) => status !== 'cancelled' && summary !== undefined)
    .map(({ summary, start }) => [summary, Date.parse(start!.dateTime!)])

test('a confirmed appointment creates an event, a reschedule moves it, and a cancellation deletes it', async () => {
  await change(`location_kind = 'meet'`)
  const { body } = await book(hour(9, 3))
  await runJobs()
  expect(events()).toEqual([['שיחת היכרות: נועה לדוגמה', Date.parse(hour(9, 3))]])
  const [row] = await db.sql<{ join_url: string }>('select join_url from appointments')
  expect(row!.join_url).toMatch(/^https:\/\/meet\./)
  // Its own event does not block the reschedule, not even to an overlapping slot.
  const moved = await call('move-appointment', { token: body['manageToken'], startsAt: hour(10, 3) })
  expect(moved.status).toBe(201)
  await runJobs()
  expect(events()).toEqual([['שיחת היכרות: נועה לדוגמה', Date.parse(hour(10, 3))]])
  await call('cancel-appointment', { token: body['manageToken'], reason: 'כך' })
  await runJobs()
  expect(events()).toEqual([])
})

test('a repeated job, or one that runs after a later change, leaves the one event, or none after a cancellation', async () => {
  const { body } = await book(hour(12, 4))
  const [first] = await jobs()
  await runJobs()
  await sync(first!.payload, {} as never)
  expect(events()).toHaveLength(1)
  await db.as(as.coach, `select cancel_appointment($1, 1, 'כך')`, [body['appointmentId']]).catch(() => undefined)
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where status = 'confirmed'`)
  await sync(first!.payload, {} as never)
  expect(events()).toEqual([])
  await runJobs()
})

test('the event title names the couple, and guests are its attendees until they are removed', async () => {
  await change('max_guests = 1')
  const { body } = await book(hour(14, 5), { partnerName: 'יואב', partnerEmail: 'yoav@example.com' })
  await call('add-appointment-attendee', {
    token: body['manageToken'],
    kind: 'guest',
    name: 'יועצת',
    email: 'advisor@example.com',
  })
  await runJobs()
  const event = () => google.calendar.eventsOf(account).find(({ summary }) => summary?.endsWith('נועה לדוגמה ויואב'))!
  const invited = () => event().attendees?.map(({ email }) => email)
  expect(invited()).toEqual(['noa@example.com', 'yoav@example.com', 'advisor@example.com'])
  await db.as(as.coach, `select remove_attendee(id, version, 'guest-1') from appointments where id = $1`, [
    body['appointmentId'],
  ])
  await runJobs()
  expect(invited()).toEqual(['noa@example.com', 'yoav@example.com'])
  await db.as(as.coach, `select cancel_appointment(id, version, 'כך') from appointments where id = $1`, [
    body['appointmentId'],
  ])
  await runJobs()
})

test('cancelling a series deletes the events of its appointments', async () => {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('סדרה') returning id`)
  const booked = await db.as<{ id: string }>(as.owner, 'select book_for_contact($1, $2, $3, 60) as id', [
    typeId,
    contact!.id,
    [hour(9, 7), hour(9, 9), hour(9, 11)],
  ])
  await runJobs()
  expect(events()).toHaveLength(3)
  await db.as(as.coach, `select cancel_series(id, version, 'כך') from appointments where id = $1`, [booked[1]!.id])
  await runJobs()
  expect(events().map(([, start]) => start)).toEqual([Date.parse(hour(9, 7))])
})

test('a slot that is busy in Google cannot be booked', async () => {
  const at = (n: number) => ({ dateTime: hour(n, 6) })
  google.calendar.addEvent(account, { start: at(8), end: at(9) })
  expect((await book(hour(8, 6))).status).toBe(409)
  expect((await book(hour(9, 6), { email: 'c@example.com', phone: '050-0000017' })).status).toBe(201)
  await runJobs()
})

test("reassigning an appointment removes its event from the previous host's calendar", async () => {
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where status = 'confirmed'`)
  await runJobs()
  const { body } = await book(hour(15, 8), { email: 'd@example.com', phone: '050-0000018' })
  await runJobs()
  const before = events().length
  await db.as(as.owner, 'select reassign_appointment($1, (select version from appointments where id = $1), $2)', [
    body['appointmentId'],
    ids.sales,
  ])
  await runJobs()
  expect(events()).toHaveLength(before - 1)
})

test('deleting an appointment deletes its event', async () => {
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where status = 'confirmed'`)
  await runJobs()
  await book(hour(5, 9), { email: 'f@example.com', phone: '050-0000020' })
  await runJobs()
  expect(events()).toHaveLength(1)
  await db.sql(`delete from appointments where status = 'confirmed'`)
  await runJobs()
  expect(events()).toEqual([])
})

test.each([
  ['moves', 11, (token: unknown) => call('move-appointment', { token, startsAt: hour(9, 11) }), [hour(9, 11)]],
  ['cancels', 12, (token: unknown) => call('cancel-appointment', { token, reason: 'כך' }), []],
])('if a client %s during a Google request, the job writes the latest state', async (_does, days, act, starts) => {
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where status = 'confirmed'`)
  await runJobs()
  const { body } = await book(hour(5, days), { email: `slow${days}@example.com`, phone: `050-00001${days}` })
  await runJobs()
  const payload = { root: body['appointmentId'], host: ids.coach }
  let isWaiting = true
  google.calendar.onRequest(async (request, when) => {
    if (!isWaiting || when !== 'asked' || !request.startsWith('GET /calendars')) return
    isWaiting = false
    await act(body['manageToken'])
    await runJobs()
  })
  await sync(payload, {} as never)
  google.calendar.onRequest(() => {})
  expect(isWaiting).toBe(false)
  expect(events().map(([, start]) => start)).toEqual(starts.map((start) => Date.parse(start)))
})

test('while access to Google is revoked, booking is closed or ignores the calendar, as the host chose', async () => {
  google.revokeAccess(account)
  expect(await book(hour(3, 10))).toMatchObject({ status: 503, body: { code: 'calendar_unavailable' } })
  expect(await db.sql(`select type from domain_events where type = 'calendar.broken'`)).toHaveLength(1)
  await db.sql(`update calendar_connections set on_broken = 'internal'`)
  expect((await book(hour(3, 10), { email: 'e@example.com', phone: '050-0000019' })).status).toBe(201)
  const span = [Date.parse(hour(0, 10)), Date.parse(hour(23, 10))] as const
  expect(await busyTimesOf(calendars)(ids.coach, ...span)).toBe('none')
  expect(await busyTimesOf(calendars, { isSure: true })(ids.coach, ...span)).toBe('closed')
})

test('after reconnecting, bookings and cancellations made while access was revoked are synced to Google', async () => {
  const cancelAll = () =>
    db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where status = 'confirmed'`)
  await cancelAll()
  await runJobs()
  await connect(ids.coach, account)
  await runJobs()
  const before = await book(hour(5, 13), { email: 'before@example.com', phone: '050-0000021' })
  expect(before.status).toBe(201)
  await runJobs()
  expect(events().map(([, start]) => start)).toEqual([Date.parse(hour(5, 13))])
  google.revokeAccess(account)
  await db.sql(`update calendar_connections set on_broken = 'internal'`)
  await cancelAll()
  const booked = await book(hour(7, 13), { email: 'revoked@example.com', phone: '050-0000022' })
  expect(booked.status).toBe(201)
  await runJobs()
  await connect(ids.coach, account)
  await runJobs()
  expect(events().map(([, start]) => start)).toEqual([Date.parse(hour(7, 13))])
})

test('the first connection creates events for upcoming appointments', async () => {
  await db.sql('delete from calendar_connections')
  expect((await book(hour(7, 14), { email: 'first@example.com', phone: '050-0000023' })).status).toBe(201)
  expect(await jobs()).toEqual([])
  await connect(ids.coach, 'hila.work@gmail.example')
  await runJobs()
  const starts = google.calendar
    .eventsOf('hila.work@gmail.example')
    .flatMap(({ status, start }) => (status === 'cancelled' ? [] : [Date.parse(start!.dateTime!)]))
  expect(starts).toContain(Date.parse(hour(7, 14)))
})
