// Two demo hosts with their week, their appointment types, and appointments before and after today.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId, demoFamilies } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { BookingHost, Schedule } from './availability.ts'
import type { Appointment, AppointmentType, SessionPackage } from './booking.ts'

const hosts = ['owner', 'coach'] as const
type HostName = (typeof hosts)[number]
const slugs: Record<HostName, string> = { owner: 'michal', coach: 'hila' }
const scheduleId = (host: HostName) => seedId(91, hosts.indexOf(host) + 1)
const typeId = (host: HostName, n: number) => seedId(92, hosts.indexOf(host) * 10 + n)

export const demoBookingHosts = (team: DemoTeam) =>
  hosts.map((host) => ({
    user_id: team[host],
    slug: slugs[host],
    headline: 'שיחה ראשונה ללא עלות, בלי התחייבות',
    is_demo: true,
  })) satisfies Partial<BookingHost>[]

export const demoSchedules = (team: DemoTeam) =>
  hosts.map((host) => ({
    id: scheduleId(host),
    user_id: team[host],
    name: 'שעות רגילות',
  })) satisfies Partial<Schedule>[]

export const demoScheduleRules = () =>
  hosts.flatMap((host) =>
    [0, 1, 2, 3, 4, 5].map((weekday) => ({
      schedule_id: scheduleId(host),
      weekday,
      start_local: '09:00',
      end_local: weekday === 5 ? '12:00' : '18:00',
    })),
  )

const types = [
  { n: 1, slug: 'hekerut', title: 'שיחת היכרות', minutes: 25, location_kind: 'phone_host_calls', is_hidden: false },
  { n: 2, slug: 'livui', title: 'פגישת ליווי', minutes: 60, location_kind: 'meet', is_hidden: true },
] as const

export const demoAppointmentTypes = (team: DemoTeam) =>
  hosts.flatMap((host) =>
    types.map(({ n, slug, title, minutes, location_kind, is_hidden }) => ({
      id: typeId(host, n),
      user_id: team[host],
      schedule_id: scheduleId(host),
      slug,
      title,
      description: n === 1 ? 'מכירים, שומעים מה מטריד ומחליטים יחד אם זה מתאים.' : '',
      durations: [minutes],
      default_duration: minutes,
      buffer_after: n === 1 ? 10 : 15,
      location_kind,
      is_hidden,
      uses_preparation: n === 1,
      position: n * 10,
      is_demo: true,
    })),
  ) satisfies Partial<AppointmentType>[]

/** Inserted before the appointments, which use it. */
export const demoPackages = () =>
  [
    { id: seedId(94, 1), contact_id: demoContactId('yoav'), type_id: typeId('coach', 2), total: 6, is_demo: true },
  ] satisfies Partial<SessionPackage>[]

type DemoAppointment = {
  host: HostName
  type: 1 | 2
  contact: string
  /** Days from today; negative is past. */
  in: number
  at: string
  status: Appointment['status']
}

const appointments: readonly DemoAppointment[] = [
  { host: 'owner', type: 1, contact: 'tamar', in: 0, at: '11:00', status: 'confirmed' },
  { host: 'owner', type: 1, contact: 'doctor', in: 1, at: '10:00', status: 'confirmed' },
  { host: 'owner', type: 1, contact: 'noa', in: 3, at: '09:30', status: 'pending' },
  { host: 'owner', type: 1, contact: 'omer', in: -3, at: '12:00', status: 'no_show' },
  { host: 'coach', type: 2, contact: 'yoav', in: 0, at: '16:00', status: 'confirmed' },
  { host: 'coach', type: 2, contact: 'rinat', in: 2, at: '17:00', status: 'confirmed' },
  { host: 'coach', type: 2, contact: 'yoav', in: -14, at: '16:00', status: 'completed' },
  { host: 'coach', type: 2, contact: 'rinat', in: 5, at: '09:00', status: 'cancelled' },
  { host: 'coach', type: 2, contact: 'itay', in: 6, at: '10:30', status: 'confirmed' },
]

export const demoAppointments = (team: DemoTeam, now: Date) =>
  appointments.map(({ host, type, contact, in: days, at, status }, i) => {
    const { title, minutes, location_kind } = types[type - 1]!
    const starts = instantAt(addDays(dayOf(now), days), at)
    return {
      id: seedId(93, i + 1),
      root_id: seedId(93, i + 1),
      type_id: typeId(host, type),
      title,
      user_id: team[host],
      contact_id: demoContactId(contact),
      starts_at: starts.toISOString(),
      ends_at: new Date(starts.getTime() + minutes * 60_000).toISOString(),
      status,
      location_kind,
      decide_by: status === 'pending' ? starts.toISOString() : null,
      cancelled_by: status === 'cancelled' ? ('client' as const) : null,
      cancel_reason: status === 'cancelled' ? 'המועד כבר לא מתאים' : null,
      no_show: status === 'no_show' ? ('client' as const) : null,
      created_at: ago(now, Math.max(0, -days) + 2),
      is_demo: true,
    }
  }) satisfies Partial<Appointment>[]

const nameOf = (contact: string) => demoFamilies.find(({ key }) => key === contact)?.name ?? 'משפחה לדוגמה'

export const demoAttendees = () =>
  appointments.map(({ contact }, i) => ({
    appointment_id: seedId(93, i + 1),
    contact_id: demoContactId(contact),
    role: 'main' as const,
    name: nameOf(contact),
  }))
