import { ArrowRight } from 'lucide-react'
import type { FormEvent, Ref } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { paymentLine } from './booking-offer.ts'
import { BookingSummary } from './booking-summary.tsx'
import type { BookingView } from './booking-view.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { linkParams, hiddenFieldValues, startOf } from './hidden-field-values.ts'
import { policyLine } from './policy-line.ts'
import { StepHead } from './step-head.tsx'
import { SlotTakenNotice } from './slot-taken-notice.tsx'

type Props = {
  view: BookingView
  nearest: readonly number[]
  isAwake: boolean
  isBooking: boolean
  summary: Ref<HTMLDivElement>
  head: Ref<HTMLHeadingElement>
  onBack: () => void
  onBook: (start: number) => void
}

function actText({ dueAgorot, requiresConfirmation }: BookingView['type']) {
  if (dueAgorot) return 'המשך לתשלום'
  return requiresConfirmation ? 'שליחת הבקשה' : 'קביעת הפגישה'
}

/** Summary and policy. A taken slot is replaced in this step, so that the visitor need not type the details again. */
export function ConfirmStep({ view, nearest, isAwake, isBooking, summary, head, onBack, onBook }: Props) {
  const { path, type, start, minutes, zone, state, isTaken } = view
  const { start: startIso, ...passed } = hiddenFieldValues(view, 'confirm')
  const aheadMin = ((start ?? Infinity) - view.free.generatedAt) / 60_000
  const all = startOf(path, linkParams(view))
  const policy = [paymentLine(type), policyLine(type, aheadMin), type.policyText].filter(Boolean)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const selected = new FormData(event.currentTarget).get('start')
    if (typeof selected === 'string') onBook(Date.parse(selected))
  }
  return (
    <form
      className="booking__step"
      method="post"
      action={`${path}#booking-errors`}
      noValidate
      {...(isAwake && { onSubmit: submit })}
    >
      <StepHead view={view} number={3} title="לאשר ולקבוע?" ref={head} />
      {isTaken ? (
        <SlotTakenNotice nearest={nearest} zone={zone} all={all} ref={summary} />
      ) : (
        state.problem && <ErrorSummary id="booking-errors" title={state.problem} errors={[]} ref={summary} />
      )}
      {start !== undefined && !isTaken && (
        <BookingSummary type={type} values={state.values} start={start} minutes={minutes} zone={zone} />
      )}
      {policy.map((line) => (
        <p key={line} className="booking__policy">
          {line}
        </p>
      ))}
      {type.requiresConfirmation && <p className="booking__policy">הפגישה נקבעת אחרי אישור שלנו, ונודיע בדוא״ל.</p>}
      <HiddenFields values={{ ...passed, ...state.values, ...(!isTaken && { start: startIso }) }} />
      {view.marketing && <input type="hidden" name="consentTextId" value={view.marketing.id} />}
      <div className="booking__acts">
        {(!isTaken || nearest.length > 0) && (
          <Button look="accent" size="lg" type="submit" busy={isBooking}>
            {isBooking ? 'קובעים' : actText(type)}
          </Button>
        )}
        {/* Without JavaScript the back button posts the details, so that the fields are filled again. */}
        <Button
          look="ghost"
          size="lg"
          icon={<Icon of={ArrowRight} />}
          {...(isAwake ? { onClick: onBack } : { type: 'submit', name: 'mend', value: 'on' })}
        >
          תיקון הפרטים
        </Button>
      </div>
    </form>
  )
}
