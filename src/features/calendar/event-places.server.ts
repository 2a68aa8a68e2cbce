// Records which calendar has the event of an appointment, because the host may select another one later.
import type { Db } from '#kernel/postgres/transaction.ts'

/** The calendar of an earlier write, or else the given one. */
export async function placeEvent(
  db: Db,
  hostId: string,
  { id, to, calendarId }: { id: string; to: number; calendarId: string },
): Promise<string> {
  const { calendar_id: placed } = await db.one<{ calendar_id: string }>(
    `insert into calendar_secrets.events (user_id, appointment_id, calendar_id, ends_at) values ($1, $2, $3, $4)
     on conflict (user_id, appointment_id) do update set ends_at = excluded.ends_at returning calendar_id`,
    [hostId, id, calendarId, new Date(to)],
  )
  return placed
}

export const setEventCalendar = (db: Db, hostId: string, { id, calendarId }: { id: string; calendarId: string }) =>
  db.query('update calendar_secrets.events set calendar_id = $3 where user_id = $1 and appointment_id = $2', [
    hostId,
    id,
    calendarId,
  ])

/** Re-inserts the row if a concurrent job has deleted it: this write created the event again. */
export const markEventWritten = (
  db: Db,
  hostId: string,
  { id, to, calendarId }: { id: string; to: number; calendarId: string },
) =>
  db.query(
    `insert into calendar_secrets.events as e (user_id, appointment_id, calendar_id, ends_at, written_at) values ($1, $2, $3, $4, now())
     on conflict (user_id, appointment_id) do update set written_at = coalesce(e.written_at, now())`,
    [hostId, id, calendarId, new Date(to)],
  )

export async function readEventCalendar(db: Db, hostId: string, appointmentId: string): Promise<string | undefined> {
  const [row] = await db.query<{ calendar_id: string }>(
    'select calendar_id from calendar_secrets.events where user_id = $1 and appointment_id = $2',
    [hostId, appointmentId],
  )
  return row?.calendar_id
}

export const deleteEventPlace = (db: Db, hostId: string, appointmentId: string) =>
  db.query('delete from calendar_secrets.events where user_id = $1 and appointment_id = $2', [hostId, appointmentId])

/** Upcoming appointments whose events were in the calendar before `readAt`. */
export async function readEventsWrittenBefore(
  db: Db,
  hostId: string,
  calendarId: string,
  readAt: Date,
): Promise<string[]> {
  const rows = await db.query<{ appointment_id: string }>(
    `select appointment_id from calendar_secrets.events
     where user_id = $1 and calendar_id = $2 and written_at < $3 and ends_at > $3`,
    [hostId, calendarId, readAt],
  )
  return rows.map(({ appointment_id: id }) => id)
}
