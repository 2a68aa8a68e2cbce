import { CircleCheck } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'

/** Confirmation with the ticket number and the next steps. `focused` moves the focus here when it replaces the form. */
export function ContactThanks({ ticket, focused = false }: { ticket: string; focused?: boolean }) {
  return (
    <div className="contact-thanks" id="sent" tabIndex={-1} ref={focused ? focus : undefined}>
      <Icon of={CircleCheck} />
      <p className="contact-thanks__title">
        תודה, הפנייה נשלחה. מספר פנייה: <Ltr>{ticket}</Ltr>
      </p>
      <p>נחזור אליכם ביום העסקים הקרוב.</p>
      <p className="contact-thanks__links">
        <a href="/">לדף הבית</a>
        <a href="/contact">שליחת פנייה נוספת</a>
      </p>
    </div>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
