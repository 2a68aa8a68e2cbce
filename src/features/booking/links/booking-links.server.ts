// make-booking-link and open-booking-link, and validation of the link at booking.
import { randomBytes } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { findAndLock } from '#kernel/postgres/find-and-lock.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { z } from '#lib/schema.ts'
import type { LinkState } from '#platform/personal-links/link-states.ts'
import { MadeLink } from '#platform/personal-links/made-link.ts'
import { refusals } from '../booking-labels.ts'
import { MakeBookingLink, OpenedLink, staffLinkRefusals } from './booking-links.ts'
import { linkParameter } from './link-obstacles.ts'

type FoundLink = {
  state: LinkState
  contact_id: string | null
  /** Whether the client created it in the portal, for a meeting of their package. */
  is_of_portal: boolean
  full_name: string | null
  phone: string | null
  email: string | null
}

const statusOf = { used: 409, expired: 410, revoked: 410 } as const

/**
 * Finds a link by its token. Undefined for an unknown token, a token of another type, and a link whose contact is in
 * the bin.
 */
async function findLink(db: Db, typeId: string, token: string): Promise<FoundLink | undefined> {
  const [link] = await db.query<FoundLink>(
    `select private.booking_link_state(l.used_at, l.root_id, l.revoked_at, l.expires_at) as state, l.contact_id, c.full_name,
       coalesce(l.created_by = c.client_user_id, false) as is_of_portal,
       (select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'phone' order by p.is_primary desc, p.created_at limit 1) as phone,
       (select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'email' order by p.is_primary desc, p.created_at limit 1) as email
     from booking_links l left join contacts c on c.id = l.contact_id
     where l.type_id = $1 and l.token_hash = link_hash($2) and (l.contact_id is null or c.deleted_at is null)`,
    [typeId, token],
  )
  return link
}

/** The link of a booking if it is open; undefined if the type requires none. */
export async function requireOpenLink(
  db: Db,
  type: { id: string; requires_link: boolean },
  token: string | undefined,
): Promise<FoundLink | undefined> {
  if (token === undefined) {
    if (type.requires_link) throw new Refusal('booking_link_missing', 409, refusals.booking_link_missing)
    return undefined
  }
  const link = await findLink(db, type.id, token)
  if (!link) throw new Refusal('booking_link_unknown', 404, refusals.booking_link_unknown)
  if (link.state === 'open') return link
  const code = `booking_link_${link.state}` as const
  throw new Refusal(code, statusOf[link.state], refusals[code])
}

/** Locks the contact: otherwise a concurrent merge would leave the appointment with the losing contact. */
export const lockOpenLink = (db: Db, type: { id: string; requires_link: boolean }, token: string | undefined) =>
  findAndLock({
    find: async () => [await requireOpenLink(db, type, token)].filter((link) => link !== undefined),
    hold: async ({ contact_id: id }) =>
      id === null || (await db.one<{ held: boolean }>('select lock_contact($1) as held', [id])).held,
  })

/** A POST, so that the token is not logged. It changes nothing, so mail scanners do not use the link up. */
export const openBookingLink = defineFunction({
  name: 'open-booking-link',
  caller: 'anyone',
  as: 'service', // the link token authorizes the request
  refusals,
  perClient: { burst: 60, refillMs: 3_600_000 },
  input: z.object({ typeId: z.uuid(), token: z.string().max(128) }),
  output: OpenedLink,
  async run({ input: { typeId, token }, db }) {
    const link = await findLink(db, typeId, token)
    if (!link) throw new Refusal('booking_link_unknown', 404, refusals.booking_link_unknown)
    const { state, full_name: name, phone, email } = link
    if (state !== 'open') return { state, details: {} }
    return {
      state,
      details: { ...(name && { name }), ...(phone && { phone: formatPhone(phone) }), ...(email && { email }) },
    }
  },
})

/** `siteUrl`: without a trailing slash. */
export const makeBookingLink = ({ siteUrl }: { siteUrl: string }) =>
  defineFunction({
    name: 'make-booking-link',
    caller: async (db: Db) =>
      (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales') as may`)).may,
    as: 'service', // only the server writes links; access to the type and the contact is checked below
    refusals: staffLinkRefusals,
    perClient: { burst: 120, refillMs: 3_600_000 },
    input: MakeBookingLink,
    output: MadeLink,
    async run({ input: { typeId, contactId, days }, db, caller }) {
      const [type] = await db.query<{ slug: string; title: string; host: string }>(
        `select t.slug, t.title, h.slug as host from appointment_types t join booking_hosts h on h.user_id = t.user_id
         where t.id = $1 and t.is_active and (t.user_id = $2 or has_role('owner', 'admin', 'sales'))`,
        [typeId, caller.userId],
      )
      if (!type) throw new Refusal('type_gone', 404, staffLinkRefusals.type_gone)
      if (contactId !== undefined) await refuseUnknownContact(db, contactId)
      const token = randomBytes(24).toString('base64url')
      const { expires_at: expiresAt } = await db.one<{ expires_at: Date | null }>(
        `insert into booking_links (type_id, contact_id, token_hash, expires_at, created_by)
         values ($1, $2, link_hash($3), now() + make_interval(days => nullif($4, 0)), $5) returning expires_at`,
        [typeId, contactId ?? null, token, days, caller.userId],
      )
      const { host, slug, title } = type
      return {
        url: `${siteUrl}/book/${host}/${slug}?${linkParameter}=${token}`,
        title,
        expiresAt: expiresAt?.toISOString() ?? null,
      }
    },
  })

async function refuseUnknownContact(db: Db, contactId: string) {
  const [contact] = await db.query(
    `select from contacts c where c.id = $1 and c.deleted_at is null and c.merged_into_id is null
       and (has_role('owner', 'admin', 'sales') or c.id in (select my_contact_ids()))`,
    [contactId],
  )
  if (!contact) throw new Refusal('contact_gone', 404, staffLinkRefusals.contact_gone)
}
