// Handlers behind the links of a mail: preferences, unsubscribe, resubscribe, unsubscribe reason.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import {
  newsletterDays,
  EmptyOutput,
  LinkToken,
  refusals,
  SetPreferences,
  SendUnsubscribeReason,
} from './newsletter.ts'
import { liftSuppression, subscribe, addActivity } from './subscribers.server.ts'

const linkEndpoint = {
  caller: 'anyone',
  as: 'service', // authorized by the token, for the address of that token only
  refusals,
  perClient: { burst: 120, refillMs: 3_600_000 },
} as const

/** Sets lists, frequency and pause. */
export const setMailPreferences = defineFunction({
  name: 'set-mail-preferences',
  ...linkEndpoint,
  input: SetPreferences,
  output: EmptyOutput,
  async run({ input: { token, lists, atMostWeekly, pause }, db }) {
    const { contactId, email } = await linkOf(db, token)
    const offered = await db.query<{ id: string }>(
      `select m.id from mailing_lists m left join subscriptions s on s.list_id = m.id and s.email = $2
       where m.archived_at is null and (m.is_public or s.status = 'confirmed') and m.id = any ($1::uuid[])`,
      [lists, email],
    )
    const listIds = offered.map((list) => list.id)
    await subscribe(db, contactId, email, listIds)
    await db.query(
      `update subscriptions set status = 'unsubscribed', ended_at = now()
       where email = $1 and status = 'confirmed' and list_id <> all ($2::uuid[])`,
      [email, listIds],
    )
    await db.query(
      `insert into mail_preferences (email, at_most_weekly, paused_until)
       values ($1, $2, case when $3 then now() + make_interval(days => $4) end)
       -- A pause in progress is not extended by another change.
       on conflict (email) do update set at_most_weekly = excluded.at_most_weekly, updated_at = now(),
         paused_until = case when $3 and mail_preferences.paused_until > now() then mail_preferences.paused_until
           else excluded.paused_until end`,
      [email, atMostWeekly, pause, newsletterDays.pause],
    )
    return {}
  },
})

/** Suppresses all advertising at once. Also the endpoint of one-click unsubscribe (RFC 8058). */
export const unsubscribe = defineFunction({
  name: 'unsubscribe',
  ...linkEndpoint,
  // A mail provider calls this endpoint for all its users from few IP addresses, within an hour of a campaign.
  perClient: { burst: 1000, refillMs: 60_000 },
  input: LinkToken,
  output: EmptyOutput,
  async run({ input: { token }, db }) {
    const { email } = await linkOf(db, token)
    await db.query(`insert into suppressions (value_norm, reason) values ($1, 'unsubscribe') on conflict do nothing`, [
      email,
    ])
    await db.query(
      `update subscriptions set status = 'unsubscribed', ended_at = now() where email = $1 and status = 'confirmed'`,
      [email],
    )
    // Also for an address that is already suppressed: a form may have recorded a new consent since.
    for (const contactId of await withdraw(db, email)) await addActivity(db, contactId, 'consent.withdrawn')
    return {}
  },
})

/** Resubscribes at the recipient's own request. */
export const resubscribe = defineFunction({
  name: 'resubscribe',
  ...linkEndpoint,
  input: LinkToken,
  output: EmptyOutput,
  async run({ input: { token }, db }) {
    const { contactId, email } = await linkOf(db, token)
    const granted = await db.query(
      `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
       select $1, $2, 'email', 'marketing', 'grant', t.id, 'preferences' from current_consent_texts t
       where t.kind = 'newsletter' and not exists (
         select from current_consents c
         where c.contact_id = $1 and c.value_norm = $2 and c.channel = 'email' and c.purpose = 'marketing' and c.action = 'grant')
       returning 1`,
      [contactId, email],
    )
    await liftSuppression(db, email)
    // The lists from which the address was unsubscribed, otherwise the default list.
    const back = await db.query(
      `update subscriptions set status = 'confirmed', ended_at = null, confirmed_at = now()
       where email = $1 and status = 'unsubscribed'
         and ended_at = (select max(ended_at) from subscriptions where email = $1) returning 1`,
      [email],
    )
    const first = await db.query<{ id: string }>(
      `select id from mailing_lists where is_public and archived_at is null
         and not exists (select from subscriptions where email = $1 and status = 'confirmed') order by position, created_at limit 1`,
      [email],
    )
    if (back.length === 0)
      await subscribe(
        db,
        contactId,
        email,
        first.map((list) => list.id),
      )
    if (granted.length > 0) await addActivity(db, contactId, 'consent.granted')
    return {}
  },
})

/** Stores an optional reason, without the contact. */
export const sendUnsubscribeReason = defineFunction({
  name: 'tell-unsubscribe-reason',
  ...linkEndpoint,
  input: SendUnsubscribeReason,
  output: EmptyOutput,
  async run({ input: { token, reason }, db }) {
    const { campaignId } = await linkOf(db, token)
    await db.query(
      `insert into unsubscribe_reasons (reason, campaign_id, link_hash) values ($1, $2, link_hash($3))
       on conflict (link_hash) do update set reason = excluded.reason`,
      [reason, campaignId, token],
    )
    return {}
  },
})

type Link = { contactId: string; email: string; campaignId: string | null }

async function linkOf(db: Db, token: string): Promise<Link> {
  const [link] = await db.query<Link>(
    `select contact_id as "contactId", email, campaign_id as "campaignId" from preference_links where token_hash = link_hash($1)`,
    [token],
  )
  if (!link) throw new Refusal('link_unknown', 404, refusals.link_unknown)
  return link
}

/** Withdraws the consent of every contact with this address, because they share the mailbox. Returns the contact ids. */
async function withdraw(db: Db, email: string): Promise<string[]> {
  const withdrawn = await db.query<{ id: string }>(`select id from withdraw_consent('email', $1, 'preferences') id`, [
    email,
  ])
  return withdrawn.map((row) => row.id)
}
