import './booking-summary.css'
import type { ReactNode } from 'react'
import type { FormText } from '#lib/forms/form-post.ts'
import { dayIn } from '#lib/time/zoned-time.ts'
import { Ltr } from '#ui/ltr.tsx'
import { type BookableType, durationText, placeText, priceText } from './booking-offer.ts'
import { clockIn, dayTitle, momentText } from './free-days.ts'
import { israelZone, zoneText } from '#lib/time/visitor-zones.ts'

const minuteMs = 60_000

type WhenProps = { start: number; minutes: number; zone: string }

/** Date and time of an appointment, also in Israel time if that differs. */
export function AppointmentTime({ start, minutes, zone }: WhenProps) {
  const inIsrael = momentText(start, israelZone)
  return (
    <>
      {dayTitle(dayIn(zone, start))},{' '}
      <Ltr>
        {clockIn(zone, start)}–{clockIn(zone, start + minutes * minuteMs)}
      </Ltr>
      {inIsrael !== momentText(start, zone) && (
        <small className="summary__also">
          {zoneText(zone)}. ב{zoneText(israelZone)}: {inIsrael}
        </small>
      )}
    </>
  )
}

type Props = WhenProps & { type: BookableType; values: FormText }

/** Summary before booking: time, location, attendees and price. */
export function BookingSummary({ type, values, ...when }: Props) {
  const price = priceText(type)
  return (
    <dl className="summary">
      <Row name="מתי">
        <AppointmentTime {...when} />
      </Row>
      <Row name={price ? 'משך ומחיר' : 'משך'}>{[durationText(when.minutes), price].filter(Boolean).join(', ')}</Row>
      <Row name="איפה">
        <span dir="auto">{placeText(type)}</span>
      </Row>
      <Row name="מי">
        <bdi>{values['name']}</bdi>, <Ltr>{values['phone']}</Ltr>, <Ltr>{values['email']}</Ltr>
      </Row>
      {values['joins'] === 'on' && (
        <Row name="מצטרפים">
          <bdi>{values['partnerName']}</bdi>, <Ltr>{values['partnerEmail']}</Ltr>
        </Row>
      )}
    </dl>
  )
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
