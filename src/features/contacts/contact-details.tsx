import './contact-details.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Menu, MenuChoice } from '#ui/layers/menu.tsx'
import type { ShownContact } from './contacts.data.ts'
import { lifecycleLabel, lifecycles, sources } from './contacts.ts'
import { useEditContact } from './use-edit-contact.ts'

type Props = {
  contact: ShownContact
  /** Staff who may own the contact. */
  staff: readonly { user_id: string; name: string }[]
  onEdit: () => void
  /** Contact points, above the details. */
  children: ReactNode
}

/** Details of a contact. Enumerated values are edited inline, the rest in a dialog. */
export function ContactDetails({ contact, staff, onEdit, children }: Props) {
  const edit = useEditContact(contact)
  const known = staff.some(({ user_id }) => user_id === contact.owner_id)
  return (
    <Block
      title="פרטים"
      action={
        <Button look="ghost" size="sm" onClick={onEdit}>
          עריכה
        </Button>
      }
    >
      {children}
      <Facts>
        <Choice
          name="באחריות"
          value={contact.owner_id ?? ''}
          options={[
            ['', 'לא נקבע'],
            ...(contact.owner_id && !known ? [[contact.owner_id, 'מי שכבר לא בצוות'] as const] : []),
            ...staff.map(({ user_id, name }) => [user_id, name] as const),
          ]}
          onChoose={(owner_id) => void edit({ owner_id: owner_id || null }, 'האחריות עברה')}
        />
        <Choice
          name="סוג"
          value={contact.lifecycle}
          options={lifecycles.map((one) => [one, lifecycleLabel(one, contact.gender_form)] as const)}
          onChoose={(lifecycle) => void edit({ lifecycle }, 'הסוג השתנה')}
        />
        <Choice
          name="מקור"
          value={contact.source ?? ''}
          options={[
            ['', 'לא ידוע'],
            ...[...new Set([...sources, ...(contact.source ? [contact.source] : [])])].map(
              (source) => [source, source] as const,
            ),
          ]}
          onChoose={(source) => void edit({ source: source || null }, 'המקור השתנה')}
        />
        {contact.birth_date && <Fact name="יום הולדת">{formatDate(contact.birth_date)}</Fact>}
        <Fact name="נוסף">{formatDate(contact.created_at)}</Fact>
        {contact.household?.address && <Fact name="כתובת">{contact.household.address}</Fact>}
        {contact.external_id && (
          <Fact name="מזהה חיצוני">
            <Ltr>{contact.external_id}</Ltr>
          </Fact>
        )}
        <Fact name="פורטל">
          {contact.client_user_id ? <Badge kind="success">מחוברים</Badge> : <span className="quiet">אין חשבון</span>}
        </Fact>
      </Facts>
    </Block>
  )
}

/** An enumerated value, edited with a menu on the value itself. */
function Choice<T extends string>({
  name,
  value,
  options,
  onChoose,
}: {
  name: string
  value: T
  options: readonly (readonly [T, string])[]
  onChoose: (value: T) => void
}) {
  const text = options.find(([one]) => one === value)?.[1] ?? value
  return (
    <Fact name={name}>
      <Menu
        trigger={
          <button type="button" className="choice" aria-label={`${name}: ${text}`}>
            <bdi>{text}</bdi>
            <Icon of={ChevronDown} />
          </button>
        }
      >
        <MenuChoice
          label={name}
          value={value}
          options={options.map(([one, label]) => ({ value: one, text: label }))}
          onChange={onChoose}
        />
      </Menu>
    </Fact>
  )
}
