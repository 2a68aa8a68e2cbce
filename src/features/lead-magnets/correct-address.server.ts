// Corrects the address of an unopened request. Links mailed to the wrong address are deactivated, and no data of another contact changes.
import { newsletterDays } from '#features/newsletter/newsletter.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { LeadMagnetDependencies, Sender } from './dependencies.server.ts'
import { openRequest } from './open-request.server.ts'
import type { Visit } from './visits.server.ts'

/** Returns the request of the corrected address. */
export async function correctRequest(
  db: Db,
  needs: LeadMagnetDependencies,
  token: string,
  visit: Visit,
  email: string,
  request: Sender,
): Promise<string> {
  if (visit.askedNewsletter) await requestAgain(db, needs, visit, email, request)
  if (await correctContact(db, visit, email)) {
    await db.query('update lead_magnet_requests set email = $2 where id = $1', [visit.requestId, email])
    await db.query(
      'update lead_magnet_deliveries set stopped_at = now() where request_id = $1 and stopped_at is null',
      [visit.requestId],
    )
    return visit.requestId
  }
  const { magnetId: id, slug, title, name, phone, privacyTextId } = visit
  const from = needs.requestMetadata(request, undefined)
  const corrected = await openRequest(
    db,
    needs.matchContact,
    { id, slug, title },
    {
      name,
      email,
      phone: phone ?? undefined,
      privacyTextId: privacyTextId ?? undefined,
      from,
    },
  )
  await db.query('update lead_magnet_visits set request_id = $2, may_correct = $3 where token_hash = link_hash($1)', [
    token,
    corrected.id,
    corrected.isOwn,
  ])
  // Deleting the request also invalidates its links.
  await db.query('delete from lead_magnet_requests where id = $1', [visit.requestId])
  if (visit.madeContact) await db.query('select private.bin_wrong_contact($1)', [visit.contactId])
  return corrected.id
}

/** Corrects the address of a contact created by this request, unless another contact or request has the new address. */
async function correctContact(db: Db, { madeContact, contactId, magnetId, email: wrong }: Visit, email: string) {
  if (!madeContact) return false
  // Takes the same lock as match-contact, before the requests are read.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact point ${email}`])
  const [mended] = await db.query<{ done: boolean }>(
    `select private.mend_address($1, $2, $3) as done
     where not exists (select from lead_magnet_requests r where r.magnet_id = $4 and r.email = $3)`,
    [contactId, wrong, email, magnetId],
  )
  return mended?.done === true
}

/**
 * Moves a newsletter request from the wrong address: its links become invalid, and the corrected address gets a
 * confirmation mail. The row remains, because it counts for the limit of the wrong mailbox. If an address is restored
 * within its limit, its former link becomes valid again instead of a second mail.
 */
async function requestAgain(
  db: Db,
  { askNewsletter }: LeadMagnetDependencies,
  { email: wrong }: Visit,
  email: string,
  request: Sender,
) {
  const asked = await db.query<{ textId: string }>(
    `update newsletter_requests set reminder_hash = null, expires_at = now(),
       token_hash = case when starts_with(token_hash, 'revoked:') then token_hash else 'revoked:' || token_hash end
     where email = $1 and confirmed_at is null and created_at > now() - interval '1 day'
     returning consent_text_id as "textId"`,
    [wrong],
  )
  if (!asked[0] || (await askNewsletter(db, { email, consentTextId: asked[0].textId, request }))) return
  await db.query(
    `update newsletter_requests set token_hash = substr(token_hash, length('revoked:') + 1), expires_at = created_at + make_interval(days => $2)
     where id = (select id from newsletter_requests where email = $1 and confirmed_at is null and starts_with(token_hash, 'revoked:')
       and created_at > now() - interval '1 day' order by created_at desc limit 1)`,
    [email, newsletterDays.request],
  )
}
