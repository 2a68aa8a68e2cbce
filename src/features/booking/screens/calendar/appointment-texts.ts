// Texts of an appointment in the calendar.
import { count } from '#lib/hebrew/count.ts'
import { dayOf, formatTime } from '#lib/time/dates.ts'
import { minutesIn } from '#lib/time/zoned-time.ts'
import type { ShownAppointment } from '../../appointments.data.ts'
import type { AppointmentType } from '../../booking.ts'
import { byRole, isGuest, locationLabels } from '../../booking-labels.ts'

/** Colour of each type, as a CSS value. */
export const typeColor: Record<AppointmentType['color'], string> = {
  sage: 'var(--primary)',
  sky: 'var(--stage-2)',
  plum: 'var(--stage-3)',
  sand: 'var(--stage-4)',
  rose: 'var(--stage-6)',
  slate: 'var(--stage-1)',
}
export const colorOf = ({ type }: Pick<ShownAppointment, 'type'>) => typeColor[type?.color ?? 'slate']

/** Both names of a couple. Guests are shown only in the dialog. */
export const namesOf = ({ attendees, contact }: Pick<ShownAppointment, 'attendees' | 'contact'>) => {
  const names = attendees
    .filter(({ role }) => !isGuest(role))
    .toSorted(byRole)
    .map(({ name }) => name)
  return names.length > 0 ? names.join(' ו') : (contact?.full_name ?? '')
}

export const minutesText = (minutes: number) => count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })

export const lengthOf = ({ starts_at, ends_at }: Pick<ShownAppointment, 'starts_at' | 'ends_at'>) =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000)

/** "שיחת טלפון, נתקשר אליכם · 25 דקות" */
export const detailOf = (appointment: ShownAppointment) =>
  `${locationLabels[appointment.location_kind]} · ${minutesText(lengthOf(appointment))}`

/** Accessible label, which begins with the visible text. */
export const accessibleLabel = (appointment: ShownAppointment) =>
  `${namesOf(appointment)} ${formatTime(appointment.starts_at)} ${appointment.title}, עד ${formatTime(appointment.ends_at)}`

export type AppointmentOfDay = ShownAppointment & { start: number; end: number }

/**
 * Appointments of a day with start and end in minutes. An appointment that passes midnight is cut at the end of the
 * day.
 */
export function appointmentsOfDay(appointments: readonly ShownAppointment[], day: string): AppointmentOfDay[] {
  return appointments
    .filter(({ starts_at }) => dayOf(starts_at) === day)
    .map((appointment) => {
      const start = minutesIn('Asia/Jerusalem', Date.parse(appointment.starts_at))
      return { ...appointment, start, end: Math.min(24 * 60, start + lengthOf(appointment)) }
    })
}
