// save-form-draft: saves a partial submission on the server, so that it can be continued elsewhere.
import { hashKey } from '#lib/hash-key.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { Refusal } from '#kernel/errors.ts'
import { dayOf } from '#lib/time/dates.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import { validateForm } from '#platform/forms/answers/validate-form.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { refuseUnchangeable, writeChangeDraft } from './changes/change-drafts.server.ts'
import { refusals } from './form-texts.ts'
import { DraftSaved, SaveDraft } from './forms.ts'
import { linkOf } from './links/read-form-link.server.ts'
import { type LoadedForm, loadForm, refuseUnlessOpen } from './load-form.server.ts'
import { refuseLocked } from './password/form-access.server.ts'
import { agreesToMarketing, personOf } from './saving-targets.ts'
import { findSubmission, lockFilling, sealAnswers, type StoredSubmission } from './submission-store.server.ts'
import type { RequestMetadata } from './form-dependencies.server.ts'

type Parts = { seal: Seal; metadataOf: (request: object, sourceUrl: string | undefined) => RequestMetadata }

export const saveFormDraft = ({ seal, metadataOf }: Parts) =>
  defineFunction({
    name: 'save-form-draft',
    caller: 'anyone',
    as: 'service', // the submission key authorizes the request
    refusals,
    perClient: { burst: 600, refillMs: 3_600_000 },
    input: SaveDraft,
    output: DraftSaved,
    async run({ input, db, request }) {
      await lockFilling(db, input.key)
      const form = await loadForm(db, input.formId, input.version)
      const found = await findSubmission(db, form.id, input.key)
      await refuseLocked(db, form, input)
      if (input.change !== undefined) {
        const sent = await refuseUnchangeable(db, form, found)
        const save = { ...input, change: input.change, page: input.page ?? null }
        return { revision: await writeChangeDraft(db, seal, sent, save) }
      }
      refuseConflict(found, input)
      // Started submissions can be saved after the form has closed.
      if (!found) refuseUnlessOpen(form)
      const metadata = metadataOf(request, input.sourceUrl)
      return { revision: await writeDraft(db, seal, { form, found, metadata, ...input, page: input.page ?? null }) }
    },
  })

/** Another window or device has saved or submitted the form since this revision. */
export function refuseConflict(
  found: StoredSubmission | undefined,
  { revision, force = false }: { revision: number; force?: boolean },
) {
  if (found?.status === 'complete') throw new Refusal('already_sent', 409, refusals.already_sent)
  if (!force && found && found.revision !== revision)
    throw new Refusal('draft_elsewhere', 409, refusals.draft_elsewhere)
}

type Draft = {
  form: LoadedForm
  found: StoredSubmission | undefined
  key: string
  entries: Entries
  page: string | null
  /** Token of a personal link. */
  link?: string | undefined
  consentTextId?: string | undefined
  privacyTextId?: string | undefined
  metadata: RequestMetadata
}

/** Returns the new revision. */
export async function writeDraft(db: Db, seal: Seal, draft: Draft): Promise<number> {
  const { form, found, key, entries, page, consentTextId, privacyTextId, metadata } = draft
  const { answers } = validateForm(form.definition, entries, dayOf(new Date())).evaluation
  const isContactable = agreesToMarketing(form.definition, answers) && personOf(form.definition, answers) !== undefined
  const link = await linkOf(db, form.id, found, draft.link)
  const { id, revision } = found
    ? await db.one<{ id: string; revision: number }>(
        `update form_submissions s set page_key = $2, is_contactable = ($3 and t.id is not null) or $5::uuid is not null, consent_text_id = t.id,
           link_id = coalesce(s.link_id, $5),
           remind_to = case when ($3 and t.id is not null) or $5::uuid is not null then s.remind_to end, revision = revision + 1, last_at = now()
         from (select 1) always left join consent_texts t on t.id = $4 and t.kind = 'marketing'
         where s.id = $1 returning s.id, s.revision`,
        [found.id, page, isContactable, consentTextId, link?.id],
      )
    : await db.one<{ id: string; revision: number }>(
        `insert into form_submissions (form_id, form_version, key_hash, status, page_key, is_contactable, consent_text_id, revision, utm,
           privacy_text_id, source_url, ip_trunc, user_agent, link_id)
         select $1, $2, $3, 'partial', $4, ($5 and t.id is not null) or $12::uuid is not null, t.id, 1, $7,
           (select id from consent_texts where id = $8 and kind = 'privacy_notice'), $9, $10, $11, $12
         from (select 1) always left join consent_texts t on t.id = $6 and t.kind = 'marketing'
         returning id, revision`,
        [
          form.id,
          form.number,
          hashKey(key),
          page,
          isContactable,
          consentTextId,
          metadata.utm,
          privacyTextId,
          metadata.url,
          metadata.ip,
          metadata.userAgent,
          link?.id,
        ],
      )
  await sealAnswers(db, seal, id, entries)
  return revision
}
