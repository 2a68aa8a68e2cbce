// booking-page and booking-slots: the data of a booking page before a slot is chosen.
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { Day, Instant, z } from '#lib/schema.ts'
import { type BookingDependencies } from './booking.server.ts'
import { BookingWindow, FormToFill, Question, TimeAway, typeColors, Zone } from './booking.ts'
import { locationKinds, refusals } from './booking-labels.ts'
import { readFacts, slotInput, type SlotQuery } from './free-slots.server.ts'
import { freeSlots } from './slots/free-slots.ts'
import { slotsByDay } from './slots/slots-by-day.ts'

export const PublicType = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  durations: z.array(z.int()),
  defaultDuration: z.int(),
  locationKind: z.enum(locationKinds),
  /** The address, or the number to call. The URL of a video room is only mailed. */
  locationValue: z.string(),
  color: z.enum(typeColors),
  priceAgorot: z.int().nullable(),
  dueAgorot: z.int().nullable(),
  requiresConfirmation: z.boolean(),
  cancelNoticeMin: z.int(),
  rescheduleNoticeMin: z.int(),
  policyText: z.string(),
  questions: z.array(Question),
  isHidden: z.boolean(),
  /** Bookable only with a booking link. */
  requiresLink: z.boolean(),
  /** Bookable only with a session package. */
  requiresPackage: z.boolean(),
  allowPartner: z.boolean(),
  /** Bookings that share one slot; null: one. */
  seats: z.int().nullable(),
  /** The locked zone in which times are shown; null: visitors choose. */
  lockedZone: z.string().nullable(),
  usesPreparation: z.boolean(),
  window: BookingWindow,
  form: FormToFill.nullable(),
})
export type PublicType = z.infer<typeof PublicType>

export const HostPage = z.object({
  userId: z.uuid(),
  slug: z.string(),
  name: z.string(),
  photoPath: z.string().nullable(),
  headline: z.string(),
  /** False: no slots are offered, and `closedText` gives the reason. */
  isOpen: z.boolean(),
  closedText: z.string(),
  away: z.array(TimeAway),
  types: z.array(PublicType),
})
export type HostPage = z.infer<typeof HostPage>

/** A host by slug or user id; undefined for an unknown one. Includes hidden types, which have their own page. */
export async function readHostPage(db: Db, address: string): Promise<HostPage | undefined> {
  const { page } = await db.one<{ page: unknown }>('select booking_page($1) as page', [address])
  return page ? HostPage.parse(page) : undefined
}

export const bookingPage = defineFunction({
  name: 'booking-page',
  methods: ['GET'],
  caller: 'anyone',
  as: 'service', // visitors cannot read the booking tables
  refusals,
  // `type` is the slug of a type that may be hidden.
  input: z.object({ host: z.string().min(1).max(60), type: z.string().max(60).optional() }),
  output: HostPage,
  async run({ input, db }) {
    const page = await readHostPage(db, input.host)
    if (!page) throw new Refusal('type_gone', 404, refusals.type_gone)
    return { ...page, types: page.types.filter(({ isHidden, slug }) => !isHidden || slug === input.type) }
  },
})

export const SlotSearch = z
  .object({
    type: z.uuid(),
    duration: z.coerce.number().int().min(5).max(480),
    /** Days in the visitor's zone, both inclusive. At most 92. */
    from: Day,
    to: Day,
    zone: Zone.default('Asia/Jerusalem'),
    /** Root id of an appointment that is being rescheduled and does not block itself. */
    root: z.uuid().optional(),
  })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 92 * 86_400_000, {
    path: ['to'],
    message: 'at most 92 days',
  })
export type SlotSearch = z.output<typeof SlotSearch>

export const SlotAnswer = z.object({
  generatedAt: Instant,
  /** Changes when the slots change. */
  etag: z.string(),
  /** Days in the visitor's zone with free slots, in order, with the start of each. */
  days: z.array(z.object({ day: z.string(), starts: z.array(Instant) })),
  /** Free seats of a group type, by epoch milliseconds of the start. */
  left: z.record(z.string(), z.int()).optional(),
})
export type SlotAnswer = z.infer<typeof SlotAnswer>

const dayMs = 86_400_000

export const bookingSlots = ({ readBusyTimes }: Pick<BookingDependencies, 'readBusyTimes'>) =>
  defineEndpoint({
    name: 'booking-slots',
    methods: ['GET'],
    caller: 'anyone',
    as: 'service', // visitors cannot read the booking tables
    refusals,
    async fetch(request, { transaction }) {
      const { success, data, error } = SlotSearch.safeParse(Object.fromEntries(new URL(request.url).searchParams))
      if (!success) throw new Refusal('invalid_input', 422, error.issues[0]?.message ?? 'Invalid input')
      const answer = await findSlots(transaction, readBusyTimes, data)
      const headers = { etag: `"${answer.etag}"`, 'cache-control': 'no-cache' }
      if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
      return Response.json(answer, { headers })
    },
  })

/**
 * Free slots by the visitor's days. Refused while the calendar is unreadable, if the host closes booking in that case.
 */
export async function findSlots(
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  readBusyTimes: BookingDependencies['readBusyTimes'],
  search: SlotSearch,
): Promise<SlotAnswer> {
  // Zones differ from UTC by at most 14 hours; the result is filtered to the visitor's days below.
  const query: SlotQuery = {
    typeId: search.type,
    duration: search.duration,
    from: Date.parse(search.from) - dayMs,
    to: Date.parse(search.to) + 2 * dayMs,
    exceptRoot: search.root,
  }
  const facts = await transaction((db) => readFacts(db, query))
  const busy = await readBusyTimes(facts.host, query.from, query.to, facts.leavesEvent ?? undefined)
  if (busy === 'closed') throw new Refusal('calendar_unavailable', 503, refusals.calendar_unavailable)
  const input = slotInput(facts, busy === 'none' ? [] : busy, search.duration)
  const requestedDays = slotsByDay(freeSlots(input, query.from, query.to), search.zone).filter(
    ({ day }) => day >= search.from && day <= search.to,
  )
  const slots = {
    days: requestedDays.map(({ day, slots: ofDay }) => ({
      day,
      starts: ofDay.map(({ start }) => new Date(start).toISOString()),
    })),
    ...(input.rules.seats !== null && {
      left: Object.fromEntries(
        requestedDays.flatMap(({ slots: ofDay }) => ofDay.flatMap(({ start, left }) => (left ? [[start, left]] : []))),
      ),
    }),
  }
  const etag = createHash('sha256').update(JSON.stringify(slots)).digest('base64url').slice(0, 22)
  return { generatedAt: new Date(input.now).toISOString(), etag, ...slots }
}
