import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApi, testTokens } from '../../../test/api-server.ts'
import { testDatabase } from '../../../test/database.ts'
import { startGoogle } from '#integrations/google.fake.ts'
import { eventIdOf } from '#integrations/google/event-id.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import type { ProductMail } from '#features/email-templates/email-templates.ts'
import type { EventRow } from '#platform/events/dispatcher.server.ts'
import type { AppointmentChange } from './calendar.ts'
import { checkCalendars } from './calendar-health.server.ts'
import { calendarNotices } from './calendar-notices.server.ts'
import { readDueChanges } from './calendar-sync.server.ts'
import { connectHosts, origins } from './connected-host.fixture.ts'
import { createHostCalendars } from './host-calendars.server.ts'
import { googleCalendarChanges } from './watch-channel.server.ts'

const db = await testDatabase()
const google = await startGoogle({ origins })
const { parts, connect } = connectHosts(google, db.authenticator)
const calendars = createHostCalendars(parts)
const log = pino({ level: 'silent' })

// Push notifications of Google arrive over HTTP.
let woken = 0
const { routes } = createFunctions({
  pool: db.authenticator,
  functions: [googleCalendarChanges(async () => woken++)],
  log,
})
const { url } = await testApi(await testTokens(), '/functions/v1', routes, () => true)
const hookAddress = `${url}/functions/v1/google-calendar-changes`
afterAll(() => google.stop())

let seen: AppointmentChange[] = []
beforeEach(() => {
  seen = []
})
const onChanges = async (_db: unknown, _host: string, changes: AppointmentChange[]) => void seen.push(...changes)
const sync = { ...parts, onChanges, log }
const syncNow = async (more: object = {}) => {
  await db.sql('update calendar_secrets.synced_calendars set due_at = now()')
  await readDueChanges({ ...sync, ...more })
}

const hourMs = 3_600_000
const ten = Date.now() + 48 * hourMs
const timesOf = (from: number) => ({
  start: { dateTime: new Date(from).toISOString() },
  end: { dateTime: new Date(from + hourMs).toISOString() },
})
const appointment = () => ({
  id: randomUUID(),
  title: 'פגישת היכרות',
  description: '',
  from: ten,
  to: ten + hourMs,
  zone: 'Asia/Jerusalem',
  attendees: [{ email: 'noa@example.com' }],
  meet: false,
})

/** The only host of the test. */
async function host() {
  await db.sql('delete from calendar_connections')
  const [row] = await db.sql<{ id: string }>('insert into auth.users (email) values ($1) returning id', [
    `${randomUUID()}@example.com`,
  ])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'coach')`, [row!.id])
  const account = `${randomUUID()}@gmail.example`
  await connect(row!.id, account)
  return { id: row!.id, account }
}
const syncedOf = async () =>
  (await db.sql('select *, due_at > now() as is_later from calendar_secrets.synced_calendars'))[0]
const booked = async (hostId: string) => {
  const content = appointment()
  await calendars.writeAppointment(hostId, content)
  return content
}

test('events moved, declined and deleted in Google are delivered once', async () => {
  const { id, account } = await host()
  const [moved, declined, deleted] = [await booked(id), await booked(id), await booked(id)]
  await syncNow()
  expect(seen.map(({ isMoved, isDeleted }) => isMoved || isDeleted)).toEqual([false, false, false])
  seen = []
  google.calendar.editEvent(account, eventIdOf(moved.id), timesOf(ten + hourMs))
  google.calendar.respond(account, eventIdOf(declined.id), 'noa@example.com', 'declined')
  google.calendar.deleteEvent(account, eventIdOf(deleted.id))
  await syncNow()
  await syncNow()
  expect(seen).toMatchObject([
    { appointmentId: moved.id, isMoved: true, from: ten + hourMs },
    { appointmentId: declined.id, isMoved: false, responses: [{ response: 'declined' }] },
    { appointmentId: deleted.id, isDeleted: true },
  ])
})

test('concurrent syncs on several nodes deliver each change once', async () => {
  const { id, account } = await host()
  const one = await booked(id)
  await syncNow()
  seen = []
  google.calendar.editEvent(account, eventIdOf(one.id), timesOf(ten + hourMs))
  await db.sql('update calendar_secrets.synced_calendars set due_at = now()')
  await Promise.all([readDueChanges(sync), readDueChanges(sync), readDueChanges(sync)])
  expect(seen).toHaveLength(1)
})

test('changes are delivered again after the subscriber failed', async () => {
  const { id } = await host()
  const one = await booked(id)
  const failing = async () => Promise.reject(new Error('not now'))
  await syncNow({ onChanges: failing })
  expect(await syncedOf()).toMatchObject({ sync_token: null, failures: 1, is_later: true })
  await syncNow()
  expect(seen).toMatchObject([{ appointmentId: one.id }])
})

test('after a 410 the calendar is fully synced, and a missing event counts as deleted', async () => {
  const { id, account } = await host()
  const [kept, missing] = [await booked(id), await booked(id)]
  await syncNow()
  seen = []
  google.calendar.purgeEvent(account, eventIdOf(missing.id))
  google.calendar.expireSyncTokens(account)
  await syncNow()
  expect(seen).toMatchObject([
    { appointmentId: kept.id, isDeleted: false },
    { appointmentId: missing.id, isDeleted: true },
  ])
  seen = []
  await syncNow()
  expect(seen).toEqual([])
})

test('after reconnecting, an event deleted during the disconnection is not delivered as deleted', async () => {
  const { id, account } = await host()
  const one = await booked(id)
  await syncNow()
  await db.sql('delete from calendar_connections')
  google.calendar.deleteEvent(account, eventIdOf(one.id))
  await connect(id, account)
  seen = []
  await syncNow()
  expect(await syncedOf()).toMatchObject({ sync_token: expect.any(String), failures: 0 })
  expect(seen).toEqual([])
  // The next sync of the appointment re-creates the event, whose later deletion is delivered.
  await calendars.writeAppointment(id, one)
  await syncNow()
  google.calendar.deleteEvent(account, eventIdOf(one.id))
  seen = []
  await syncNow()
  expect(seen).toMatchObject([{ appointmentId: one.id, isDeleted: true }])
})

test('changes by a host who left the team are not read', async () => {
  const { id, account } = await host()
  const one = await booked(id)
  await syncNow()
  seen = []
  google.calendar.deleteEvent(account, eventIdOf(one.id))
  await db.sql('update user_roles set is_active = false where user_id = $1', [id])
  await syncNow()
  expect(seen).toEqual([])
  await db.sql('update user_roles set is_active = true where user_id = $1', [id])
  await syncNow()
  expect(seen).toMatchObject([{ appointmentId: one.id, isDeleted: true }])
})

test("a rate limit postpones the sync by Google's Retry-After", async () => {
  const { id, account } = await host()
  const one = await booked(id)
  await syncNow()
  seen = []
  google.calendar.editEvent(account, eventIdOf(one.id), timesOf(ten + hourMs))
  google.calendar.failNext({ reason: 'rateLimitExceeded', retryAfter: 3600, match: /^GET .*\/events/ })
  await syncNow()
  expect(await syncedOf()).toMatchObject({ failures: 1, is_later: true })
  const before = google.calendar.requests.length
  await readDueChanges(sync)
  expect(google.calendar.requests.length).toBe(before)
  await syncNow()
  expect(seen).toMatchObject([{ appointmentId: one.id, isMoved: true }])
  expect(await syncedOf()).toMatchObject({ failures: 0 })
})

test('with a public URL, changes arrive by a watch channel that is authenticated by its own secret', async () => {
  const { id, account } = await host()
  const one = await booked(id)
  const watching = { watchAddress: hookAddress }
  await syncNow(watching)
  await google.calendar.notified()
  await readDueChanges({ ...sync, ...watching })
  woken = 0
  seen = []
  google.calendar.editEvent(account, eventIdOf(one.id), timesOf(ten + hourMs))
  await google.calendar.notified()
  expect(woken).toBe(1)
  await readDueChanges({ ...sync, ...watching })
  expect(seen).toMatchObject([{ appointmentId: one.id, isMoved: true }])
  const [channel] = google.calendar.channels().slice(-1)
  const post = (headers: Record<string, string>) => fetch(hookAddress, { method: 'POST', headers })
  const forged: Record<string, string>[] = [
    {},
    { 'x-goog-channel-id': channel!.id },
    { 'x-goog-channel-id': channel!.id, 'x-goog-channel-token': 'guessed' },
    { 'x-goog-channel-id': 'no uuid', 'x-goog-channel-token': channel!.token! },
  ]
  for (const headers of forged) expect((await post(headers)).status).toBe(404)
  expect(woken).toBe(1)
})

test('a channel is renewed before it expires, and the previous channel is stopped', async () => {
  await host()
  const watching = { watchAddress: hookAddress }
  await syncNow(watching)
  const first = await syncedOf()
  await syncNow(watching)
  expect(await syncedOf()).toMatchObject({ channel_id: first!['channel_id'] })
  await db.sql(`update calendar_secrets.synced_calendars set channel_expires_at = now() + interval '20 hours'`)
  await syncNow(watching)
  const second = await syncedOf()
  expect(second!['channel_id']).not.toBe(first!['channel_id'])
  const open = google.calendar.channels().map(({ id }) => id)
  expect(open).toContain(second!['channel_id'])
  expect(open).not.toContain(first!['channel_id'])
})

test('if Google refuses the webhook URL, the calendar is still synced', async () => {
  const { id } = await host()
  const one = await booked(id)
  await syncNow({ watchAddress: 'http://beit.example/hook' })
  expect(seen).toMatchObject([{ appointmentId: one.id }])
  expect(await syncedOf()).toMatchObject({ channel_id: null, failures: 0 })
})

test('a check detects a revoked grant; the host is notified once, in the app and by mail', async () => {
  const { id, account } = await host()
  await checkCalendars({ ...parts, log })
  google.revokeAccess(account)
  await checkCalendars({ ...parts, log })
  await checkCalendars({ ...parts, log })
  const events = await db.sql<EventRow>(
    `select * from domain_events where type = 'calendar.broken' and entity_id = $1`,
    [id],
  )
  expect(events).toHaveLength(1)
  const sent: ProductMail[] = []
  const mails = { send: async (_: unknown, mail: ProductMail) => (sent.push(mail), 'id') }
  const notices = calendarNotices({ mails, siteUrl: 'https://beit.example' })
  await parts.transaction((service) => notices.handle(service, events[0]!))
  expect(sent).toMatchObject([
    { kind: 'calendar_broken', values: { email: account }, link: 'https://beit.example/crm/settings?tab=integrations' },
  ])
  expect(await db.sql('select type, severity from notifications where user_id = $1', [id])).toEqual([
    { type: 'calendar.broken', severity: 'critical' },
  ])
  await connect(id, account)
  await parts.transaction((service) => notices.handle(service, events[0]!))
  expect(sent).toHaveLength(1)
})

test('old events are pruned, and a previous calendar is synced until its last appointment is over', async () => {
  const { id } = await host()
  await booked(id)
  await db.sql(`update calendar_connections set write_calendar_id = 'another'`)
  const read = async () => (await db.sql('select calendar_id from calendar_secrets.synced_calendars order by 1')).length
  await db.sql('select calendar_secrets.prune()')
  expect(await read()).toBe(2)
  await db.sql(`update calendar_secrets.events set ends_at = now() - interval '2 months'`)
  await db.sql('select calendar_secrets.prune()')
  expect(await read()).toBe(1)
  expect(await db.sql('select from calendar_secrets.events')).toEqual([])
})
