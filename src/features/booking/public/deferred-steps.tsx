import type { Ref } from 'react'
import { BookingConfirmation } from './booking-confirmation.tsx'
import { placeText } from './booking-offer.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { quickCheck } from './details.ts'
import { sendBooking } from './send-booking.ts'
import type { useBooking } from './use-booking.ts'
import { WhoStep } from './who-step.tsx'

export type DeferredStepsProps = {
  booking: ReturnType<typeof useBooking>
  isAwake: boolean
  /** Where focus moves after a step: its heading, the errors, or the booked appointment. */
  head: Ref<HTMLHeadingElement>
  summary: Ref<HTMLDivElement>
  done: Ref<HTMLDivElement>
}

/** The steps after a slot is chosen, and the booked appointment. Loaded while the slot is being held. */
export function DeferredSteps({ booking, isAwake, head, summary, done }: DeferredStepsProps) {
  const { view, nearest, booked, busy } = booking
  if (booked)
    return (
      <BookingConfirmation
        title={view.type.title}
        host={view.host.name}
        start={Date.parse(booked.startsAt)}
        minutes={view.minutes}
        zone={view.zone}
        place={placeText(view.type)}
        isPending={booked.status !== 'confirmed'}
        awaitsProof={booked.status === 'awaiting_payment'}
        email={view.state.values['email']}
        token={booked.manageToken}
        form={view.type.form}
        hasPreparation={view.type.usesPreparation && view.facts.publishedPaths.includes('/preparation')}
        ref={done}
      />
    )
  const steps = { view, isAwake, summary, head, onBack: () => void booking.back() }
  return view.step === 'who' ? (
    <WhoStep {...steps} onDetails={(values) => booking.takeDetails(values, quickCheck(values, view.type.questions))} />
  ) : (
    <ConfirmStep
      {...steps}
      nearest={nearest}
      isBooking={busy === 'book'}
      onBook={(start) => void booking.book(start, sendBooking)}
    />
  )
}
