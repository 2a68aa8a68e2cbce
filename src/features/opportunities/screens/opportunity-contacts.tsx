import { MessageCircle, Phone } from 'lucide-react'
import { Link } from 'react-router'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { phoneOf } from '#features/opportunities/board/board.ts'
import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Block } from '#ui/block.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'

/** The opportunity's contact and contact actions. */
export function OpportunityContacts({ opportunity }: { opportunity: OpportunityDetail }) {
  const phone = phoneOf(opportunity)
  return (
    <Block title="מי">
      <div className="deal-people">
        <Avatar name={opportunity.contact.full_name} />
        <div>
          <Link to={`/crm/contacts/${opportunity.contact_id}`}>
            <bdi>{opportunity.contact.full_name}</bdi>
          </Link>
          {opportunity.contact.household && opportunity.household_id && (
            <Link className="deal-people__home" to={`/crm/households/${opportunity.household_id}`}>
              <bdi>{opportunity.contact.household.name}</bdi>
            </Link>
          )}
        </div>
      </div>
      {phone && (
        <div className="deal-people__reach">
          <ButtonLink size="sm" href={`tel:${phone}`} icon={<Icon of={Phone} />}>
            <Ltr>{formatPhone(phone)}</Ltr>
          </ButtonLink>
          <ButtonLink
            size="sm"
            href={whatsappAddress(phone)}
            target="_blank"
            rel="noreferrer"
            icon={<Icon of={MessageCircle} />}
          >
            וואטסאפ
          </ButtonLink>
        </div>
      )}
    </Block>
  )
}
