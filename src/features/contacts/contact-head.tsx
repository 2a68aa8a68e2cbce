import './contact-head.css'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Point, ShownContact } from './contacts.data.ts'
import { lifecycleLabel } from './contacts.ts'

/** The primary contact point, otherwise the first that has not bounced. */
export const mainPoint = (
  points: readonly Pick<Point, 'kind' | 'value_norm' | 'is_primary' | 'bounced_at'>[],
  kind: Point['kind'],
): string | undefined =>
  points
    .filter((point) => point.kind === kind)
    .toSorted(
      (a, b) =>
        Number(b.is_primary) - Number(a.is_primary) || Number(a.bounced_at !== null) - Number(b.bounced_at !== null),
    )[0]?.value_norm

type Props = {
  contact: ShownContact
  /** Call permission, rendered below the buttons. */
  callStatus: ReactNode
  /** Tags, rendered after the badges. */
  tags: ReactNode
  more: ReactNode
  onCall: () => void
  onWrite: (way: 'whatsapp' | 'email') => void
}

/** Header of a contact: name, badges and contact actions. */
export function ContactHead({ contact, callStatus, tags, more, onCall, onWrite }: Props) {
  const phone = mainPoint(contact.points, 'phone')
  const email = mainPoint(contact.points, 'email')
  return (
    <header className="person">
      <div className="person__top">
        <span className="person__face">
          <Avatar name={contact.full_name} size="lg" />
        </span>
        {more}
      </div>
      <div>
        <h1>
          <bdi>{contact.full_name}</bdi>
        </h1>
        {contact.household && (
          <p className="person__home">
            <Link to={`/crm/households/${contact.household.id}`}>{contact.household.name}</Link>
          </p>
        )}
      </div>
      <div className="person__badges">
        <Badge kind="primary">{lifecycleLabel(contact.lifecycle, contact.gender_form)}</Badge>
        {tags}
      </div>
      {(phone ?? email) && (
        <div className="person__reach">
          {phone && (
            <ButtonLink href={`tel:${phone}`} icon={<Icon of={Phone} />} onClick={onCall}>
              שיחה
            </ButtonLink>
          )}
          {email && (
            <Button icon={<Icon of={Mail} />} onClick={() => onWrite('email')}>
              דוא״ל
            </Button>
          )}
          {phone && (
            <Button
              iconOnly
              aria-label="וואטסאפ"
              title="וואטסאפ"
              icon={<Icon of={MessageCircle} />}
              onClick={() => onWrite('whatsapp')}
            />
          )}
        </div>
      )}
      {phone && callStatus}
    </header>
  )
}
