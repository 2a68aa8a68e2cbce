import './call-booking.css'
import type { ReactNode } from 'react'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { BookingPanel, type LoadedBooking } from '../booking/booking-panel.tsx'
import type { PageProps } from '../pages.ts'
import { titleId } from '../site/blocks/section.tsx'
import { WhatsAppLink } from './whatsapp-link.tsx'

type Props = PageProps & {
  words: { title: string; lead?: string; eyebrow?: string }
  booking: LoadedBooking
  /** The callback form, for a visitor without a suitable hour. */
  children: ReactNode
}

/** The page heading, the picker, and other ways to contact the business. */
export function CallBooking({ words: { eyebrow, title, lead }, facts, request, booking, children }: Props) {
  const id = titleId('opening')
  return (
    <section className="call-booking wrap" aria-labelledby={id}>
      <div className="call-booking__words">
        {eyebrow && <p className="kicker">{eyebrow}</p>}
        <h1 className="display d1" id={id}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      <BookingPanel {...booking} facts={facts} request={request} opens={false} daysPath={request.path} />
      <div className="call-booking__other">
        <details>
          <summary>לא מצאתם שעה? השאירו מספר ונתקשר</summary>
          <FormSheet>{children}</FormSheet>
        </details>
        <WhatsAppLink business={facts.business} />
      </div>
    </section>
  )
}
