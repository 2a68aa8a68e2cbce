// The one door through which a visitor leaves a review. It shows nowhere until somebody of the staff has read it.
import { createHash } from 'node:crypto'
import { truncateIp } from '#features/consents/consents.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { findHeld } from '#kernel/postgres/find-held.ts'
import { addDays, dayOf } from '#lib/time/dates.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { agreedWords, LeaveReview, refusals, shownNameFor } from './reviews.ts'

/** Ratings up to this are somebody's trouble: whoever looks after clients should call, whether or not the review is published. */
const unhappy = 2

export const leaveReview = defineFunction({
  name: 'leave-review',
  caller: 'anyone',
  as: 'service', // a visitor has no rights on these tables: this is their only door
  refusals,
  perClient: { burst: 6, refillMs: 3_600_000 },
  input: LeaveReview,
  output: z.object({}),
  async run({ input, db, request }) {
    const { name, email, about, rating, body, scope, privacyTextId, sourceUrl } = input
    const wordsHash = createHash('sha256').update(body.replaceAll(/\s+/g, ' ')).digest('hex')
    // The same words of the same person are one review, however often they are sent, and the answer is the same.
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`review ${email} ${wordsHash}`])
    const before = await db.query('select from review_authors where email = $1 and words_hash = $2', [email, wordsHash])
    if (before.length > 0) return {}
    const contact = await contactOf(db, email)
    const { id } = await db.one<{ id: string }>(
      `insert into reviews (shown_name, about, rating, body, source, consent_scope, permission, permitted_on, status)
       values ($1, $2, $3, $4, 'form', $5, $6, $7, 'pending_verification') returning id`,
      [shownNameFor(name, scope), about, rating, body, scope, agreedWords(scope), dayOf(new Date())],
    )
    await db.query(
      `insert into review_authors (review_id, name, email, contact_id, words_hash, source_url, ip_trunc, user_agent, privacy_text_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, (select id from consent_texts where id = $9 and kind = 'privacy_notice'))`,
      [
        id,
        name,
        email,
        contact?.id,
        wordsHash,
        sourceUrl,
        request.ip && truncateIp(request.ip),
        request.userAgent?.slice(0, 300),
        privacyTextId,
      ],
    )
    if (contact) await tellTimeline(db, contact.id, id, body)
    if (rating !== undefined && rating <= unhappy) await askSomebodyToCall(db, contact, name)
    await notifyStaff(db, id, shownNameFor(name, scope), rating)
    return {}
  },
})

type KnownContact = { id: string; owner_id: string | null }

/** Who has this address. That it was typed proves nothing, so a review is never published on its strength. */
async function contactOf(db: Db, email: string): Promise<KnownContact | undefined> {
  return findHeld({
    find: () =>
      db.query<KnownContact>(
        `select c.id, c.owner_id from contacts c join contact_points p on p.contact_id = c.id
         where p.kind = 'email' and p.value_norm = $1 and c.deleted_at is null and c.merged_into_id is null
         order by c.lifecycle = 'client' desc, c.created_at, c.id limit 1`,
        [email],
      ),
    // Else a merge that is under way would hide what a visitor sends on the record that goes.
    hold: async ({ id }) => (await db.one<{ held: boolean }>('select hold_contact($1) as held', [id])).held,
  })
}

async function tellTimeline(db: Db, contactId: string, reviewId: string, body: string) {
  await db.query(
    `insert into activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
     values ('review.submitted', now(), 'contact', $1, $1, 'review', $2, 'המלצה', $3)`,
    [contactId, reviewId, { text: body }],
  )
}

async function askSomebodyToCall(db: Db, contact: KnownContact | undefined, name: string) {
  await db.query(
    `insert into tasks (name, due_date, user_id, contact_id, type, priority)
     values ($1, $2, coalesce($3, business_owner_id()), $4, 'call', 'high')`,
    [`לדבר עם ${name} על החוויה שלהם`.slice(0, 200), addDays(dayOf(new Date()), 1), contact?.owner_id, contact?.id],
  )
}

/** By the name that will stand beside it: whoever may only edit the site is told no other. */
async function notifyStaff(db: Db, reviewId: string, name: string, rating: number | undefined) {
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
     select distinct user_id, 'review.submitted', 'המלצה חדשה מחכה לקריאה', $1, $2, 'review', $3::uuid
     from user_roles where is_active and role in ('owner', 'admin', 'content')`,
    [
      rating === undefined ? isolate(name) : `${isolate(name)} – דירוג ${rating} מתוך 5`,
      rating !== undefined && rating <= unhappy ? 'high' : 'medium',
      reviewId,
    ],
  )
}
