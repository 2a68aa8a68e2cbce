import type { FormEvent, Ref } from 'react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import type { FormText } from '#lib/forms/form-post.ts'
import { invalidFieldsTitle } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { fieldId } from '#ui/forms/plain-form.tsx'
import { SpamGuard } from '#ui/forms/spam-guard.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { BookingView } from './booking-view.ts'
import { detailsOf, labelsWith } from './details.ts'
import { DetailsFields } from './details-fields.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { StepHead } from './step-head.tsx'
import { paramsBeforeDetails, hiddenFieldValues, startOf } from './hidden-field-values.ts'

type Props = {
  view: BookingView
  isAwake: boolean
  summary: Ref<HTMLDivElement>
  head: Ref<HTMLHeadingElement>
  onBack: () => void
  onDetails: (values: FormText) => void
}

/** The visitor's details. Without JavaScript they are posted to the page, which shows the summary. */
export function WhoStep({ view, isAwake, summary, head, onBack, onDetails }: Props) {
  const { path, type, state } = view
  const wrong = Object.entries(labelsWith(type.questions)).flatMap(([name, label]) => {
    const message = state.errors[name]
    return message ? [{ fieldId: fieldId('booking', name), label, message }] : []
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onDetails(detailsOf(Object.fromEntries(new FormData(event.currentTarget))))
  }
  return (
    <form
      className="booking__step"
      method="post"
      action={`${path}#booking-errors`}
      noValidate
      {...(isAwake && { onSubmit: submit })}
    >
      <StepHead view={view} number={2} title="הפרטים שלכם" ref={head} />
      {(state.problem || wrong.length > 0) && (
        <ErrorSummary
          id="booking-errors"
          title={state.problem ?? invalidFieldsTitle(wrong.length)}
          errors={wrong}
          ref={summary}
        />
      )}
      <DetailsFields
        questions={type.questions}
        allowsPartner={type.allowPartner}
        marketing={view.marketing}
        values={state.values}
        errors={state.errors}
      />
      <PrivacyNotice texts={view.texts} facts={view.facts} />
      <HiddenFields values={hiddenFieldValues(view, 'who')} />
      <SpamGuard formId="booking" />
      <div className="booking__acts">
        <Button look="accent" size="lg" type="submit">
          לאישור הפרטים
          <Icon of={ArrowLeft} />
        </Button>
        <BackLink href={startOf(path, paramsBeforeDetails(view))} onBack={isAwake ? onBack : undefined}>
          חזרה לבחירת שעה
        </BackLink>
      </div>
    </form>
  )
}

/** A link without JavaScript; with it a button that preserves the typed details. */
function BackLink({ href, onBack, children }: { href: string; onBack: (() => void) | undefined; children: string }) {
  return (
    <a
      className="btn btn--ghost btn--lg"
      href={href}
      {...(onBack && {
        onClick: (event) => {
          event.preventDefault()
          onBack()
        },
      })}
    >
      <Icon of={ArrowRight} />
      {children}
    </a>
  )
}
