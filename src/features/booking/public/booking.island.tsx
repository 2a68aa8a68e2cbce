import './booking.css'
import { useEffect, useRef } from 'react'
import type { BookingView } from './booking-view.ts'
import { Booked } from './booked.tsx'
import { placeText } from './booking-offer.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { useBooking } from './use-booking.ts'
import { useDevice } from './use-device.ts'
import { WhenStep } from './when-step.tsx'
import { WhoStep } from './who-step.tsx'

/** The picker: when, who, confirm, on one page. Without JavaScript each step is a plain form of the page. */
export function Island(first: BookingView) {
  const booking = useBooking(first)
  const { view, nearest, booked, busy, problem, isLoading, turn } = booking
  const { isAwake, ownZone } = useDevice()
  const head = useRef<HTMLHeadingElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLDivElement>(null)

  // After each step and each failed attempt the focus moves to what is new.
  useEffect(() => {
    if (turn === 0) return
    const target = done.current ?? summary.current ?? head.current ?? document.getElementById('times')
    target?.focus()
  }, [turn])

  if (booked)
    return (
      <div className="booking__picker">
        <Booked
          title={view.type.title}
          start={Date.parse(booked.startsAt)}
          minutes={view.minutes}
          zone={view.zone}
          place={placeText(view.type)}
          isPending={booked.status !== 'confirmed'}
          email={view.state.values['email']}
          token={booked.manageToken}
          preparation={view.facts.publishedPaths.find((path) => path === '/preparation')}
          ref={done}
        />
      </div>
    )
  const steps = { view, isAwake, summary, head, onBack: () => void booking.back() }
  return (
    <div className="booking__picker" id="booking">
      {view.step === 'when' && (
        <WhenStep
          view={view}
          nearest={nearest}
          isAwake={isAwake}
          isLoading={isLoading}
          problem={problem ?? view.state.problem ?? view.state.errors['start']}
          ownZone={ownZone}
          passed={view.campaign}
          action={`${view.path}/hold`}
          label="המשך לפרטים"
          isBusy={busy === 'hold'}
          onChoose={(chosen) => void booking.choose(chosen)}
          onHold={(start) => void booking.hold(start)}
        />
      )}
      {view.step === 'who' && <WhoStep {...steps} onDetails={(values) => booking.takeDetails(values)} />}
      {view.step === 'confirm' && (
        <ConfirmStep
          {...steps}
          nearest={nearest}
          isBooking={busy === 'book'}
          onBook={(start) => void booking.book(start)}
        />
      )}
    </div>
  )
}
