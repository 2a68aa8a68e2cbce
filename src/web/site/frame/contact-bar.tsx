import './contact-bar.css'
import { MessageCircle, Phone } from 'lucide-react'
import { parsePhone } from '#lib/parse-phone.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../../pages.ts'

/**
 * Bottom bar with call and WhatsApp links, on phones and without a form on the first screen. The accessibility button
 * beside it covers no content.
 */
export function ContactBar({ business: { phone, mobile } }: Pick<SiteFacts, 'business'>) {
  const called = phone ?? mobile
  const chat = mobile && parsePhone(mobile)
  if (!called && !chat) return null
  return (
    <nav className="contact-bar" aria-label="פנייה מהירה">
      {called && (
        <a href={`tel:${parsePhone(called) ?? called.replace(/[^\d+]/g, '')}`}>
          <Icon of={Phone} />
          שיחה
        </a>
      )}
      {chat && (
        <a href={whatsappAddress(chat)}>
          <Icon of={MessageCircle} />
          וואטסאפ
        </a>
      )}
    </nav>
  )
}
