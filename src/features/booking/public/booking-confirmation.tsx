import './booking-confirmation.css'
import { CalendarPlus, MessageCircle } from 'lucide-react'
import type { Ref } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { FormSuccess } from '#ui/forms/form-success.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { whatsappAddress } from '#lib/whatsapp.ts'
import type { FormToFill } from '../booking.ts'
import { FormLink } from '../type-forms/form-link.tsx'
import { AppointmentTime } from './booking-summary.tsx'
import { managePath, preparationPath } from './booking-view.ts'
import { momentText } from './free-days.ts'
import { WebCalendars } from './web-calendars.tsx'
import { zoneText } from '#lib/time/visitor-zones.ts'

type Props = {
  title: string
  host: string
  start: number
  minutes: number
  zone: string
  place: string
  isPending: boolean
  /** Whether the booking must be confirmed by the mailed link before a package is used. */
  awaitsProof: boolean
  email: string | undefined
  token: string
  /** Whether the preparation page is published. */
  hasPreparation: boolean
  form: FormToFill | null
  ref?: Ref<HTMLDivElement>
}

/** Replaces the form after booking: the booked appointment and the next steps. */
export function BookingConfirmation({
  title,
  host,
  start,
  minutes,
  zone,
  place,
  isPending,
  awaitsProof,
  email,
  token,
  hasPreparation,
  form,
  ref,
}: Props) {
  const text = `קבענו: ${title}, ${momentText(start, zone)} (${zoneText(zone)}). ${place}`
  return (
    <div className="booked" ref={ref} tabIndex={-1}>
      <FormSuccess title={awaitsProof ? 'נשאר רק לאשר' : isPending ? 'הבקשה נשלחה' : 'הפגישה נקבעה'}>
        <p className="booked__when">
          <AppointmentTime start={start} minutes={minutes} zone={zone} />
        </p>
        <p>{place}</p>
        <p>
          {awaitsProof ? 'שלחנו קישור לאישור' : isPending ? 'נעדכן בדוא״ל כשהפגישה תאושר' : 'שלחנו אישור'}
          {email && (
            <>
              {' '}
              ל־<Ltr>{email}</Ltr>
            </>
          )}
          .
        </p>
        {awaitsProof && <p>אישור בקישור תוך שעה קובע את הפגישה מתוך החבילה. עד אז השעה שמורה לכם.</p>}
      </FormSuccess>
      <div className="booked__acts">
        {!isPending && (
          <ButtonLink href={`${managePath(token)}/calendar.ics`} look="secondary" icon={<Icon of={CalendarPlus} />}>
            הוספה ליומן
          </ButtonLink>
        )}
        {!awaitsProof && (
          <ButtonLink
            href={whatsappAddress('', text)}
            look="secondary"
            rel="noopener noreferrer"
            target="_blank"
            icon={<Icon of={MessageCircle} />}
          >
            שיתוף בוואטסאפ
          </ButtonLink>
        )}
        <ButtonLink href={managePath(token)} look="ghost">
          שינוי או ביטול
        </ButtonLink>
      </div>
      {!isPending && <WebCalendars title={title} host={host} start={start} minutes={minutes} place={place} />}
      {form && <FormLink form={form} token={token} />}
      {hasPreparation && (
        <p>
          <a href={preparationPath(token)}>חמש דקות הכנה לפני שנפגשים</a>
        </p>
      )}
    </div>
  )
}
