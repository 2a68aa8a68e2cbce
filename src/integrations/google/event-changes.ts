// Reads the changes of a calendar that concern appointments.
import { instantAt } from '#lib/time/dates.ts'
import type { CalendarApi, GoogleEvent } from './calendar-api.ts'
import { appointmentIdOf } from './event-id.ts'
import { GoogleRefused } from './request.ts'

export type EventChange = {
  appointmentId: string
  isDeleted: boolean
  /** Epoch milliseconds; null of a deleted event. An all-day event begins and ends at midnight in Israel. */
  from: number | null
  to: number | null
  /** Whether start or end were changed in Google after the appointment was written. */
  isMoved: boolean
  /** Lower-case addresses and needsAction, accepted, declined or tentative. */
  responses: { email: string; response: string; isHost: boolean }[]
  /** The Meet link, once Google has created it. */
  link: string | null
}

type ChangesQuery = { api: CalendarApi; token: string; calendarId: string; syncToken: string | null; now: number }

const dayMs = 86_400_000

/**
 * Reads the changes since the sync token. Without a token, or with an expired one, the list has `isComplete`: it contains all current
 * events that have not ended, so a missing event was deleted.
 */
export async function readChanges({ api, token, calendarId, syncToken, now }: ChangesQuery) {
  const all = () => api.changes(token, calendarId, { since: now - dayMs })
  const listed =
    syncToken === null
      ? { ...(await all()), isComplete: true }
      : await api.changes(token, calendarId, { syncToken }).then(
          (since) => ({ ...since, isComplete: false }),
          async (error: unknown) => {
            // 410: the sync token has expired, so a full list is fetched.
            if (!(error instanceof GoogleRefused) || error.status !== 410) throw error
            return { ...(await all()), isComplete: true }
          },
        )
  const changes = listed.events.flatMap((event) => {
    const appointmentId = appointmentIdOf(event.id)
    return appointmentId === undefined ? [] : [changeOf(appointmentId, event)]
  })
  return { changes, syncToken: listed.syncToken, isComplete: listed.isComplete }
}

function changeOf(appointmentId: string, event: GoogleEvent): EventChange {
  const isDeleted = event.status === 'cancelled'
  const [from, to] = isDeleted ? [null, null] : [instantOf(event.start), instantOf(event.end)]
  const { from: writtenFrom, to: writtenTo } = event.extendedProperties?.private ?? {}
  const isAt = (written: string | undefined, at: number | null) => written === undefined || Date.parse(written) === at
  return {
    appointmentId,
    isDeleted,
    from,
    to,
    isMoved: !isDeleted && !(isAt(writtenFrom, from) && isAt(writtenTo, to)),
    responses: event.attendees.map(({ email, responseStatus = 'needsAction', self }) => ({
      email: email.toLowerCase(),
      response: responseStatus,
      isHost: self,
    })),
    link: event.hangoutLink ?? null,
  }
}

/** Null without a time or a day. */
export function instantOf(time: GoogleEvent['start']): number | null {
  if (time?.dateTime !== undefined) return Date.parse(time.dateTime)
  return time?.date === undefined ? null : instantAt(time.date, '00:00').getTime()
}

/** Whether the event makes the host busy. */
export const isBusy = ({ status, transparency, attendees }: GoogleEvent) =>
  status !== 'cancelled' &&
  transparency !== 'transparent' &&
  !attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined')
