// Writes form.abandoned, the event that triggers the reminder. Requires a partial submission with an address, and
// either ticked marketing consent or a personal link.
import type { Db } from '#kernel/postgres/transaction.ts'
import { withinSavepoint } from '#kernel/postgres/savepoint.ts'
import { dayOf } from '#lib/time/dates.ts'
import { validateForm } from '#platform/forms/answers/validate-form.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { findLink } from './links/read-form-link.server.ts'
import type { FormDependencies } from './form-dependencies.server.ts'
import { agreesToMarketing, personOf } from './saving-targets.ts'
import { entriesOf, type StoredSubmission } from './submission-store.server.ts'

const idleMinutes = 30

type Idle = Pick<StoredSubmission, 'id' | 'sealed' | 'link_id'> & {
  definition: FormDefinition
  form_id: string
  consent_text_id: string | null
  url: string | null
  ip: string | null
  user_agent: string | null
}

type Parts = Pick<FormDependencies, 'seal' | 'matchContact' | 'recordConsent'>

/** Each partial submission is processed once. The consent is recorded with the text that was shown. */
export async function noteAbandonedForms(db: Db, parts: Parts): Promise<number> {
  const idle = await db.query<Idle>(
    `select s.id, s.form_id, s.link_id, a.sealed, v.definition,
       s.consent_text_id, s.source_url as url, s.ip_trunc as ip, s.user_agent
     from form_submissions s join form_sealed_answers a on a.submission_id = s.id
     join form_versions v on v.form_id = s.form_id and v.number = s.form_version
     where s.status = 'partial' and s.is_contactable and s.abandoned_at is null
       and s.last_at < now() - make_interval(mins => $1)
     order by s.last_at limit 100 for update of s skip locked`,
    [idleMinutes],
  )
  await db.query('update form_submissions set is_contactable = false where id = any ($1)', [idle.map(({ id }) => id)])
  for (const one of idle) await withinSavepoint(db, () => noteAbandoned(db, parts, one))
  return idle.length
}

async function noteAbandoned(db: Db, { seal, matchContact, recordConsent }: Parts, one: Idle) {
  const { answers } = validateForm(one.definition, entriesOf(seal, one), dayOf(new Date())).evaluation
  const person = personOf(one.definition, answers)
  const isAgreed = person !== undefined && one.consent_text_id !== null && agreesToMarketing(one.definition, answers)
  const link = one.link_id === null ? undefined : await findLink(db, one.form_id, { id: one.link_id })
  if ((!isAgreed && !link) || link?.state === 'revoked' || link?.state === 'cancelled') return
  const contact = link?.contact ?? (await matchContact(db, { ...person!, sourceUrl: one.url }))
  if (isAgreed)
    await recordConsent(db, {
      contactId: contact.id,
      phone: person.phone,
      email: person.email,
      consentTextId: one.consent_text_id!,
      source: { type: 'form', id: one.id },
      from: { url: one.url, ip: one.ip, userAgent: one.user_agent, utm: {} },
    })
  // A contact matched by phone number may be another person, and the reminder link opens the typed answers.
  const remindTo = link ? link.email : person?.email?.toLowerCase()
  await db.query('update form_submissions set contact_id = $2, abandoned_at = now(), remind_to = $3 where id = $1', [
    one.id,
    contact.id,
    remindTo,
  ])
}
