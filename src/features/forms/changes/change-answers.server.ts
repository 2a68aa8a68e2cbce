// Changes a completed submission. The previous answers are recorded, and only changed answers are saved to the contact.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { Answers } from '#platform/forms/answers/answer.ts'
import { type Entries, replaceEntries } from '#platform/forms/answers/entries.ts'
import { entriesOfAnswers } from '#platform/forms/answers/entries-of-answers.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { endingShown } from '../ending-shown.ts'
import type { Contact, FormDependencies } from '../form-dependencies.server.ts'
import type { EndingShown } from '../forms.ts'
import type { LoadedForm } from '../load-form.server.ts'
import { storedEnding } from '../open-form.server.ts'
import { saveAnswers } from '../save-answers.server.ts'
import { personOf, savedAnswers } from '../saving-targets.ts'
import { answersOf, sealAnswers, type StoredSubmission } from '../submission-store.server.ts'
import { type CheckedAnswers, checkAnswers, partsOf } from '../written-answers.server.ts'
import { answersChanged, refuseUnchangeable } from './change-drafts.server.ts'

type Change = { form: LoadedForm; found: StoredSubmission | undefined; change: number; entries: Entries }

/**
 * The caller has the submission locked, and `form` has its version. Idempotent. Contact and opportunity stay the same:
 * a change matches no contact, sends no messages and starts no automations.
 */
export async function changeAnswers(db: Db, parts: FormDependencies, edit: Change): Promise<EndingShown> {
  const { form, change, entries } = edit
  const found = await refuseUnchangeable(db, form, edit.found)
  const before = answersOf(parts.seal, found)
  const checked = await checkAnswers(db, form, withoutAgreements(form.definition, entries, before), found.id)
  const { evaluation } = checked
  if (isDeepStrictEqual(evaluation.answers, before)) {
    await db.query('delete from form_change_drafts where submission_id = $1', [found.id])
    return storedEnding(parts.seal, form, found)
  }
  if (found.change_count !== change) throw answersChanged()
  await writeChange(db, parts, { form, found, checked })
  const contact = await contactOf(db, found)
  if (contact) {
    const changed = Object.fromEntries(
      Object.entries(evaluation.answers).filter(([key, answer]) => !isDeepStrictEqual(answer, before[key])),
    )
    await saveAnswers(db, savedAnswers(form.definition, changed), {
      contact,
      opportunityId: found.opportunity_id,
      submissionId: found.id,
      email: personOf(form.definition, evaluation.answers)?.email,
    })
    await addActivity(db, form, contact, found)
  }
  if (form.notifies_staff) await notifyStaff(db, form, contact)
  return endingShown(form.definition, evaluation)
}

/** Marketing consent was recorded at submission. It is withdrawn by a separate link, not by changing an answer. */
function withoutAgreements(definition: FormDefinition, entries: Entries, before: Answers): Entries {
  const agreements = answeredFields(definition).filter((field) => field.kind === 'consent' && field.purpose === 'marketing') // prettier-ignore
  return replaceEntries(entries, agreements.map(({ key }) => key), entriesOfAnswers(definition, before)) // prettier-ignore
}

type AnswerChange = { form: LoadedForm; found: StoredSubmission; checked: CheckedAnswers }

async function writeChange(db: Db, { seal }: FormDependencies, { form, found, checked }: AnswerChange) {
  const { open, secret, computed, score, dimensions, ending } = partsOf(form.definition, checked.evaluation)
  await db.query('select record_former_answers($1)', [found.id])
  await db.query(
    `update form_submissions set answers = $2, computed = $3, score = $4, dimensions = $5, ending_key = $6, change_count = change_count + 1,
       changed_at = now(), last_at = now() where id = $1`,
    [found.id, open, computed, score, dimensions, ending],
  )
  await sealAnswers(db, seal, found.id, secret)
  await db.query('delete from form_change_drafts where submission_id = $1', [found.id])
}

/**
 * Reads and locks the contact, so that a concurrent merge does not lose the written values. Undefined without a contact, or if it is in
 * the bin.
 */
async function contactOf(db: Db, { contact_id: id }: StoredSubmission): Promise<Contact | undefined> {
  if (id === null) return undefined
  const { held } = await db.one<{ held: boolean }>('select lock_contact($1) as held', [id])
  if (!held) return undefined
  return db.one<Contact>('select id, full_name, owner_id from contacts where id = $1', [id])
}

async function addActivity(db: Db, { title }: LoadedForm, contact: Contact, found: StoredSubmission) {
  await db.query(
    `insert into activities (type, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache)
     values ('form.changed', 'contact', $1, $1, $2, 'form_submission', $3, $4)`,
    [contact.id, found.opportunity_id, found.id, title],
  )
}

/** Uses the notification preference of submitted forms. */
async function notifyStaff(db: Db, form: LoadedForm, contact: Contact | undefined) {
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
     select distinct user_id, 'form.submitted', 'תשובות לטופס שונו', $1, 'medium', $2, $3::uuid
     from user_roles where is_active and (role in ('owner', 'admin', 'sales') or user_id = $4)`,
    [
      contact ? `${isolate(contact.full_name)} – ${form.title}` : form.title,
      contact ? 'contact' : 'form',
      contact?.id ?? form.id,
      contact?.owner_id ?? null,
    ],
  )
}
