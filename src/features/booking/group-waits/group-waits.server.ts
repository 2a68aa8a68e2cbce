// wait-for-group: a visitor joins the waiting list of a full group. Also renders the mail that offers a seat.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { splitName } from '#lib/split-name.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'
import { type BookingDependencies, newToken } from '../booking.server.ts'
import { groupRefusals, WaitForGroup } from './group-waits.ts'

/** The response is the same for a contact who is already on the list. */
export const waitForGroup = ({
  matchContact,
  requestMetadata,
}: Pick<BookingDependencies, 'matchContact' | 'requestMetadata'>) =>
  defineFunction({
    name: 'wait-for-group',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals: groupRefusals,
    perClient: { burst: 10, refillMs: 3_600_000 },
    input: WaitForGroup,
    output: z.object({ waits: z.boolean() }),
    async run({ input: { groupId, name, email, privacyTextId, sourceUrl }, db, request }) {
      const { url } = requestMetadata(request, sourceUrl)
      const contact = await matchContact(db, { name, phone: undefined, email, sourceUrl: url })
      const { waits } = await db.one<{ waits: boolean }>('select wait_for_group($1, $2, $3, $4, $5, $6) as waits', [
        groupId,
        contact.id,
        name,
        email,
        privacyTextId ?? null,
        url,
      ])
      if (!waits) throw new Refusal('group_not_full', 409, groupRefusals.group_not_full)
      return { waits }
    },
  })

type Work = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Runs each minute. Nothing is offered while service messages are paused: the hold would expire before its mail is sent. */
export const offerGroupSeats = (asService: Work, isQuiet: (db: Db) => Promise<boolean>) => () =>
  asService(async (db) => {
    if (!(await isQuiet(db))) await db.query('select private.offer_group_seats()')
  })

type Offer = {
  hold: string
  name: string
  title: string
  locked_zone: string | null
  path: string
  starts_at: Date
  ends_at: Date
  release_at: Date
}

/** Renderers by template key. The link contains the hold token: it opens the details step with the seat held. */
export const composeGroupMails = ({ renderMail, siteUrl }: { renderMail: RenderMail; siteUrl: string }) => ({
  appointment_seat: async (db: Db, { contextId, to }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [offer] = await db.query<Offer>(
      `select h.id as hold, w.name, t.title, t.locked_zone, b.slug || '/' || t.slug as path, h.starts_at, h.ends_at, h.release_at
       from group_waits w join slot_holds h on h.id = w.hold_id and h.release_at > now()
       join slot_groups g on g.id = w.slot_group_id and (g.starts_at, g.ends_at) = (h.starts_at, h.ends_at)
       join appointment_types t on t.id = h.type_id join booking_hosts b on b.user_id = t.user_id where w.id = $1`,
      [contextId],
    )
    // The seat was booked or the offer ended since.
    if (!offer) return { skip: 'entity_changed' }
    const token = newToken()
    await db.query('update slot_holds set token_hash = link_hash($2) where id = $1', [offer.hold, token])
    const clock = offer.locked_zone ?? 'Asia/Jerusalem'
    const { date, time, zone } = meetingMoment(offer.starts_at, clock)
    return renderMail({
      kind: 'appointment_seat',
      to,
      values: {
        firstName: splitName(offer.name).first_name,
        appointmentType: offer.title,
        meetingDate: date,
        meetingTime: offer.locked_zone ? `${time} (${zone})` : time,
        heldUntil: meetingMoment(offer.release_at, clock).time,
      },
      link: `${siteUrl}/book/${offer.path}?${heldQuery(offer, token)}#booking`,
    })
  },
})

const heldQuery = ({ starts_at: starts, ends_at: ends, release_at: release }: Offer, token: string) =>
  new URLSearchParams({
    start: starts.toISOString(),
    minutes: String((ends.getTime() - starts.getTime()) / 60_000),
    hold: token,
    release: String(release.getTime()),
  }).toString()
