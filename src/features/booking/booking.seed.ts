// Two demo hosts with weekly hours, appointment types, and past and upcoming appointments.
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
  { n: 1, slug: 'hekerut', title: 'שיחת היכרות', minutes: 25, location_kind: 'phone_host_calls', seats: null },
  { n: 2, slug: 'livui', title: 'פגישת ליווי', minutes: 60, location_kind: 'meet', seats: null },
  { n: 3, slug: 'sadna', title: 'סדנת תקציב', minutes: 90, location_kind: 'meet', seats: 4 },
] as const
/** The workshop belongs to the owner. One type per host is public, so that the host's page opens its slots directly. */
const typesOf = (host: HostName) => types.filter(({ n }) => n !== 3 || host === 'owner')

const descriptions = {
  1: 'מכירים, שומעים מה מטריד ומחליטים יחד אם זה מתאים.',
  2: 'נפגשים, רואים מה השתנה מאז הפעם הקודמת, ובוחרים יחד את הצעד הבא.',
  3: 'כמה משפחות בונות יחד תקציב לחודש הקרוב.',
}

export const demoAppointmentTypes = (team: DemoTeam) =>
  hosts.flatMap((host) =>
    typesOf(host).map(({ n, slug, title, minutes, location_kind, seats }) => ({
      id: typeId(host, n),
      user_id: team[host],
      schedule_id: scheduleId(host),
      slug,
      title,
      description: descriptions[n],
      durations: [minutes],
      default_duration: minutes,
      buffer_after: n === 1 ? 10 : 15,
      location_kind,
      seats,
      is_hidden: n !== 1,
      uses_preparation: n === 1,
      position: n * 10,
      is_demo: true,
    })),
  ) satisfies Partial<AppointmentType>[]

/** The introductory call of the coach: the call page of the site shows its calendar. */
export const demoCallType = typeId('coach', 1)

/** Inserted before the appointments that use it. */
export const demoPackages = () =>
  [
    { id: seedId(94, 1), contact_id: demoContactId('yoav'), type_id: typeId('coach', 2), total: 6, is_demo: true },
  ] satisfies Partial<SessionPackage>[]

type DemoAppointment = {
  host: HostName
  type: 1 | 2 | 3
  /** A demo family, or the name of a participant without a contact. */
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
  ...['אלון לדוגמה', 'ברק לדוגמה', 'גל לדוגמה', 'דקל לדוגמה'].map(inWorkshop(8)),
  ...['הדר לדוגמה', 'ורד לדוגמה'].map(inWorkshop(15)),
]

function inWorkshop(days: number) {
  return (contact: string): DemoAppointment => ({
    host: 'owner',
    type: 3,
    contact,
    in: days,
    at: '10:00',
    status: 'confirmed',
  })
}

/** Workshops are on working days, on whatever weekday the seed runs. */
const tuesdayFrom = (day: string) => addDays(day, (9 - new Date(day).getUTCDay()) % 7)

/** Meetings avoid Saturdays, except those of today and tomorrow. */
function dayOfMeeting(today: string, days: number) {
  const day = addDays(today, days)
  const isSaturday = new Date(day).getUTCDay() === 6
  return isSaturday && days !== 0 && days !== 1 ? addDays(day, Math.sign(days)) : day
}

const isFamily = (contact: string) => demoFamilies.some(({ key }) => key === contact)
const contactIdOf = (contact: string) => (isFamily(contact) ? demoContactId(contact) : null)

/** Waiting list of the full workshop, referenced by one of its appointments. */
export const demoGroupWait = () => ({
  appointment: seedId(93, appointments.findIndex(({ type }) => type === 3) + 1),
  contact: demoContactId('dana'),
  name: nameOf('dana'),
  email: 'dana@example.com',
})

export const demoAppointments = (team: DemoTeam, now: Date) =>
  appointments.map(({ host, type, contact, in: days, at, status }, i) => {
    const { title, minutes, location_kind } = types[type - 1]!
    const today = dayOf(now)
    const starts = instantAt(type === 3 ? tuesdayFrom(addDays(today, days)) : dayOfMeeting(today, days), at)
    return {
      id: seedId(93, i + 1),
      root_id: seedId(93, i + 1),
      type_id: typeId(host, type),
      title,
      user_id: team[host],
      contact_id: contactIdOf(contact),
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

const nameOf = (contact: string) => demoFamilies.find(({ key }) => key === contact)?.name ?? contact

export const demoAttendees = () =>
  appointments.map(({ contact }, i) => ({
    appointment_id: seedId(93, i + 1),
    contact_id: contactIdOf(contact),
    role: 'main' as const,
    name: nameOf(contact),
  }))
