import './call-booking.css'
import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { parsePhone } from '#lib/parse-phone.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { BookingPanel, type LoadedBooking } from '../booking/booking-panel.tsx'
import type { PageProps } from '../pages.ts'
import { titleId } from '../site/blocks/section.tsx'

type Props = PageProps & {
  words: { title: string; lead?: string; eyebrow?: string }
  booking: LoadedBooking
  /** The callback form, for a visitor without a suitable hour. */
  children: ReactNode
}

/** The picker below the heading of the page, and other ways to reach us. */
export function CallBooking({ words: { eyebrow, title, lead }, facts, request, booking, children }: Props) {
  const id = titleId('opening')
  const whatsApp = facts.business.mobile && parsePhone(facts.business.mobile)
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
        {whatsApp && (
          <ButtonLink href={whatsappAddress(whatsApp)} look="ghost" rel="noopener" icon={<Icon of={MessageCircle} />}>
            שליחת הודעה בוואטסאפ
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
