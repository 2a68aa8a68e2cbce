// Scans for slots freed before the appointments of waiting clients, and renders the offer mail.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { splitName } from '#lib/split-name.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'
import { newToken } from '../booking.server.ts'
import { isOffered, type ReadBusyTimes, readFacts, slotInput } from '../free-slots.server.ts'
import { managePath } from '../public/booking-view.ts'
import { windowEnd } from '../slots/booking-limits.ts'
import { freeSlots } from '../slots/free-slots.ts'
import type { SlotInput, Span } from '../slots/slot-rules.ts'

type Work = <T>(work: (db: Db) => Promise<T>) => Promise<T>

type Wait = {
  root_id: string
  host: string
  type_id: string
  starts_at: Date
  minutes: number
  min_notice_min: number
  /** Null before the first scan. */
  seen_starts: Date[] | null
  /** The end of the booking window at that scan. */
  seen_until: Date | null
  offered: Date[]
}

type Parts = { asService: Work; readBusyTimes: ReadBusyTimes; isQuiet: (db: Db) => Promise<boolean> }

/** The latest slot that is searched. */
const reachMs = 62 * 86_400_000

/**
 * Runs every few minutes; nothing is offered while service messages are paused, as on Shabbat. Slots are offered to the longest waiting
 * client first: the hold blocks the slot for the next one.
 */
export const offerEarlierHours =
  ({ asService, readBusyTimes, isQuiet }: Parts) =>
  async () => {
    if (await asService(isQuiet)) return
    const now = Date.now()
    const waits = await asService((db) => db.query<Wait>('select * from private.waits_for_earlier()'))
    const busyOf = new Map<string, readonly Span[] | undefined>()
    const failures: unknown[] = []
    for (const wait of waits)
      await checkWait(wait).catch((error: unknown) => {
        failures.push(error)
      })
    if (failures.length > 0) throw failures[0]

    async function checkWait(wait: Wait) {
      // One calendar request per host. The appointment's own event counts as busy: a slot that overlaps it was not
      // freed.
      if (!busyOf.has(wait.host)) {
        const busy = await readBusyTimes(wait.host, now, now + reachMs)
        busyOf.set(wait.host, busy === 'closed' ? undefined : busy === 'none' ? [] : busy)
      }
      const busy = busyOf.get(wait.host)
      if (busy) await offerFreedSlot(asService, wait, busy)
    }
  }

async function offerFreedSlot(asService: Work, wait: Wait, busy: readonly Span[]) {
  const now = Date.now()
  const minutesMs = wait.minutes * 60_000
  // Up to the slot that ends when the current appointment starts.
  const to = Math.min(wait.starts_at.getTime() - minutesMs + 1, now + reachMs)
  const query = { typeId: wait.type_id, duration: wait.minutes, from: now, to, exceptRoot: wait.root_id }
  const read = async (db: Db) => slotInput(await readFacts(db, query), busy, wait.minutes)
  const input = await asService(read).catch(unlessRefused)
  if (!input) return
  const startsIn = (one: SlotInput) => freeSlots(one, now, to).map(({ start }) => start)
  const free = startsIn(input)
  const unheld = startsIn({ ...input, busy: input.busy.filter(({ source }) => source !== 'hold') })
  const seen = wait.seen_starts?.map(Number) ?? unheld
  const known = new Set([...seen, ...wait.offered.map(Number)])
  // Slots beyond the previous end of the booking window were closed, not taken.
  const seenUntil = Number(wait.seen_until ?? 0)
  const freed = free.filter((start) => !known.has(start) && start < seenUntil)
  await asService(async (db) => {
    await db.query('select private.lock_host($1)', [wait.host])
    const present = await read(db)
    const next = freed.find((start) => isOffered(present, start))
    const offered =
      next !== undefined &&
      (
        await db.one<{ offered: boolean }>('select private.offer_earlier_hour($1, $2, $3) as offered', [
          wait.root_id,
          new Date(next),
          new Date(next + minutesMs),
        ])
      ).offered
    // A freed slot that was not offered counts as freed in the next scan. A slot that is only held remains in `seen_starts`.
    const later = new Set(freed.filter((start) => !offered || start !== next))
    const held = new Set(unheld)
    const starts = new Set([...free.filter((start) => !later.has(start)), ...seen.filter((start) => held.has(start))])
    // Skipped if the appointment was rescheduled after the read: the next scan has no slots to compare with.
    await db.query(
      `update earlier_waits w set seen_starts = $2, seen_until = $3 where w.root_id = $1 and exists (
         select from appointments a where a.root_id = $1 and a.status = 'confirmed' and a.starts_at = $4)`,
      [wait.root_id, [...starts].map((start) => new Date(start)), new Date(windowEnd(input, to)), wait.starts_at],
    )
  }).catch(unlessRefused)
}

/** A type or host that does not accept bookings has no slots. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

type Offer = {
  hold: string
  root_id: string
  name: string
  title: string
  client_zone: string
  present: Date
  starts_at: Date
  release_at: Date
}

/** Renderers by template key. The link contains the hold token: it opens the page of the appointment with the held slot. */
export const composeEarlierMails = ({ renderMail, siteUrl }: { renderMail: RenderMail; siteUrl: string }) => ({
  appointment_earlier: async (db: Db, { contextId, to }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [offer] = await db.query<Offer>(
      `select h.id as hold, o.root_id, t.name, a.title, a.client_zone, a.starts_at as present, h.starts_at, h.release_at
       from earlier_offers o join slot_holds h on h.id = o.hold_id and h.release_at > now()
       join appointments a on a.root_id = o.root_id and a.status = 'confirmed' and a.starts_at > o.starts_at
       join appointment_attendees t on t.appointment_id = a.id and t.role = 'main' where o.id = $1`,
      [contextId],
    )
    // The appointment was rescheduled or ended after the offer.
    if (!offer) return { skip: 'entity_changed' }
    const [held, manage] = [newToken(), newToken()]
    await db.query('update slot_holds set token_hash = link_hash($2) where id = $1', [offer.hold, held])
    await db.query(`insert into appointment_links (token_hash, root_id, role) values (link_hash($1), $2, 'main')`, [
      manage,
      offer.root_id,
    ])
    const [at, before] = [offer.starts_at, offer.present].map((one) => meetingMoment(one, offer.client_zone)) as [
      ReturnType<typeof meetingMoment>,
      ReturnType<typeof meetingMoment>,
    ]
    const query = new URLSearchParams({ earlier: offer.starts_at.toISOString(), hold: held })
    return renderMail({
      kind: 'appointment_earlier',
      to,
      values: {
        firstName: splitName(offer.name).first_name,
        appointmentType: offer.title,
        meetingDate: at.date,
        meetingTime: at.time,
        oldDate: before.date,
        oldTime: before.time,
        heldUntil: meetingMoment(offer.release_at, offer.client_zone).time,
      },
      link: `${siteUrl}${managePath(manage)}?${query}#earlier`,
    })
  },
})
