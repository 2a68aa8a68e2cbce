// One calendar of the fake: its events, and the order of their changes for sync tokens.
import { randomBytes } from 'node:crypto'
import { addConference, finishConference } from './conferences.fake.ts'
import type { Attendee, EventInput, FakeEvent } from './event.fake.ts'

export type FakeCalendar = ReturnType<typeof createCalendar>
export type CalendarInfo = { id: string; summary: string; accessRole: 'owner' | 'writer' | 'reader'; primary?: true }

/** `onChange` is called after every change, for the channels that watch the calendar. */
export function createCalendar(info: CalendarInfo, owner: string, onChange: () => void) {
  const events = new Map<string, { event: FakeEvent; changedAt: number }>()
  let changes = 0
  /** Sync tokens of positions before this one have expired. */
  let oldest = 0

  function store(event: FakeEvent): FakeEvent {
    const stamped = { ...event, etag: `"${randomBytes(8).toString('hex')}"`, updated: new Date().toISOString() }
    events.set(event.id, { event: stamped, changedAt: ++changes })
    onChange()
    return stamped
  }

  const withResponses = (attendees: Attendee[] | undefined) =>
    attendees?.map((attendee) => ({
      responseStatus: 'needsAction',
      ...attendee,
      ...(attendee.email === owner && { self: true, organizer: true }),
    }))

  return {
    info,
    get: (id: string) => events.get(id)?.event,
    all: () => [...events.values()].map(({ event }) => event),

    insert(input: EventInput, { withConference = false, isConferenceSlow = false } = {}): FakeEvent {
      const id = input.id ?? randomBytes(13).toString('hex')
      const attendees = withResponses(input.attendees)
      const stored = store({
        start: {},
        end: {},
        ...addConference(input, { withConference, isSlow: isConferenceSlow }),
        ...(attendees && { attendees }),
        kind: 'calendar#event',
        id,
        iCalUID: `${id}@google.com`,
        etag: '',
        status: 'confirmed',
        created: new Date().toISOString(),
        updated: '',
        sequence: 0,
        creator: { email: owner, self: true },
        organizer: { email: owner, self: true },
      })
      if (isConferenceSlow) store(finishConference(stored))
      return stored
    },

    /** PATCH semantics: arrays are replaced, objects are merged. */
    patch(event: FakeEvent, change: EventInput, { withConference = false } = {}): FakeEvent {
      const { conferenceData, ...fields } = change
      const merged = mergeFields(event, fields) as FakeEvent
      const attendees = withResponses(merged.attendees)
      const isMoved = ['start', 'end'].some((side) => JSON.stringify(merged[side]) !== JSON.stringify(event[side]))
      const next = { ...merged, ...(attendees && { attendees }), sequence: event.sequence + (isMoved ? 1 : 0) }
      if (withConference && change.conferenceData === null) {
        const { hangoutLink: _link, conferenceData: _data, ...without } = next
        return store(without as FakeEvent)
      }
      if (!withConference || !conferenceData) return store(next)
      return store({ ...next, ...addConference({ conferenceData }, { withConference, isSlow: false }) } as FakeEvent)
    },

    remove: (event: FakeEvent) => store({ ...event, status: 'cancelled', sequence: event.sequence + 1 }),

    purge: (id: string) => void events.delete(id),

    /** The position encoded in a sync token. */
    position: () => changes,
    isExpired: (position: number) => position < oldest,
    expireTokens() {
      oldest = changes + 1
      changes++
    },
    /** Events changed after `since` up to `until`, oldest change first. */
    changed: (since: number, until: number) =>
      [...events.values()]
        .filter(({ changedAt }) => changedAt > since && changedAt <= until)
        .sort((a, b) => a.changedAt - b.changedAt)
        .map(({ event }) => event),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mergeFields(before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...before }
  for (const [name, value] of Object.entries(change)) {
    const old = merged[name]
    if (value === null) delete merged[name]
    else if (!isObject(value)) merged[name] = value
    else merged[name] = mergeFields(isObject(old) && !isTime(value) ? old : {}, value)
  }
  return merged
}

/** Start and end are replaced, not merged, because date and dateTime are mutually exclusive. */
const isTime = (value: object) => 'dateTime' in value || 'date' in value
