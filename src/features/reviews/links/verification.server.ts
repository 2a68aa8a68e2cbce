// Verification of a review's author by mail.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { linkEndpoint, type ReviewLinkDependencies, mailVerification, openLink } from './review-links.server.ts'
import { OpenLink } from '../review-input.ts'
import { reviewDays, refusals } from '../reviews.ts'

/** The author confirms the review. Idempotent. */
export const confirmReview = defineFunction({
  name: 'confirm-review',
  ...linkEndpoint,
  input: OpenLink,
  async run({ input: { token }, db }) {
    const { reviewId, isExpired } = await openLink(db, token, 'proof')
    const { isProved } = await db.one<{ isProved: boolean }>(
      `select coalesce(verified_by in ('mail', 'request'), false) as "isProved" from reviews where id = $1`,
      [reviewId],
    )
    if (isProved) return {}
    if (isExpired) throw new Refusal('link_expired', 410, refusals.link_expired)
    // A decision that staff have made since the submission does not change.
    await db.query(
      `update reviews set verified_at = now(), verified_by = 'mail',
         status = case status when 'pending_verification' then 'pending' else status end where id = $1`,
      [reviewId],
    )
    return {}
  },
})

/**
 * Deletes a review that the owner of the mailbox did not write, with its timeline entry, its notifications and, by a
 * trigger, its open task. This overrides verification and decisions by staff, who are then notified without the name. A
 * review that was confirmed through the mailbox is not deleted.
 */
export const disownReview = defineFunction({
  name: 'disown-review',
  ...linkEndpoint,
  input: OpenLink,
  async run({ input: { token }, db }) {
    const { reviewId } = await openLink(db, token, 'proof')
    await db.query(
      `with disowned as (
         delete from reviews where id = $1 and coalesce(verified_by not in ('mail', 'request'), true)
         returning id, verified_at),
       lines as (
         delete from activities a using disowned d join review_authors w on w.review_id = d.id
         where a.contact_id = w.contact_id and a.type = 'review.submitted' and a.related_id = d.id),
       unnoticed as (
         delete from notifications n using disowned d where n.related_entity_type = 'review' and n.related_entity_id = d.id)
       insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       select distinct r.user_id, 'review.submitted', 'המלצה נמחקה לבקשת בעלי הכתובת',
         'הצוות אימת אותה, ובעלי הכתובת ענו שלא כתבו אותה', 'medium', 'review', d.id
       from disowned d, user_roles r
       where d.verified_at is not null and r.is_active and r.role in ('owner', 'admin', 'content')`,
      [reviewId],
    )
    return {}
  },
})

/** Sends one reminder per unverified review, and deletes expired reviews and links. Returns how many were deleted. */
export async function maintainReviews(db: Db, parts: ReviewLinkDependencies): Promise<number> {
  const late = await db.query<{ reviewId: string; email: string }>(
    `select r.id as "reviewId", a.email from reviews r join review_authors a on a.review_id = r.id
     where r.status = 'pending_verification' and a.email is not null
       and r.created_at between now() - make_interval(days => $2) and now() - make_interval(days => $1)
       and not exists (select from review_links l where l.review_id = r.id and l.is_reminder)
       and not exists (select from suppressions s where s.value_hash = address_hash(a.email))
     order by r.created_at limit 200 for update of r skip locked`,
    [reviewDays.reminderAfter, reviewDays.reminderBefore],
  )
  for (const review of late) await mailVerification(db, parts, review, true)
  // Reviews without any link predate verification by mail; staff verify them manually.
  const forgotten = await db.query(
    `delete from reviews r where r.status = 'pending_verification' and r.created_at < now() - make_interval(days => $1)
       and exists (select from review_links l where l.review_id = r.id) returning 1`,
    [reviewDays.unverifiedRetention],
  )
  const links = await db.query(
    'delete from review_links where created_at < now() - make_interval(days => $1) returning 1',
    [reviewDays.linkRetention],
  )
  return forgotten.length + links.length
}
