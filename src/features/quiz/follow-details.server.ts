// Processes the details of a visitor with a result: contact, consent, stage actions, and mails.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { Contact, QuizDependencies, Sender } from './dependencies.server.ts'
import { refusals } from './quiz-texts.ts'
import { type Details, maxMailsPerDay, maxMailsToAddress } from './quiz.ts'
import { actOnStage } from './stage-actions.server.ts'

type LeftDetails = { attemptId: string; details: Details; request: Sender }
type Finished = { contactId: string | null; stageName: string | null; leadMagnet: string | null }

/** Returns whether the mail was queued or refused. */
export async function followDetails(db: Db, needs: QuizDependencies, { attemptId, details, request }: LeftDetails) {
  await needs.refuseUnknownConsentText(db, details)
  const { name, email, privacyTextId } = details
  const from = needs.metadataOf(request, undefined)
  const finished = await db.one<Finished>(
    `select contact_id as "contactId", result -> 'stage' ->> 'name' as "stageName", result -> 'stage' ->> 'leadMagnet' as "leadMagnet"
     from quiz_attempts where id = $1 for update`,
    [attemptId],
  )
  // Matched by the address only, because the mailed link will verify only the address.
  const person = { name, phone: undefined, email, sourceUrl: from.url, source: 'שאלון השלב הכלכלי' }
  const contact = await needs.matchContact(db, person)
  // Only the first details set the contact: a forwarded result must not move to another contact.
  if (finished.contactId === null) {
    const opportunityId = await actOnStage(db, { attemptId, contact })
    await db.query(
      `update quiz_attempts set contact_id = $2, opportunity_id = $3, name = $4, email = $5,
         privacy_text_id = (select id from consent_texts where id = $6 and kind = 'privacy_notice') where id = $1`,
      [attemptId, contact.id, opportunityId, name, email, privacyTextId ?? null],
    )
    await notifyStaff(db, contact, finished.stageName)
    await needs.recordConversion(db, request, 'signup')
    if (finished.leadMagnet)
      await needs.sendWorksheet(db, { slug: finished.leadMagnet, name, email, privacyTextId, from })
  }
  if (details.marketingConsent)
    await needs.recordConsent(db, {
      contactId: contact.id,
      email,
      consentTextId: details.consentTextId,
      source: { type: 'quiz', id: attemptId },
      from,
    })
  return deliver(db, { attemptId, email })
}

/** Queues the result mail, or returns the limit that refuses it: the address may belong to another person. */
async function deliver(db: Db, { attemptId, email }: { attemptId: string; email: string }) {
  // The advisory lock lets concurrent requests count each other's mails.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`quiz mails ${email}`])
  const sent = await db.one<{ ofAttempt: number; toAddress: number; isFresh: boolean }>(
    `select count(*) filter (where attempt_id = $1)::int as "ofAttempt", count(*) filter (where email = $2)::int as "toAddress",
       coalesce(max(created_at) filter (where attempt_id = $1 and email = $2) > now() - interval '1 minute', false) as "isFresh"
     from quiz_deliveries where (attempt_id = $1 or email = $2) and created_at > now() - interval '1 day'`,
    [attemptId, email],
  )
  if (sent.isFresh) return 'mail_just_sent' as const
  if (sent.ofAttempt >= maxMailsPerDay || sent.toAddress >= maxMailsToAddress) return 'too_many_mails' as const
  await db.query('insert into quiz_deliveries (attempt_id, email) values ($1, $2)', [attemptId, email])
  return 'queued' as const
}

export function refuseUnsent(sent: Awaited<ReturnType<typeof followDetails>>) {
  if (sent !== 'queued') throw new Refusal(sent, 429, refusals[sent])
}

const notifyStaff = (db: Db, contact: Contact, stageName: string | null) =>
  db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
     select distinct user_id, 'quiz.completed', 'מילאו את שאלון השלב הכלכלי', $1, 'medium', 'contact', $2::uuid
     from user_roles where is_active and role in ('owner', 'admin', 'sales')`,
    [[isolate(contact.full_name), stageName].filter(Boolean).join(' – '), contact.id],
  )
