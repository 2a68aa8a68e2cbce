// The doors through which a review comes in: the form that stands open to everybody, and the link of somebody who was asked. It shows nowhere
// until somebody of the staff has read it, and staff do not hear of it before its author has stood by it.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { findHeld } from '#kernel/postgres/find-held.ts'
import { z } from '#lib/schema.ts'
import { type LinkParts, mailProof } from './links/links.server.ts'
import { LeaveAskedReview, LeaveReview } from './review-input.ts'
import { photoSide, refusals } from './reviews.ts'
import { writeReview } from './write-review.server.ts'

/** What the reviews need of the installation. `squareOf` makes a WebP of the pixels of a file, `side` wide and high, or refuses what is no picture. */
export type ReviewParts = LinkParts & { squareOf: (file: Blob, side: number) => Promise<Buffer> }

const Done = z.object({})

/** The same answer to everybody, whether or not the words were new: whose they are is proved in a mailbox. */
export const leaveReview = (parts: ReviewParts) =>
  defineFunction({
    name: 'leave-review',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this is their only door
    refusals,
    perClient: { burst: 6, refillMs: 3_600_000 },
    input: LeaveReview,
    output: Done,
    async run({ input: { email, ...said }, db, request }) {
      const photo = await squareOf(parts, said.photo)
      const contactId = await contactOf(db, email)
      const { id, isNew } = await writeReview(db, { ...said, photo, email, contactId }, request)
      if (isNew) await mailProof(db, parts, { reviewId: id, email })
      return {}
    },
  })

/** The answer of somebody who was asked. The link is the proof, and is used up by it; pressed twice it is one review. */
export const leaveAskedReview = (parts: ReviewParts) =>
  defineFunction({
    name: 'leave-asked-review',
    caller: 'anyone',
    as: 'service', // whoever has the link may answer what it asks, and nothing else
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: LeaveAskedReview,
    output: Done,
    async run({ input: { token, ...said }, db, request }) {
      const asked = await openRequest(db, token)
      if (asked.isAnswered) return {}
      if (asked.isClosed) throw new Refusal('link_expired', 410, refusals.link_expired)
      const photo = await squareOf(parts, said.photo)
      const { email } = asked
      const contactId = await keeperOf(db, asked.contactId)
      const { id } = await writeReview(db, { ...said, photo, email, contactId }, request)
      await db.query('update review_requests set closed_at = now(), review_id = $2 where id = $1', [asked.id, id])
      // Also of the same words in the form that stands open, whose mail nobody has answered.
      await db.query(
        `update reviews set status = 'pending', verified_at = now(), verified_by = 'request'
         where id = $1 and status = 'pending_verification'`,
        [id],
      )
      return {}
    },
  })

/** Before anything is written: making a picture takes a moment. What is wrong with it stands beside its field. */
async function squareOf(parts: ReviewParts, photo: Blob | undefined) {
  if (!photo) return undefined
  try {
    return await parts.squareOf(photo, photoSide)
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(error.code, error.status, error.message, { photo: error.message })
    throw error
  }
}

/** Who has this address. That it was typed proves nothing, so nobody hears of it before the mail was answered. */
async function contactOf(db: Db, email: string): Promise<string | undefined> {
  const known = await findHeld({
    find: () =>
      db.query<{ id: string }>(
        `select c.id from contacts c join contact_points p on p.contact_id = c.id
         where p.kind = 'email' and p.value_norm = $1 and c.deleted_at is null and c.merged_into_id is null
         order by c.lifecycle = 'client' desc, c.created_at, c.id limit 1`,
        [email],
      ),
    hold: ({ id }) => holds(db, id),
  })
  return known?.id
}

/** The record of the one who was asked, or the one that it was merged into since. */
async function keeperOf(db: Db, contactId: string): Promise<string | undefined> {
  const kept = await findHeld({
    find: () =>
      db.query<{ id: string }>(
        'select coalesce(merged_into_id, id) as id from contacts where id = $1 and anonymised_at is null',
        [contactId],
      ),
    hold: ({ id }) => holds(db, id),
  })
  return kept?.id
}

/** Else a merge that is under way would hide what a visitor sends on the record that goes. */
const holds = async (db: Db, id: string) =>
  (await db.one<{ held: boolean }>('select lock_contact($1) as held', [id])).held

type Asked = { id: string; contactId: string; email: string; isAnswered: boolean; isClosed: boolean }

async function openRequest(db: Db, token: string): Promise<Asked> {
  const [asked] = await db.query<Asked>(
    `select id, contact_id as "contactId", email, review_id is not null as "isAnswered",
       (closed_at is not null or expires_at < now()) as "isClosed"
     from review_requests where token_hash = link_hash($1) for update`,
    [token],
  )
  if (!asked) throw new Refusal('link_unknown', 404, refusals.link_unknown)
  return asked
}
