import type { ReactNode } from 'react'
import { placeText } from '../public/booking-offer.ts'
import { AppointmentTime } from '../public/booking-summary.tsx'
import type { LinkedAppointment } from './linked-appointment.ts'

/** Type, time and location of the appointment. `children` are further rows. */
export const AppointmentSummary = ({ of, children }: { of: LinkedAppointment; children?: ReactNode }) => (
  <dl className="summary">
    <div>
      <dt>מה</dt>
      <dd>
        {of.title} עם <bdi>{of.hostName}</bdi>
      </dd>
    </div>
    <div>
      <dt>מתי</dt>
      <dd>
        <AppointmentTime start={Date.parse(of.startsAt)} minutes={of.duration} zone={of.zone} />
      </dd>
    </div>
    <div>
      <dt>איפה</dt>
      <dd dir="auto">{placeText(of)}</dd>
    </div>
    {children}
  </dl>
)
