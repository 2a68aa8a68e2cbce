import { MessageCircle } from 'lucide-react'
import { parsePhone } from '#lib/parse-phone.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../pages.ts'

/** WhatsApp link of the business; renders nothing without a mobile number. */
export function WhatsAppLink({ business: { mobile } }: Pick<SiteFacts, 'business'>) {
  const number = mobile && parsePhone(mobile)
  if (!number) return null
  return (
    <ButtonLink href={whatsappAddress(number)} look="ghost" rel="noopener" icon={<Icon of={MessageCircle} />}>
      שליחת הודעה בוואטסאפ
    </ButtonLink>
  )
}
