import './contact-details.css'
import { Mail, MessageCircle, Phone, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '#lib/dates.ts'
import { formatPhone } from '#lib/phone.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { Point, ShownContact } from './contacts.data.ts'
import { lifecycleLabels, whatsappAddress } from './contacts.ts'

const first = (points: readonly Point[], kind: Point['kind']) =>
  points.filter((point) => point.kind === kind).toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))[0]
    ?.value_norm

/** Who this is, and the ways to reach them. */
export function ContactHead({ contact }: { contact: ShownContact }) {
  const phone = first(contact.points, 'phone')
  const email = first(contact.points, 'email')
  return (
    <header className="person">
      <span className="person__face">
        <Avatar name={contact.full_name} size="lg" />
      </span>
      <div>
        <h1>
          <bdi>{contact.full_name}</bdi>
        </h1>
        {contact.household && <p className="person__home">{contact.household.name}</p>}
      </div>
      <div className="person__badges">
        <Badge kind="primary">{lifecycleLabels[contact.lifecycle]}</Badge>
        {contact.source && <Badge>{contact.source}</Badge>}
      </div>
      {contact.do_not_contact && (
        <p className="person__stop">המספר סומן ״אין ליצור קשר שיווקי״. אפשר להתקשר רק בעניין שירות</p>
      )}
      {(phone ?? email) && (
        <div className="person__reach">
          {phone && (
            <ButtonLink href={`tel:${phone}`} icon={<Icon of={Phone} />}>
              שיחה
            </ButtonLink>
          )}
          {email && (
            <ButtonLink href={`mailto:${email}`} icon={<Icon of={Mail} />}>
              דוא״ל
            </ButtonLink>
          )}
          {phone && (
            <ButtonLink
              href={whatsappAddress(phone)}
              target="_blank"
              rel="noreferrer"
              iconOnly
              aria-label="וואטסאפ"
              icon={<Icon of={MessageCircle} />}
            />
          )}
        </div>
      )}
    </header>
  )
}

/** The facts, one under the other. */
export function ContactDetails({
  contact,
  owner,
  onEdit,
  onAddPoint,
}: {
  contact: ShownContact
  owner: string | undefined
  onEdit: () => void
  onAddPoint: () => void
}) {
  const members = (contact.household?.members ?? []).filter(
    ({ id, deleted_at }) => id !== contact.id && deleted_at === null,
  )
  return (
    <Block
      title="פרטים"
      action={
        <Button look="ghost" size="sm" onClick={onEdit}>
          עריכה
        </Button>
      }
    >
      <Facts>
        {contact.points.map((point) => (
          <Fact key={point.id} name={point.kind === 'phone' ? 'טלפון' : 'דוא״ל'}>
            <a href={point.kind === 'phone' ? `tel:${point.value_norm}` : `mailto:${point.value_norm}`}>
              <Ltr>{point.kind === 'phone' ? formatPhone(point.value_norm) : point.value_norm}</Ltr>
            </a>
            <PointSigns
              point={point}
              isOneOfMany={contact.points.filter(({ kind }) => kind === point.kind).length > 1}
            />
          </Fact>
        ))}
        {owner && <Fact name="באחריות">{owner}</Fact>}
        {contact.source && <Fact name="מקור">{contact.source}</Fact>}
        <Fact name="נוסף">{formatDate(contact.created_at)}</Fact>
        {contact.household?.address && <Fact name="כתובת">{contact.household.address}</Fact>}
        {members.length > 0 && (
          <Fact name="בני הבית">
            <ul>
              {members.map((member) => (
                <li key={member.id}>
                  <Link to={`/crm/contacts/${member.id}`}>
                    <bdi>{member.full_name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={onAddPoint}>
        טלפון או דוא״ל
      </Button>
    </Block>
  )
}

function PointSigns({ point, isOneOfMany }: { point: Point; isOneOfMany: boolean }) {
  return (
    <>
      {isOneOfMany && point.is_primary && <Badge>ראשי</Badge>}
      {point.shared_in_household && <Badge>משותף לבית</Badge>}
      {point.verified_at && <Badge kind="success">מאומת</Badge>}
      {point.bounced_at && <Badge kind="danger">הודעות חוזרות</Badge>}
    </>
  )
}
