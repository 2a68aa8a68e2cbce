// Syncs the event in a host's calendar with the appointment. The database is the source of truth.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { HostCalendars } from '#features/calendar/calendar.ts'
import { count } from '#lib/hebrew/count.ts'
import { z } from '#lib/schema.ts'
import { type AttendeeRole, isGuest, type LocationKind, locationLabels } from './booking-labels.ts'

export const syncAppointmentTask = 'sync_appointment'

const Payload = z.object({ root: z.uuid(), host: z.uuid() })

type Parts = { calendars: HostCalendars; transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/** `isGroup`: an event of appointments that share the slot. */
type Row = {
  ids: string[]
  isGroup: boolean
  title: string
  starts_at: Date
  ends_at: Date
  client_zone: string
  location_kind: LocationKind
  location_value: string
  attendees: { role: AttendeeRole; name: string; email: string | null; phone: string | null }[]
}

/** Maximum rewrites after changes that were made during a request to Google. */
const maxWrites = 5

/**
 * One event per host and chain of appointments, or per group. Idempotent. Transient errors of Google are retried by the queue; errors
 * that only the host can fix are stored with the connection.
 */
export const syncAppointment =
  ({ calendars, transaction }: Parts): Task =>
  async (payload) => {
    const { root, host } = Payload.parse(payload)
    const read = () => transaction((db) => readConfirmed(db, root, host))
    let appointment = await read()
    for (let writes = 1; ; writes++) {
      await write(appointment)
      // Jobs of one chain may run concurrently, so the last writer must have read the last change.
      const present = await read()
      if (JSON.stringify(present) === JSON.stringify(appointment)) return
      if (writes === maxWrites) throw new Error('The appointment changes faster than its event')
      appointment = present
    }

    async function write(event: Row | undefined) {
      const outcome = event
        ? await calendars.moveAppointment(host, eventOf(root, event))
        : await calendars.deleteAppointment(host, root)
      if (outcome.state === 'fault' && !['access_revoked', 'keys_changed', 'calendar_missing'].includes(outcome.fault))
        throw new Error(`The calendar did not answer: ${outcome.fault}`)
      const link = outcome.state === 'written' ? outcome.link : null
      if (event?.location_kind === 'meet' && link)
        await transaction((db) =>
          db.query('update appointments set join_url = $2 where id = any ($1) and join_url is distinct from $2', [
            event.ids,
            link,
          ]),
        )
    }
  }

/** The host's confirmed or past appointments of the chain or group; undefined without such an appointment. */
async function readConfirmed(db: Db, root: string, host: string): Promise<Row | undefined> {
  const [row] = await db.query<Row>(
    `with met as (
       select a.* from appointments a
       where ((a.root_id = $1 and a.slot_group_id is null) or a.slot_group_id = $1) and a.user_id = $2
         and a.status in ('confirmed', 'completed', 'no_show'))
     select (select array_agg(m.id order by m.created_at, m.id) from met m) as ids, a.slot_group_id is not null as "isGroup", a.title,
       a.starts_at, a.ends_at, a.client_zone, a.location_kind, a.location_value,
       coalesce((select jsonb_agg(jsonb_build_object('role', t.role, 'name', t.name, 'email', t.email, 'phone', t.phone)
           order by m.created_at, m.id, t.role <> 'main', t.role <> 'partner', t.role)
         from met m join appointment_attendees t on t.appointment_id = m.id), '[]') as attendees
     from met a order by a.created_at, a.id limit 1`,
    [root, host],
  )
  return row
}

/**
 * Meet adds its own link; attendees are notified by this system, not by Google. A group event has no attendees, so that
 * unrelated clients do not see each other. Its description, which only the host sees, lists them.
 */
const eventOf = (root: string, row: Row) => ({
  id: root,
  title: row.isGroup
    ? `${row.title} (${count(row.ids.length, { one: 'רישום אחד', two: 'שני רישומים', other: '# רישומים' })})`
    : `${row.title}: ${row.attendees
        .filter(({ role }) => !isGuest(role))
        .map(({ name }) => name)
        .join(' ו')}`,
  description: row.attendees
    .flatMap(({ name, phone }) => (phone ? [`${name}: ${phone}`] : row.isGroup ? [name] : []))
    .join('\n'),
  from: row.starts_at.getTime(),
  to: row.ends_at.getTime(),
  zone: 'Asia/Jerusalem',
  location: row.location_value || locationLabels[row.location_kind],
  attendees: row.isGroup ? [] : row.attendees.flatMap(({ name, email }) => (email ? [{ name, email }] : [])),
  meet: row.location_kind === 'meet',
})

/**
 * Busy times for the booking pages: see `ReadBusyTimes`. `isSure`: an unreadable calendar is always `closed`, so that
 * its busy times do not count as free.
 */
export const busyTimesOf =
  (calendars: HostCalendars, { isSure = false } = {}) =>
  async (host: string, from: number, to: number, exceptEvent?: string) => {
    const answer = await calendars.busyTimes(host, { from, to }, exceptEvent)
    if (answer.state === 'known') return answer.busy
    return answer.state === 'fault' && (isSure || answer.onBroken === 'closed') ? 'closed' : 'none'
  }
