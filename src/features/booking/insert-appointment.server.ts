// Inserts a new appointment with its attendees and manage link. The caller holds the host's lock.
import { utmOf } from '#lib/forms/utm.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { AppointmentType, BookAppointment, BookingResult } from './booking.ts'
import { refusals } from './booking-labels.ts'

export type BookableType = AppointmentType & {
  is_open: boolean
  /** The amount due at booking; null if nothing is due. */
  due_agorot: number | null
}

/** The type that a visitor books. Refused if the type or its host is not bookable, or a required answer is missing. */
export async function readBookableType(
  db: Db,
  { typeId, duration, answers }: Pick<BookAppointment, 'typeId' | 'duration' | 'answers'>,
): Promise<BookableType> {
  const [type] = await db.query<BookableType>(
    `select t.*, private.due_at_booking(t) as due_agorot, h.is_open and private.may_host(h.user_id) as is_open
     from appointment_types t join booking_hosts h on h.user_id = t.user_id where t.id = $1 and t.is_active`,
    [typeId],
  )
  if (!type?.durations.includes(duration)) throw new Refusal('type_gone', 404, refusals.type_gone)
  if (!type.is_open) throw new Refusal('booking_closed', 409, refusals.booking_closed)
  const missing = type.questions.filter(({ id, is_required }) => is_required && !answers[id])
  if (missing.length > 0)
    throw new Refusal(
      'answer_missing',
      422,
      refusals.answer_missing,
      Object.fromEntries(missing.map(({ id }) => [`answers.${id}`, refusals.answer_missing])),
    )
  return type
}

type NewAppointment = Pick<
  BookAppointment,
  | 'startsAt'
  | 'duration'
  | 'name'
  | 'email'
  | 'phone'
  | 'partnerName'
  | 'partnerEmail'
  | 'answers'
  | 'zone'
  | 'sourceUrl'
> & {
  type: BookableType
  contactId: string
  token: string
  idempotencyKey: string | null
  /** The order to be paid before the appointment is confirmed. */
  orderId: string | null
  /** Whether the appointment is held until the contact confirms it by a mailed link, and then uses their package. */
  holdForPackage: boolean
}

/** Requests are decided within three days, and before they start. */
const decideWithinMs = 3 * 86_400_000
/** Deadline of an appointment that awaits payment. */
const payWithinMs = 15 * 60_000
/** Deadline of an appointment that awaits confirmation by a mailed link. */
const confirmWithinMs = 3_600_000

export async function insertAppointment(
  db: Db,
  input: NewAppointment,
): Promise<Pick<BookingResult, 'status' | 'startsAt' | 'endsAt'> & { id: string; decideBy: Date | null }> {
  const { type, contactId, token } = input
  const starts = Date.parse(input.startsAt)
  const ends = starts + input.duration * 60_000
  const isHeld = input.orderId !== null || input.holdForPackage
  const status = isHeld ? 'awaiting_payment' : type.requires_confirmation ? 'pending' : 'confirmed'
  const withinMs = input.orderId !== null ? payWithinMs : input.holdForPackage ? confirmWithinMs : decideWithinMs
  const decideBy = status === 'confirmed' ? null : new Date(Math.min(starts, Date.now() + withinMs))
  const { id } = await db.one<{ id: string }>(
    `insert into appointments (type_id, title, user_id, contact_id, starts_at, ends_at, status, pending_blocks, buffer_before, buffer_after,
       location_kind, location_value, answers, client_zone, decide_by, utm, idempotency_key, order_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`,
    [
      type.id,
      type.title,
      type.user_id,
      contactId,
      new Date(starts),
      new Date(ends),
      status,
      type.pending_blocks,
      type.buffer_before,
      type.buffer_after,
      type.location_kind,
      type.location_value,
      knownAnswers(type, input.answers),
      input.zone,
      decideBy,
      utmOf(input.sourceUrl),
      input.idempotencyKey,
      input.orderId,
    ],
  )
  await db.query(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, 'main')`, [
    token,
    id,
  ])
  await db.query(
    `insert into appointment_attendees (appointment_id, contact_id, role, name, email, phone)
     select $1, p.contact_id::uuid, p.role, p.name, lower(p.email), p.phone
     from jsonb_to_recordset($2::jsonb) p (contact_id text, role text, name text, email text, phone text)`,
    [
      id,
      JSON.stringify([
        { contact_id: contactId, role: 'main', name: input.name, email: input.email, phone: input.phone },
        ...(input.partnerName && input.partnerEmail
          ? [{ role: 'partner', name: input.partnerName, email: input.partnerEmail }]
          : []),
      ]),
    ],
  )
  return { id, status, startsAt: new Date(starts).toISOString(), endsAt: new Date(ends).toISOString(), decideBy }
}

/** Answers to the type's questions. Answers to unknown questions are dropped. */
const knownAnswers = ({ questions }: BookableType, answers: Record<string, string>) =>
  Object.fromEntries(questions.flatMap(({ id }) => (answers[id] ? [[id, answers[id]]] : [])))
