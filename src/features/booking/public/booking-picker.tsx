import './booking.css'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { BookingView } from './booking-view.ts'
import type { DeferredStepsProps } from './deferred-steps.tsx'
import { paramsBeforeDetails } from './hidden-field-values.ts'
import { useBooking } from './use-booking.ts'
import { useDevice } from './use-device.ts'
import { WhenStep } from './when-step.tsx'

export type DeferredSteps = ComponentType<DeferredStepsProps>
type Props = {
  first: BookingView
  /** Set when the page starts at one of the later steps. */
  later?: DeferredSteps
  loadLater: () => Promise<DeferredSteps>
}

/** The booking picker: slot, details and confirmation on one page. Without JavaScript each step is a plain form. */
export function BookingPicker({ first, later, loadLater }: Props) {
  // Wrapped in an object: setState would call a function.
  const [loaded, setLoaded] = useState(later && { Steps: later })
  const booking = useBooking(first, async () => setLoaded({ Steps: await loadLater() }))
  const { view, nearest, busy, problem, isLoading, turn } = booking
  const { isAwake, ownZone } = useDevice()
  const head = useRef<HTMLHeadingElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLDivElement>(null)

  // After each step and failed attempt, focus moves to the new content.
  useEffect(() => {
    if (turn === 0) return
    const target = done.current ?? summary.current ?? head.current ?? document.getElementById('times')
    target?.focus()
  }, [turn])

  return (
    <div className="booking__picker" id="booking">
      {view.step === 'when' || !loaded ? (
        <WhenStep
          view={view}
          nearest={nearest}
          isAwake={isAwake}
          isLoading={isLoading}
          problem={problem ?? view.state.problem ?? view.state.errors['start']}
          ownZone={ownZone}
          passed={paramsBeforeDetails(view)}
          action={`${view.path}/hold`}
          label="המשך לפרטים"
          isBusy={busy === 'hold'}
          onChoose={(selected) => void booking.choose(selected)}
          onHold={(start) => void booking.hold(start)}
        />
      ) : (
        <loaded.Steps booking={booking} isAwake={isAwake} head={head} summary={summary} done={done} />
      )}
    </div>
  )
}
