// Calendar v3: calendars, free/busy, events and watch channels, each call with an access token.
import { z } from '#lib/schema.ts'
import { type GoogleRequest, requestGoogle, GoogleRefused, GoogleUnreachable } from './request.ts'

const CalendarEntry = z.object({
  id: z.string(),
  summary: z.string().default(''),
  summaryOverride: z.string().optional(),
  accessRole: z.string(),
  primary: z.boolean().default(false),
})
const Time = z.object({ dateTime: z.string().optional(), date: z.string().optional() })
const Attendee = z.object({
  email: z.string().default(''),
  responseStatus: z.string().optional(),
  self: z.boolean().default(false),
})
const Event = z.object({
  id: z.string(),
  etag: z.string().default(''),
  status: z.string().default('confirmed'),
  updated: z.string().optional(),
  start: Time.optional(),
  end: Time.optional(),
  transparency: z.string().optional(),
  hangoutLink: z.string().optional(),
  attendees: z.array(Attendee).default([]),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).default({}) }).optional(),
})
export type GoogleEvent = z.infer<typeof Event>
const Page = { nextPageToken: z.string().optional() }
const CalendarList = z.object({ items: z.array(CalendarEntry).default([]), ...Page })
const EventList = z.object({ items: z.array(Event).default([]), nextSyncToken: z.string().optional(), ...Page })
const Interval = z.object({ start: z.string(), end: z.string() })
const FreeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({ busy: z.array(Interval).default([]), errors: z.array(z.object({ reason: z.string() })).default([]) }),
  ),
})
const Channel = z.object({ id: z.string(), resourceId: z.string(), expiration: z.coerce.number() })

const eventFields =
  'id,etag,status,updated,start,end,transparency,hangoutLink,attendees(email,responseStatus,self),extendedProperties/private'
const listBytes = 5_000_000
/** Google's maximum range of a free/busy query. */
const freeBusyMs = 60 * 86_400_000

export type TimeRange = { from: number; to: number }
type EventBody = Record<string, unknown>
export type CalendarApi = ReturnType<typeof openCalendarApi>

/** `apiUrl`: without a trailing slash. */
export function openCalendarApi(apiUrl: string) {
  const eventsOf = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`
  const isoOf = (at: number) => new Date(at).toISOString()

  async function call<S extends z.ZodType>(token: string, path: string, schema: S, request: GoogleRequest = {}) {
    const { headers, ...rest } = request
    const responseBody = await requestGoogle(`${apiUrl}${path}`, {
      ...rest,
      headers: {
        authorization: `Bearer ${token}`,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
      },
    })
    const { success, data } = schema.safeParse(responseBody)
    if (!success) throw new GoogleUnreachable(`An answer without what belongs in it: ${path.split('?')[0]}`)
    return data
  }
  const post = (body: object): GoogleRequest => ({ method: 'POST', body: JSON.stringify(body) })
  const withMeet = `conferenceDataVersion=1&sendUpdates=none&fields=${eventFields}`

  /** Fetches all pages of an event list, with the sync token of the last page. */
  async function pages(token: string, calendarId: string, query: Record<string, string>) {
    const events: GoogleEvent[] = []
    let pageToken: string | undefined
    for (;;) {
      const params = new URLSearchParams({
        ...query,
        maxResults: '250',
        fields: `nextPageToken,nextSyncToken,items(${eventFields})`,
        ...(pageToken !== undefined && { pageToken }),
      })
      const page = await call(token, `${eventsOf(calendarId)}?${params}`, EventList, { maxBytes: listBytes })
      events.push(...page.items)
      pageToken = page.nextPageToken
      if (pageToken === undefined) return { events, syncToken: page.nextSyncToken }
    }
  }

  return {
    async listCalendars(token: string) {
      const calendars: z.infer<typeof CalendarEntry>[] = []
      let pageToken: string | undefined
      do {
        const params = new URLSearchParams({ minAccessRole: 'freeBusyReader', maxResults: '250' })
        if (pageToken !== undefined) params.set('pageToken', pageToken)
        const page = await call(token, `/users/me/calendarList?${params}`, CalendarList, { maxBytes: listBytes })
        calendars.push(...page.items)
        pageToken = page.nextPageToken
      } while (pageToken !== undefined)
      return calendars
    },

    /** Busy intervals of all the calendars. An error of one calendar fails the whole request. */
    async freeBusy(token: string, { from, to }: TimeRange, calendarIds: readonly string[], timeoutMs?: number) {
      const busy: TimeRange[] = []
      for (let start = from; start < to; start += freeBusyMs) {
        const body = {
          timeMin: isoOf(start),
          timeMax: isoOf(Math.min(start + freeBusyMs, to)),
          items: calendarIds.map((id) => ({ id })),
        }
        const { calendars } = await call(token, '/freeBusy', FreeBusy, {
          ...post(body),
          maxBytes: listBytes,
          ...(timeoutMs !== undefined && { timeoutMs }),
        })
        for (const id of calendarIds) {
          const answer = calendars[id]
          if (!answer || answer.errors.length > 0) throw new GoogleRefused(answer?.errors[0]?.reason ?? 'notFound', 404)
          busy.push(...answer.busy.map((one) => ({ from: Date.parse(one.start), to: Date.parse(one.end) })))
        }
      }
      return busy
    },

    /** The events of a time range, with recurring events expanded into instances. */
    eventsWithin: async (token: string, calendarId: string, { from, to }: TimeRange) =>
      (await pages(token, calendarId, { timeMin: isoOf(from), timeMax: isoOf(to), singleEvents: 'true' })).events,

    /** Changes since the sync token. Without one: all events that end after `since`, deleted ones included. */
    async changes(token: string, calendarId: string, after: { syncToken: string } | { since: number }) {
      const query = 'syncToken' in after ? after : { timeMin: isoOf(after.since) }
      const { events, syncToken } = await pages(token, calendarId, { ...query, showDeleted: 'true' })
      if (syncToken === undefined) throw new GoogleUnreachable('A list of changes without a sync token')
      return { events, syncToken }
    },

    insertEvent: (token: string, calendarId: string, event: EventBody) =>
      call(token, `${eventsOf(calendarId)}?${withMeet}`, Event, post(event)),
    getEvent: (token: string, calendarId: string, id: string) =>
      call(token, `${eventsOf(calendarId)}/${id}?fields=${eventFields}`, Event),
    /** Sends If-Match: fails with 412 when the event has changed since `etag`. */
    patchEvent: (token: string, calendarId: string, { id, etag }: GoogleEvent, change: EventBody) =>
      call(token, `${eventsOf(calendarId)}/${id}?${withMeet}`, Event, {
        method: 'PATCH',
        body: JSON.stringify(change),
        headers: { 'if-match': etag },
      }),
    deleteEvent: (token: string, calendarId: string, id: string) =>
      call(token, `${eventsOf(calendarId)}/${id}?sendUpdates=none`, z.object({}), { method: 'DELETE' }),

    /** Opens a watch channel: Google posts to `address` after each change, with the channel's id and secret. */
    watch: (
      token: string,
      calendarId: string,
      { id, secret, address }: { id: string; secret: string; address: string },
    ) => call(token, `${eventsOf(calendarId)}/watch`, Channel, post({ id, token: secret, type: 'web_hook', address })),
    stopChannel: (token: string, channel: { id: string; resourceId: string }) =>
      call(token, '/channels/stop', z.object({}), post(channel)),
  }
}
