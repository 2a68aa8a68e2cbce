// Calendar v3 of the fake: calendars, events, free/busy and watch channels of every account.
import { createHash } from 'node:crypto'
import { apiError } from './api-errors.fake.ts'
import { createChannels, type ChannelRequest } from './channels.fake.ts'
import type { Answer } from './consent.fake.ts'
import type { EventInput } from './event.fake.ts'
import { listEvents } from './event-lists.fake.ts'
import { eventError } from './event-rules.fake.ts'
import { type CalendarInfo, createCalendar, type FakeCalendar } from './events.fake.ts'
import { createFaults } from './faults.fake.ts'
import { freeBusy, type FreeBusyRequest } from './free-busy.fake.ts'

const base = '/calendar/v3'
const scopes = {
  events: /\/auth\/calendar(\.events)?( |$)/,
  freeBusy: /\/auth\/calendar(\.freebusy|\.readonly)?( |$)/,
  list: /\/auth\/calendar(\.calendarlist\.readonly|\.calendarlist|\.readonly)?( |$)/,
}

type Holder = { email: string; scope: string }
export type ApiRequest = {
  method: string
  url: URL
  authorization: string | undefined
  ifMatch: string | undefined
  body: string
}
/** Called when a request arrives, and again after it took effect, before its response. */
type OnRequest = (request: string, when: 'asked' | 'done') => unknown
type Options = { issuer: string; holderOf: (accessToken: string | undefined) => Holder | undefined }

export function createCalendarApi({ issuer, holderOf }: Options) {
  const accounts = new Map<string, Map<string, FakeCalendar>>()
  const channels = createChannels()
  const faults = createFaults()
  const requests: string[] = []
  const state = { isConferenceSlow: false }
  let onRequest: OnRequest = () => {}

  function calendarsOf(email: string): Map<string, FakeCalendar> {
    const existing = accounts.get(email)
    if (existing) return existing
    const calendars = new Map<string, FakeCalendar>()
    accounts.set(email, calendars)
    for (const info of firstCalendars(email)) addCalendar(email, info)
    return calendars
  }
  const uriOf = (email: string, id: string) => `${issuer}${base}/calendars/${encodeURIComponent(`${email}/${id}`)}`
  function addCalendar(email: string, info: CalendarInfo) {
    calendarsOf(email).set(
      info.id,
      createCalendar(info, email, () => channels.notify(uriOf(email, info.id))),
    )
  }
  const calendarOf = (email: string, id: string) => calendarsOf(email).get(id === 'primary' ? email : id)

  function list(email: string): Answer {
    const items = [...calendarsOf(email).values()].map(({ info }) => ({
      kind: 'calendar#calendarListEntry',
      timeZone: 'Asia/Jerusalem',
      ...info,
    }))
    return { status: 200, body: { kind: 'calendar#calendarList', items, nextSyncToken: 'list' } }
  }

  function watch(email: string, calendar: FakeCalendar, request: ChannelRequest): Answer {
    const opened = channels.open(email, uriOf(email, calendar.info.id), request)
    if (typeof opened === 'string') return apiError(opened)
    const { id, token, resourceId, resourceUri, expiration } = opened
    const body = { kind: 'api#channel', id, token, resourceId, resourceUri, expiration: String(expiration) }
    return { status: 200, body }
  }

  function insert(calendar: FakeCalendar, input: EventInput, withConference: boolean): Answer {
    const mistake = eventError(input) ?? (input.id && calendar.get(input.id) ? 'duplicate' : undefined)
    if (mistake) return apiError(mistake)
    return { status: 200, body: calendar.insert(input, { withConference, ...state }) }
  }

  function ofEvent(calendar: FakeCalendar, id: string, { method, ifMatch, url, body }: ApiRequest): Answer {
    const event = calendar.get(id)
    if (!event) return apiError('notFound')
    if (method === 'GET') return { status: 200, body: event }
    if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== event.etag) return apiError('conditionNotMet')
    if (method === 'DELETE') {
      if (event.status === 'cancelled') return apiError('deleted')
      calendar.remove(event)
      return { status: 204 }
    }
    const change = JSON.parse(body) as EventInput
    // A deleted event is restored only by an explicit status.
    if (event.status === 'cancelled' && change.status === undefined) return apiError('deleted')
    if (mixesDayAndTime(event.start, change.start) || mixesDayAndTime(event.end, change.end)) return apiError('invalid')
    const mistake = eventError({ start: event.start, end: event.end, ...change }, event.sequence)
    if (mistake) return apiError(mistake)
    return { status: 200, body: calendar.patch(event, change, { withConference: hasConference(url) }) }
  }

  function perform(email: string, request: ApiRequest): Answer {
    const { method, url, body } = request
    const path = url.pathname.slice(base.length)
    const parsed = () => JSON.parse(body || '{}') as object
    if (method === 'GET' && path === '/users/me/calendarList') return list(email)
    if (method === 'POST' && path === '/freeBusy')
      return freeBusy(parsed() as FreeBusyRequest, (id) => calendarOf(email, id))
    if (method === 'POST' && path === '/channels/stop')
      return channels.stop(email, parsed()) ? { status: 204 } : apiError('notFound')
    const [, calendarId, eventId] = /^\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? []
    const calendar = calendarId && calendarOf(email, decodeURIComponent(calendarId))
    if (!calendar) return apiError('notFound')
    if (method === 'GET' && !eventId) return listEvents(calendar, url.searchParams)
    if (method === 'POST' && eventId === 'watch') return watch(email, calendar, parsed())
    if (method !== 'GET' && calendar.info.accessRole === 'reader') return apiError('requiredAccessLevel')
    if (method === 'POST' && !eventId) return insert(calendar, parsed(), hasConference(url))
    return eventId ? ofEvent(calendar, decodeURIComponent(eventId), request) : apiError('notFound')
  }

  async function answer(apiRequest: ApiRequest): Promise<Answer> {
    const { method, url, authorization } = apiRequest
    const request = `${method} ${url.pathname.slice(base.length)}${url.search}`
    requests.push(request)
    const holder = holderOf(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1])
    if (!holder) return apiError('authError')
    if (!neededScope(request).test(holder.scope)) return apiError('insufficientPermissions')
    await onRequest(request, 'asked')
    const answered = await faults.answer(request, async () => perform(holder.email, apiRequest))
    await onRequest(request, 'done')
    return answered
  }

  const found = (email: string, calendarId: string, eventId: string) => {
    const calendar = calendarOf(email, calendarId)
    const event = calendar?.get(eventId)
    if (!calendar || !event) throw new Error(`No event ${eventId} in ${calendarId}`)
    return { calendar, event }
  }

  return {
    answer,
    controls: {
      /** Method and path of every request so far. */
      requests,
      failNext: faults.order,
      /** Awaits `work` when each request arrives, and again before its response. */
      onRequest: (work: OnRequest) => void (onRequest = work),
      /** Whether Meet links are created some time after their event. */
      delayConferences: (isSlow: boolean) => void (state.isConferenceSlow = isSlow),
      addCalendar,
      removeCalendar: (email: string, id: string) => calendarsOf(email).delete(id),
      eventsOf: (email: string, calendarId = 'primary') => calendarOf(email, calendarId)!.all(),
      /** Simulates the user adding an event. */
      addEvent: (email: string, event: EventInput, calendarId = 'primary') =>
        calendarOf(email, calendarId)!.insert(event),
      /** Simulates the user changing an event. */
      editEvent(email: string, eventId: string, change: EventInput, calendarId = 'primary') {
        const { calendar, event } = found(email, calendarId, eventId)
        return calendar.patch(event, change)
      },
      /** Simulates the user deleting an event. */
      deleteEvent(email: string, eventId: string, calendarId = 'primary') {
        const { calendar, event } = found(email, calendarId, eventId)
        calendar.remove(event)
      },
      /** Simulates an attendee responding to the invitation. */
      respond(email: string, eventId: string, attendee: string, response: string, calendarId = 'primary') {
        const { calendar, event } = found(email, calendarId, eventId)
        const attendees = (event.attendees ?? []).map((one) =>
          one.email === attendee ? { ...one, responseStatus: response } : one,
        )
        return calendar.patch(event, { attendees })
      },
      /** Simulates that Google purges a deleted event after some time. */
      purgeEvent: (email: string, eventId: string, calendarId = 'primary') =>
        calendarOf(email, calendarId)!.purge(eventId),
      expireSyncTokens: (email: string, calendarId = 'primary') => calendarOf(email, calendarId)!.expireTokens(),
      channels: channels.list,
      /** Resolves when all notifications have a response. */
      notified: channels.settled,
    },
  }
}
export type CalendarControls = ReturnType<typeof createCalendarApi>['controls']

const hasConference = (url: URL) => url.searchParams.get('conferenceDataVersion') === '1'

/** A time is merged with the day of an all-day event, unless the change removes the day. */
const mixesDayAndTime = (before: EventInput['start'], after: EventInput['start']) =>
  before?.date !== undefined && after?.dateTime !== undefined && !('date' in after)

function neededScope(request: string) {
  if (request.includes('/calendarList')) return scopes.list
  return request.includes('/freeBusy') ? scopes.freeBusy : scopes.events
}

/** Stable ids, so that a selected calendar is still valid after a restart. */
function firstCalendars(email: string): CalendarInfo[] {
  const id = createHash('sha256').update(email).digest('hex')
  return [
    { id: email, summary: email, accessRole: 'owner', primary: true },
    { id: `c_${id}@group.calendar.google.com`, summary: 'משפחה', accessRole: 'writer' },
    { id: 'iw.jewish#holiday@group.v.calendar.google.com', summary: 'חגים בישראל', accessRole: 'reader' },
  ]
}
