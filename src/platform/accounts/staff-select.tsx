import './staff-select.css'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { type Role, seesContacts } from './accounts.ts'
import { useStaff } from './staff.data.ts'

/** Owner field: all assignable staff, "no owner", and the current owner even if deactivated. */
export function OwnerSelect({
  value,
  onChange,
  name = 'owner_id',
  label = 'באחריות',
  emptyLabel = 'לא נקבע',
  without,
  anybody = false,
  withRole,
  error,
}: {
  value: string | null
  onChange: (userId: string | null) => void
  name?: string
  label?: string
  emptyLabel?: string
  /** User id to exclude from the options. */
  without?: string
  /** Also includes staff without access to contacts, for a task without a contact. */
  anybody?: boolean
  /** Only staff with one of these roles. */
  withRole?: readonly Role[]
  error?: string | undefined
}) {
  const { data: staff = [], isPending } = useStaff()
  const offered = staff.filter(
    ({ user_id: id, roles }) =>
      id !== without &&
      (anybody || seesContacts(roles)) &&
      (!withRole || roles.some((role) => withRole.includes(role))),
  )
  const hasLeft = value !== null && !isPending && offered.every(({ user_id: id }) => id !== value)
  return (
    <SelectField
      name={name}
      label={label}
      error={error}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{emptyLabel}</option>
      {offered.map(({ user_id: id, name: called }) => (
        <option key={id} value={id}>
          {called}
        </option>
      ))}
      {hasLeft && <option value={value}>מי שכבר לא בצוות</option>}
    </SelectField>
  )
}

/** A staff member as avatar and name; `empty` is shown if there is none. */
export function StaffPerson({ id, empty = 'לא נקבע' }: { id: string | null; empty?: string }) {
  const { data: staff, isPending } = useStaff()
  const member = staff?.find(({ user_id: userId }) => userId === id)
  if (id === null || isPending) return <span className="staff-person staff-person--none">{id === null && empty}</span>
  const name = member?.name ?? 'מי שכבר לא בצוות'
  return (
    <span className="staff-person">
      <Avatar name={name} src={member?.photo_url} size="sm" />
      <bdi>{name}</bdi>
    </span>
  )
}
