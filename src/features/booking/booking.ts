// Contract of booking: appointment types, appointments and function inputs.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { optional, Phone } from '#lib/forms/visitor-fields.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { rowSchemas as availability } from './availability.ts'
import { EarlierOffer, EarlierWait } from './earlier/earlier-hours.ts'
import { GroupWait } from './group-waits/group-waits.ts'
import { BookingLinkRow } from './links/booking-links.ts'
import { appointmentStatuses, attendeeRoles, locationKinds, paymentModes, windowKinds } from './booking-labels.ts'

export { appointmentMergeContext } from './appointment-merge-fields.ts'

export const typeColors = ['sage', 'sky', 'sand', 'rose', 'plum', 'slate'] as const
export const questionKinds = ['short', 'long', 'choice', 'yes_no'] as const

/** A short question of a type; answers are stored by question id. */
export const Question = z.object({
  id: z.string().regex(/^[a-z0-9_-]{1,40}$/),
  label: z.string().transform(oneLine).pipe(z.string().min(1, 'שדה חובה').max(160, 'עד 160 תווים')),
  kind: z.enum(questionKinds),
  is_required: z.boolean(),
  options: z.array(z.string().min(1).max(80)).max(12).default([]),
})
export type Question = z.infer<typeof Question>

export const AppointmentType = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  durations: z.array(z.int()),
  default_duration: z.int(),
  location_kind: z.enum(locationKinds),
  location_value: z.string(),
  color: z.enum(typeColors),
  price_agorot: z.int().nullable(),
  payment_mode: z.enum(paymentModes),
  deposit_agorot: z.int().nullable(),
  product_id: z.uuid().nullable(),
  requires_confirmation: z.boolean(),
  pending_blocks: z.boolean(),
  buffer_before: z.int(),
  buffer_after: z.int(),
  slot_interval: z.int(),
  min_notice_min: z.int(),
  window_kind: z.enum(windowKinds),
  window_days: z.int().nullable(),
  window_from: z.iso.date().nullable(),
  window_to: z.iso.date().nullable(),
  max_per_day: z.int().nullable(),
  max_per_week: z.int().nullable(),
  max_active_per_contact: z.int().nullable(),
  cancel_notice_min: z.int(),
  reschedule_notice_min: z.int(),
  policy_text: z.string(),
  questions: z.array(Question),
  schedule_id: z.uuid().nullable(),
  is_hidden: z.boolean(),
  allow_partner: z.boolean(),
  uses_preparation: z.boolean(),
  form_id: z.uuid().nullable(),
  requires_package: z.boolean(),
  requires_link: z.boolean(),
  seats: z.int().nullable(),
  /** IANA name of the locked zone in which times are shown; null: visitors choose. */
  locked_zone: z.string().nullable(),
  /** Maximum number of guests beyond the partner. */
  max_guests: z.int(),
  is_active: z.boolean(),
  position: z.int(),
  created_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})
export type AppointmentType = z.infer<typeof AppointmentType>

/** The form of an appointment, as shown to the main attendee. */
export const FormToFill = z.object({ formId: z.string(), title: z.string(), isSent: z.boolean() })
export type FormToFill = z.infer<typeof FormToFill>

/** Time off whose note the host shares with visitors. */
export const TimeAway = z.object({ startsAt: Instant, endsAt: Instant, note: z.string() })

/** First and last bookable day; null without a limit on that side. */
export const BookingWindow = z.object({ from: z.iso.date().nullable(), until: z.iso.date().nullable() })

export const BookingSettings = z.object({ id: z.boolean(), call_type_id: z.uuid().nullable(), version: z.int() })

export const Appointment = z.object({
  id: z.uuid(),
  type_id: z.uuid().nullable(),
  title: z.string(),
  user_id: z.uuid(),
  contact_id: z.uuid().nullable(),
  household_id: z.uuid().nullable(),
  opportunity_id: z.uuid().nullable(),
  package_id: z.uuid().nullable(),
  order_id: z.uuid().nullable(),
  series_id: z.uuid().nullable(),
  starts_at: Instant,
  ends_at: Instant,
  status: z.enum(appointmentStatuses),
  pending_blocks: z.boolean(),
  buffer_before: z.int(),
  buffer_after: z.int(),
  location_kind: z.enum(locationKinds),
  location_value: z.string(),
  join_url: z.string().nullable(),
  answers: JsonObject,
  client_zone: z.string(),
  decide_by: Instant.nullable(),
  rescheduled_from_id: z.uuid().nullable(),
  root_id: z.uuid(),
  ical_sequence: z.int(),
  cancelled_by: z.enum(['client', 'host', 'system']).nullable(),
  cancel_reason: z.string().nullable(),
  confirmed_at: Instant.nullable(),
  status_at: Instant,
  no_show: z.enum(['client', 'host']).nullable(),
  utm: JsonObject,
  idempotency_key: z.uuid().nullable(),
  host_noticed_at: Instant.nullable(),
  is_silent: z.boolean(),
  created_at: Instant,
  created_by: z.uuid().nullable(),
  version: z.int(),
  is_demo: z.boolean(),
  slot_group_id: z.uuid().nullable(),
})
export type Appointment = z.infer<typeof Appointment>

export const AppointmentAttendee = z.object({
  id: z.uuid(),
  appointment_id: z.uuid(),
  contact_id: z.uuid().nullable(),
  role: z.enum(attendeeRoles),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  wants_reminders: z.boolean(),
  response: z.enum(['unknown', 'accepted', 'declined']),
  joined_at: Instant,
})
export type AppointmentAttendee = z.infer<typeof AppointmentAttendee>

/** A package of meetings of one type for a contact, shared with the household. */
export const SessionPackage = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  type_id: z.uuid(),
  total: z.int(),
  expires_on: z.iso.date().nullable(),
  note: z.string(),
  created_at: Instant,
  created_by: z.uuid().nullable(),
  version: z.int(),
  is_demo: z.boolean(),
})
export type SessionPackage = z.infer<typeof SessionPackage>

const SlotHold = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type_id: z.uuid(),
  starts_at: Instant,
  ends_at: Instant,
  token_hash: z.string(),
  release_at: Instant,
})

/** Appointments of unrelated contacts that share one slot. */
const SlotGroup = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type_id: z.uuid().nullable(),
  starts_at: Instant,
  ends_at: Instant,
})

const AppointmentLink = z.object({
  token_hash: z.string(),
  root_id: z.uuid(),
  role: z.enum(attendeeRoles),
  created_at: Instant,
  proves_attendee: z.boolean(),
})

/** Checklist items that an attendee ticked before the meeting. */
const AppointmentPreparation = z.object({
  root_id: z.uuid(),
  role: z.enum(attendeeRoles),
  done: z.array(z.string()),
  saved_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  ...availability,
  appointment_types: AppointmentType,
  booking_settings: BookingSettings,
  session_packages: SessionPackage,
  appointments: Appointment,
  appointment_attendees: AppointmentAttendee,
  slot_holds: SlotHold,
  slot_groups: SlotGroup,
  group_waits: GroupWait,
  earlier_waits: EarlierWait,
  earlier_offers: EarlierOffer,
  appointment_links: AppointmentLink,
  booking_links: BookingLinkRow,
  appointment_preparations: AppointmentPreparation,
}

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'

const isZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
/** An IANA time zone. */
export const Zone = z.string().max(64).refine(isZone, 'אזור הזמן אינו מוכר')

/** Token of a hold or a link, generated by the server. */
const Token = z.string().regex(/^[\w-]{20,128}$/, malformedFormText)
const Answer = z.string(malformedFormText).max(4000).transform(plainText).pipe(z.string().max(1000, 'עד 1,000 תווים'))
const Checkbox = z.union(
  [z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })],
  malformedFormText,
)

/** The slot that a visitor chose. */
export const SlotChoice = z.object({
  typeId: z.uuid(malformedFormText),
  startsAt: z.iso.datetime({ offset: true, error: 'יש לבחור שעה' }),
  /** Minutes, one of the type's durations. */
  duration: z.coerce.number<unknown>(malformedFormText).int(malformedFormText),
})
export type SlotChoice = z.output<typeof SlotChoice>

/** `link`: the token of a single-use booking link. */
export const HoldSlot = SlotChoice.extend({ holdToken: optional(Token), link: optional(Token) })
export const SlotHeld = z.object({ holdToken: z.string(), releaseAt: Instant })

/** Input of book-appointment. */
export const BookAppointment = SlotChoice.extend({
  holdToken: optional(Token),
  link: optional(Token),
  name: PersonName,
  email: EmailAddress,
  phone: Phone,
  partnerName: optional(PersonName),
  partnerEmail: optional(EmailAddress),
  answers: z.record(z.string().max(40), Answer).default({}),
  zone: Zone.default('Asia/Jerusalem'),
  /** Generated with the form: a repeated request books once. */
  idempotencyKey: z.uuid(malformedFormText),
  marketingConsent: Checkbox.default(false),
  consentTextId: optional(z.uuid('הנוסח שאושר אינו מוכר. רעננו את העמוד')),
  privacyTextId: optional(z.uuid('הנוסח שהוצג אינו מוכר. רעננו את העמוד')),
  sourceUrl: SourceUrl,
})
  .refine(({ partnerName, partnerEmail }) => (partnerName === undefined) === (partnerEmail === undefined), {
    path: ['partnerEmail'],
    message: 'כדי להזמין את בן או בת הזוג צריך שם ודוא״ל',
  })
  .refine(({ email, partnerEmail }) => email !== partnerEmail, {
    path: ['partnerEmail'],
    message: 'זו הכתובת שלכם. כאן צריך את הכתובת של בן או בת הזוג',
  })
export type BookAppointment = z.output<typeof BookAppointment>

/** The booked appointment. `manageToken` opens its page; it is returned only once, and mailed. */
export const BookingResult = z.object({
  appointmentId: z.uuid(),
  status: z.enum(appointmentStatuses),
  startsAt: Instant,
  endsAt: Instant,
  manageToken: z.string(),
  /** Path of the checkout while the appointment awaits payment. */
  payPath: z.string().nullable(),
})
export type BookingResult = z.infer<typeof BookingResult>

/** Cancellation reasons that a client can choose, before free text. */
export const cancelReasons = ['המועד כבר לא מתאים', 'מצאנו פתרון אחר', 'החלטנו לא להמשיך', 'סיבה אחרת'] as const

export const ManageLink = z.object({ token: Token })
export const CancelByLink = z.object({
  token: Token,
  reason: z
    .string('יש לבחור סיבה')
    .transform(oneLine)
    .pipe(z.string().min(1, 'יש לבחור סיבה').max(300, 'עד 300 תווים')),
})
export const AddAttendeeByLink = z.object({
  token: Token,
  kind: z.enum(['partner', 'guest'], malformedFormText),
  name: PersonName,
  email: EmailAddress,
})
export const WaitForEarlier = z.object({ token: Token, waits: Checkbox })
export const RenewLinks = z.object({ email: EmailAddress })
export const SavePreparation = z.object({
  token: Token,
  /** Titles of the checklist items. */
  items: z
    .array(
      z
        .string(malformedFormText)
        .max(200, malformedFormText)
        .transform(oneLine)
        .pipe(z.string().min(1, malformedFormText)),
      malformedFormText,
    )
    .max(60, malformedFormText),
})
export const MoveByLink = z.object({
  token: Token,
  startsAt: z.iso.datetime({ offset: true, error: 'יש לבחור שעה' }),
  holdToken: optional(Token),
})
