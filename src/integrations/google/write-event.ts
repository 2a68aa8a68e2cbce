// Writes an appointment to a calendar. All functions are idempotent.
import type { CalendarApi, GoogleEvent } from './calendar-api.ts'
import { eventIdOf } from './event-id.ts'
import { GoogleRefused } from './request.ts'

export type EventContent = {
  /** The appointment's UUID. */
  id: string
  title: string
  description: string
  /** Epoch milliseconds. */
  from: number
  to: number
  /** IANA time zone. */
  zone: string
  location?: string
  attendees: readonly { email: string; name?: string }[]
  meet: boolean
}

type Target = { api: CalendarApi; token: string; calendarId: string }

/** Inserts the event, or updates it if an earlier attempt inserted it. A deleted event is restored. */
export async function writeEvent(target: Target, content: EventContent): Promise<GoogleEvent> {
  const { api, token, calendarId } = target
  try {
    return await api.insertEvent(token, calendarId, { id: eventIdOf(content.id), ...bodyOf(content, undefined) })
  } catch (error) {
    if (!isStatus(error, 409)) throw error
    return change(target, content)
  }
}

/** Updates the event, or inserts it if it does not exist. */
export async function moveEvent(target: Target, content: EventContent): Promise<GoogleEvent> {
  try {
    return await change(target, content)
  } catch (error) {
    if (!isStatus(error, 404, 410)) throw error
    return writeEvent(target, content)
  }
}

/** Deletes the event. A missing or already deleted event is not an error. */
export async function deleteEvent({ api, token, calendarId }: Target, appointmentId: string): Promise<void> {
  try {
    await api.deleteEvent(token, calendarId, eventIdOf(appointmentId))
  } catch (error) {
    if (!isStatus(error, 404, 410)) throw error
  }
}

const attempts = 3

/**
 * Updates the event with optimistic locking: after a concurrent change it is read again, so that attendees' responses at the same time are
 * preserved.
 */
async function change({ api, token, calendarId }: Target, content: EventContent): Promise<GoogleEvent> {
  for (let attempt = 1; ; attempt++) {
    const found = await api.getEvent(token, calendarId, eventIdOf(content.id))
    try {
      return await api.patchEvent(token, calendarId, found, { status: 'confirmed', ...bodyOf(content, found) })
    } catch (error) {
      if (!isStatus(error, 412) || attempt === attempts) throw error
    }
  }
}

/** `from` and `to` are also stored in private properties, so that a start or end changed in Google is detected. */
function bodyOf(content: EventContent, found: GoogleEvent | undefined) {
  const { id, title, description, from, to, zone, location = '', attendees, meet } = content
  const [start, end] = [from, to].map((at) => new Date(at).toISOString())
  const { from: writtenFrom, to: writtenTo } = found?.extendedProperties?.private ?? {}
  // After a move, the responses are about the former time.
  const answered = writtenFrom === start && writtenTo === end ? found?.attendees : []
  const responses = new Map(answered?.map((one) => [one.email.toLowerCase(), one.responseStatus]))
  return {
    summary: title,
    description,
    location,
    start: { dateTime: start, timeZone: zone, ...noDate(found?.start) },
    end: { dateTime: end, timeZone: zone, ...noDate(found?.end) },
    attendees: attendees.map(({ email, name }) => {
      const responseStatus = responses.get(email.toLowerCase())
      return { email, ...(name && { displayName: name }), ...(responseStatus && { responseStatus }) }
    }),
    extendedProperties: { private: { appointment: id, from: start, to: end } },
    ...(meet && !found?.hangoutLink && { conferenceData: meetRequest(id) }),
    ...(!meet && found?.hangoutLink && { conferenceData: null }),
  }
}

/** A change merges the fields of an all-day event's day with those of the time, so the day is removed. */
const noDate = (time: GoogleEvent['start']) => time?.date !== undefined && { date: null }

/** A repeated request with this id returns the same conference. */
const meetRequest = (appointmentId: string) => ({
  createRequest: { requestId: eventIdOf(appointmentId), conferenceSolutionKey: { type: 'hangoutsMeet' } },
})

const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof GoogleRefused && statuses.includes(error.status)
