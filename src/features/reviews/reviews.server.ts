// Submission of reviews: the public form, and the form behind a request link. A review is public only after moderation,
// and staff see it only after its author is verified.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { findAndLock } from '#kernel/postgres/find-and-lock.ts'
import { z } from '#lib/schema.ts'
import { type ReviewLinkDependencies, mailVerification } from './links/review-links.server.ts'
import { LeaveAskedReview, LeaveReview } from './review-input.ts'
import { photoSide, refusals } from './reviews.ts'
import { writeReview } from './write-review.server.ts'

/** Dependencies. `cropToSquare` crops an image file to a WebP of `side` pixels square, or refuses a file that is no image. */
export type ReviewDependencies = ReviewLinkDependencies & {
  cropToSquare: (file: Blob, side: number) => Promise<Buffer>
}

const Done = z.object({})

/** The response is identical for new and duplicate reviews; the author is verified by mail. */
export const leaveReview = (parts: ReviewDependencies) =>
  defineFunction({
    name: 'leave-review',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals,
    perClient: { burst: 6, refillMs: 3_600_000 },
    input: LeaveReview,
    output: Done,
    async run({ input: { email, ...review }, db, request }) {
      const photo = await cropPhoto(parts, review.photo)
      const contactId = await contactOf(db, email)
      const { id, isNew } = await writeReview(db, { ...review, photo, email, contactId }, request)
      // Also sent for an unverified review that was submitted before, because its first mail may be lost.
      if (isNew || (await isUnverified(db, id))) await mailVerification(db, parts, { reviewId: id, email })
      return {}
    },
  })

/** Submits the review of a review request, authorized by its single-use token. Idempotent: a repeated submission creates no second review. */
export const leaveAskedReview = (parts: ReviewDependencies) =>
  defineFunction({
    name: 'leave-asked-review',
    caller: 'anyone',
    as: 'service', // the token authorizes only this submission
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: LeaveAskedReview,
    output: Done,
    async run({ input: { token, ...review }, db, request }) {
      const openedRequest = await openRequest(db, token)
      if (openedRequest.isAnswered) return {}
      if (openedRequest.isClosed) throw new Refusal('link_expired', 410, refusals.link_expired)
      const photo = await cropPhoto(parts, review.photo)
      const { email } = openedRequest
      const contactId = await currentContactOf(db, openedRequest.contactId)
      const { id } = await writeReview(db, { ...review, photo, email, contactId }, request)
      await db.query('update review_requests set closed_at = now(), review_id = $2 where id = $1', [
        openedRequest.id,
        id,
      ])
      // Also verifies an identical review from the public form that is still unverified.
      await db.query(
        `update reviews set status = 'pending', verified_at = now(), verified_by = 'request'
         where id = $1 and status = 'pending_verification'`,
        [id],
      )
      return {}
    },
  })

const isUnverified = async (db: Db, id: string) =>
  (await db.query(`select from reviews where id = $1 and status = 'pending_verification'`, [id])).length > 0

/** Runs before any write, because image processing is slow. A refusal is reported at the photo's field. */
async function cropPhoto(parts: ReviewDependencies, photo: Blob | undefined) {
  if (!photo) return undefined
  try {
    return await parts.cropToSquare(photo, photoSide)
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(error.code, error.status, error.message, { photo: error.message })
    throw error
  }
}

/** The contact with this address. The address is unverified, so staff are notified only after its confirmation. */
async function contactOf(db: Db, email: string): Promise<string | undefined> {
  const existing = await findAndLock({
    find: () =>
      db.query<{ id: string }>(
        `select c.id from contacts c join contact_points p on p.contact_id = c.id
         where p.kind = 'email' and p.value_norm = $1 and c.deleted_at is null and c.merged_into_id is null
         order by c.lifecycle = 'client' desc, c.created_at, c.id limit 1`,
        [email],
      ),
    hold: ({ id }) => lockContact(db, id),
  })
  return existing?.id
}

/** The requested contact, or the one it was merged into since. */
async function currentContactOf(db: Db, contactId: string): Promise<string | undefined> {
  const contact = await findAndLock({
    find: () =>
      db.query<{ id: string }>(
        'select coalesce(merged_into_id, id) as id from contacts where id = $1 and anonymised_at is null',
        [contactId],
      ),
    hold: ({ id }) => lockContact(db, id),
  })
  return contact?.id
}

/** Lock and recheck: a concurrent merge would otherwise attach the review to the losing record. */
const lockContact = async (db: Db, id: string) =>
  (await db.one<{ held: boolean }>('select lock_contact($1) as held', [id])).held

type OpenRequest = { id: string; contactId: string; email: string; isAnswered: boolean; isClosed: boolean }

async function openRequest(db: Db, token: string): Promise<OpenRequest> {
  const [openedRequest] = await db.query<OpenRequest>(
    `select id, contact_id as "contactId", email, review_id is not null as "isAnswered",
       (closed_at is not null or expires_at < now()) as "isClosed"
     from review_requests where token_hash = link_hash($1) for update`,
    [token],
  )
  if (!openedRequest) throw new Refusal('link_unknown', 404, refusals.link_unknown)
  return openedRequest
}
