import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openGoogleCalendar } from '../google-calendar.ts'
import { startGoogle } from '../google.fake.ts'
import { openCalendarApi } from './calendar-api.ts'
import { isBusy, readChanges } from './event-changes.ts'
import { appointmentIdOf, eventIdOf, icalUidOf } from './event-id.ts'
import { requestGoogle, GoogleRateLimited, GoogleRefused, GoogleUnreachable } from './request.ts'
import { deleteEvent, moveEvent, writeEvent } from './write-event.ts'

const google = await startGoogle({ origins: ['https://beit.example'] })
afterAll(() => google.stop())
const oauth = openGoogleCalendar({
  issuer: google.issuer,
  clientId: google.clientId,
  secret: google.clientSecret,
  redirectUri: 'https://beit.example/auth/google/callback',
})
const api = openCalendarApi(`${google.issuer}/calendar/v3`)
const scopes = ['calendar.events', 'calendar.freebusy', 'calendar.calendarlist.readonly'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
)

/** Uses a new account each time, so that tests do not affect each other. */
async function connect(granted = scopes) {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const verifier = randomBytes(32).toString('base64url')
  const address = await oauth.consentAddress({ state: 's', verifier, scopes: granted })
  const code = (await google.choose(address, email)).searchParams.get('code')!
  const { accessToken: token } = await oauth.exchange(code, verifier)
  return { email, token, target: { api, token, calendarId: 'primary' } }
}

const hourMs = 3_600_000
const ten = Date.parse('2027-03-02T08:00:00Z')
const appointment = (more: object = {}) => ({
  id: randomUUID(),
  title: 'פגישת היכרות',
  description: 'שיחה ראשונה',
  from: ten,
  to: ten + hourMs,
  zone: 'Asia/Jerusalem',
  attendees: [{ email: 'noa@example.com', name: 'נועה' }],
  meet: true,
  ...more,
})
const timesOf = (from: number, to: number) => ({
  start: { dateTime: new Date(from).toISOString() },
  end: { dateTime: new Date(to).toISOString() },
})

test('an event id uses Google’s alphabet and encodes the appointment id', () => {
  const ids = [randomUUID(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  for (const id of ids) {
    expect(eventIdOf(id)).toMatch(/^[0-9a-v]{5,1024}$/)
    expect(appointmentIdOf(eventIdOf(id))).toBe(id)
  }
  expect(appointmentIdOf('0123456789abcdef')).toBeUndefined()
})

test('calendars are listed with their roles', async () => {
  const { token, email } = await connect()
  const calendars = await api.listCalendars(token)
  expect(calendars.map(({ accessRole }) => accessRole)).toEqual(['owner', 'writer', 'reader'])
  expect(calendars[0]).toMatchObject({ id: email, primary: true })
})

test('an appointment becomes an event with attendees, a Meet link and the UID of its calendar file', async () => {
  const { email, target } = await connect()
  const content = appointment()
  expect(await writeEvent(target, content)).toMatchObject({ hangoutLink: expect.stringMatching(/^https:\/\/meet\./) })
  const [event] = google.calendar.eventsOf(email)
  expect(event).toMatchObject({
    summary: content.title,
    iCalUID: icalUidOf(content.id),
    start: { timeZone: 'Asia/Jerusalem' },
    attendees: [{ email: 'noa@example.com', responseStatus: 'needsAction' }],
  })
})

test('writing twice creates one event, also when the first response was lost', async () => {
  const { email, target } = await connect()
  const content = appointment()
  google.calendar.failNext({ reason: 'backendError', match: /^POST .*\/events\?/, isDone: true })
  await expect(writeEvent(target, content)).rejects.toThrow(GoogleUnreachable)
  await writeEvent(target, content)
  await writeEvent(target, { ...content, title: 'פגישה שנייה' })
  expect(google.calendar.eventsOf(email)).toMatchObject([{ summary: 'פגישה שנייה', status: 'confirmed' }])
})

test('a response is preserved until the event is moved, which increments its sequence', async () => {
  const { email, target } = await connect()
  const content = appointment()
  await writeEvent(target, content)
  google.calendar.respond(email, eventIdOf(content.id), 'noa@example.com', 'accepted')
  await moveEvent(target, { ...content, title: 'פגישה שנייה' })
  expect(google.calendar.eventsOf(email)).toMatchObject([
    { sequence: 0, attendees: [{ email: 'noa@example.com', responseStatus: 'accepted' }] },
  ])
  await moveEvent(target, { ...content, from: ten + hourMs, to: ten + 2 * hourMs })
  expect(google.calendar.eventsOf(email)).toMatchObject([
    {
      ...timesOf(ten + hourMs, ten + 2 * hourMs),
      sequence: 1,
      attendees: [{ email: 'noa@example.com', responseStatus: 'needsAction' }],
    },
  ])
})

test('an attendee’s response between the read and the write is not overwritten', async () => {
  const { email, target } = await connect()
  const content = appointment()
  const id = eventIdOf(content.id)
  await writeEvent(target, content)
  const racing = {
    ...api,
    async getEvent(...args: Parameters<typeof api.getEvent>) {
      const found = await api.getEvent(...args)
      if (found.attendees[0]!.responseStatus === 'needsAction')
        google.calendar.respond(email, id, 'noa@example.com', 'declined')
      return found
    },
  }
  await moveEvent({ ...target, api: racing }, { ...content, title: 'פגישה שנייה' })
  expect(google.calendar.eventsOf(email)[0]!.attendees).toMatchObject([{ responseStatus: 'declined' }])
})

test('deleting an event is idempotent, and moving its appointment restores it', async () => {
  const { email, target } = await connect()
  const content = appointment()
  await writeEvent(target, content)
  await deleteEvent(target, content.id)
  await deleteEvent(target, content.id)
  await deleteEvent(target, randomUUID())
  expect(google.calendar.eventsOf(email)).toMatchObject([{ status: 'cancelled' }])
  await moveEvent(target, content)
  expect(google.calendar.eventsOf(email)).toMatchObject([{ status: 'confirmed' }])
  const other = appointment()
  await moveEvent(target, other)
  expect(google.calendar.eventsOf(email)).toHaveLength(2)
})

test('an appointment that is no longer online loses its Meet link', async () => {
  const { email, target } = await connect()
  const content = appointment()
  await writeEvent(target, content)
  await moveEvent(target, { ...content, meet: false, location: 'רחוב הדוגמה 1' })
  const [event] = google.calendar.eventsOf(email)
  expect(event).toMatchObject({ location: 'רחוב הדוגמה 1' })
  expect(event).not.toHaveProperty('hangoutLink')
})

test('free/busy of several calendars excludes free, declined and deleted events', async () => {
  const { email, token } = await connect()
  const [, second] = await api.listCalendars(token)
  const add = (at: number, more: object = {}, calendarId = 'primary') =>
    google.calendar.addEvent(email, { ...timesOf(at, at + hourMs), ...more }, calendarId)
  add(ten)
  add(ten + hourMs / 2)
  add(ten + 4 * hourMs, { transparency: 'transparent' })
  add(ten + 5 * hourMs, { attendees: [{ email, responseStatus: 'declined' }] })
  google.calendar.deleteEvent(email, add(ten + 6 * hourMs).id)
  add(ten + 8 * hourMs, {}, second!.id)
  add(ten + 90 * 24 * hourMs)
  const range = { from: ten - 24 * hourMs, to: ten + 100 * 24 * hourMs }
  expect(await api.freeBusy(token, range, ['primary', second!.id])).toEqual([
    { from: ten, to: ten + 1.5 * hourMs },
    { from: ten + 8 * hourMs, to: ten + 9 * hourMs },
    { from: ten + 90 * 24 * hourMs, to: ten + 90 * 24 * hourMs + hourMs },
  ])
  const events = await api.eventsWithin(token, 'primary', { from: ten, to: ten + 7 * hourMs })
  expect(events.filter(isBusy)).toHaveLength(2)
})

test('free/busy of a nonexistent calendar is an error and is not reported as free', async () => {
  const { token } = await connect()
  await expect(api.freeBusy(token, { from: ten, to: ten + hourMs }, ['primary', 'gone@x.com'])).rejects.toThrow(
    'notFound',
  )
})

test('moved, declined and deleted events are returned by sync token', async () => {
  const { email, target } = await connect()
  const [moved, declined, deleted] = [appointment(), appointment(), appointment()]
  for (const one of [moved, declined, deleted]) await writeEvent(target, one)
  const now = ten - hourMs
  const first = await readChanges({ ...target, syncToken: null, now })
  expect(first).toMatchObject({ isComplete: true, changes: [{ isMoved: false }, { isMoved: false }, {}] })
  google.calendar.editEvent(email, eventIdOf(moved.id), timesOf(ten + hourMs, ten + 2 * hourMs))
  google.calendar.respond(email, eventIdOf(declined.id), 'noa@example.com', 'declined')
  google.calendar.deleteEvent(email, eventIdOf(deleted.id))
  google.calendar.addEvent(email, timesOf(ten, ten + hourMs))
  const next = await readChanges({ ...target, syncToken: first.syncToken, now })
  expect(next.isComplete).toBe(false)
  expect(next.changes).toMatchObject([
    { appointmentId: moved.id, isMoved: true, isDeleted: false, from: ten + hourMs, to: ten + 2 * hourMs },
    { appointmentId: declined.id, isMoved: false, responses: [{ email: 'noa@example.com', response: 'declined' }] },
    { appointmentId: deleted.id, isDeleted: true, from: null, to: null },
  ])
  expect((await readChanges({ ...target, syncToken: next.syncToken, now })).changes).toEqual([])
})

test('an event that the user changes to an all-day event is reported as moved', async () => {
  const { email, target } = await connect()
  const content = appointment()
  await writeEvent(target, content)
  google.calendar.editEvent(email, eventIdOf(content.id), {
    start: { date: '2027-03-03' },
    end: { date: '2027-03-04' },
  })
  const { changes } = await readChanges({ ...target, syncToken: null, now: ten })
  expect(changes).toMatchObject([
    { isMoved: true, from: Date.parse('2027-03-02T22:00:00Z'), to: Date.parse('2027-03-03T22:00:00Z') },
  ])
})

test('an all-day event gets the time of its appointment back', async () => {
  const { email, target } = await connect()
  const content = appointment()
  await writeEvent(target, content)
  google.calendar.editEvent(email, eventIdOf(content.id), {
    start: { date: '2027-03-03' },
    end: { date: '2027-03-04' },
  })
  await moveEvent(target, content)
  expect(google.calendar.eventsOf(email)).toMatchObject([timesOf(ten, ten + hourMs)])
})

test('a long list of changes is fetched in pages', async () => {
  const { email, target } = await connect()
  const content = appointment()
  for (let i = 0; i < 600; i++) google.calendar.addEvent(email, timesOf(ten, ten + hourMs))
  await writeEvent(target, content)
  const before = google.calendar.requests.length
  const { changes } = await readChanges({ ...target, syncToken: null, now: ten })
  expect(changes).toMatchObject([{ appointmentId: content.id }])
  expect(google.calendar.requests.length - before).toBe(3)
})

test('an expired sync token causes a full sync', async () => {
  const { email, target } = await connect()
  const content = appointment()
  await writeEvent(target, content)
  const { syncToken } = await readChanges({ ...target, syncToken: null, now: ten })
  google.calendar.expireSyncTokens(email)
  const next = await readChanges({ ...target, syncToken, now: ten })
  expect(next).toMatchObject({ isComplete: true, changes: [{ appointmentId: content.id }] })
  expect((await readChanges({ ...target, syncToken: next.syncToken, now: ten })).isComplete).toBe(false)
})

test('a Meet link that Google creates later is returned as a change', async () => {
  const { target } = await connect()
  const content = appointment()
  const { syncToken } = await readChanges({ ...target, syncToken: null, now: ten })
  google.calendar.delayConferences(true)
  const stored = await writeEvent(target, content)
  google.calendar.delayConferences(false)
  expect(stored).not.toHaveProperty('hangoutLink')
  const { changes } = await readChanges({ ...target, syncToken, now: ten })
  expect(changes).toMatchObject([{ link: expect.stringMatching(/^https:\/\/meet\./) }])
})

test('a watch channel sends a notification with its secret after each change, until it is stopped', async () => {
  const posts: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    posts.push(request.headers)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`
  const { target, token } = await connect()
  const channel = { id: randomUUID(), secret: 'the secret', address }
  const opened = await api.watch(token, 'primary', channel)
  expect(opened.expiration).toBeGreaterThan(Date.now() + 6 * 24 * hourMs)
  await writeEvent(target, appointment())
  await google.calendar.notified()
  expect(posts).toMatchObject([
    { 'x-goog-resource-state': 'sync', 'x-goog-message-number': '1' },
    { 'x-goog-resource-state': 'exists', 'x-goog-channel-id': channel.id, 'x-goog-channel-token': 'the secret' },
  ])
  await expect(api.watch(token, 'primary', channel)).rejects.toThrow('channelIdNotUnique')
  await expect(
    api.watch(token, 'primary', { ...channel, id: randomUUID(), address: 'http://beit.example/changes' }),
  ).rejects.toThrow('push.webhookUrlNotHttps')
  await api.stopChannel(token, { id: channel.id, resourceId: opened.resourceId })
  await writeEvent(target, appointment())
  await google.calendar.notified()
  expect(posts).toHaveLength(2)
  server.close()
})

test.each([
  ['403', { reason: 'rateLimitExceeded' as const }, undefined],
  ['429', { reason: 'userRateLimitExceeded' as const, status: 429, retryAfter: 30 }, 30_000],
  ['403 of a quota', { reason: 'quotaExceeded' as const, retryAfter: 0 }, 0],
])('a rate limit with status %s is a GoogleRateLimited error with the retry delay', async (_, fault, retryAfterMs) => {
  const { token } = await connect()
  google.calendar.failNext(fault)
  const error: unknown = await api.listCalendars(token).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(GoogleRateLimited)
  expect(error).toMatchObject({ retryAfterMs })
  await expect(api.listCalendars(token)).resolves.toHaveLength(3)
})

test('an expired token, a missing scope and a calendar without write access are GoogleRefused errors', async () => {
  const { email, token, target } = await connect()
  const [, , holidays] = await api.listCalendars(token)
  await expect(writeEvent({ ...target, calendarId: holidays!.id }, appointment())).rejects.toMatchObject({
    status: 403,
  })
  google.expireAccess(email)
  await expect(api.listCalendars(token)).rejects.toMatchObject({ reason: 'authError', status: 401 })
  const narrow = await connect(scopes.slice(0, 1))
  await expect(api.listCalendars(narrow.token)).rejects.toThrow(GoogleRefused)
})

test('a timeout and a response that is not JSON are GoogleUnreachable errors', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/html') response.end('<p>בקרוב</p>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(requestGoogle(`${origin}/silent`, { timeoutMs: 50 })).rejects.toThrow(GoogleUnreachable)
  await expect(requestGoogle(`${origin}/html`)).rejects.toThrow(GoogleUnreachable)
  server.closeAllConnections()
  server.close()
})
