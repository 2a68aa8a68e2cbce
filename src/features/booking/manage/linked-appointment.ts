// Data of a manage link, and the actions available on the appointment. ISO instants.
import { type AppointmentStatus, type AttendeeRole, isGuest, type LocationKind } from '../booking-labels.ts'
import type { FormToFill } from '../booking.ts'
import type { TimeAway } from '../public/away-notes.ts'
import type { BookingWindow } from '../public/booking-window.ts'
import { momentText } from '../public/free-days.ts'

export type LinkedAppointment = {
  appointmentId: string
  role: AttendeeRole
  /** Null if the host does not offer the type: the type was deleted, or the appointment reassigned. */
  typeId: string | null
  title: string
  status: AppointmentStatus
  startsAt: string
  endsAt: string
  zone: string
  /** The locked zone in which times are shown; null: the visitor chooses. */
  lockedZone: string | null
  locationKind: LocationKind
  locationValue: string
  joinUrl: string | null
  cancelledBy: 'client' | 'host' | 'system' | null
  cancelReason: string | null
  statusAt: string
  decideBy: string | null
  /**
   * Whether the slot is held until the main attendee confirms by a mailed link; the meeting then uses their package.
   */
  awaitsProof: boolean
  /** Whether this link can confirm the appointment: only the main attendee can know a mailed link. */
  canProve: boolean
  sequence: number
  allowPartner: boolean
  maxGuests: number
  offersEarlier: boolean
  waitsForEarlier: boolean
  /** The slot of an open offer, and until when it is held. */
  heldEarlier: { startsAt: string; until: string } | null
  usesPreparation: boolean
  form: FormToFill | null
  rootId: string
  hostName: string
  hostSlug: string | null
  typeSlug: string | null
  policyText: string
  cancelUntil: string
  rescheduleUntil: string
  /** Minutes. */
  duration: number
  window: BookingWindow
  /** Time off of the host. */
  away: readonly TimeAway[]
  /** Checklist items that the link's holder ticked before the meeting. */
  prepared: readonly string[]
  attendees: readonly { name: string; role: AttendeeRole; response: 'unknown' | 'accepted' | 'declined' }[]
}

/** The join button is enabled from 15 minutes before the start until the end. */
const joinEarlyMs = 15 * 60_000

export type Actions = {
  isAhead: boolean
  canCancel: boolean
  canMove: boolean
  canJoin: boolean
  canAddPartner: boolean
  canAddGuest: boolean
  canWaitForEarlier: boolean
  /** Whether the link belongs to a guest, who can only accept or leave. */
  canLeave: boolean
  /** Whether the link's attendee can still accept. */
  canAccept: boolean
}

export function actionsOf(appointment: LinkedAppointment, now: number): Actions {
  const { status, startsAt, endsAt, cancelUntil, rescheduleUntil, joinUrl, typeId, role, attendees } = appointment
  const isOpen = status === 'pending' || status === 'awaiting_payment' || status === 'confirmed'
  const isAhead = isOpen && now < Date.parse(startsAt)
  const guest = isGuest(role)
  const canMove =
    isAhead && !guest && status !== 'awaiting_payment' && typeId !== null && now <= Date.parse(rescheduleUntil)
  return {
    isAhead,
    // A pending request can always be withdrawn.
    canCancel: isAhead && !guest && (status !== 'confirmed' || now <= Date.parse(cancelUntil)),
    canMove,
    canWaitForEarlier: canMove && status === 'confirmed' && role === 'main' && appointment.offersEarlier,
    canJoin:
      status === 'confirmed' &&
      joinUrl !== null &&
      now >= Date.parse(startsAt) - joinEarlyMs &&
      now <= Date.parse(endsAt),
    canAccept:
      isAhead && status === 'confirmed' && attendees.some((one) => one.role === role && one.response !== 'accepted'),
    canAddPartner:
      isAhead && appointment.allowPartner && role === 'main' && !attendees.some((one) => one.role === 'partner'),
    canAddGuest:
      isAhead && role === 'main' && attendees.filter((one) => isGuest(one.role)).length < appointment.maxGuests,
    canLeave: isAhead && guest,
  }
}

/** The deadline for changes as a sentence; undefined once it has passed. */
export function deadlineText(
  { cancelUntil, rescheduleUntil, zone }: LinkedAppointment,
  { canCancel, canMove }: Actions,
) {
  const until = (at: string) => momentText(Date.parse(at), zone)
  if (canCancel && canMove && cancelUntil === rescheduleUntil)
    return `אפשר לבטל או לשנות מועד עד ${until(cancelUntil)}.`
  const parts = [canCancel && `לבטל עד ${until(cancelUntil)}`, canMove && `לשנות מועד עד ${until(rescheduleUntil)}`]
  const known = parts.filter(Boolean)
  return known.length > 0 ? `אפשר ${known.join(', ו')}.` : undefined
}

const canceller = { client: 'בוטלה על ידכם', host: 'בוטלה על ידינו', system: 'בוטלה' } as const

/** Page title: the status of the appointment. */
export function stateTitle({ status, awaitsProof, cancelledBy, endsAt }: LinkedAppointment, now: number): string {
  if (status === 'pending') return 'הבקשה ממתינה לאישור'
  if (awaitsProof) return 'נשאר רק לאשר את הפגישה'
  if (status === 'awaiting_payment') return 'הפגישה ממתינה לתשלום'
  if (status === 'cancelled') return `הפגישה ${canceller[cancelledBy ?? 'system']}`
  if (status === 'rejected') return 'הבקשה לא אושרה'
  if (status === 'expired') return 'הבקשה לא נענתה בזמן'
  if (status === 'rescheduled') return 'הפגישה עברה למועד אחר'
  if (status === 'confirmed' && now < Date.parse(endsAt)) return 'הפגישה שלכם'
  return 'הפגישה הסתיימה'
}
