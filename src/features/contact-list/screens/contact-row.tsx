import { type ChangeEvent, memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type ListedContact,
  openValueOf,
  primaryPoint,
  shownOpportunity,
} from '#features/contact-list/contact-list.data.ts'
import { lifecycleLabel } from '#features/contacts/contacts.ts'
import { formatValue } from '#platform/fields/fields.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import type { CellLookups } from './use-cell-lookups.ts'
import type { ColumnId, BuiltInColumnId } from './columns.ts'
import { LifecycleCell, OwnerCell, SourceCell } from './editable-cells.tsx'
import { RowMenu } from './row-menu.tsx'

type Cell = (contact: ListedContact, facts: CellLookups) => ReactNode

const cells: Record<BuiltInColumnId, Cell> = {
  phone: (contact) => {
    const phone = primaryPoint(contact, 'phone')
    return phone && <Ltr>{formatPhone(phone)}</Ltr>
  },
  email: (contact) => {
    const email = primaryPoint(contact, 'email')
    return email && <Ltr>{email}</Ltr>
  },
  lifecycle: (contact) => <LifecycleCell contact={contact} />,
  stage: (contact, { stages }) => {
    const stage = stages.get(shownOpportunity(contact)?.stage_id ?? '')
    return (
      stage && (
        <>
          <StageDot color={stage.color} />
          {stage.name}
        </>
      )
    )
  },
  value: (contact) => {
    const value = openValueOf(contact)
    return value > 0 && formatMoney(value)
  },
  owner: (contact, { staff }) => <OwnerCell contact={contact} staff={staff} />,
  tags: ({ tags: marked }, { tags }) => {
    const shown = marked.flatMap(({ tag_id: id }) => tags.get(id) ?? [])
    return (
      shown.length > 0 && (
        <span className="people__tags">
          {shown.slice(0, 2).map((tag) => (
            <span key={tag.id} className="people__tag">
              <StageDot color={tag.color} />
              <bdi>{tag.name}</bdi>
            </span>
          ))}
          {shown.length > 2 && <span>+{shown.length - 2}</span>}
        </span>
      )
    )
  },
  activity: ({ last_activity_at: at }, { now }) => at && relativeTime(at, now),
  next_step: ({ next_step_at: at }, { now }) =>
    at && <span className={Date.parse(at) < now.getTime() ? 'people__late' : undefined}>{relativeTime(at, now)}</span>,
  source: (contact) => <SourceCell contact={contact} />,
  household: ({ household }) =>
    household && (
      <Link to={`/crm/households/${household.id}`}>
        <bdi>{household.name}</bdi>
      </Link>
    ),
  created: ({ created_at: at }, { now }) => relativeTime(at, now),
}

/** One contact row. Memoized on the contact and its selection. */
export const ContactRow = memo(
  function ContactRow({
    at,
    contact,
    columns,
    facts,
    isPicked,
    onPick,
  }: {
    at: number
    contact: ListedContact
    columns: readonly ColumnId[]
    facts: CellLookups
    isPicked: boolean
    onPick: (withShift: boolean) => void
  }) {
    const phone = primaryPoint(contact, 'phone')
    const stage = facts.stages.get(shownOpportunity(contact)?.stage_id ?? '')
    return (
      <tr aria-rowindex={at + 2} data-row={at} className={isPicked ? 'people__row people__row--picked' : 'people__row'}>
        <td className="people__pick">
          <label className="check people__check">
            <input
              type="checkbox"
              aria-label={`סימון ${contact.full_name}`}
              checked={isPicked}
              onChange={(event: ChangeEvent<HTMLInputElement>) =>
                onPick((event.nativeEvent as globalThis.MouseEvent).shiftKey)
              }
            />
          </label>
        </td>
        <th scope="row" className="people__name">
          <Avatar name={contact.full_name} />
          <div>
            <Link to={`/crm/contacts/${contact.id}`} data-person="">
              <bdi>{contact.full_name}</bdi>
            </Link>
            <small>
              <SecondaryLine contact={contact} phone={phone} hasPhoneColumn={columns.includes('phone')} />
            </small>
          </div>
        </th>
        {columns.map((id) => (
          <td key={id} className="people__cell">
            {contentOf(id, contact, facts) || <Nothing />}
          </td>
        ))}
        <td className="people__end">
          {stage && (
            <span className="people__stage">
              <StageDot color={stage.color} />
              {stage.name}
            </span>
          )}
          <RowMenu contact={contact} />
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.contact === after.contact &&
    before.isPicked === after.isPicked &&
    before.at === after.at &&
    before.columns === after.columns &&
    before.facts === after.facts,
)

/** Second line of the name column: a contact point without its own column; on phones the lifecycle. */
function SecondaryLine({
  contact,
  phone,
  hasPhoneColumn,
}: {
  contact: ListedContact
  phone: string | undefined
  hasPhoneColumn: boolean
}) {
  const email = primaryPoint(contact, 'email')
  const reach = hasPhoneColumn ? email : (phone ?? email)
  return (
    <>
      {reach && (
        <span className="people__reach">
          <Ltr>{reach === phone ? formatPhone(reach) : reach}</Ltr>
        </span>
      )}
      <span className="people__narrow">{lifecycleLabel(contact.lifecycle, contact.gender_form)}</span>
    </>
  )
}

function contentOf(id: ColumnId, contact: ListedContact, facts: CellLookups): ReactNode {
  if (isBuiltIn(id)) return cells[id](contact, facts)
  const field = facts.fields.get(id)
  if (!field) return undefined
  const text = formatValue(field, contact.custom[field.key])
  return text && (field.type === 'phone' || field.type === 'url' ? <Ltr>{text}</Ltr> : <bdi>{text}</bdi>)
}

const isBuiltIn = (id: ColumnId): id is BuiltInColumnId => id in cells

const Nothing = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="vh">אין</span>
  </>
)

/** Placeholder of a row that is loading. */
export const LoadingRow = ({ at }: { at: number }) => (
  <tr aria-rowindex={at + 2} aria-busy="true" data-row={at} className="people__row">
    <td className="people__waiting">
      <span className="vh">בטעינה</span>
      <span className="people__wait people__wait--disc" />
      <span className="people__wait" />
    </td>
  </tr>
)
