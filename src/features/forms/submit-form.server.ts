// submit-form: validates against the started version, writes one submission, and saves its answers to the contact.
import { hashKey } from '#lib/hash-key.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { Refusal } from '#kernel/errors.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { Evaluation } from '#platform/forms/logic/evaluate-form.ts'
import { changeAnswers } from './changes/change-answers.server.ts'
import { endingShown } from './ending-shown.ts'
import type { Contact, FormDependencies, RequestMetadata } from './form-dependencies.server.ts'
import { refusals } from './form-texts.ts'
import { type EndingShown, FormSubmitted, SubmitForm } from './forms.ts'
import { linkOf, personOfLink, type ReadLink } from './links/read-form-link.server.ts'
import { type LoadedForm, loadForm, refuseUnlessOpen } from './load-form.server.ts'
import { storedEnding } from './open-form.server.ts'
import { refuseLocked } from './password/form-access.server.ts'
import { saveAnswers } from './save-answers.server.ts'
import { agreesToMarketing, type Person, personOf, savedAnswers } from './saving-targets.ts'
import { findSubmission, lockFilling, sealAnswers, type StoredSubmission } from './submission-store.server.ts'
import { checkAnswers, partsOf } from './written-answers.server.ts'

export const submitForm = (parts: FormDependencies) =>
  defineFunction({
    name: 'submit-form',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals,
    perClient: { burst: 40, refillMs: 3_600_000 },
    input: SubmitForm,
    output: FormSubmitted,
    async run({ input, db, request }) {
      await lockFilling(db, input.key)
      const form = await loadForm(db, input.formId, input.version)
      await refuseLocked(db, form, input)
      return {
        ending: await submit(db, parts, { ...input, form, metadata: parts.metadataOf(request, input.sourceUrl) }),
      }
    },
  })

export type Submission = Omit<SubmitForm, 'formId' | 'version' | 'sourceUrl' | 'access'> & {
  form: LoadedForm
  metadata: RequestMetadata
}

/** The caller has the submission locked. A repeated request returns the ending of the first one. */
export async function submit(db: Db, parts: FormDependencies, submission: Submission): Promise<EndingShown> {
  const { form, key, entries, metadata } = submission
  const found = await findSubmission(db, form.id, key)
  if (submission.change !== undefined) {
    const own = found ? await versionOf(db, form, found) : form
    return changeAnswers(db, parts, { form: own, found, change: submission.change, entries })
  }
  if (found?.status === 'complete') return storedEnding(parts.seal, await versionOf(db, form, found), found)
  refuseUnlessOpen(await lockedForm(db, form))
  const { evaluation } = await checkAnswers(db, form, entries, found?.id)

  const link = await linkOf(db, form.id, found, submission.link)
  const person = personOf(form.definition, evaluation.answers) ?? (link && personOfLink(link))
  const isAgreed = person !== undefined && agreesToMarketing(form.definition, evaluation.answers)
  const agreed = { marketingConsent: isAgreed, consentTextId: submission.consentTextId }
  await parts.refuseUnknownConsentText(db, agreed)
  const contact = link
    ? await contactOf(db, link)
    : person && (await parts.matchContact(db, { ...person, sourceUrl: metadata.url }))
  if (contact && form.once_per_person) await refuseAnswered(db, form, contact)
  const opportunityId = contact && form.opens_opportunity ? await openOpportunity(db, form, contact) : null
  const id = await writeSubmission(db, parts, {
    submission,
    found,
    evaluation,
    contact,
    opportunityId,
    linkId: link?.id ?? null,
  })
  if (contact) {
    await saveAnswers(db, savedAnswers(form.definition, evaluation.answers), {
      contact,
      opportunityId,
      submissionId: id,
      email: person?.email,
    })
    await addActivity(db, form, contact, { id, opportunityId })
    if (isAgreed) await recordConsent(db, parts, { ...submission, person, contact, id })
  }
  if (form.notifies_staff) await notifyStaff(db, form, contact)
  return endingShown(form.definition, evaluation)
}

/** Locked, because a concurrent merge would leave the answers with the losing contact. */
async function contactOf(db: Db, { contact }: ReadLink): Promise<Contact> {
  const { held } = await db.one<{ held: boolean }>('select lock_contact($1) as held', [contact.id])
  if (!held) throw new Refusal('form_link_unknown', 404, refusals.form_link_unknown)
  return contact
}

const versionOf = (db: Db, form: LoadedForm, { form_version: number }: StoredSubmission) =>
  number === form.number ? form : loadForm(db, form.public_id, number)

/** Submissions of a limited form are counted under a lock, so that concurrent visitors cannot exceed the limit. */
async function lockedForm(db: Db, form: LoadedForm): Promise<LoadedForm> {
  if (form.most_submissions === null) return form
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`form ${form.id}`])
  return loadForm(db, form.public_id, form.number)
}

async function refuseAnswered(db: Db, form: LoadedForm, contact: Contact) {
  const answered = await db.query(
    `select from form_submissions where form_id = $1 and contact_id = $2 and status = 'complete' limit 1`,
    [form.id, contact.id],
  )
  if (answered.length > 0) throw new Refusal('already_answered', 409, refusals.already_answered)
}

/** The contact's open opportunity, or else a new one in the first stage. */
async function openOpportunity(db: Db, { title }: LoadedForm, contact: Contact): Promise<string> {
  const [open] = await db.query<{ id: string }>(
    `select o.id from opportunities o join pipelines p on p.id = o.pipeline_id and p.is_default
     where o.contact_id = $1 and o.status = 'open' and o.deleted_at is null order by o.created_at desc limit 1`,
    [contact.id],
  )
  if (open) return open.id
  const { id } = await db.one<{ id: string }>(
    `insert into opportunities (name, contact_id, owner_id, source) values (left($1, 160), $2, $3, 'אתר') returning id`,
    [`${title} – ${contact.full_name}`, contact.id, contact.owner_id],
  )
  return id
}

type StoredAnswers = {
  submission: Submission
  found: StoredSubmission | undefined
  evaluation: Evaluation
  contact: Contact | undefined
  opportunityId: string | null
  linkId: string | null
}

async function writeSubmission(db: Db, { seal }: FormDependencies, written: StoredAnswers): Promise<string> {
  const { submission, found, evaluation, contact, opportunityId, linkId } = written
  const { form, key, privacyTextId, metadata } = submission
  const { open, secret, computed, score, dimensions, ending } = partsOf(form.definition, evaluation)
  const measured = Object.entries(submission.seconds ?? {}).filter(([field]) =>
    Object.hasOwn(evaluation.answers, field),
  )
  const values = [
    contact?.id ?? null,
    opportunityId,
    open,
    computed,
    score,
    dimensions,
    ending,
    linkId,
    Object.fromEntries(measured),
  ]
  if (found) {
    await db.query(
      `update form_submissions set status = 'complete', contact_id = $2, opportunity_id = $3, answers = $4, computed = $5, score = $6,
         dimensions = $7, ending_key = $8, link_id = $9, question_seconds = $10, page_key = null, is_contactable = false, remind_to = null, last_at = now(), completed_at = now()
       where id = $1`,
      [found.id, ...values],
    )
    // The draft was encrypted as a whole: the encrypted row is replaced or deleted.
    await sealAnswers(db, seal, found.id, secret)
    return found.id
  }
  const id = crypto.randomUUID()
  await db.query(
    `with filled as (
       insert into form_submissions (id, form_id, form_version, key_hash, status, contact_id, opportunity_id, answers, computed, score,
         dimensions, ending_key, link_id, question_seconds, utm, privacy_text_id, source_url, ip_trunc, user_agent, completed_at)
       values ($1, $2, $3, $4, 'complete', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
         (select id from consent_texts where id = $15 and kind = 'privacy_notice'), $16, $17, $18, now())
       returning id)
     insert into form_sealed_answers (submission_id, sealed) select id, $19 from filled where $19::bytea is not null`,
    [
      id,
      form.id,
      form.number,
      hashKey(key),
      ...values,
      metadata.utm,
      privacyTextId,
      metadata.url,
      metadata.ip,
      metadata.userAgent,
      Object.keys(secret).length > 0 ? seal.close(id, secret) : null,
    ],
  )
  return id
}

async function addActivity(
  db: Db,
  { title }: LoadedForm,
  contact: Contact,
  { id, opportunityId }: { id: string; opportunityId: string | null },
) {
  await db.query(
    `insert into activities (type, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache)
     values ('form.submitted', 'contact', $1, $1, $2, 'form_submission', $3, $4)`,
    [contact.id, opportunityId, id, title],
  )
}

type Agreement = Pick<Submission, 'consentTextId' | 'metadata'> & { person: Person; contact: Contact; id: string }

async function recordConsent(
  db: Db,
  parts: FormDependencies,
  { person, contact, id, consentTextId, metadata }: Agreement,
) {
  await parts.recordConsent(db, {
    contactId: contact.id,
    phone: person.phone,
    email: person.email,
    consentTextId,
    source: { type: 'form', id },
    from: metadata,
  })
}

async function notifyStaff(db: Db, form: LoadedForm, contact: Contact | undefined) {
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
     select distinct user_id, 'form.submitted', 'טופס שמולא', $1, 'medium', $2, $3::uuid
     from user_roles where is_active and (role in ('owner', 'admin', 'sales') or user_id = $4)`,
    [
      contact ? `${isolate(contact.full_name)} – ${form.title}` : form.title,
      contact ? 'contact' : 'form',
      contact?.id ?? form.id,
      contact?.owner_id ?? null,
    ],
  )
}
