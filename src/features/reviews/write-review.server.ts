// Inserts a review with its author and photo in one transaction.
import { createHash } from 'node:crypto'
import { truncateIp } from '#platform/consents/consents.ts'
import type { CallRequest } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { type ReviewFields, shownNameFor } from './review-input.ts'
import { consentTextFor, photoConsentText } from './reviews.ts'

type NewReviewRow = Omit<ReviewFields, 'photo'> & {
  photo: Buffer | undefined
  email: string
  contactId: string | undefined
}

/** Idempotent: an identical text by the same author does not create a second review. */
export async function writeReview(
  db: Db,
  review: NewReviewRow,
  request: CallRequest,
): Promise<{ id: string; isNew: boolean }> {
  const { name, email, about, rating, body, scope, photo } = review
  const wordsHash = createHash('sha256').update(body.replaceAll(/\s+/g, ' ')).digest('hex')
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`review ${email} ${wordsHash}`])
  const [before] = await db.query<{ id: string }>(
    'select review_id as id from review_authors where email = $1 and words_hash = $2',
    [email, wordsHash],
  )
  if (before) return { ...before, isNew: false }
  const { id } = await db.one<{ id: string }>(
    `insert into reviews (shown_name, about, rating, body, source, consent_scope, permission, permitted_on, status)
     values ($1, $2, $3, $4, 'form', $5, $6, $7, 'pending_verification') returning id`,
    [shownNameFor(name, scope), about, rating, body, scope, consentTextFor(scope), dayOf(new Date())],
  )
  await db.query(
    `insert into review_authors (review_id, name, email, contact_id, words_hash, source_url, ip_trunc, user_agent, privacy_text_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select id from consent_texts where id = $9 and kind = 'privacy_notice'))`,
    [
      id,
      name,
      email,
      review.contactId,
      wordsHash,
      review.sourceUrl,
      request.ip && truncateIp(request.ip),
      request.userAgent?.slice(0, 300),
      review.privacyTextId,
    ],
  )
  if (photo)
    await db.query('insert into review_photos (review_id, bytes, agreed_words) values ($1, $2, $3)', [
      id,
      photo,
      `${photoConsentText}.`,
    ])
  return { id, isNew: true }
}
