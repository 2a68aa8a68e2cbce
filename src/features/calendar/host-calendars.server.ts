// Calendars of hosts: busy times, and the events of appointments.
import { isBusy, instantOf } from '#integrations/google/event-changes.ts'
import { appointmentIdOf } from '#integrations/google/event-id.ts'
import { GoogleRefused } from '#integrations/google/request.ts'
import { deleteEvent, moveEvent, writeEvent } from '#integrations/google/write-event.ts'
import { type Access, type AccessParts, createAccess } from './access.server.ts'
import type { CalendarAppointment, HostCalendars, TimeRange, WrittenEvent } from './calendar.ts'
import {
  setEventCalendar,
  deleteEventPlace,
  markEventWritten,
  placeEvent,
  readEventCalendar,
} from './event-places.server.ts'

/** Short, because a visitor waits for the busy times. */
const busyTimeoutMs = 5000

/** Without `google` no host has a calendar connection. */
export function createHostCalendars(
  parts: Omit<AccessParts, 'google'> & { google: AccessParts['google'] | undefined },
): HostCalendars {
  const { google, seal, transaction } = parts
  if (!google) return noCalendars
  const { api } = google
  const withAccess = createAccess({ google, seal, transaction })

  async function busyOf({ token, busy_calendar_ids: ids }: Access, range: TimeRange, except: Exception | undefined) {
    const others = except ? ids.filter((id) => id !== except.calendarId) : ids
    const busy = others.length > 0 ? await api.freeBusy(token, range, others, busyTimeoutMs) : []
    // Free/busy does not identify events, so the calendar with the excluded event is read event by event.
    if (others.length < ids.length) busy.push(...(await busyEvents(token, range, except!)))
    return busy.sort((a, b) => a.from - b.from)
  }

  async function busyEvents(token: string, range: TimeRange, { calendarId, appointmentId }: Exception) {
    const events = await api.eventsWithin(token, calendarId, range)
    return events.flatMap((event) => {
      const [from, to] = [instantOf(event.start), instantOf(event.end)]
      if (!isBusy(event) || appointmentIdOf(event.id) === appointmentId || from === null || to === null) return []
      return [{ from: Math.max(from, range.from), to: Math.min(to, range.to) }]
    })
  }

  async function write(
    hostId: string,
    appointment: CalendarAppointment,
    perform: typeof writeEvent,
  ): Promise<WrittenEvent> {
    const stored = await withAccess(hostId, async ({ token, write_calendar_id: selected }) => {
      const placed = await transaction((db) => placeEvent(db, hostId, { ...appointment, calendarId: selected }))
      let calendarId = placed
      const event = await perform({ api, token, calendarId }, appointment).catch(async (error: unknown) => {
        // The calendar of the earlier write was deleted.
        if (placed === selected || !(error instanceof GoogleRefused) || error.status !== 404) throw error
        calendarId = selected
        await transaction((db) => setEventCalendar(db, hostId, { id: appointment.id, calendarId }))
        return writeEvent({ api, token, calendarId }, appointment)
      })
      await transaction((db) => markEventWritten(db, hostId, { ...appointment, calendarId }))
      return { calendarId, eventId: event.id, link: event.hangoutLink ?? null }
    })
    return stored.state === 'done' ? { state: 'written', ...stored.value } : stored
  }

  return {
    async busyTimes(hostId, range, exceptAppointment) {
      const calendarId =
        exceptAppointment && (await transaction((db) => readEventCalendar(db, hostId, exceptAppointment)))
      const except = calendarId ? { calendarId, appointmentId: exceptAppointment } : undefined
      const read = await withAccess(hostId, (access) => busyOf(access, range, except))
      return read.state === 'done' ? { state: 'known', busy: read.value } : read
    },
    writeAppointment: (hostId, appointment) => write(hostId, appointment, writeEvent),
    moveAppointment: (hostId, appointment) => write(hostId, appointment, moveEvent),
    async deleteAppointment(hostId, appointmentId) {
      const calendarId = await transaction((db) => readEventCalendar(db, hostId, appointmentId))
      if (!calendarId) return { state: 'deleted' }
      const deleted = await withAccess(hostId, ({ token }) => deleteEvent({ api, token, calendarId }, appointmentId))
      if (deleted.state !== 'done') return deleted
      await transaction((db) => deleteEventPlace(db, hostId, appointmentId))
      return { state: 'deleted' }
    },
  }
}

type Exception = { calendarId: string; appointmentId: string }

const noCalendars: HostCalendars = {
  busyTimes: async () => ({ state: 'not_connected' }),
  writeAppointment: async () => ({ state: 'not_connected' }),
  moveAppointment: async () => ({ state: 'not_connected' }),
  deleteAppointment: async () => ({ state: 'not_connected' }),
}
