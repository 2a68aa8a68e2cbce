import './form.css'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { invalidFieldsTitle } from '#lib/forms/form-post.ts'
import { isChanged } from '#lib/forms/is-changed.ts'
import { insertAnswers } from '#platform/forms/answers/answer-text.ts'
import { fieldsOfStep } from '#platform/forms/logic/form-steps.ts'
import { PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { fieldId } from '#ui/forms/plain-form.tsx'
import { SpamGuard } from '#ui/forms/spam-guard.tsx'
import { TextWithPhone } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EndingView } from './ending-view.tsx'
import { changePath, continuePath, formPath } from '../form-paths.ts'
import { postedKeys } from './filling-steps.ts'
import { type Filling, formTexts, idPrefix, summaryId } from './form-view.ts'
import { clearLocalDraft } from './local-draft.ts'
import { SentNotice } from './sent-notice.tsx'
import { SaveNotice } from './save-notice.tsx'
import { StepFields } from './step-fields.tsx'
import { useHydrated } from './use-hydrated.ts'
import { useFilling } from './use-filling.ts'
import { useFrameEscape } from './use-frame-escape.ts'

/** The form to fill in. Without JavaScript each step is a POST; after hydration steps change on the client. */
export function FillingForm(view: Filling) {
  const isAwake = useHydrated()
  useFrameEscape()
  const filling = useFilling(view)
  const { draft, step, at, steps, errors, problem, ending, attempt, turn, validation } = filling
  const { definition, formId } = view
  const isChange = view.change !== undefined
  const summary = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  const done = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)

  // Reads input that was typed before hydration.
  useEffect(() => {
    if (form.current && isChanged(form.current)) filling.take(form.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])
  useEffect(() => {
    if (turn > 0) head.current?.focus()
  }, [turn])
  useEffect(() => {
    if (ending) done.current?.focus()
  }, [ending])

  if (ending)
    return (
      <EndingView
        ending={ending}
        level={2}
        receipt={view.allowsChanges ? continuePath(formId, filling.fillKey) : undefined}
        ref={done}
      />
    )
  const fields = fieldsOfStep(step)
  const wrong = fields.flatMap(
    ({ key, label }) =>
    errors[key] ? [{ fieldId: fieldId(idPrefix, key), label: insertAnswers(label, definition, validation.evaluation), message: errors[key] }] : [], // prettier-ignore
  )
  const isLast = at === steps.length - 1
  const title = step.page.title
  const sendLabel = isChange ? formTexts.saveChange : (definition.submitLabel ?? 'שליחה')
  const privacyId = view.texts.find(({ kind }) => kind === 'privacy_notice')?.id
  const notice = (
    <SaveNotice
      state={draft.state}
      link={(isChange ? changePath : continuePath)(formId, filling.fillKey)}
      onHere={isAwake ? draft.saveHere : undefined}
    />
  )
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    filling.take(event.currentTarget)
    if (submitter?.getAttribute('value') === 'back') filling.back?.()
    else void filling.next(event.currentTarget)
  }
  return (
    <form
      ref={form}
      className="form-card"
      id="form-step"
      method="post"
      action={`${formPath(formId)}#${summaryId}`}
      noValidate
      {...(fields.some(({ kind }) => kind === 'file') && { encType: 'multipart/form-data' as const })}
      onSubmit={submit}
      onChange={({ currentTarget, target }) => filling.answered(currentTarget, target.getAttribute('name') ?? '')}
    >
      <div className="form-progress">
        <p>
          {definition.mode === 'classic' ? 'עמוד' : 'שאלה'} {at + 1} מתוך {steps.length}
        </p>
        <progress max={steps.length} value={at + 1} aria-label="התקדמות במילוי" />
      </div>
      <SentNotice view={view} />
      {draft.local && (
        <section className="form-notice" aria-label="מילוי קודם">
          <p>יש במכשיר הזה מילוי שהתחלתם. להמשיך מאיפה שהפסקתם?</p>
          <p className="form-notice__acts">
            {draft.local.version !== view.version && draft.local.revision > 0 ? (
              // The server opens the draft with the version in which it was started.
              <a className="btn btn--secondary" href={continuePath(formId, draft.local.key)}>
                להמשיך משם
              </a>
            ) : (
              <Button look="secondary" onClick={() => filling.resume(draft.local!)}>
                להמשיך משם
              </Button>
            )}
            <Button
              look="ghost"
              onClick={() => {
                clearLocalDraft(formId)
                draft.forgetLocal()
              }}
            >
              להתחיל מחדש
            </Button>
          </p>
        </section>
      )}
      {draft.state === 'elsewhere' && notice}
      {isChange && <p className="form-notice">{formTexts.changing}</p>}
      {view.isOutdated && !isChange && <p className="form-notice">{formTexts.outdated}</p>}
      {view.why === 'more' && turn === 0 && <p className="form-notice">{formTexts.more}</p>}
      {(problem !== null || wrong.length > 0) && (
        <ErrorSummary id={summaryId} title={problem ?? invalidFieldsTitle(wrong.length)} errors={wrong} ref={summary} />
      )}
      <h2 className={title ? 'display d3' : 'vh'} tabIndex={-1} ref={head}>
        <TextWithPhone>
          {title ? insertAnswers(title, definition, validation.evaluation) : `שאלה ${at + 1}`}
        </TextWithPhone>
      </h2>
      {step.page.text && (
        <p className="form-text">
          <TextWithPhone>{insertAnswers(step.page.text, definition, validation.evaluation)}</TextWithPhone>
        </p>
      )}
      <input type="hidden" name="version" value={view.version} />
      <input type="hidden" name="key" value={filling.fillKey} />
      {view.link && <input type="hidden" name="link" value={view.link} />}
      {isChange && <input type="hidden" name="change" value={view.change} />}
      {view.access && <input type="hidden" name="access" value={view.access} />}
      <input type="hidden" name="page" value={step.key} />
      <input type="hidden" name="revision" value={view.revision} />
      <input type="hidden" name="shown" value={postedKeys(step, view.marketing).join(',')} />
      {privacyId && <input type="hidden" name="privacyTextId" value={privacyId} />}
      {view.marketing && <input type="hidden" name="consentTextId" value={view.marketing.id} />}
      <SpamGuard formId={idPrefix} />
      <div className="form-fields" key={`${step.key} ${turn}`}>
        <StepFields
          definition={definition}
          evaluation={validation.evaluation}
          step={step}
          entries={filling.entries}
          errors={errors}
          marketing={view.marketing}
          file={{ onFile: isAwake ? filling.attach : undefined }}
        />
      </div>
      {isLast && <PrivacyNotice texts={view.texts} facts={view.facts} />}
      <div className="form-acts">
        <Button look="primary" size="lg" type="submit" name="step" value="next" busy={filling.isBusy}>
          {isLast ? sendLabel : 'המשך'}
          {!isLast && <Icon of={ArrowLeft} />}
        </Button>
        {at > 0 && (
          <Button look="ghost" size="lg" type="submit" name="step" value="back">
            <Icon of={ArrowRight} />
            חזרה
          </Button>
        )}
      </div>
      {draft.state !== 'elsewhere' && !view.isPreview && notice}
    </form>
  )
}
