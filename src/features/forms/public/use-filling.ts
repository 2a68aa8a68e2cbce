// Client state of a form being filled in: entries, step, saving state and ending.
import { useCallback, useRef, useState } from 'react'
import { textOf } from '#lib/forms/form-post.ts'
import { honeypotName, formProblems } from '#lib/forms/form-post.ts'
import { type Entries, entriesOfForm, fieldOfControl, replaceEntries } from '#platform/forms/answers/entries.ts'
import { messagesOf } from '#platform/forms/answers/validate-form.ts'
import { fieldsOfStep, isQuestion } from '#platform/forms/logic/form-steps.ts'
import { refusals } from '../form-texts.ts'
import type { EndingShown } from '../forms.ts'
import { sendForm, uploadFile } from './form.data.ts'
import { postedKeys, shownStep } from './filling-steps.ts'
import { type Filling, formTexts } from './form-view.ts'
import { clearLocalDraft, type LocalDraft } from './local-draft.ts'
import { writeSentMarker } from './sent-marker.ts'
import { useDraft } from './use-draft.ts'
import { useQuestionTimes } from './use-question-times.ts'

export function useFilling(view: Filling) {
  const { definition, formId, today, backendKey, texts, marketing } = view
  const [fillKey, setFillKey] = useState(view.fillKey)
  const [entries, setEntries] = useState(view.entries)
  const [stepKey, setStepKey] = useState(view.step)
  const [errors, setErrors] = useState(view.errors)
  const [problem, setProblem] = useState<string | null>(view.problem)
  const [ending, setEnding] = useState<EndingShown>()
  const [isSending, setSending] = useState(false)
  const [uploads, setUploads] = useState(0)
  // Submitting is disabled during an upload, because the form would lack the file.
  const isBusy = isSending || uploads > 0
  /** Incremented to move the focus: on a failed attempt and on a new step. */
  const [attempt, setAttempt] = useState(0)
  const [turn, setTurn] = useState(0)
  const shown = shownStep(definition, entries, stepKey, today)
  const times = useQuestionTimes(formId, fillKey)
  const latest = useRef({ entries, step: shown.step.key })
  latest.current = { entries, step: shown.step.key }

  const sentNow = useCallback(
    () => ({
      formId,
      version: view.version,
      key: fillKey,
      link: view.link,
      change: view.change,
      entries: latest.current.entries,
      consentTextId: marketing?.id,
      privacyTextId: texts.find(({ kind }) => kind === 'privacy_notice')?.id,
      sourceUrl: location.href,
      seconds: times.current?.seconds(),
    }),
    [formId, view.version, view.link, view.change, fillKey, marketing, texts, times],
  )
  const draft = useDraft(view, sentNow, latest)

  /** Called when the user changes a control. */
  function answered(form: HTMLFormElement, control: string) {
    const key = fieldOfControl(control)
    if (key !== undefined) times.current?.answered(key)
    take(form)
  }

  /** Reads the current values of the step's controls. */
  function take(form: HTMLFormElement): Entries {
    const next = replaceEntries(entries, postedKeys(shown.step, marketing), entriesOfForm(new FormData(form)))
    change(next)
    return next
  }

  function change(next: Entries) {
    latest.current = { ...latest.current, entries: next }
    setEntries(next)
    draft.touched()
  }

  function fail(found: Record<string, string>, reason: string | null) {
    setErrors(found)
    setProblem(reason)
    setAttempt((n) => n + 1)
  }

  function goTo(key: string) {
    leave()
    setStepKey(key)
    setErrors({})
    setProblem(null)
    setTurn((n) => n + 1)
    latest.current = { ...latest.current, step: key }
    draft.touched()
  }

  const leave = () =>
    times.current?.left(fieldsOfStep(shown.step).flatMap((field) => (isQuestion(field) ? [field.key] : [])))

  async function next(form: HTMLFormElement) {
    if (isBusy) return
    const now = shownStep(definition, take(form), shown.step.key, today)
    const wrong = messagesOf(now.validation, fieldsOfStep(now.step))
    if (Object.keys(wrong).length > 0) return fail(wrong, null)
    const after = now.steps[now.at + 1]
    if (after) return goTo(after.key)
    const incomplete = now.steps.find((step) => Object.keys(messagesOf(now.validation, fieldsOfStep(step))).length > 0)
    if (incomplete) {
      goTo(incomplete.key)
      return fail(messagesOf(now.validation, fieldsOfStep(incomplete)), null)
    }
    if (textOf(Object.fromEntries(new FormData(form)), honeypotName)) return fail({}, formProblems.suspicious)
    await send()
  }

  async function send() {
    if (view.isPreview) return fail({}, formTexts.previewed)
    leave()
    setSending(true)
    const answer = await sendForm(backendKey, { ...sentNow(), access: view.access })
    setSending(false)
    if ('data' in answer) {
      draft.stop()
      if (view.change === undefined) {
        clearLocalDraft(formId)
        if (view.allowsChanges || view.isOncePerPerson) writeSentMarker(formId, fillKey)
      }
      const { redirect } = answer.data.ending
      // Navigates the top window, also from an iframe.
      if (redirect) return void open(redirect, '_top')
      return setEnding(answer.data.ending)
    }
    if ('unreachable' in answer) return fail({}, formTexts.unreachable)
    const { code, message, fields } = answer.refused
    const step = shown.steps.find((one) => fieldsOfStep(one).some(({ key }) => fields[key]))
    if (step && step.key !== shown.step.key) goTo(step.key)
    if (step) return fail(fields, null)
    fail({}, Object.hasOwn(refusals, code) ? message : formTexts.failed)
  }

  async function attach(field: string, file: File): Promise<string | undefined> {
    if (view.isPreview) return formTexts.previewedFile
    setUploads((n) => n + 1)
    draft.uploading()
    const answer = await uploadFile(backendKey, {
      formId,
      version: view.version,
      key: fillKey,
      link: view.link,
      access: view.access,
      change: view.change,
      field,
      file,
    })
    setUploads((n) => n - 1)
    // The upload creates the draft on the server, except for the draft of a change.
    draft.uploaded('data' in answer && view.change === undefined)
    if ('unreachable' in answer) return formTexts.unreachable
    if ('refused' in answer) return answer.refused.message || formTexts.failed
    const { id, name, bytes } = answer.data
    change(replaceEntries(latest.current.entries, [field], { [field]: id, [`${field}.name`]: name, [`${field}.bytes`]: String(bytes) })) // prettier-ignore
    return undefined
  }

  /** Restores the local draft. */
  function resume(local: LocalDraft) {
    setFillKey(local.key)
    setEntries(local.entries)
    setStepKey(local.step)
    latest.current = { entries: local.entries, step: local.step }
    draft.resume(local)
    setTurn((n) => n + 1)
  }

  const previous = shown.steps[shown.at - 1]
  return {
    ...shown,
    fillKey,
    entries,
    errors,
    problem,
    ending,
    isBusy,
    attempt,
    turn,
    draft,
    take,
    answered,
    next,
    attach,
    resume,
    back: previous && (() => goTo(previous.key)),
  }
}
