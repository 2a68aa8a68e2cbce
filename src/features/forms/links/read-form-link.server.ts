// Reads a personal link for the submission functions: its contact, and whether it is usable.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { splitName } from '#lib/split-name.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { refusals } from '../form-texts.ts'
import type { FormLinkState } from './form-link-states.ts'

export type ReadLink = {
  id: string
  state: FormLinkState
  contact: { id: string; full_name: string; owner_id: string | null }
  /** Data of the contact that the visitor may see. */
  name: string | null
  first_name: string | null
  last_name: string | null
  phone: string | null
  email: string | null
}

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

/** The token of the link, or the manage token of the form's appointment. */
const byToken = `in (
  select k.id from form_links k where k.token_hash = link_hash($2)
  union all
  select k.id from appointment_links a join form_links k on k.appointment_id = a.root_id
  where a.token_hash = link_hash($2) and a.role = 'main')`

/**
 * Finds a link by the token in the URL, or by the link id of a submission. A link whose contact is in the bin is not
 * found. The contact matched by a booking may be another person, so an appointment's link prefills only what was typed
 * at booking.
 */
export async function findLink(db: Db, formId: string, by: { token: string } | { id: string }): Promise<ReadLink> {
  const [link] = await db.query<ReadLink>(
    `select l.id, form_link_state(l.is_single_use, l.used_at, l.revoked_at, l.expires_at, l.appointment_id) as state,
       jsonb_build_object('id', c.id, 'full_name', c.full_name, 'owner_id', c.owner_id) as contact,
       own.name, own.first_name, own.last_name, own.phone, own.email
     from form_links l join contacts c on c.id = l.contact_id and c.deleted_at is null
     left join lateral (
       select c.full_name, c.first_name, c.last_name,
         (select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'phone' order by p.is_primary desc, p.created_at limit 1),
         (select p.value_norm from contact_points p where p.contact_id = c.id and p.kind = 'email' order by p.is_primary desc, p.created_at limit 1)
       where l.appointment_id is null
       union all
       select t.name, null, null, t.phone, t.email from appointment_attendees t where t.appointment_id = l.appointment_id and t.role = 'main'
     ) own (name, first_name, last_name, phone, email) on true
     where l.form_id = $1 and l.id ${'token' in by ? byToken : '= $2'}`,
    [formId, 'token' in by ? by.token : by.id],
  )
  if (!link) throw refusal('form_link_unknown', 404)
  return link
}

type LinkOwner = { link_id: string | null } | undefined

/**
 * The link of a started submission. It can be completed after the link expired, but not after it was revoked or its
 * appointment cancelled.
 */
export async function linkOf(db: Db, formId: string, found: LinkOwner, token: string | undefined) {
  const started = found?.link_id
  if (!started && token === undefined) return undefined
  const link = await findLink(db, formId, started ? { id: started } : { token: token! })
  if (link.state === 'revoked') throw refusal('form_link_revoked', 410)
  if (link.state === 'cancelled') throw refusal('form_link_cancelled', 410)
  if (started) return link
  if (link.state === 'used') throw refusal('form_link_used', 409)
  if (link.state === 'expired') throw refusal('form_link_expired', 410)
  return link
}

/** The submitter's name and address from the contact, for a form without fields for them. */
export function personOfLink({ contact, name, phone, email }: ReadLink) {
  return phone || email
    ? { name: name ?? contact.full_name, phone: phone ?? undefined, email: email ?? undefined }
    : undefined
}

/** Prefilled answers of fields that are saved to the contact, including hidden ones. */
export function entriesOfLink(definition: FormDefinition, link: ReadLink): Entries {
  const { first_name, last_name } = link.first_name === null ? splitName(link.name ?? '') : link
  const known: Record<string, string | null> = {
    'contact.full_name': link.name,
    'contact.first_name': first_name,
    'contact.last_name': last_name,
    'contact.phone': link.phone && formatPhone(link.phone),
    'contact.email': link.email,
  }
  return Object.fromEntries(
    answeredFields(definition).flatMap(({ key, saving }) => {
      const value = saving && known[saving.to]
      return value ? [[key, value]] : []
    }),
  )
}
