// post-form-step: one page of a form without JavaScript. The draft contains the answers of earlier pages.
import { defineFunction } from '#kernel/functions/functions.ts'
import { Refusal } from '#kernel/errors.ts'
import { dayOf } from '#lib/time/dates.ts'
import { replaceEntries } from '#platform/forms/answers/entries.ts'
import { messagesOf, validateForm } from '#platform/forms/answers/validate-form.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { fieldsOfStep, stepsOf } from '#platform/forms/logic/form-steps.ts'
import { readChangeDraft, refuseUnchangeable, writeChangeDraft } from './changes/change-drafts.server.ts'
import type { FormDependencies } from './form-dependencies.server.ts'
import { storeFile } from './form-files.server.ts'
import { refusals } from './form-texts.ts'
import { FormStep, StepDone } from './forms.ts'
import { loadForm, refuseUnlessOpen } from './load-form.server.ts'
import { refuseLocked } from './password/form-access.server.ts'
import { refuseConflict, writeDraft } from './save-draft.server.ts'
import { submit } from './submit-form.server.ts'
import { entriesOf, findSubmission, lockFilling } from './submission-store.server.ts'

export const postFormStep = (parts: FormDependencies) =>
  defineFunction({
    name: 'post-form-step',
    caller: 'anyone',
    as: 'service', // the submission key authorizes the request
    refusals,
    timeoutMs: 60_000,
    perClient: { burst: 300, refillMs: 3_600_000 },
    input: FormStep,
    output: StepDone,
    async run({ input, db, request }) {
      await lockFilling(db, input.key)
      const form = await loadForm(db, input.formId, input.version)
      await refuseLocked(db, form, input)
      const found = await findSubmission(db, form.id, input.key)
      const changed = input.change === undefined ? undefined : await refuseUnchangeable(db, form, found)
      if (!changed) {
        // A repeated submission of the last page returns the ending.
        if (found?.status === 'complete') return { page: null }
        refuseConflict(found, input)
        refuseUnlessOpen(form)
      }
      const { definition } = form
      const metadata = parts.metadataOf(request, input.sourceUrl)
      const shown = input.shown.split(',').filter(Boolean)
      const draft = changed && (await readChangeDraft(db, parts.seal, form, changed))
      const before = draft?.entries ?? (found ? entriesOf(parts.seal, found) : {})
      let entries = replaceEntries(before, shown, input.entries)
      const save = async (page: string) => {
        if (changed) {
          await writeChangeDraft(db, parts.seal, changed, { ...input, change: input.change!, entries, page })
          return changed.id
        }
        const latest = await findSubmission(db, form.id, input.key)
        await writeDraft(db, parts.seal, { ...input, form, found: latest, metadata, entries, page })
        return latest?.id ?? (await findSubmission(db, form.id, input.key))!.id
      }
      const fileField = fileFieldAmong(definition, shown)
      if (fileField && input.file) {
        const submissionId = changed?.id ?? found?.id ?? (await save(input.page))
        const file = await storeFile(db, parts, { form, submissionId, field: fileField, file: input.file })
        const posted = { [fileField]: file.id, [`${fileField}.name`]: file.name, [`${fileField}.bytes`]: String(file.bytes) } // prettier-ignore
        entries = replaceEntries(entries, [fileField], posted)
      }
      const validation = validateForm(definition, entries, dayOf(new Date()))
      const steps = stepsOf(definition, validation.evaluation)
      const at = Math.max(0, steps.findIndex(({ key }) => key === input.page)) // prettier-ignore
      const here = steps[at]
      const goTo = async (page: string, why?: StepDone['why']) => {
        await save(page)
        return { page, ...(why && { why }) }
      }
      if (input.step === 'back') return goTo(steps[at - 1]?.key ?? input.page)
      if (here) {
        // Without a consent text the page has no marketing checkbox.
        const added = fieldsOfStep(here).some(
          (field) =>
            field.kind !== 'hidden' &&
            !shown.includes(field.key) &&
            !(field.kind === 'consent' && field.purpose === 'marketing' && input.consentTextId === undefined),
        )
        const wrong = messagesOf(validation, fieldsOfStep(here).filter(({ key }) => shown.includes(key))) // prettier-ignore
        if (Object.keys(wrong).length > 0) throw new Refusal('answers_invalid', 422, refusals.answers_invalid, wrong)
        if (added) return goTo(here.key, 'more')
      }
      const next = steps[at + 1]
      if (next) return goTo(next.key)
      // An earlier page may have become invalid through a later answer.
      const incomplete = steps.find((step) => Object.keys(messagesOf(validation, fieldsOfStep(step))).length > 0)
      if (incomplete) return goTo(incomplete.key, 'check')
      await submit(db, parts, { ...input, form, metadata, entries })
      return { page: null }
    },
  })

const fileFieldAmong = (definition: FormDefinition, shown: readonly string[]) =>
  answeredFields(definition).find(({ key, kind }) => kind === 'file' && shown.includes(key))?.key
