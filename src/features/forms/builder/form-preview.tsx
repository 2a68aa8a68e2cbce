// Preview of the form at phone or desktop width. Nothing is submitted.
import '../public/form.css'
import { Monitor, Smartphone } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useNow } from '#client/now.ts'
import { dayOf } from '#lib/time/dates.ts'
import { type Entries, entriesOfForm, replaceEntries } from '#platform/forms/answers/entries.ts'
import { insertAnswers } from '#platform/forms/answers/answer-text.ts'
import { fieldsOfStep } from '#platform/forms/logic/form-steps.ts'
import { Button } from '#ui/button.tsx'
import { Segment } from '#ui/lists/segment.tsx'
import { EndingView } from '../public/ending-view.tsx'
import { shownStep } from '../public/filling-steps.ts'
import { StepFields } from '../public/step-fields.tsx'
import type { FormDraft } from './form-draft.ts'

const widths = [
  { value: 'phone', text: 'טלפון', icon: Smartphone },
  { value: 'desktop', text: 'מחשב', icon: Monitor },
] as const

/** The current consent text is not loaded: the preview shows a placeholder. */
const marketing = { id: '', text: 'הסכמה לקבל דיוור, בנוסח של העסק שבתוקף' }

export function FormPreview({
  draft: latest,
  open,
}: {
  draft: FormDraft
  /** The part that is edited. */ open: string | null
}) {
  const draft = useDeferredValue(latest)
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [entries, setEntries] = useState<Entries>({})
  const [requestedStep, setRequestedStep] = useState<{ step: string | null; since: string | null }>({
    step: null,
    since: null,
  })
  const form = useRef<HTMLFormElement>(null)
  const today = dayOf(useNow())
  // Shows the page of the edited part until another page is selected in the preview.
  const edited = draft.pages.find(({ key, groups }) => key === open || groups.some(({ fields }) => fields.some((field) => field.key === open))) // prettier-ignore
  const stepKey =
    requestedStep.since === open && requestedStep.step
      ? requestedStep.step
      : draft.mode === 'classic'
        ? (edited?.key ?? requestedStep.step)
        : open
  const shown = shownStep(draft, entries, stepKey, today)
  const { evaluation } = shown.validation
  const isEnded = requestedStep.since === open ? requestedStep.step === 'ending' : open === 'endings'
  const goTo = (step: string | null) => setRequestedStep({ step, since: open })
  const text = (written: string) => insertAnswers(written, draft, evaluation)
  const { title: pageTitle, text: pageText } = shown.step.page
  const isLast = shown.at >= shown.steps.length - 1
  return (
    <section className="form-preview" aria-label="תצוגה מקדימה">
      <Segment label="רוחב התצוגה" value={width} choices={widths} onChange={setWidth} />
      <div className="form-preview__frame" data-width={width}>
        {isEnded ? (
          <>
            <EndingView
              level={2}
              ending={{
                key: evaluation.ending.key,
                title: text(evaluation.ending.title),
                ...(evaluation.ending.text && { text: text(evaluation.ending.text) }),
                ...(evaluation.ending.redirect && { redirect: evaluation.ending.redirect }),
              }}
            />
            <Button look="ghost" onClick={() => goTo(shown.steps[0]?.key ?? null)}>
              לתחילת הטופס
            </Button>
          </>
        ) : (
          <form
            ref={form}
            className="form-page"
            noValidate
            onInput={() => setEntries((before) => replaceEntries(before, fieldsOfStep(shown.step).map(({ key }) => key), entriesOfForm(new FormData(form.current!))))} // prettier-ignore
            onSubmit={(event) => {
              event.preventDefault()
              goTo(isLast ? 'ending' : shown.steps[shown.at + 1]!.key)
            }}
          >
            {shown.at === 0 && (
              <>
                <h2 className="display d3">{draft.title}</h2>
                {draft.intro && <p>{draft.intro}</p>}
              </>
            )}
            <p className="form-preview__at">
              {shown.steps.length > 0 ? `${shown.at + 1} מתוך ${shown.steps.length}` : 'עוד אין שאלות להצגה'}
            </p>
            {pageTitle && <h3>{text(pageTitle)}</h3>}
            {pageText && <p>{text(pageText)}</p>}
            <StepFields
              key={shown.step.key}
              definition={draft}
              evaluation={evaluation}
              step={shown.step}
              entries={entries}
              errors={{}}
              marketing={marketing}
              file={{ onFile: undefined }}
            />
            <div className="form-preview__acts">
              <Button type="submit" look="primary">
                {isLast ? draft.submitLabel || 'שליחה' : 'הבא'}
              </Button>
              {shown.at > 0 && (
                <Button look="ghost" onClick={() => goTo(shown.steps[shown.at - 1]!.key)}>
                  חזרה
                </Button>
              )}
            </div>
          </form>
        )}
      </div>
    </section>
  )
}
