// open-form: what the page of a form shows, also of a filling that is continued and of one that was sent.
import { defineFunction } from '#kernel/functions/functions.ts'
import { Refusal } from '#kernel/errors.ts'
import { dayOf } from '#lib/time/dates.ts'
import { evaluateForm } from '#platform/forms/logic/evaluate-form.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { endingShown } from './ending-shown.ts'
import { refusals } from './form-texts.ts'
import { FormView, OpenForm } from './forms.ts'
import { loadForm } from './load-form.server.ts'
import { publicDefinition } from './public-definition.ts'
import { answersOf, entriesOf, findSubmission, type StoredSubmission } from './submission-store.server.ts'

/** A POST, so that no log holds the key. */
export const openForm = (seal: Seal) =>
  defineFunction({
    name: 'open-form',
    caller: 'anyone',
    as: 'service', // forms are public; the key is the right to what was filled in
    refusals,
    input: OpenForm,
    output: FormView,
    async run({ input: { formId, key }, db }) {
      const current = await loadForm(db, formId)
      const found = key === undefined ? undefined : await findSubmission(db, current.id, key)
      if (key !== undefined && !found) throw new Refusal('draft_not_found', 404, refusals.draft_not_found)
      const form = found ? await loadForm(db, formId, found.form_version) : current
      return {
        formId: form.public_id,
        title: form.title,
        state: form.state,
        opensAt: form.opens_at?.toISOString() ?? null,
        closedText: form.closed_text,
        version: form.number,
        isOutdated: form.number !== form.current_version,
        definition: publicDefinition(form.definition),
        ...(found?.status === 'partial' && {
          filling: { entries: entriesOf(seal, found), page: found.page_key, revision: found.revision },
        }),
        ...(found?.status === 'complete' && { ending: storedEnding(seal, form, found) }),
      }
    },
  })

/** Computed anew from the stored answers, with the version and the day they were given. */
export function storedEnding(
  seal: Seal,
  { definition }: Awaited<ReturnType<typeof loadForm>>,
  found: StoredSubmission,
) {
  const day = dayOf(found.completed_at ?? new Date())
  return endingShown(definition, evaluateForm(definition, answersOf(seal, found), day))
}
