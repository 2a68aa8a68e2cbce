// Reads changes from Google and passes those of appointments to the subscriber.
import { readChanges } from '#integrations/google/event-changes.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type AccessParts, type CalendarAccess, createAccess } from './access.server.ts'
import type { AppointmentChange, OnAppointmentChanges } from './calendar.ts'
import { readEventsWrittenBefore } from './event-places.server.ts'
import { ensureChannel, type SyncedCalendar } from './watch-channel.server.ts'

export const readCalendarChangesTask = 'read_calendar_changes'

export type SyncParts = AccessParts & {
  onChanges: OnAppointmentChanges<Db>
  /** Webhook URL for Google's push notifications: public https. Without one, calendars are polled every five minutes. */
  watchAddress?: string | undefined
  log: { error(about: object, message: string): void }
}

const minuteMs = 60_000
const pollMs = 5 * minuteMs
/** Polled even with a channel: Google does not guarantee that every change is pushed. */
const watchedPollMs = 6 * 60 * minuteMs
const maxDelayMs = 60 * minuteMs

/** Syncs every due calendar of active members. A failing calendar is rescheduled and does not block the rest. */
export async function readDueChanges(parts: SyncParts): Promise<void> {
  const withAccess = createAccess(parts)
  const due = await parts.transaction((db) =>
    db.query<SyncedCalendar>(
      `select s.* from calendar_secrets.synced_calendars s join calendar_connections c using (user_id, provider)
       where s.due_at <= now() and c.status = 'connected'
         and exists (select from user_roles r where r.user_id = s.user_id and r.is_active and r.role <> 'client')
       order by s.due_at`,
    ),
  )
  for (const calendar of due)
    await readCalendar(parts, withAccess, calendar).catch(async (error: unknown) => {
      parts.log.error({ err: error, host: calendar.user_id }, 'changes of a calendar were not read')
      await postpone(parts, calendar, undefined)
    })
}

async function readCalendar(parts: SyncParts, withAccess: CalendarAccess, calendar: SyncedCalendar) {
  const { google, transaction, onChanges, watchAddress } = parts
  const { user_id: hostId, calendar_id: calendarId, sync_token: syncToken } = calendar
  const readAt = new Date()
  const read = await withAccess(hostId, async ({ token }) => {
    // Opened before reading, so that no change is missed between opening and reading.
    const isWatched = await ensureChannel({ api: google.api, token, transaction, watchAddress }, calendar)
    const listed = await readChanges({ api: google.api, token, calendarId, syncToken, now: readAt.getTime() })
    return { isWatched, ...listed }
  })
  if (read.state !== 'done') return postpone(parts, calendar, 'retryAfterMs' in read ? read.retryAfterMs : undefined)
  const { changes, isComplete, isWatched, syncToken: next } = read.value
  await transaction(async (db) => {
    // No row if another node has synced the same changes and advanced the token. A change announced after the read
    // remains due.
    const moved = await db.query(
      `update calendar_secrets.synced_calendars
       set sync_token = $3, failures = 0,
         due_at = case when due_at > $6 then due_at else now() + make_interval(secs => $4) end
       where user_id = $1 and calendar_id = $2 and sync_token is not distinct from $5 returning 1`,
      [hostId, calendarId, next, (isWatched ? watchedPollMs : pollMs) / 1000, syncToken, readAt],
    )
    if (moved.length === 0) return
    const written =
      isComplete || changes.some(({ isDeleted }) => isDeleted)
        ? await readEventsWrittenBefore(db, hostId, calendarId, readAt)
        : []
    // Only events recorded for this connection count as deleted by the host. Others were deleted by this server, or
    // belong to a previous connection.
    const own = changes.filter(({ isDeleted, appointmentId: id }) => !isDeleted || written.includes(id))
    const all = isComplete ? [...own, ...missingFrom(written, changes)] : own
    if (all.length > 0) await onChanges(db, hostId, all)
  })
}

/** A full list omits events that were deleted long ago: a missing event of an upcoming appointment counts as deleted. */
const missingFrom = (written: readonly string[], listed: readonly AppointmentChange[]): AppointmentChange[] =>
  written
    .filter((id) => !listed.some(({ appointmentId }) => appointmentId === id))
    .map((appointmentId) => ({
      appointmentId,
      isDeleted: true,
      from: null,
      to: null,
      isMoved: false,
      responses: [],
      link: null,
    }))

/** Google's Retry-After, or else exponential backoff up to an hour. */
const postpone = ({ transaction }: SyncParts, calendar: SyncedCalendar, retryAfterMs: number | undefined) => {
  const delayMs = retryAfterMs ?? Math.min(pollMs * 2 ** Math.min(calendar.failures, 8), maxDelayMs)
  return transaction((db) =>
    db.query(
      `update calendar_secrets.synced_calendars set failures = failures + 1, due_at = now() + make_interval(secs => $3)
       where user_id = $1 and calendar_id = $2`,
      [calendar.user_id, calendar.calendar_id, delayMs / 1000],
    ),
  )
}
