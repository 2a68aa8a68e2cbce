// Inline-editable cells: a select that saves on change.
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { seesContacts } from '#platform/accounts/accounts.ts'
import type { Colleague } from '#platform/accounts/staff.data.ts'
import { useEditInList } from '#features/contact-list/contact-bulk.data.ts'
import type { ListedContact } from '#features/contact-list/contact-list.data.ts'
import { lifecycleLabel, lifecycles, sources } from '#features/contacts/contacts.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuChoice } from '#ui/layers/menu.tsx'

function Choice<T extends string>({
  label,
  contact,
  value,
  options,
  onChange,
  children,
}: {
  label: string
  contact: ListedContact
  value: T
  options: readonly { value: T; text: string }[]
  onChange: (value: T) => void
  children: ReactNode
}) {
  return (
    <Menu
      trigger={
        <button type="button" className="people__edit">
          <span className="vh">
            {label} של {contact.full_name}:
          </span>
          {children}
          <Icon of={ChevronDown} />
        </button>
      }
    >
      <MenuChoice label={label} value={value} options={options} onChange={(next) => next !== value && onChange(next)} />
    </Menu>
  )
}

export function LifecycleCell({ contact }: { contact: ListedContact }) {
  const { mutate } = useEditInList(contact.id)
  return (
    <Choice
      label="סוג"
      contact={contact}
      value={contact.lifecycle}
      options={lifecycles.map((value) => ({ value, text: lifecycleLabel(value, contact.gender_form) }))}
      onChange={(lifecycle) =>
        mutate({
          row: contact,
          facts: { lifecycle },
          toastText: `${isolate(contact.full_name)}: ${lifecycleLabel(lifecycle, contact.gender_form)}`,
        })
      }
    >
      <Badge {...(contact.lifecycle === 'client' && { kind: 'primary' })}>
        {lifecycleLabel(contact.lifecycle, contact.gender_form)}
      </Badge>
    </Choice>
  )
}

const UNSET = 'unset'

export function OwnerCell({ contact, staff }: { contact: ListedContact; staff: readonly Colleague[] }) {
  const { mutate } = useEditInList(contact.id)
  const owner = staff.find(({ user_id: id }) => id === contact.owner_id)
  const name = owner?.name ?? (contact.owner_id && staff.length > 0 ? 'מי שכבר לא בצוות' : undefined)
  return (
    <Choice
      label="באחריות"
      contact={contact}
      value={contact.owner_id ?? UNSET}
      options={[
        { value: UNSET, text: 'לא נקבע' },
        ...staff.filter(({ roles }) => seesContacts(roles)).map(({ user_id: value, name: text }) => ({ value, text })),
      ]}
      onChange={(value) =>
        mutate({
          row: contact,
          facts: { owner_id: value === UNSET ? null : value },
          toastText: `האחריות על ${isolate(contact.full_name)} עודכנה`,
        })
      }
    >
      {name ? (
        <>
          <Avatar name={name} size="sm" src={owner?.photo_url} />
          <bdi>{name}</bdi>
        </>
      ) : (
        <span>לא נקבע</span>
      )}
    </Choice>
  )
}

export function SourceCell({ contact }: { contact: ListedContact }) {
  const { mutate } = useEditInList(contact.id)
  const known: readonly string[] = sources
  const own = contact.source && !known.includes(contact.source) ? [contact.source] : []
  return (
    <Choice
      label="מקור"
      contact={contact}
      value={contact.source ?? UNSET}
      options={[{ value: UNSET, text: 'לא נקבע' }, ...[...known, ...own].map((value) => ({ value, text: value }))]}
      onChange={(value) =>
        mutate({
          row: contact,
          facts: { source: value === UNSET ? null : value },
          toastText: `המקור של ${isolate(contact.full_name)} עודכן`,
        })
      }
    >
      <bdi>{contact.source ?? 'לא נקבע'}</bdi>
    </Choice>
  )
}
