// agree-to-webinar-whatsapp: stores a registrant's consent to WhatsApp messages, with the phone number.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { WebinarDependencies } from './register.server.ts'
import { visitorOptions, refusal } from './refusal.server.ts'
import { AgreeToWhatsApp, refusals, RegistrationKey } from './webinars.ts'

type ConsentParts = Pick<WebinarDependencies, 'recordConsent' | 'refuseUnknownConsentText' | 'requestMetadata'>
type Visit = { id: string; slug: string; contactId: string; phone: string | null }

export const agreeToWhatsApp = (needs: ConsentParts) =>
  defineFunction({
    ...visitorOptions,
    name: 'agree-to-webinar-whatsapp',
    input: AgreeToWhatsApp,
    output: RegistrationKey,
    async run({ input, db, request }) {
      await needs.refuseUnknownConsentText(db, input)
      const { token, consentTextId, sourceUrl } = input
      const [visit] = await db.query<Visit>(
        `select r.id, w.slug, r.contact_id as "contactId", r.phone
         from webinar_links l join webinar_registrations r on r.id = l.registration_id join webinars w on w.id = r.webinar_id
         where l.token_hash = link_hash($1) for update of r`,
        [token],
      )
      if (!visit) throw refusal('webinar_visit_unknown', 404)
      const { id, slug, contactId } = visit
      const phone = input.phone ?? visit.phone
      if (!phone)
        throw new Refusal('webinar_needs_phone', 422, refusals.webinar_needs_phone, {
          phone: refusals.webinar_needs_phone,
        })
      await db.query('update webinar_registrations set phone = $2 where id = $1 and phone is distinct from $2', [
        id,
        phone,
      ])
      await addPhone(db, id, phone)
      await needs.recordConsent(db, {
        contactId,
        phone,
        consentTextId,
        source: { type: 'webinar', id },
        from: needs.requestMetadata(request, sourceUrl),
      })
      return { slug, token }
    },
  })

/**
 * Adds the number to a contact created by this registration today, unless the contact has a number or another contact
 * has this one. Other contacts get no number, because an entered number is unverified. After a merge the contact's
 * creation time differs from that of the registration.
 */
async function addPhone(db: Db, registrationId: string, phone: string) {
  // The same lock as match-contact, so that a concurrent form does not create a contact with the number.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('contact point ' || $1, 0))`, [phone])
  await db.query(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     select r.contact_id, 'phone', $2, $2, true
     from webinar_registrations r join contacts c on c.id = r.contact_id
     where r.id = $1 and r.made_contact and c.created_at = r.registered_at and r.registered_at > now() - interval '1 day'
       and c.deleted_at is null and c.merged_into_id is null and private.rows_of_wrong_contact(c.id) < 2
       and not exists (select from contact_points p where p.kind = 'phone' and (p.contact_id = c.id or p.value_norm = $2))`,
    [registrationId, phone],
  )
}
