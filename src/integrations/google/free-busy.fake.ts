// freeBusy.query: overlapping events are merged; free, cancelled and declined ones are excluded.
import type { Answer } from './consent.fake.ts'
import { apiError } from './api-errors.fake.ts'
import { instantOf } from './event-lists.fake.ts'
import type { FakeEvent } from './event.fake.ts'
import type { FakeCalendar } from './events.fake.ts'

export type FreeBusyRequest = { timeMin?: string; timeMax?: string; items?: { id?: string }[] }

export function freeBusy(request: FreeBusyRequest, calendarOf: (id: string) => FakeCalendar | undefined): Answer {
  const [from, to] = [Date.parse(request.timeMin ?? ''), Date.parse(request.timeMax ?? '')]
  if (!(from < to)) return apiError(Number.isNaN(from) || Number.isNaN(to) ? 'required' : 'timeRangeEmpty')
  const calendars = (request.items ?? []).map(({ id = '' }) => {
    const calendar = calendarOf(id)
    if (!calendar) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }] as const
    return [id, { busy: intervals(calendar.all(), from, to) }] as const
  })
  return {
    status: 200,
    body: {
      kind: 'calendar#freeBusy',
      timeMin: new Date(from).toISOString(),
      timeMax: new Date(to).toISOString(),
      calendars: Object.fromEntries(calendars),
    },
  }
}

function intervals(events: FakeEvent[], from: number, to: number) {
  const busy = events
    .filter(isBusy)
    .map(({ start, end }) => ({ start: Math.max(instantOf(start), from), end: Math.min(instantOf(end), to) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start)
  const merged: { start: number; end: number }[] = []
  for (const next of busy) {
    const last = merged.at(-1)
    if (last && next.start <= last.end) last.end = Math.max(last.end, next.end)
    else merged.push({ ...next })
  }
  return merged.map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }))
}

const isBusy = ({ status, transparency, attendees }: FakeEvent) =>
  status !== 'cancelled' &&
  transparency !== 'transparent' &&
  !attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined')
