import './business-address.css'
import { Mail, MapPin, Phone } from 'lucide-react'
import { telAddress } from '#lib/phone-link.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { SiteFacts } from '../pages.ts'

/** Address and contact details; empty fields are omitted. */
export function BusinessAddress({ business: { address, phone, email } }: Pick<SiteFacts, 'business'>) {
  if (!address && !phone && !email) return null
  return (
    <address className="business-address">
      {address && (
        <span>
          <Icon of={MapPin} />
          {address}
        </span>
      )}
      {phone && (
        <span>
          <Icon of={Phone} />
          <a href={telAddress(phone)}>
            <Ltr>{phone}</Ltr>
          </a>
        </span>
      )}
      {email && (
        <span>
          <Icon of={Mail} />
          <a href={`mailto:${email}`}>
            <Ltr>{email}</Ltr>
          </a>
        </span>
      )}
    </address>
  )
}
