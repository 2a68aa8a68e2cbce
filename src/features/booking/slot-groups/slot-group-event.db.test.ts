// A group is one event in its host's calendar. Uses the fake Google server over HTTP.
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readDueChanges } from '#features/calendar/calendar-sync.server.ts'
import { connectHosts, origins } from '#features/calendar/connected-host.fixture.ts'
import { createHostCalendars } from '#features/calendar/host-calendars.server.ts'
import { startGoogle } from '#integrations/google.fake.ts'
import { eventIdOf } from '#integrations/google/event-id.ts'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'
import { applyCalendarChanges } from '../apply-calendar-changes.server.ts'
import { busyTimesOf, syncAppointment } from '../sync-appointment.server.ts'

const db = await testDatabase()
const { ids, as, call, book, hour, change, calendar } = await makeHost(db)
const google = await startGoogle({ origins })
afterAll(() => google.stop())
const { parts, connect } = connectHosts(google, db.authenticator)
const calendars = createHostCalendars(parts)
const account = 'hila@gmail.example'
await connect(ids.coach, account)
calendar.busy = busyTimesOf(calendars)
await change(`seats = 3, location_kind = 'meet'`)

const sync = syncAppointment({ calendars, transaction: parts.transaction })
/** Runs the queued jobs, as the job runner would. */
async function runJobs() {
  const jobs = await db.sql<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'sync_appointment' order by j.id`,
  )
  for (const { payload } of jobs) await sync(payload, {} as never)
  await db.sql('delete from graphile_worker._private_jobs')
}
const events = () =>
  google.calendar.eventsOf(account).filter(({ status, summary }) => status !== 'cancelled' && summary !== undefined)
const starts = () => events().map(({ start }) => Date.parse(start!.dateTime!))
async function readChanges() {
  await db.sql('update calendar_secrets.synced_calendars set due_at = now()')
  await readDueChanges({ ...parts, onChanges: applyCalendarChanges, log: pino({ level: 'silent' }) })
}
let people = 0
const join = (startsAt: string) => {
  people += 1
  return book(startsAt, {
    name: `משתתף ${people}`,
    email: `g${people}@example.com`,
    phone: `050000${String(4000 + people)}`,
  })
}
type Row = { id: string; status: string; slot_group_id: string; join_url: string | null; at: number }
const open = () =>
  db.sql<Row>(
    `select *, (extract(epoch from starts_at) * 1000)::float8 as at from appointments where status = 'confirmed' order by created_at`,
  )
const groupEvent = async () => eventIdOf((await open())[0]!.slot_group_id)

beforeEach(async () => {
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'host' where status = 'confirmed'`)
  await runJobs()
})

test('a group is one event without attendees, which is deleted when its last appointment is cancelled', async () => {
  const [one, two] = [await join(hour(9, 3)), await join(hour(9, 3))]
  await runJobs()
  expect(events()).toMatchObject([{ summary: 'שיחת היכרות (שני רישומים)', attendees: [] }])
  expect(events()[0]!.description).toContain(`משתתף ${people - 1}`)
  expect(events()[0]!.description).toContain(`משתתף ${people}`)
  // The group's own event does not block the slot for a third booking.
  const three = await join(hour(9, 3))
  expect(three.status).toBe(201)
  await runJobs()
  expect(events()).toMatchObject([{ summary: 'שיחת היכרות (3 רישומים)' }])
  const links = (await open()).map(({ join_url: link }) => link)
  expect(links[0]).toMatch(/^https:\/\/meet\./)
  expect(new Set(links).size).toBe(1)
  for (const { body } of [one, two]) await call('cancel-appointment', { token: body['manageToken'], reason: 'כך' })
  await runJobs()
  expect(events()).toMatchObject([{ summary: 'שיחת היכרות (רישום אחד)' }])
  await call('cancel-appointment', { token: three.body['manageToken'], reason: 'כך' })
  await runJobs()
  expect(events()).toEqual([])
})

test('rescheduling one appointment does not move the others, and the last appointment can move to an overlapping slot', async () => {
  await change('slot_interval = 30')
  const [one, two] = [await join(hour(9, 4)), await join(hour(9, 4))]
  await runJobs()
  const overlapping = new Date(Date.parse(hour(9, 4)) + 30 * 60_000).toISOString()
  expect((await call('move-appointment', { token: one.body['manageToken'], startsAt: overlapping })).status).toBe(409)
  expect((await call('move-appointment', { token: one.body['manageToken'], startsAt: hour(12, 4) })).status).toBe(201)
  await runJobs()
  expect(starts().toSorted((a, b) => a - b)).toEqual([Date.parse(hour(9, 4)), Date.parse(hour(12, 4))])
  expect((await call('move-appointment', { token: two.body['manageToken'], startsAt: overlapping })).status).toBe(201)
  await runJobs()
  expect(starts().toSorted((a, b) => a - b)).toEqual([Date.parse(overlapping), Date.parse(hour(12, 4))])
  await change('slot_interval = 60')
})

test('moving the event in Google reschedules all appointments and keeps the same event', async () => {
  await join(hour(9, 5))
  await join(hour(9, 5))
  await runJobs()
  await readChanges()
  const event = await groupEvent()
  google.calendar.editEvent(account, event, { start: { dateTime: hour(11, 5) }, end: { dateTime: hour(12, 5) } })
  await readChanges()
  await runJobs()
  expect(await open()).toMatchObject([{ at: Date.parse(hour(11, 5)) }, { at: Date.parse(hour(11, 5)) }])
  expect(starts()).toEqual([Date.parse(hour(11, 5))])
  expect(await groupEvent()).toBe(event)
  expect((await join(hour(9, 5))).status).toBe(201)
  expect((await join(hour(11, 5))).status).toBe(201)
  expect((await join(hour(11, 5))).status).toBe(409)
})

test('moving the event in Google onto another group notifies the host and changes nothing', async () => {
  await join(hour(9, 6))
  const event = await groupEvent()
  await join(hour(11, 6))
  await runJobs()
  await readChanges()
  google.calendar.editEvent(account, event, { start: { dateTime: hour(11, 6) }, end: { dateTime: hour(12, 6) } })
  await readChanges()
  expect((await open()).map(({ at }) => at)).toEqual([Date.parse(hour(9, 6)), Date.parse(hour(11, 6))])
  expect(await db.sql(`select type from notifications where type = 'appointment.collision'`)).toHaveLength(1)
})

test('deleting the event in Google cancels all appointments', async () => {
  await join(hour(9, 7))
  await join(hour(9, 7))
  await runJobs()
  await readChanges()
  google.calendar.deleteEvent(account, await groupEvent())
  await readChanges()
  expect(await open()).toEqual([])
  expect(await db.sql(`select id from appointments where cancel_reason = 'הפגישה נמחקה מהיומן'`)).toHaveLength(2)
})

test('reassigning a group moves its event to the new host, whose calendar gets it even if connected later', async () => {
  const one = await join(hour(9, 8))
  await join(hour(9, 8))
  await runJobs()
  expect(events()).toHaveLength(1)
  await db.as(as.owner, 'select reassign_appointment($1, (select version from appointments where id = $1), $2)', [
    one.body['appointmentId'],
    ids.sales,
  ])
  await runJobs()
  expect(events()).toEqual([])
  await connect(ids.sales, 'sales@gmail.example')
  await runJobs()
  const found = google.calendar.eventsOf('sales@gmail.example').filter(({ status }) => status !== 'cancelled')
  expect(found).toMatchObject([{ summary: 'שיחת היכרות (שני רישומים)' }])
})
