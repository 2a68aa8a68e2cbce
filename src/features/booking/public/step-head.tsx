import './step-head.css'
import type { Ref } from 'react'
import { AppointmentTime } from './booking-summary.tsx'
import type { BookingView } from './booking-view.ts'
import { clockIn } from './free-days.ts'
import { HoldNotice } from './hold-notice.tsx'

type Props = {
  view: BookingView
  number: 2 | 3
  title: string
  ref: Ref<HTMLHeadingElement>
}

/** Heading of a step after slot selection, with the slot and the remaining hold time. */
export function StepHead({ view: { start, minutes, zone, held }, number, title, ref }: Props) {
  return (
    <div className="step-head">
      <p className="kicker">שלב {number} מתוך 3</p>
      <h2 className="display d3" id="booking-step" tabIndex={-1} ref={ref}>
        {title}
      </h2>
      {start !== undefined && number === 2 && (
        <p className="step-head__when">
          <AppointmentTime start={start} minutes={minutes} zone={zone} />
        </p>
      )}
      {held && <HoldNotice releaseAt={held.releaseAt} releaseClock={clockIn(zone, held.releaseAt)} />}
    </div>
  )
}
