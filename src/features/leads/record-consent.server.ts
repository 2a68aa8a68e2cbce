// Records marketing consent with its proof: text version, source, IP address, user agent.
import { truncateIp } from '#platform/consents/consents.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { refusals } from './leads.ts'

/** Page URL, truncated IP address and user agent of a request, as stored. */
export const requestMetadata = (
  { ip, userAgent }: { ip?: string; userAgent?: string },
  sourceUrl: string | undefined,
) => ({
  url: sourceUrl ?? null,
  ip: (ip && truncateIp(ip)) ?? null,
  userAgent: userAgent?.slice(0, 300) ?? null,
})

type Agreement = {
  contactId: string
  phone?: string | undefined
  email?: string | undefined
  consentTextId?: string | undefined
  source: { type: string; id: string }
  from: ReturnType<typeof requestMetadata>
}

/** Consent is valid only for a text version that exists. */
export async function refuseUnknownConsentText(
  db: Db,
  { marketingConsent, consentTextId }: { marketingConsent: boolean; consentTextId?: string | undefined },
) {
  if (!marketingConsent) return
  const existing = await db.query(`select from consent_texts where id = $1 and kind = 'marketing'`, [consentTextId])
  if (existing.length === 0)
    throw new Refusal('consent_text_unknown', 422, refusals.consent_text_unknown, {
      marketingConsent: refusals.consent_text_unknown,
    })
}

/** One tick covers every channel given in the form; a channel with valid consent gets no second grant. */
export async function recordConsent(db: Db, { contactId, phone, email, consentTextId, source, from }: Agreement) {
  const agreed = [
    ...(email ? [{ channel: 'email', value: email }] : []),
    ...(phone
      ? [
          { channel: 'sms', value: phone },
          { channel: 'whatsapp', value: phone },
        ]
      : []),
  ]
  const stored = await db.query(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, source_id, source_url, ip_trunc, user_agent)
     select $1, new.value, new.channel, 'marketing', 'grant', $4::uuid, $5, $6::uuid, $7, $8, $9
     from unnest($2::text[], $3::text[]) new (channel, value)
     where not exists (
       select from current_consents c
       where c.contact_id = $1 and c.value_norm = new.value and c.channel = new.channel and c.purpose = 'marketing'
         and c.action = 'grant' and c.text_version_id = $4)
     returning id`,
    [
      contactId,
      agreed.map((one) => one.channel),
      agreed.map((one) => one.value),
      consentTextId,
      source.type,
      source.id,
      from.url,
      from.ip,
      from.userAgent,
    ],
  )
  if (stored.length > 0)
    await db.query(
      `insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id)
       values ('consent.granted', 'contact', $1, $1, $2, $3)`,
      [contactId, source.type, source.id],
    )
}
