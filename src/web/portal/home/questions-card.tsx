import { Mail, Phone } from 'lucide-react'
import { telAddress } from '#lib/phone-link.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { PortalCard } from '../portal-card.tsx'

/** Contact details. Rendered only if the business has any. */
export function QuestionsCard() {
  const { data: business } = usePublicBusinessProfile()
  if (!business?.phone && !business?.email) return null
  return (
    <PortalCard id="portal-questions" title="יש שאלה?">
      <p className="portal-quiet">אפשר לכתוב או להתקשר, נשמח לעזור.</p>
      <ul className="portal-reach">
        {business.phone && (
          <li>
            <Icon of={Phone} />
            <a href={telAddress(business.phone)}>
              <Ltr>{business.phone}</Ltr>
            </a>
          </li>
        )}
        {business.email && (
          <li>
            <Icon of={Mail} />
            <a href={`mailto:${business.email}`}>
              <Ltr>{business.email}</Ltr>
            </a>
          </li>
        )}
      </ul>
    </PortalCard>
  )
}
