import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { startGoogle } from '#integrations/google.fake.ts'
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import { eventIdOf } from '#integrations/google/event-id.ts'
import { connectHosts, origins } from './connected-host.fixture.ts'
import { createHostCalendars } from './host-calendars.server.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const google = await startGoogle({ origins })
afterAll(() => google.stop())
const { parts, connect } = connectHosts(google, db.authenticator)
const calendars = createHostCalendars(parts)

const hourMs = 3_600_000
const ten = Date.parse('2027-03-02T08:00:00Z')
const day = { from: ten - 2 * hourMs, to: ten + 10 * hourMs }
const at = (from: number, hours = 1) => ({ from, to: from + hours * hourMs })
const timesOf = ({ from, to }: { from: number; to: number }) => ({
  start: { dateTime: new Date(from).toISOString() },
  end: { dateTime: new Date(to).toISOString() },
})
const appointment = (more: object = {}) => ({
  id: randomUUID(),
  title: 'פגישת היכרות',
  description: '',
  ...at(ten),
  zone: 'Asia/Jerusalem',
  attendees: [{ email: 'noa@example.com' }],
  meet: true,
  ...more,
})
/** A host with a new connected account. */
async function host(options?: { isExpired: boolean }) {
  const [row] = await db.sql<{ id: string }>('insert into auth.users (email) values ($1) returning id', [
    `${randomUUID()}@example.com`,
  ])
  const account = `${randomUUID()}@gmail.example`
  await connect(row!.id, account, options)
  return { id: row!.id, account }
}
const connectionOf = async (id: string) =>
  (await db.sql('select * from calendar_connections where user_id = $1', [id]))[0]
const refreshes = () => google.refreshes()

test('busy times are read uncached from the selected calendars', async () => {
  const { id, account } = await host()
  expect(await calendars.busyTimes(id, day)).toEqual({ state: 'known', busy: [] })
  google.calendar.addEvent(account, timesOf(at(ten)))
  expect(await calendars.busyTimes(id, day)).toEqual({ state: 'known', busy: [at(ten)] })
  await db.sql(`update calendar_connections set busy_calendar_ids = '{}' where user_id = $1`, [id])
  expect(await calendars.busyTimes(id, day)).toEqual({ state: 'known', busy: [] })
})

test('a host without a connection has no busy times, and nothing is written', async () => {
  expect(await calendars.busyTimes(ids.sales, day)).toEqual({ state: 'not_connected' })
  expect(await calendars.writeAppointment(ids.sales, appointment())).toEqual({ state: 'not_connected' })
  const unset = createHostCalendars({ ...parts, google: undefined })
  expect(await unset.busyTimes(ids.sales, day)).toEqual({ state: 'not_connected' })
})

test('writing, moving and deleting an appointment are idempotent', async () => {
  const { id, account } = await host()
  const content = appointment()
  const stored = await calendars.writeAppointment(id, content)
  expect(stored).toEqual({
    state: 'written',
    calendarId: 'primary',
    eventId: eventIdOf(content.id),
    link: expect.stringMatching(/^https:\/\/meet\.google\.com\//),
  })
  expect(await calendars.writeAppointment(id, content)).toEqual(stored)
  const moved = { ...content, ...at(ten + 2 * hourMs) }
  for (const _ of [1, 2]) expect(await calendars.moveAppointment(id, moved)).toEqual(stored)
  expect(google.calendar.eventsOf(account)).toMatchObject([{ ...timesOf(moved), status: 'confirmed' }])
  for (const _ of [1, 2]) expect(await calendars.deleteAppointment(id, content.id)).toEqual({ state: 'deleted' })
  expect(google.calendar.eventsOf(account)).toMatchObject([{ status: 'cancelled' }])
})

test('the event of a rescheduled appointment is not busy, and another event at the same time is', async () => {
  const { id, account } = await host()
  const content = appointment()
  await calendars.writeAppointment(id, content)
  expect(await calendars.busyTimes(id, day)).toEqual({ state: 'known', busy: [at(ten)] })
  expect(await calendars.busyTimes(id, day, content.id)).toEqual({ state: 'known', busy: [] })
  google.calendar.addEvent(account, timesOf(at(ten + hourMs / 2)))
  expect(await calendars.busyTimes(id, day, content.id)).toEqual({ state: 'known', busy: [at(ten + hourMs / 2)] })
})

test('an event stays in its calendar when another one is selected, and moves when its calendar is deleted', async () => {
  const { id, account } = await host()
  const family = { id: `${randomUUID()}@group.calendar.google.com`, summary: 'משפחה', accessRole: 'owner' } as const
  google.calendar.addCalendar(account, family)
  const choose = (calendar: string) =>
    db.sql('update calendar_connections set write_calendar_id = $2 where user_id = $1', [id, calendar])
  const content = appointment()
  await choose(family.id)
  expect(await calendars.writeAppointment(id, content)).toMatchObject({ calendarId: family.id })
  await choose('primary')
  const moved = { ...content, ...at(ten + hourMs) }
  expect(await calendars.moveAppointment(id, moved)).toMatchObject({ calendarId: family.id })
  expect(google.calendar.eventsOf(account)).toEqual([])
  google.calendar.removeCalendar(account, family.id)
  expect(await calendars.moveAppointment(id, moved)).toMatchObject({ state: 'written', calendarId: 'primary' })
  expect(google.calendar.eventsOf(account)).toMatchObject([timesOf(moved)])
})

test('an expired access token is refreshed once for concurrent requests', async () => {
  const { id } = await host({ isExpired: true })
  const before = refreshes()
  const answers = await Promise.all(Array.from({ length: 8 }, () => calendars.busyTimes(id, day)))
  expect(answers).toEqual(Array(8).fill({ state: 'known', busy: [] }))
  expect(refreshes() - before).toBe(1)
})

test('two nodes that refresh concurrently both succeed, and the stored tokens are valid', async () => {
  const { id, account } = await host({ isExpired: true })
  const nodes = [calendars, createHostCalendars(parts), createHostCalendars(parts)]
  const answers = await Promise.all(nodes.map((node) => node.busyTimes(id, day)))
  expect(answers).toEqual(Array(3).fill({ state: 'known', busy: [] }))
  google.expireAccess(account)
  expect(await calendars.busyTimes(id, day)).toEqual({ state: 'known', busy: [] })
  expect(await connectionOf(id)).toMatchObject({ status: 'connected', last_error: null })
})

test('an access token that expires early is refreshed during the request', async () => {
  const { id, account } = await host()
  await calendars.busyTimes(id, day)
  google.expireAccess(account)
  expect(await calendars.busyTimes(id, day)).toEqual({ state: 'known', busy: [] })
})

test("access revoked between requests requires a new connection, and the booking page follows the host's setting", async () => {
  const { id, account } = await host()
  await db.sql(`update calendar_connections set on_broken = 'internal' where user_id = $1`, [id])
  await calendars.writeAppointment(id, appointment())
  google.revokeAccess(account)
  const broken = { state: 'fault', fault: 'access_revoked', onBroken: 'internal' }
  expect(await calendars.busyTimes(id, day)).toEqual(broken)
  expect(await connectionOf(id)).toMatchObject({ status: 'needs_reconnect', last_error: 'access_revoked' })
  const before = google.calendar.requests.length
  expect(await calendars.writeAppointment(id, appointment())).toEqual(broken)
  expect(google.calendar.requests.length).toBe(before)
  await connect(id, account)
  expect(await calendars.busyTimes(id, day)).toMatchObject({ state: 'known' })
})

test('a connection that is renewed while its previous token is refused stays connected', async () => {
  const { id, account } = await host({ isExpired: true })
  const renewing = createHostCalendars({
    ...parts,
    google: {
      ...parts.google,
      async refresh(token) {
        google.revokeAccess(account)
        await connect(id, account)
        return parts.google.refresh(token)
      },
    },
  })
  expect(await renewing.busyTimes(id, day)).toEqual({ state: 'known', busy: [] })
  expect(await connectionOf(id)).toMatchObject({ status: 'connected', last_error: null })
})

test('a rate limit and an unreachable Google are recorded as distinct errors, which the next success clears', async () => {
  const { id } = await host()
  google.calendar.failNext({ reason: 'rateLimitExceeded', retryAfter: 7 })
  expect(await calendars.busyTimes(id, day)).toEqual({
    state: 'fault',
    fault: 'google_rate_limited',
    onBroken: 'closed',
    retryAfterMs: 7000,
  })
  expect(await connectionOf(id)).toMatchObject({ status: 'connected', last_error: 'google_rate_limited' })
  google.calendar.failNext({ reason: 'backendError' })
  expect(await calendars.busyTimes(id, day)).toMatchObject({ fault: 'google_unreachable' })
  const away = openGoogleCalendar({ issuer: 'http://127.0.0.1:9', clientId: '', secret: '', redirectUri: '' })
  const lost = createHostCalendars({ ...parts, google: away })
  expect(await lost.writeAppointment(id, appointment())).toMatchObject({ fault: 'google_unreachable' })
  expect(await calendars.busyTimes(id, day)).toMatchObject({ state: 'known' })
  expect(await connectionOf(id)).toMatchObject({ last_error: null })
})

test('a missing selected calendar is an error that only a new selection clears', async () => {
  const { id } = await host()
  await db.sql(`update calendar_connections set busy_calendar_ids = '{primary,gone}' where user_id = $1`, [id])
  expect(await calendars.busyTimes(id, day)).toMatchObject({ state: 'fault', fault: 'calendar_missing' })
  expect(await calendars.writeAppointment(id, appointment())).toMatchObject({ state: 'written' })
  google.calendar.failNext({ reason: 'backendError' })
  await calendars.busyTimes(id, day)
  expect(await connectionOf(id)).toMatchObject({ status: 'connected', last_error: 'calendar_missing' })
  expect(
    await db.sql(`select payload from domain_events where type = 'calendar.broken' and entity_id = $1`, [id]),
  ).toEqual([{ payload: { reason: 'calendar_missing' } }])
})
