// events.list: pagination, sync tokens, and the error of an expired token.
import type { Answer } from './consent.fake.ts'
import { apiError } from './api-errors.fake.ts'
import type { FakeEvent } from './event.fake.ts'
import type { FakeCalendar } from './events.fake.ts'

type Page = { since: number; until: number; offset: number }
type SyncToken = { calendar: string; position: number }

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function decode<T>(token: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as T
  } catch {
    return undefined
  }
}

const notWithSyncToken = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
]

export function listEvents(calendar: FakeCalendar, params: URLSearchParams): Answer {
  const syncToken = params.get('syncToken')
  if (syncToken !== null && notWithSyncToken.some((name) => params.has(name))) return apiError('invalid')
  const sync = syncToken === null ? undefined : decode<SyncToken>(syncToken)
  if (syncToken !== null && (sync?.calendar !== calendar.info.id || calendar.isExpired(sync.position)))
    return apiError('fullSyncRequired')
  const pageToken = params.get('pageToken')
  const page = pageToken === null ? undefined : decode<Page>(pageToken)
  if (pageToken !== null && !page) return apiError('invalid')
  const { since, until, offset } = page ?? { since: sync?.position ?? 0, until: calendar.position(), offset: 0 }
  // A list by sync token always contains deleted events.
  const showDeleted = sync !== undefined || params.get('showDeleted') === 'true'
  const found = calendar
    .changed(since, until)
    .filter((event) => (showDeleted || event.status !== 'cancelled') && isWithin(event, params))
  const size = Math.min(Number(params.get('maxResults') ?? 250), 2500)
  const isLast = offset + size >= found.length
  return {
    status: 200,
    body: {
      kind: 'calendar#events',
      summary: calendar.info.summary,
      timeZone: 'Asia/Jerusalem',
      accessRole: calendar.info.accessRole,
      items: found.slice(offset, offset + size).map(shown),
      ...(isLast
        ? { nextSyncToken: encode({ calendar: calendar.info.id, position: until }) }
        : { nextPageToken: encode({ since, until, offset: offset + size }) }),
    },
  }
}

/** Only the id of a deleted event is guaranteed. */
export const shown = (event: FakeEvent) =>
  event.status === 'cancelled' ? { kind: event.kind, id: event.id, etag: event.etag, status: event.status } : event

function isWithin({ start, end }: FakeEvent, range: URLSearchParams) {
  const [min, max] = [range.get('timeMin'), range.get('timeMax')]
  return (min === null || instantOf(end) > Date.parse(min)) && (max === null || instantOf(start) < Date.parse(max))
}

/** All-day events are converted with Israel's standard time. */
export const instantOf = ({ dateTime, date }: FakeEvent['start']) => Date.parse(dateTime ?? `${date}T00:00:00+02:00`)
