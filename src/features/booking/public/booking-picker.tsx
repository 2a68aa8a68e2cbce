import './booking.css'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { BookingView } from './booking-view.ts'
import type { LaterStepsProps } from './later-steps.tsx'
import { passedBeforeDetails } from './passed-on.ts'
import { useBooking } from './use-booking.ts'
import { useDevice } from './use-device.ts'
import { WhenStep } from './when-step.tsx'

export type LaterSteps = ComponentType<LaterStepsProps>
type Props = {
  first: BookingView
  /** Present when the page begins with one of them. */
  later?: LaterSteps
  loadLater: () => Promise<LaterSteps>
}

/** The picker: when, who, confirm, on one page. Without JavaScript each step is a plain form of the page. */
export function BookingPicker({ first, later, loadLater }: Props) {
  // In an object: a state that is a function would be called.
  const [loaded, setLoaded] = useState(later && { Steps: later })
  const booking = useBooking(first, async () => setLoaded({ Steps: await loadLater() }))
  const { view, nearest, busy, problem, isLoading, turn } = booking
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
          passed={passedBeforeDetails(view)}
          action={`${view.path}/hold`}
          label="המשך לפרטים"
          isBusy={busy === 'hold'}
          onChoose={(chosen) => void booking.choose(chosen)}
          onHold={(start) => void booking.hold(start)}
        />
      ) : (
        <loaded.Steps booking={booking} isAwake={isAwake} head={head} summary={summary} done={done} />
      )}
    </div>
  )
}
