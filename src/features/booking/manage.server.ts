// Functions for the holder of a manage link: open the appointment, cancel and reschedule it.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { Instant, z } from '#lib/schema.ts'
import {
  AddAttendeeByLink,
  BookingWindow,
  CancelByLink,
  FormToFill,
  ManageLink,
  MoveByLink,
  SavePreparation,
  TimeAway,
  WaitForEarlier,
} from './booking.ts'
import {
  appointmentStatuses,
  type AttendeeRole,
  attendeeRoles,
  isGuest,
  locationKinds,
  openStatuses,
  refusals,
} from './booking-labels.ts'
import { type BookingDependencies, readInput, withFreeSlot } from './booking.server.ts'

/** Data of the manage page. The reason and the author of a cancellation are shown to both sides. */
export const LinkedAppointment = z.object({
  appointmentId: z.uuid(),
  role: z.enum(attendeeRoles),
  /** Null if the host does not offer the type: the type was deleted, or the appointment reassigned. */
  typeId: z.uuid().nullable(),
  title: z.string(),
  status: z.enum(appointmentStatuses),
  startsAt: Instant,
  endsAt: Instant,
  zone: z.string(),
  /** The locked zone in which times are shown; null: the visitor chooses. */
  lockedZone: z.string().nullable(),
  locationKind: z.enum(locationKinds),
  locationValue: z.string(),
  joinUrl: z.string().nullable(),
  cancelledBy: z.enum(['client', 'host', 'system']).nullable(),
  cancelReason: z.string().nullable(),
  statusAt: Instant,
  decideBy: Instant.nullable(),
  /**
   * Whether the slot is held until the main attendee confirms by a mailed link; the meeting then uses their package.
   */
  awaitsProof: z.boolean(),
  /** Whether this link can confirm the appointment: only the main attendee can know a mailed link. */
  canProve: z.boolean(),
  sequence: z.int(),
  rootId: z.uuid(),
  allowPartner: z.boolean(),
  maxGuests: z.int(),
  /** Whether earlier slots can be offered, which depends on the type. */
  offersEarlier: z.boolean(),
  waitsForEarlier: z.boolean(),
  /** The slot of an open offer, and until when it is held. */
  heldEarlier: z.object({ startsAt: Instant, until: Instant }).nullable(),
  usesPreparation: z.boolean(),
  form: FormToFill.nullable(),
  hostName: z.string(),
  hostSlug: z.string().nullable(),
  typeSlug: z.string().nullable(),
  policyText: z.string(),
  cancelUntil: Instant,
  rescheduleUntil: Instant,
  /** In minutes. */
  duration: z.int(),
  window: BookingWindow,
  away: z.array(TimeAway),
  /** Checklist items that the link's holder ticked before the meeting. */
  prepared: z.array(z.string()),
  attendees: z.array(
    z.object({
      name: z.string(),
      role: z.enum(attendeeRoles),
      response: z.enum(['unknown', 'accepted', 'declined']),
    }),
  ),
})
export type LinkedAppointment = z.infer<typeof LinkedAppointment>

/** The appointment of a manage link, or undefined for an unknown one. */
export async function readLinkedAppointment(db: Db, token: string): Promise<LinkedAppointment | undefined> {
  const { page } = await db.one<{ page: unknown }>('select linked_appointment_page($1) as page', [token])
  return page ? LinkedAppointment.parse(page) : undefined
}

const options = {
  caller: 'anyone',
  as: 'service', // the manage token authorizes the request
  refusals,
  perClient: { burst: 60, refillMs: 3_600_000 },
} as const

/** A POST, so that mail scanners change nothing and the token is not logged. */
export const openAppointment = defineFunction({
  ...options,
  name: 'open-appointment',
  input: ManageLink,
  output: LinkedAppointment,
  async run({ input, db }) {
    return require(await readLinkedAppointment(db, input.token))
  },
})

export const cancelLinkedAppointment = defineFunction({
  ...options,
  name: 'cancel-appointment',
  input: CancelByLink,
  output: LinkedAppointment,
  async run({ input, db }) {
    const { appointmentId, role } = require(await readLinkedAppointment(db, input.token))
    refuseGuest(role)
    await db.query('select cancel_linked_appointment($1, $2)', [appointmentId, input.reason])
    return require(await readLinkedAppointment(db, input.token))
  },
})

/** The attendee of the link accepts. */
export const acceptLinkedAppointment = defineFunction({
  ...options,
  name: 'accept-appointment',
  input: ManageLink,
  output: LinkedAppointment,
  async run({ input, db }) {
    const { appointmentId, role } = require(await readLinkedAppointment(db, input.token))
    await db.query('select accept_linked_appointment($1, $2)', [appointmentId, role])
    return require(await readLinkedAppointment(db, input.token))
  },
})

/** The checkout of an appointment that awaits payment. Only for the main attendee, whose details it shows. */
export const payLinkedAppointment = ({ payPath }: Pick<BookingDependencies, 'payPath'>) =>
  defineFunction({
    ...options,
    name: 'pay-appointment',
    input: ManageLink,
    output: z.object({ payPath: z.string() }),
    async run({ input, db }) {
      const { appointmentId, role } = require(await readLinkedAppointment(db, input.token))
      if (role !== 'main') throw new Refusal('payment_not_awaited', 409, refusals.payment_not_awaited)
      const [unpaid] = await db.query<{ order_id: string }>(
        `select order_id from appointments where id = $1 and status = 'awaiting_payment' and order_id is not null`,
        [appointmentId],
      )
      if (!unpaid) throw new Refusal('payment_not_awaited', 409, refusals.payment_not_awaited)
      return { payPath: await payPath(db, unpaid.order_id) }
    },
  })

/** Uses up a meeting of the main attendee's package. The database requires a link that was mailed to the attendee. */
export const usePackage = defineFunction({
  ...options,
  name: 'use-package',
  input: ManageLink,
  output: LinkedAppointment,
  async run({ input, db }) {
    require(await readLinkedAppointment(db, input.token))
    await db.query('select prove_package($1)', [input.token])
    return require(await readLinkedAppointment(db, input.token))
  },
})

/** Checklist ticks of the link's attendee. */
export const savePreparation = defineFunction({
  ...options,
  name: 'save-preparation',
  input: SavePreparation,
  output: LinkedAppointment,
  async run({ input, db }) {
    const { appointmentId, role } = require(await readLinkedAppointment(db, input.token))
    await db.query('select save_linked_preparation($1, $2, $3)', [appointmentId, role, input.items])
    return require(await readLinkedAppointment(db, input.token))
  },
})

/** Only for the main attendee: partners and guests cannot invite others. */
export const addLinkedAttendee = defineFunction({
  ...options,
  name: 'add-appointment-attendee',
  input: AddAttendeeByLink,
  output: LinkedAppointment,
  async run({ input, db }) {
    const { appointmentId, role } = require(await readLinkedAppointment(db, input.token))
    if (role !== 'main') throw new Refusal('partner_not_offered', 409, refusals.partner_not_offered)
    const { kind, name, email } = input
    await db.query('select add_linked_attendee($1, $2, $3, $4)', [appointmentId, kind, name, email])
    return require(await readLinkedAppointment(db, input.token))
  },
})

/** A guest leaves the appointment, which deletes their link. */
export const leaveLinkedAppointment = defineFunction({
  ...options,
  name: 'leave-appointment',
  input: ManageLink,
  output: z.object({}),
  async run({ input, db }) {
    const found = await readLinkedAppointment(db, input.token)
    // The link is deleted with its attendee: a repeated request finds none and changes nothing.
    if (found) await db.query('select leave_linked_appointment($1, $2)', [found.appointmentId, found.role])
    return {}
  },
})

/** The main attendee starts or stops waiting for an earlier slot. */
export const waitForEarlierHour = defineFunction({
  ...options,
  name: 'wait-for-earlier-hour',
  input: WaitForEarlier,
  output: LinkedAppointment,
  async run({ input, db }) {
    const { appointmentId, role } = require(await readLinkedAppointment(db, input.token))
    if (role !== 'main') throw new Refusal('earlier_not_offered', 409, refusals.earlier_not_offered)
    await db.query('select set_earlier_wait($1, $2)', [appointmentId, input.waits])
    return require(await readLinkedAppointment(db, input.token))
  },
})

/**
 * Reschedules with the same type and duration. The link stays valid. A repeated request finds the appointment at the new time and changes
 * nothing.
 */
export const moveLinkedAppointment = ({ readBusyTimes }: Pick<BookingDependencies, 'readBusyTimes'>) =>
  defineEndpoint({
    ...options,
    name: 'move-appointment',
    methods: ['POST'],
    bodyLimit: 10_000,
    async fetch(request, { transaction }) {
      const { token, startsAt, holdToken } = await readInput(request, MoveByLink)
      const isThere = ({ status, startsAt: at }: LinkedAppointment) =>
        openStatuses.includes(status) && Date.parse(at) === Date.parse(startsAt)
      const before = require(await transaction((db) => readLinkedAppointment(db, token)))
      refuseGuest(before.role)
      if (isThere(before)) return Response.json(before)
      if (before.typeId === null) throw new Refusal('type_gone', 404, refusals.type_gone)
      const choice = { typeId: before.typeId, startsAt, duration: before.duration }
      return withFreeSlot(
        { choice, token: holdToken, readBusyTimes, transaction, exceptRoot: before.rootId },
        async (db) => {
          // Another tab may have rescheduled it since.
          const present = require(await readLinkedAppointment(db, token))
          if (isThere(present)) return present
          // Or staff reassigned it to another host, whose slots were not computed.
          if (present.typeId === null) throw new Refusal('type_gone', 404, refusals.type_gone)
          await db.query('select move_linked_appointment($1, $2)', [present.appointmentId, startsAt])
          if (holdToken) {
            await db.query('select accept_earlier_hour($1, $2)', [present.rootId, holdToken])
            await db.query('delete from slot_holds where token_hash = link_hash($1)', [holdToken])
          }
          return require(await readLinkedAppointment(db, token))
        },
      )
    },
  })

/** Guests can see and accept or leave the appointment, but not change it. */
function refuseGuest(role: AttendeeRole) {
  if (isGuest(role)) throw new Refusal('guest_not_allowed', 403, refusals.guest_not_allowed)
}

function require(found: LinkedAppointment | undefined): LinkedAppointment {
  if (!found) throw new Refusal('link_unknown', 404, refusals.link_unknown)
  return found
}
