// sign-up: registers a visitor for a landing page's offer, with a contact, an activity and notifications.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { offerLabels, refusals, SignedUp, SignUp, utmOf } from './signups.ts'

type Contact = { id: string; full_name: string }
type From = { url: string | null; ip: string | null; userAgent: string | null }

/** Functions of other modules, injected. */
export type SignupDependencies = {
  matchContact: (
    db: Db,
    who: { name: string; phone: string | undefined; email: string; sourceUrl: string | null },
  ) => Promise<Contact>
  requestOrigin: (request: { ip?: string; userAgent?: string }, sourceUrl: string | undefined) => From
  refuseUnknownConsentText: (
    db: Db,
    asked: { marketingConsent: boolean; consentTextId?: string | undefined },
  ) => Promise<void>
  recordConsent: (
    db: Db,
    agreement: {
      contactId: string
      phone?: string | undefined
      email?: string | undefined
      consentTextId?: string | undefined
      source: { type: string; id: string }
      from: From
    },
  ) => Promise<void>
  recordConversion: (db: Db, sender: { ip?: string; userAgent?: string }, kind: 'signup') => Promise<void>
}

export const signUp = ({
  matchContact,
  requestOrigin,
  refuseUnknownConsentText,
  recordConsent,
  recordConversion,
}: SignupDependencies) =>
  defineFunction({
    name: 'sign-up',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: SignUp,
    output: SignedUp,
    async run({ input, db, request }) {
      await refuseUnknownConsentText(db, input)
      const from = requestOrigin(request, input.sourceUrl)
      const contact = await matchContact(db, { ...input, phone: input.phone, sourceUrl: from.url })
      const { id, isNew } = await openSignup(db, input, contact, from)
      if (isNew) {
        await addActivity(db, input, contact, id)
        await notifyStaff(db, input, contact)
        await recordConversion(db, request, 'signup')
      }
      if (input.marketingConsent)
        await recordConsent(db, { ...input, contactId: contact.id, from, source: { type: 'signup', id } })
      return { offer: input.offer }
    },
  })

/** One row per contact and offer; the response is identical for a repeated sign-up. */
async function openSignup(db: Db, input: SignUp, contact: Contact, from: From) {
  const { offer, name, email, phone, privacyTextId, sourceUrl } = input
  const [fresh] = await db.query<{ id: string }>(
    `insert into signups (contact_id, offer, name, email, phone, utm, privacy_text_id, source_url, ip_trunc, user_agent)
     values ($1, $2, $3, $4, $5, $6, (select id from consent_texts where id = $7 and kind = 'privacy_notice'), $8, $9, $10)
     on conflict on constraint already_signed_up do nothing returning id`,
    [contact.id, offer, name, email, phone, utmOf(sourceUrl), privacyTextId, from.url, from.ip, from.userAgent],
  )
  if (fresh) return { ...fresh, isNew: true }
  const before = await db.one<{ id: string }>('select id from signups where contact_id = $1 and offer = $2', [
    contact.id,
    offer,
  ])
  return { ...before, isNew: false }
}

async function addActivity(db: Db, { offer, name, email, phone }: SignUp, contact: Contact, id: string) {
  await db.query(
    `insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
     values ('signup.received', 'contact', $1, $1, 'signup', $2, $3, $4)`,
    [contact.id, id, offerLabels[offer], { name, email, phone }],
  )
}

async function notifyStaff(db: Db, { offer }: SignUp, contact: Contact) {
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, metadata)
     select distinct user_id, 'signup.received', 'הצטרפות מהאתר', $1, 'low', 'contact', $2::uuid, $3::jsonb
     from user_roles where is_active and role in ('owner', 'admin', 'sales')`,
    [`${isolate(contact.full_name)} – ${offerLabels[offer]}`, contact.id, { offer }],
  )
}
