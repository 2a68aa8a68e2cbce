// Review requests: a mail with a personal link to the review form.
import {
  type ComposedMail,
  type DueMessage,
  type SkippedMessage,
  type QuietHours,
  quietUntil,
} from '#features/messages/messages.ts'
import { type RenderMail, validFor } from '#features/email-templates/email-templates.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { DeliveryBlock } from '#kernel/mail/delivery.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { daySeconds, type ReviewLinkDependencies, newToken } from '../links/review-links.server.ts'
import { AskForReview } from '../review-input.ts'
import { reviewDays, refusals } from '../reviews.ts'

type AskRefusal = 'contact_not_found' | 'asked_to_be_left_alone' | 'no_address_to_ask'

/** Mails one request. Refused while an earlier one is open, or if the contact must not be contacted. */
export const askForReview = ({ mails, siteUrl }: ReviewLinkDependencies) =>
  defineFunction({
    name: 'ask-for-review',
    caller: async (db: Db) =>
      (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales') as may`)).may,
    as: 'service', // only the server inserts the link; access to the contact is checked below
    refusals,
    perClient: { burst: 60, refillMs: 3_600_000 },
    input: AskForReview,
    output: z.object({}),
    async run({ input: { contactId }, db, caller }) {
      const { may } = await db.one<{ may: boolean }>('select may_ask_for_review($1) as may', [contactId])
      if (!may) throw refusal('contact_not_found', 404)
      const { email, firstName, why } = await db.one<{
        email: string | null
        firstName: string
        why: AskRefusal | null
      }>('select email, first_name as "firstName", why from review_request_to($1)', [contactId])
      if (why !== null || email === null) throw refusal(why ?? 'no_address_to_ask', 409)
      const token = await openRequest(db, { contactId, email, askedBy: caller.userId ?? null })
      if (!token) throw refusal('review_asked_already', 409)
      await mails.send(db, {
        kind: 'review_request',
        to: email,
        values: { firstName, validFor: validFor(reviewDays.request * daySeconds) },
        link: `${siteUrl}/reviews/request/${token}`,
      })
      return {}
    },
  })

/** Opens a request and returns the token of its link, or undefined while an earlier one is open. */
async function openRequest(
  db: Db,
  { contactId, email, askedBy }: { contactId: string; email: string; askedBy: string | null },
) {
  await db.query(
    'update review_requests set closed_at = now() where contact_id = $1 and closed_at is null and expires_at < now()',
    [contactId],
  )
  const token = newToken()
  const inserted = await db.query(
    `insert into review_requests (contact_id, email, token_hash, asked_by, expires_at)
     values ($1, $2, link_hash($3), $4, now() + make_interval(days => $5))
     on conflict (contact_id) where closed_at is null do nothing returning 1`,
    [contactId, email, token, askedBy, reviewDays.request],
  )
  if (inserted.length === 0) return undefined
  await db.query(
    `insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
     values ('review.asked', $3, $1, $2, 'contact', $2, 'בקשה להמלצה')`,
    [askedBy, contactId, askedBy ? 'user' : 'system'],
  )
  return token
}

/**
 * Renders the review request of the message plan, after a process or a milestone. Skipped if the contact recently got a
 * request or wrote a review.
 */
export const composeReviewRequest =
  ({ renderMail, siteUrl }: { renderMail: RenderMail; siteUrl: string }) =>
  async (db: Db, { contactId, contextType, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [review] = await db.query(
      `select from review_authors a join reviews r on r.id = a.review_id
       where (a.contact_id = $1 or a.email = $2) and r.status <> 'pending_verification'
         and r.created_at > now() - make_interval(days => $3) limit 1`,
      [contactId, to, reviewDays.afterReview],
    )
    if (review) return { skip: 'reviewed_lately' }
    const [recent] = await db.query(
      'select from review_requests where contact_id = $1 and created_at > now() - make_interval(days => $2) limit 1',
      [contactId, reviewDays.betweenRequests[contextType === 'stage' ? 'stage' : 'process']],
    )
    const token = recent ? undefined : await openRequest(db, { contactId: contactId!, email: to, askedBy: null })
    if (!token) return { skip: 'review_asked_already' }
    return renderMail({
      kind: 'review_request',
      to,
      values: { firstName: firstName ?? '', validFor: validFor(reviewDays.request * daySeconds) },
      link: `${siteUrl}/reviews/request/${token}`,
    })
  }

const refusal = (code: AskRefusal | 'review_asked_already', status: number) => new Refusal(code, status, refusals[code])

/** Mails that are not urgent: held during quiet hours. Runs as the mail worker's role. */
export const deferrableMails: ReadonlySet<string> = new Set(['review_request', 'review_reminder'])

export async function reviewMailDelay(db: Db, now = new Date()): Promise<DeliveryBlock | undefined> {
  const { hours } = await db.one<{ hours: QuietHours }>('select public.sending_hours() as hours')
  const end = quietUntil(now, hours)
  return end && { notBefore: end }
}
