// Finds or creates the request of an address for a lead magnet, with its contact.
import { utmOf } from '#lib/forms/utm.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { refusals } from './lead-magnets.ts'

export type Magnet = { id: string; slug: string; title: string }
export type RequestMetadata = { url: string | null; ip: string | null; userAgent: string | null }

/** Finds or creates the contact with this address. Injected, because contacts belong to another module. */
export type MatchContact = (
  db: Db,
  who: { name: string; phone: undefined; email: string; sourceUrl: string | null },
) => Promise<{ id: string; full_name: string }>

export type RequestInput = {
  name: string
  email: string
  phone?: string | undefined
  privacyTextId?: string | undefined
  from: RequestMetadata
}

/** A lead magnet that visitors can request now, or a refusal. */
export async function readMagnet(db: Db, slug: string): Promise<Magnet> {
  const [magnet] = await db.query<Magnet>('select id, slug, title from shown_lead_magnets() where slug = $1', [
    slug.toLowerCase(),
  ])
  if (!magnet) throw new Refusal('lead_magnet_unknown', 404, refusals.lead_magnet_unknown)
  return magnet
}

/** `isOwn`: created by this submission, or a moment ago by the same browser. */
export type OpenedRequest = { id: string; isNew: boolean; isOwn: boolean }

export async function openRequest(
  db: Db,
  matchContact: MatchContact,
  magnet: Magnet,
  input: RequestInput,
): Promise<OpenedRequest> {
  const { name, email, phone, privacyTextId, from } = input
  // Advisory lock: one of several concurrent submissions creates the request, and the others find it.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`lead magnet ${magnet.id} ${email}`])
  const [known] = await db.query<{ id: string; isOwn: boolean }>(
    `select id, created_at > now() - interval '2 minutes' and (ip_trunc, user_agent) is not distinct from ($3::text, $4::text) as "isOwn"
     from lead_magnet_requests where magnet_id = $1 and email = $2 for update`,
    [magnet.id, email, from.ip, from.userAgent],
  )
  if (known) return { ...known, isNew: false }
  // Matches by address only, because the mailed link verifies the address but not the phone number.
  const contact = await matchContact(db, { name, phone: undefined, email, sourceUrl: from.url })
  const { isMade } = await db.one<{ isMade: boolean }>(
    'select created_at = now() as "isMade" from contacts where id = $1',
    [contact.id],
  )
  if (isMade && phone) await addPhone(db, contact.id, phone)
  const { id } = await db.one<{ id: string }>(
    `insert into lead_magnet_requests
       (magnet_id, contact_id, name, email, phone, made_contact, privacy_text_id, utm, source_url, ip_trunc, user_agent)
     values ($1, $2, $3, $4, $5, $6, (select id from consent_texts where id = $7 and kind = 'privacy_notice'), $8, $9, $10, $11)
     returning id`,
    [
      magnet.id,
      contact.id,
      name,
      email,
      phone,
      isMade,
      privacyTextId,
      utmOf(from.url ?? undefined),
      from.url,
      from.ip,
      from.userAgent,
    ],
  )
  await notifyStaff(db, magnet, contact)
  return { id, isNew: true, isOwn: true }
}

/** Sets the phone of a new contact, unless another contact has it. */
const addPhone = (db: Db, contactId: string, phone: string) =>
  db.query(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     select $1, 'phone', $2, $2, true
     where not exists (select from contact_points where kind = 'phone' and value_norm = $2)`,
    [contactId, phone],
  )

const notifyStaff = (db: Db, magnet: Magnet, contact: { id: string; full_name: string }) =>
  db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, metadata)
     select distinct user_id, 'lead_magnet.requested', 'ביקשו מדריך להורדה', $1, 'low', 'contact', $2::uuid, $3::jsonb
     from user_roles where is_active and role in ('owner', 'admin', 'sales')`,
    [`${isolate(contact.full_name)} – ${magnet.title}`, contact.id, { lead_magnet_id: magnet.id }],
  )
