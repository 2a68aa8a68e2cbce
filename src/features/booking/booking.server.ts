// hold-slot and book-appointment: how a visitor books a slot. No transaction is open during requests to a connected calendar.
import { randomBytes } from 'node:crypto'
import type { Mails } from '#features/email-templates/email-templates.ts'
import { utmOf } from '#lib/forms/utm.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, type EndpointContext } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { z } from '#lib/schema.ts'
import { BookAppointment, BookingResult, HoldSlot, type SlotChoice, SlotHeld } from './booking.ts'
import { refusals } from './booking-labels.ts'
import { type BookableType, insertAppointment, readBookableType } from './insert-appointment.server.ts'
import {
  alternatives,
  isOffered,
  type ReadBusyTimes,
  readFacts,
  type SlotFacts,
  slotInput,
  type SlotQuery,
  spanAround,
} from './free-slots.server.ts'
import { lockOpenLink, requireOpenLink } from './links/booking-links.server.ts'
import { mailPackageProof } from './package-proof.server.ts'
import type { SlotInput, Span } from './slots/slot-rules.ts'

type Contact = { id: string; full_name: string }
type From = { url: string | null; ip: string | null; userAgent: string | null }
type MeetingOrder = {
  contactId: string
  productId: string
  title: string
  amountAgorot: number
  name: string
  email: string
  phone: string
  from: From
  utm: Record<string, string>
}

/** Functions of other modules, injected. */
export type BookingDependencies = {
  readBusyTimes: ReadBusyTimes
  matchContact: (
    db: Db,
    who: { name: string; phone: string | undefined; email: string; sourceUrl: string | null; matchBy?: 'email' },
  ) => Promise<Contact>
  requestMetadata: (request: { ip?: string; userAgent?: string }, sourceUrl: string | undefined) => From
  /** Creates the order of an appointment that is paid at booking; returns its id. */
  orderMeeting: (db: Db, meeting: MeetingOrder) => Promise<string>
  /** The checkout path of an order. */
  payPath: (db: Db, orderId: string) => Promise<string>
  mails: Mails<Db>
  /** Without a trailing slash. */
  siteUrl: string
  refuseUnknownConsentText: (
    db: Db,
    asked: { marketingConsent: boolean; consentTextId?: string | undefined },
  ) => Promise<void>
  recordConsent: (
    db: Db,
    agreement: {
      contactId: string
      phone?: string | undefined
      email?: string | undefined
      consentTextId?: string | undefined
      source: { type: string; id: string }
      from: From
    },
  ) => Promise<void>
}

export const newToken = () => randomBytes(24).toString('base64url')

/** Holds the slot for seven minutes and releases the visitor's previous hold. */
export const holdSlot = ({ readBusyTimes }: Pick<BookingDependencies, 'readBusyTimes'>) =>
  defineEndpoint({
    name: 'hold-slot',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables
    methods: ['POST'],
    bodyLimit: 10_000,
    refusals,
    // Enough to compare several slots, too few to hold a whole month of a host.
    perClient: { burst: 30, refillMs: 3_600_000 },
    async fetch(request, { transaction }) {
      const input = await readInput(request, HoldSlot)
      const token = input.holdToken ?? newToken()
      return withFreeSlot({ choice: input, token, readBusyTimes, transaction }, async (db) => {
        await requireOpenLink(db, await readLinkRule(db, input.typeId), input.link)
        const { until } = await db.one<{ until: Date }>('select hold_slot($1, $2, $3, $4) as until', [
          input.typeId,
          token,
          input.startsAt,
          appointmentEnd(input),
        ])
        return SlotHeld.parse({ holdToken: token, releaseAt: until.toISOString() })
      })
    },
  })

/** Books the slot. A repeated request with the same key returns the first booking. */
export const bookAppointment = (dependencies: BookingDependencies) =>
  defineEndpoint({
    name: 'book-appointment',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    methods: ['POST'],
    bodyLimit: 50_000,
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    async fetch(request, context) {
      const input = await readInput(request, BookAppointment)
      const { readBusyTimes } = dependencies
      const { transaction } = context
      const origin = {
        ...(context.ip !== undefined && { ip: context.ip }),
        userAgent: request.headers.get('user-agent') ?? '',
      }
      return withFreeSlot(
        {
          choice: input,
          token: input.holdToken,
          readBusyTimes,
          transaction,
          repeated: (db) => bookedBefore(db, input.idempotencyKey, dependencies),
        },
        (db) => book(db, dependencies, input, origin),
      )
    },
  })

const readLinkRule = (db: Db, typeId: string) =>
  db.one<{ id: string; requires_link: boolean }>('select id, requires_link from appointment_types where id = $1', [
    typeId,
  ])

async function book(
  db: Db,
  dependencies: BookingDependencies,
  input: BookAppointment,
  origin: { ip?: string; userAgent: string },
) {
  const { matchContact, requestMetadata, refuseUnknownConsentText, recordConsent } = dependencies
  await refuseUnknownConsentText(db, input)
  const type = await readBookableType(db, input)
  const from = requestMetadata(origin, input.sourceUrl)
  const link = await lockOpenLink(db, type, input.link)
  // Not matched by phone number, which is unverified: the host would get access to that contact's data.
  const contactId = link?.contact_id ?? (await matchContact(db, { ...input, sourceUrl: from.url, matchBy: 'email' })).id
  await refuseBeyondLimit(db, type, contactId)
  const packageId = await packageFor(db, type, contactId, input.startsAt)
  // A client can create several links in the portal while one meeting remains.
  if (packageId === null && (type.requires_package || link?.is_of_portal))
    throw new Refusal('package_required', 409, refusals.package_required)
  // An entered address is unverified: only its owner, or a link created for the contact, uses up a meeting.
  const holdForPackage = packageId !== null && link?.contact_id !== contactId
  const orderId = packageId === null ? await orderOf(db, dependencies, { type, input, contactId, from }) : null
  const token = newToken()
  // Frees the key of a released attempt: see `bookedBefore`.
  await db.query('update appointments set idempotency_key = null where idempotency_key = $1', [input.idempotencyKey])
  const { id, decideBy, ...booked } = await insertAppointment(db, {
    ...input,
    type,
    contactId,
    token,
    orderId,
    holdForPackage,
  })
  if (input.link) await db.query('select use_booking_link($1, $2, $3)', [input.link, type.id, id])
  if (input.holdToken) await db.query('delete from slot_holds where token_hash = link_hash($1)', [input.holdToken])
  if (input.marketingConsent)
    await recordConsent(db, { ...input, contactId, from, source: { type: 'appointment', id } })
  if (holdForPackage && decideBy)
    await mailPackageProof(db, dependencies, { ...input, rootId: id, type, decideBy, token: newToken() })
  const payPath = orderId === null ? null : await dependencies.payPath(db, orderId)
  return BookingResult.parse({ appointmentId: id, ...booked, manageToken: token, payPath })
}

type Ordered = { type: BookableType; input: BookAppointment; contactId: string; from: From }

/** The order for the amount due at booking; null if nothing is due. */
async function orderOf(db: Db, { orderMeeting }: BookingDependencies, { type, input, contactId, from }: Ordered) {
  if (type.due_agorot === null || type.product_id === null) return null
  const { name, email, phone } = input
  return orderMeeting(db, {
    contactId,
    productId: type.product_id,
    title: type.payment_mode === 'deposit' ? `מקדמה: ${type.title}` : type.title,
    amountAgorot: type.due_agorot,
    name,
    email,
    phone,
    from,
    utm: utmOf(input.sourceUrl),
  })
}

/** The contact's upcoming appointments of this type, including undecided ones. */
async function refuseBeyondLimit(db: Db, type: BookableType, contactId: string) {
  if (type.max_active_per_contact === null) return
  const { active } = await db.one<{ active: number }>(
    `select count(*)::int as active from appointments
     where contact_id = $1 and type_id = $2 and ends_at > now() and status in ('pending', 'awaiting_payment', 'confirmed')`,
    [contactId, type.id],
  )
  if (active >= type.max_active_per_contact) throw new Refusal('too_many_active', 409, refusals.too_many_active)
}

/** The package that an appointment of the contact would use. */
const packageFor = async (db: Db, type: BookableType, contactId: string, startsAt: string) =>
  (
    await db.one<{ found: string | null }>('select private.package_for($1, $2, $3) as found', [
      contactId,
      type.id,
      startsAt,
    ])
  ).found

type FreeSlotParts = {
  choice: SlotChoice
  /** Token of the visitor's own hold. */
  token: string | undefined
  readBusyTimes: ReadBusyTimes
  transaction: EndpointContext['transaction']
  /** An earlier booking with the same idempotency key, which is returned instead. */
  repeated?: (db: Db) => Promise<unknown>
  exceptRoot?: string
}

/**
 * Runs `work` under the host's lock, after the slot was recomputed from the calendar and the database. Otherwise responds 409 with the
 * nearest three. The exclusion constraint is the last guard.
 */
export async function withFreeSlot(parts: FreeSlotParts, work: (db: Db) => Promise<unknown>): Promise<Response> {
  const { choice, readBusyTimes, transaction } = parts
  const start = Date.parse(choice.startsAt)
  const first = await transaction(async (db) => {
    const repeated = await parts.repeated?.(db)
    if (repeated) return { repeated }
    const query = await queryOf(db, parts)
    return { query, facts: await readFacts(db, query) }
  })
  if ('repeated' in first) return Response.json(first.repeated)
  const { query, facts } = first
  // A slot that the database refuses needs no calendar request.
  const known = slotInput(facts, [], choice.duration)
  if (!isOffered(known, start)) return taken(known, start)
  const busy = await busyTimes(readBusyTimes, facts, query)
  try {
    const outcome = await transaction(async (db) => {
      await db.query('select private.lock_host($1)', [facts.host])
      const repeated = await parts.repeated?.(db)
      if (repeated) return { done: repeated }
      const input = slotInput(await readFacts(db, query), busy, choice.duration)
      return isOffered(input, start) ? { done: await work(db) } : { input }
    })
    return 'done' in outcome ? Response.json(outcome.done, { status: 201 }) : taken(outcome.input, start)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'slot_taken')) throw error
    return taken(slotInput(await transaction((db) => readFacts(db, query)), busy, choice.duration), start)
  }
}

async function queryOf(db: Db, { choice, token, exceptRoot }: FreeSlotParts): Promise<SlotQuery> {
  const hash = token && (await db.one<{ hash: string }>('select link_hash($1) as hash', [token])).hash
  return {
    typeId: choice.typeId,
    duration: choice.duration,
    ...spanAround(Date.parse(choice.startsAt)),
    exceptRoot,
    exceptHold: hash,
  }
}

async function busyTimes(
  read: ReadBusyTimes,
  { host, leavesEvent }: SlotFacts,
  { from, to }: SlotQuery,
): Promise<readonly Span[]> {
  const busy = await read(host, from, to, leavesEvent ?? undefined)
  if (busy === 'closed') throw new Refusal('calendar_unavailable', 503, refusals.calendar_unavailable)
  return busy === 'none' ? [] : busy
}

/**
 * The appointment of an earlier request with the key. That request returned and mailed its link; this response
 * contains a new link. Undefined after the slot was released: the next request is a new attempt.
 */
async function bookedBefore(
  db: Db,
  key: string,
  { payPath }: Pick<BookingDependencies, 'payPath'>,
): Promise<BookingResult | undefined> {
  const [found] = await db.query<{
    id: string
    root_id: string
    order_id: string | null
    status: BookingResult['status']
    starts_at: Date
    ends_at: Date
    is_released: boolean
  }>(
    `select n.id, n.root_id, n.order_id, n.status, n.starts_at, n.ends_at,
       n.status = 'expired' or (n.status = 'cancelled' and n.cancelled_by = 'system') as is_released
     from appointments a, lateral (
       select c.* from appointments c where c.root_id = a.root_id order by c.created_at desc, c.ical_sequence desc limit 1) n
     where a.idempotency_key = $1`,
    [key],
  )
  if (!found || found.is_released) return undefined
  const token = newToken()
  await db.query(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, 'main')`, [
    token,
    found.root_id,
  ])
  return {
    appointmentId: found.id,
    status: found.status,
    startsAt: found.starts_at.toISOString(),
    endsAt: found.ends_at.toISOString(),
    manageToken: token,
    payPath: found.status === 'awaiting_payment' && found.order_id ? await payPath(db, found.order_id) : null,
  }
}

const taken = (input: SlotInput, start: number) =>
  Response.json(
    { code: 'slot_taken', message: refusals.slot_taken, nearest: alternatives(input, start) },
    { status: 409 },
  )

export const appointmentEnd = ({ startsAt, duration }: Pick<SlotChoice, 'startsAt' | 'duration'>) =>
  new Date(Date.parse(startsAt) + duration * 60_000).toISOString()

/** Parses the JSON body. Refused with a message per field. */
export async function readInput<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const { success, data, error } = schema.safeParse(await request.json().catch(() => undefined))
  if (success) return data
  const fields = Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  throw new Refusal('invalid_input', 422, error.issues[0]?.message ?? 'Invalid input', fields)
}
