// Events of appointments: their names and payloads. Written by triggers.
import { Instant, z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'
import { appointmentStatuses } from './booking-labels.ts'

/** @public A test compares them with what the database writes. */
const Appointment = z.strictObject({
  user_id: z.uuid(),
  type_id: z.uuid().optional(),
  status: z.enum(appointmentStatuses),
  cancelled_by: z.enum(['client', 'host', 'system']).optional(),
  no_show: z.enum(['client', 'host']).optional(),
  starts_at: Instant,
  /** All appointments of a series that one statement booked or cancelled; the event is about the first one. */
  appointments: z.array(z.uuid()).optional(),
})

export const events = {
  'appointment.held': { label: 'פגישה ממתינה לתשלום או לאישור בדוא״ל', payload: Appointment, about: 'appointment' },
  'appointment.requested': { label: 'נשלחה בקשה לפגישה', payload: Appointment, about: 'appointment' },
  'appointment.confirmed': { label: 'נקבעה פגישה', payload: Appointment, about: 'appointment' },
  'appointment.rescheduled': { label: 'פגישה עברה למועד אחר', payload: Appointment, about: 'appointment' },
  'appointment.cancelled': { label: 'פגישה בוטלה', payload: Appointment, about: 'appointment' },
  'appointment.completed': { label: 'פגישה התקיימה', payload: Appointment, about: 'appointment' },
  'appointment.no_show': { label: 'לא הגיעו לפגישה', payload: Appointment, about: 'appointment' },
} as const satisfies EventDeclarations
