// Wording proposals: staff propose, the author decides. Until then the original wording is shown.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { z } from '#lib/schema.ts'
import {
  linkEndpoint,
  type ReviewLinkDependencies,
  linksOf,
  mailWording,
  maxLinksPerDay,
  openLink,
} from './review-links.server.ts'
import { DecideOnWording, ProposeWording } from '../review-input.ts'
import { refusals } from '../reviews.ts'

/** Mails a proposal to the author; replaces a pending one. */
export const proposeWording = (parts: ReviewLinkDependencies) =>
  defineFunction({
    name: 'propose-review-wording',
    caller: async (db: Db) => (await db.one<{ may: boolean }>('select is_site_editor() as may')).may,
    as: 'service', // content staff may mail an author whose name and address they cannot read
    refusals,
    perClient: { burst: 60, refillMs: 3_600_000 },
    input: ProposeWording,
    output: z.object({}),
    async run({ input: { reviewId, version, body }, db, caller }) {
      const [review] = await db.query<{ body: string; version: number; email: string | null; isProved: boolean }>(
        `select r.body, r.version, a.email, r.verified_at is not null as "isProved"
         from reviews r left join review_authors a on a.review_id = r.id where r.id = $1 for update of r`,
        [reviewId],
      )
      if (!review) throw new Refusal('review_not_found', 404, refusals.review_not_found)
      if (version !== undefined && version !== review.version)
        throw new Refusal('changed_meanwhile', 409, refusals.changed_meanwhile)
      if (review.email === null) throw new Refusal('review_has_no_author', 409, refusals.review_has_no_author)
      if (!review.isProved) throw new Refusal('review_not_verified', 409, refusals.review_not_verified)
      if (review.body === body) throw new Refusal('review_words_unchanged', 422, refusals.review_words_unchanged)
      // Only the daily limit applies: a proposal may directly follow the verification or an earlier proposal.
      if ((await linksOf(db, review.email)).today >= maxLinksPerDay)
        throw new Refusal('wording_too_soon', 429, refusals.wording_too_soon)
      await db.query(`update review_edits set decision = 'withdrawn' where review_id = $1 and decision is null`, [
        reviewId,
      ])
      const { id: editId } = await db.one<{ id: string }>(
        'insert into review_edits (review_id, body, proposed_by) values ($1, $2, $3) returning id',
        [reviewId, body, caller.userId],
      )
      await mailWording(db, parts, { reviewId, editId, email: review.email })
      return {}
    },
  })

/** Records the author's decision on a proposal, which is final. */
export const decideOnWording = defineFunction({
  name: 'decide-review-wording',
  ...linkEndpoint,
  input: DecideOnWording,
  async run({ input: { token, isApproved }, db }) {
    const { reviewId, editId, isExpired } = await openLink(db, token, 'wording')
    const [edit] = await db.query<{ body: string; isDecided: boolean }>(
      'select body, decision is not null as "isDecided" from review_edits where id = $1',
      [editId],
    )
    if (!edit || edit.isDecided) return {}
    if (isExpired) throw new Refusal('link_expired', 410, refusals.link_expired)
    await db.query('update review_edits set decision = $2 where id = $1', [
      editId,
      isApproved ? 'approved' : 'declined',
    ])
    if (isApproved)
      await db.query('update reviews set body = $2, edit_agreed_on = $3 where id = $1', [
        reviewId,
        edit.body,
        dayOf(new Date()),
      ])
    return {}
  },
})
