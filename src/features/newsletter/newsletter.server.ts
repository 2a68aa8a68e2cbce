// Newsletter sign-up with double opt-in: request, confirmation mail, subscription.
import { truncateIp } from '#platform/consents/consents.ts'
import { type Mails, type RenderMail, validFor } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { newsletterDays, EmptyOutput, LinkToken, refusals, Subscribe } from './newsletter.ts'
import { createSubscriber, newToken, type Request } from './subscribers.server.ts'

/** Dependencies of the handlers. */
export type NewsletterDependencies = { mails: Mails<Db>; siteUrl: string }

/** Records the conversion of an A/B test; owned by another module. */
type RecordConversion = (db: Db, sender: { ip?: string; userAgent?: string }, kind: 'newsletter') => Promise<void>

const daySeconds = 86_400

/** The response is identical for known and unknown addresses, so that it does not reveal who is subscribed. */
export const subscribeToNewsletter = ({ mails, siteUrl }: NewsletterDependencies, recordConversion: RecordConversion) =>
  defineFunction({
    name: 'subscribe-newsletter',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: Subscribe,
    output: EmptyOutput,
    async run({ input, db, request }) {
      const isAsked = await requestSubscription({ mails, siteUrl })(db, { ...input, request })
      if (isAsked) await recordConversion(db, request, 'newsletter')
      return {}
    },
  })

type Sender = { ip?: string; userAgent?: string }

/** Creates a request and mails its confirmation link; also used by forms of other modules. False if the mailbox reached its rate limit. */
export const requestSubscription =
  (parts: NewsletterDependencies) =>
  async (
    db: Db,
    input: { email: string; consentTextId: string; sourceUrl?: string | undefined; request: Sender },
  ): Promise<boolean> => {
    const { email, consentTextId, sourceUrl, request } = input
    await refuseUnknownConsentText(db, consentTextId)
    const list = await publicList(db)
    if (!list || (await isRateLimited(db, email))) return false
    const token = newToken()
    await db.query(
      `insert into newsletter_requests (email, list_id, token_hash, consent_text_id, source_url, ip_trunc, user_agent, expires_at)
       values ($1, $2, link_hash($3), $4, $5, $6, $7, now() + make_interval(days => $8))`,
      [email, list.id, token, consentTextId, sourceUrl ?? null, ...proofOf(request), newsletterDays.request],
    )
    await mailConfirmation(db, parts, email, token, newsletterDays.request)
    return true
  }

const proofOf = ({ ip, userAgent }: Sender) =>
  [(ip && truncateIp(ip)) ?? null, userAgent?.slice(0, 300) ?? null] as const

const publicList = async (db: Db) => {
  const [list] = await db.query<{ id: string }>(
    'select id from mailing_lists where is_public and archived_at is null order by position, created_at limit 1',
  )
  return list
}

/** The list of a request, or the first public list if the requested one was archived: an archived list gets no mail. */
async function activeListOf(db: Db, { listId }: Request): Promise<string> {
  const [list] = await db.query<{ id: string }>(
    `select id from mailing_lists where archived_at is null and (is_public or id = $1)
     order by id <> $1, position, created_at limit 1`,
    [listId],
  )
  return list?.id ?? listId
}

/** Subscribes an address that was verified by a mailed link of another module. Idempotent. */
export const subscribeProven =
  ({ mails, siteUrl }: NewsletterDependencies) =>
  async (
    db: Db,
    registrant: { id: string; email: string; consentTextId: string; source: string; request: Sender },
  ): Promise<void> => {
    const { id, email, consentTextId: textId, source, request } = registrant
    await refuseUnknownConsentText(db, textId)
    const list = await publicList(db)
    if (!list || (await isSubscribed(db, email, list.id))) return
    const [ip, userAgent] = proofOf(request)
    const { link } = await createSubscriber(
      db,
      { id, email, listId: list.id, textId, sourceUrl: null, ip, userAgent },
      source,
    )
    await mails.send(db, {
      kind: 'newsletter_welcome',
      to: email,
      values: {},
      link: `${siteUrl}/newsletter/preferences/${link}`,
    })
  }

async function isSubscribed(db: Db, email: string, listId: string) {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`newsletter ${email}`])
  // A stop request by reply, or a withdrawal that staff recorded, does not end the subscription row.
  const found = await db.query(
    `select from subscriptions where email = $1 and list_id = $2 and status = 'confirmed'
       and coalesce(advertising_block_reason(contact_id, email), 'paused') in ('paused', 'do_not_contact', 'legal')`,
    [email, listId],
  )
  return found.length > 0
}

/** Confirms by the mailed token. Idempotent. */
export const confirmNewsletter = ({ mails, siteUrl }: NewsletterDependencies) =>
  defineFunction({
    name: 'confirm-newsletter',
    caller: 'anyone',
    as: 'service',
    refusals,
    perClient: { burst: 60, refillMs: 3_600_000 },
    input: LinkToken,
    output: EmptyOutput,
    async run({ input: { token }, db }) {
      const request = await requestOf(db, token)
      if (request.isConfirmed) return {}
      if (request.isExpired) throw new Refusal('link_expired', 410, refusals.link_expired)
      const { link } = await createSubscriber(db, { ...request, listId: await activeListOf(db, request) })
      await db.query('update newsletter_requests set confirmed_at = now() where id = $1', [request.id])
      await mails.send(db, {
        kind: 'newsletter_welcome',
        to: request.email,
        values: {},
        link: `${siteUrl}/newsletter/preferences/${link}`,
      })
      return {}
    },
  })

/** Replaces an expired link by a new one, sent to the request's address. */
export const renewNewsletter = ({ mails, siteUrl }: NewsletterDependencies) =>
  defineFunction({
    name: 'renew-newsletter',
    caller: 'anyone',
    as: 'service',
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: LinkToken,
    output: EmptyOutput,
    async run({ input, db }) {
      const request = await requestOf(db, input.token)
      if (request.isConfirmed || (await isRateLimited(db, request.email))) return {}
      const token = newToken()
      await db.query(
        `insert into newsletter_requests (email, list_id, token_hash, consent_text_id, source_url, ip_trunc, user_agent, expires_at)
         select email, list_id, link_hash($2), consent_text_id, source_url, ip_trunc, user_agent, now() + make_interval(days => $3)
         from newsletter_requests where id = $1`,
        [request.id, token, newsletterDays.request],
      )
      await mailConfirmation(db, { mails, siteUrl }, request.email, token, newsletterDays.request)
      return {}
    },
  })

/** Renders the reminder of the message plan, with its own link. */
export const composeReminder =
  ({ renderMail, siteUrl }: { renderMail: RenderMail; siteUrl: string }) =>
  async (db: Db, { contextId, to }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const token = newToken()
    const [request] = await db.query<{ daysLeft: number }>(
      `update newsletter_requests set reminded_at = now(), reminder_hash = link_hash($2) where id = $1
       returning ceil(extract(epoch from expires_at - now()) / $3)::int as "daysLeft"`,
      [contextId, token, daySeconds],
    )
    if (!request) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'newsletter_reminder',
      to,
      values: { validFor: validFor(request.daysLeft * daySeconds) },
      link: `${siteUrl}/newsletter/confirm/${token}`,
    })
  }

/** Deletes expired requests and links. Returns how many were deleted. */
export async function pruneRequests(db: Db): Promise<number> {
  const requests = await db.query(
    'delete from newsletter_requests where created_at < now() - make_interval(days => $1) returning 1',
    [newsletterDays.requestRetention],
  )
  const links = await db.query(
    'delete from preference_links where created_at < now() - make_interval(days => $1) returning 1',
    [newsletterDays.linkRetention],
  )
  return requests.length + links.length
}

async function mailConfirmation(
  db: Db,
  { mails, siteUrl }: NewsletterDependencies,
  to: string,
  token: string,
  holdsDays: number,
) {
  const link = `${siteUrl}/newsletter/confirm/${token}`
  await mails.send(db, { kind: 'newsletter_confirm', to, values: { validFor: validFor(holdsDays * daySeconds) }, link })
}

async function requestOf(db: Db, token: string) {
  const [request] = await db.query<Request & { isConfirmed: boolean; isExpired: boolean }>(
    `select id, email, list_id as "listId", consent_text_id as "textId", source_url as "sourceUrl", ip_trunc as ip,
       user_agent as "userAgent", confirmed_at is not null as "isConfirmed", expires_at < now() as "isExpired"
     from newsletter_requests where link_hash($1) in (token_hash, reminder_hash) for update`,
    [token],
  )
  if (!request) throw new Refusal('link_unknown', 404, refusals.link_unknown)
  return request
}

/** Consent is valid only for a text version that exists. */
async function refuseUnknownConsentText(db: Db, id: string) {
  const existing = await db.query(`select from consent_texts where id = $1 and kind = 'newsletter'`, [id])
  if (existing.length === 0)
    throw new Refusal('consent_text_unknown', 422, refusals.consent_text_unknown, {
      consent: refusals.consent_text_unknown,
    })
}

/** Rate limit per mailbox: one mail in ten minutes, three in a day. */
async function isRateLimited(db: Db, email: string) {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`newsletter ${email}`])
  const { isEnough } = await db.one<{ isEnough: boolean }>(
    `select count(*) >= 3 or coalesce(max(created_at) > now() - interval '10 minutes', false) as "isEnough"
     from newsletter_requests where email = $1 and created_at > now() - interval '1 day'`,
    [email],
  )
  return isEnough
}
