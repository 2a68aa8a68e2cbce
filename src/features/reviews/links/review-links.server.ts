// Mailed links to a review's author. A GET only displays; the button on the page acts.
import { randomBytes } from 'node:crypto'
import { type Mails, validFor } from '#features/email-templates/email-templates.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { OpenLink } from '../review-input.ts'
import { reviewDays, refusals } from '../reviews.ts'

/** Dependencies for mailing a link. `siteUrl`: without a trailing slash. */
export type ReviewLinkDependencies = { mails: Mails<Db>; siteUrl: string }

/** 128 random bits for a mailed link. */
export const newToken = () => randomBytes(16).toString('base64url')

export const daySeconds = 86_400

/** Options of every function behind a mailed link. A token authorizes access to one review only. */
export const linkEndpoint = {
  caller: 'anyone',
  as: 'service',
  refusals,
  perClient: { burst: 60, refillMs: 3_600_000 },
  output: z.object({}),
} as const

export type OpenedLink = {
  reviewId: string
  editId: string | null
  email: string | null
  isExpired: boolean
}

/** The link with its review locked, or a refusal. */
export async function openLink(db: Db, token: string, kind: 'proof' | 'wording'): Promise<OpenedLink> {
  const [link] = await db.query<OpenedLink>(
    `select l.review_id as "reviewId", l.edit_id as "editId", a.email, l.expires_at < now() as "isExpired"
     from review_links l join reviews r on r.id = l.review_id join review_authors a on a.review_id = r.id
     where l.token_hash = link_hash($1) and (l.edit_id is not null) = ($2 = 'wording') for update of r`,
    [token, kind],
  )
  if (!link) throw new Refusal('link_unknown', 404, refusals.link_unknown)
  return link
}

/** Mails a verification link. The mail contains none of the submitted text, because the address is unverified. */
export async function mailVerification(
  db: Db,
  parts: ReviewLinkDependencies,
  { reviewId, email }: { reviewId: string; email: string },
  isReminder = false,
) {
  if (!isReminder && (await isRateLimited(db, email))) return
  const token = await makeLink(db, reviewId, null, isReminder)
  await parts.mails.send(db, {
    kind: isReminder ? 'review_reminder' : 'review_confirm',
    to: email,
    values: { validFor: validFor(reviewDays.link * daySeconds) },
    link: `${parts.siteUrl}/reviews/confirm/${token}`,
  })
}

/** Mails a proposed wording to its author. */
export async function mailWording(
  db: Db,
  parts: ReviewLinkDependencies,
  { reviewId, editId, email }: { reviewId: string; editId: string; email: string },
) {
  const token = await makeLink(db, reviewId, editId)
  await parts.mails.send(db, {
    kind: 'review_wording',
    to: email,
    values: { validFor: validFor(reviewDays.link * daySeconds) },
    link: `${parts.siteUrl}/reviews/wording/${token}`,
  })
}

async function makeLink(db: Db, reviewId: string, editId: string | null, isReminder = false) {
  const token = newToken()
  await db.query(
    `insert into review_links (token_hash, review_id, edit_id, is_reminder, expires_at)
     values (link_hash($1), $2, $3, $4, now() + make_interval(days => $5))`,
    [token, reviewId, editId, isReminder, reviewDays.link],
  )
  return token
}

/** Counts the review links mailed to an address in the last 24 hours. `isFresh`: one is under ten minutes old. */
export async function linksOf(db: Db, email: string): Promise<{ today: number; isFresh: boolean }> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`review links ${email}`])
  return db.one<{ today: number; isFresh: boolean }>(
    `select count(*)::int as today, coalesce(max(l.created_at) > now() - interval '10 minutes', false) as "isFresh"
     from review_links l join review_authors a on a.review_id = l.review_id
     where a.email = $1 and l.created_at > now() - interval '1 day'`,
    [email],
  )
}

/** Rate limit per mailbox. */
export const maxLinksPerDay = 3

async function isRateLimited(db: Db, email: string) {
  const { today, isFresh } = await linksOf(db, email)
  return isFresh || today >= maxLinksPerDay
}

/** Replaces an expired link, mailed to its original address. The response does not reveal whether a mail was sent. */
export const renewReviewLink = (parts: ReviewLinkDependencies) =>
  defineFunction({
    name: 'renew-review-link',
    ...linkEndpoint,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: OpenLink,
    async run({ input: { token }, db }) {
      const [old] = await db.query<{ reviewId: string; editId: string | null; email: string; isOver: boolean }>(
        `select l.review_id as "reviewId", l.edit_id as "editId", a.email,
           case when l.edit_id is null then r.verified_by in ('mail', 'request') else e.decision is not null end is true as "isOver"
         from review_links l join reviews r on r.id = l.review_id join review_authors a on a.review_id = r.id
         left join review_edits e on e.id = l.edit_id
         where l.token_hash = link_hash($1) and a.email is not null for update of r`,
        [token],
      )
      if (!old) throw new Refusal('link_unknown', 404, refusals.link_unknown)
      const { reviewId, editId, email, isOver } = old
      if (isOver) return {}
      if (editId === null) await mailVerification(db, parts, { reviewId, email })
      else if (!(await isRateLimited(db, email))) await mailWording(db, parts, { reviewId, editId, email })
      return {}
    },
  })
