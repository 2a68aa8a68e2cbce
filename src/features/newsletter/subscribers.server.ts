// Creates a subscriber: a contact with a verified address, a consent record, a list, and a preferences link.
import { randomBytes } from 'node:crypto'
import { createDataLoader } from '#kernel/postgres/data-loader.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { findAndLock } from '#kernel/postgres/find-and-lock.ts'

/** A confirmed sign-up request with its consent proof. */
export type Request = {
  id: string
  email: string
  listId: string
  textId: string
  sourceUrl: string | null
  ip: string | null
  userAgent: string | null
}

/** 128 random bits for a mailed link. */
export const newToken = () => randomBytes(16).toString('base64url')

/** Subscribes the confirmed address. `link` is the token of the preferences page. */
export async function createSubscriber(
  db: Db,
  request: Request,
  source = 'newsletter',
): Promise<{ contactId: string; link: string }> {
  const { email, listId } = request
  const contactId = await contactOf(db, email)
  await db.query(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, source_id, source_url, ip_trunc, user_agent)
     values ($1, $2, 'email', 'marketing', 'grant', $3, $4, $5, $6, $7, $8)`,
    [contactId, email, request.textId, source, request.id, request.sourceUrl, request.ip, request.userAgent],
  )
  await liftSuppression(db, email)
  await subscribe(db, contactId, email, [listId])
  await addActivity(db, contactId, 'consent.granted')
  return { contactId, link: await createPreferencesLink(db, contactId, email) }
}

/** A subscriber's own request lifts a suppression, except one for legal reasons. */
export async function liftSuppression(db: Db, email: string) {
  await db.query(`delete from suppressions where value_hash = address_hash($1) and reason <> 'legal'`, [email])
  await db.query('update mail_preferences set paused_until = null, updated_at = now() where email = $1', [email])
}

export async function subscribe(db: Db, contactId: string, email: string, lists: readonly string[]) {
  await db.query(
    `insert into subscriptions (list_id, contact_id, email) select unnest($3::uuid[]), $1, $2
     on conflict on constraint already_subscribed do update set
       status = 'confirmed', ended_at = null, contact_id = excluded.contact_id,
       confirmed_at = case when subscriptions.status = 'confirmed' then subscriptions.confirmed_at else now() end`,
    [contactId, email, lists],
  )
}

/** A preferences link for a mail. Only its hash is stored. */
export async function createPreferencesLink(
  db: Db,
  contactId: string,
  email: string,
  campaignId?: string,
): Promise<string> {
  const token = newToken()
  await storeLink(db, { token, contactId, email, campaignId })
  return token
}

type Link = { token: string; contactId: string; email: string; campaignId: string | undefined }

/** Stores the links of a batch of messages in one statement. */
const storeLink = createDataLoader<Link, void>(async (db, links) => {
  await db.query(
    `insert into preference_links (token_hash, contact_id, email, campaign_id)
     select link_hash(l.token), l.contact, l.email, l.campaign
     from unnest($1::text[], $2::uuid[], $3::text[], $4::uuid[]) l (token, contact, email, campaign)`,
    [
      links.map(({ token }) => token),
      links.map(({ contactId }) => contactId),
      links.map(({ email }) => email),
      links.map(({ campaignId }) => campaignId ?? null),
    ],
  )
  return []
})

export const addActivity = (db: Db, contactId: string, type: 'consent.granted' | 'consent.withdrawn') =>
  db.query(
    `insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id)
     values ($2, 'contact', $1, $1, 'contact', $1)`,
    [contactId, type],
  )

/** The contact with this address, otherwise a new one that consists of it. */
async function contactOf(db: Db, email: string): Promise<string> {
  // Same advisory lock as match-contact: two concurrent requests must not create two contacts.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact point ${email}`])
  const existing = await findAndLock({
    find: () =>
      db.query<{ id: string }>(
        `select c.id from contacts c join contact_points p on p.contact_id = c.id and p.kind = 'email' and p.value_norm = $1
         where c.deleted_at is null and c.merged_into_id is null order by p.is_primary desc, c.created_at, c.id limit 1`,
        [email],
      ),
    // Lock and recheck: a concurrent merge would otherwise attach the request to the losing record.
    hold: async ({ id }) => (await db.one<{ held: boolean }>('select lock_contact($1) as held', [id])).held,
  })
  const id = existing?.id ?? (await newContact(db, email))
  await db.query(
    `update contact_points set verified_at = coalesce(verified_at, now()), bounced_at = null, complained_at = null
     where contact_id = $1 and kind = 'email' and value_norm = $2`,
    [id, email],
  )
  return id
}

async function newContact(db: Db, email: string): Promise<string> {
  const { id } = await db.one<{ id: string }>(
    `insert into contacts (first_name, lifecycle, source) values (left($1, 120), 'subscriber', 'אתר') returning id`,
    [email],
  )
  await db.query('update contact_staff_details set first_touch = $2 where contact_id = $1', [
    id,
    { form: 'newsletter', at: new Date().toISOString() },
  ])
  await db.query(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [id, email],
  )
  return id
}
