import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { genderFormLabels, lifecycleLabel } from '#features/contacts/contacts.ts'
import { useAllFields } from '#platform/fields/fields.data.ts'
import { type CustomFieldDef, formatValue } from '#platform/fields/fields.ts'
import { type ChoosableField, factOf, fieldLabels } from '#features/merges/merge-fields.ts'
import type { MergeRecord } from '#features/merges/merges.data.ts'
import type { Choices, Side } from '#features/merges/merges.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Badge } from '#ui/badge.tsx'
import { Ltr } from '#ui/ltr.tsx'

type Props = {
  records: readonly [MergeRecord, MergeRecord]
  winner: MergeRecord
  fields: readonly string[]
  choices: Choices
  mayMerge: boolean
  onStay: (record: MergeRecord) => void
  onChoose: (field: string, side: Side) => void
}

/** Compares two records; each differing field is picked from one side. Read-only without merge rights. */
export function FieldPicker({ records, winner, fields, choices, mayMerge, onStay, onChoose }: Props) {
  const name = useId()
  const nameOf = useStaffName()
  const { data: defs = [] } = useAllFields('contact')
  const sideOf = (record: MergeRecord): Side => (record === winner ? 'winner' : 'loser')
  return (
    <div className="pick">
      <Row label={mayMerge ? 'הרשומה שנשארת' : 'רשומה'}>
        {records.map((record) => (
          <Cell
            key={record.id}
            name={mayMerge && `${name}-stay`}
            checked={record === winner}
            onPick={() => onStay(record)}
          >
            <b>
              <bdi>{record.full_name}</bdi>
            </b>
            <small>נוספה ב־{formatDate(record.created_at)}</small>
          </Cell>
        ))}
      </Row>
      {fields.map((field) => (
        <Row key={field} label={labelOf(field, defs)}>
          {records.map((record) => (
            <Cell
              key={record.id}
              name={mayMerge && `${name}-${field}`}
              checked={choices[field] === sideOf(record)}
              onPick={() => onChoose(field, sideOf(record))}
            >
              {shownFact(record, field, defs, nameOf) || <span className="pick__none">לא ידוע</span>}
            </Cell>
          ))}
        </Row>
      ))}
      <Row label="טלפון ודוא״ל">
        {records.map((record) => (
          <Cell key={record.id}>
            <ContactPoints points={record.points} others={records.find((one) => one !== record)?.points ?? []} />
          </Cell>
        ))}
      </Row>
      <Row label="הכרטיס המלא">
        {records.map((record) => (
          <Cell key={record.id}>
            <Link to={`/crm/contacts/${record.id}`}>
              פתיחה<span className="vh"> של {record.full_name}</span>
            </Link>
          </Cell>
        ))}
      </Row>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className="pick__row" aria-labelledby={id}>
      <span className="pick__label" id={id}>
        {label}
      </span>
      {children}
    </fieldset>
  )
}

type CellProps = { name?: string | false; checked?: boolean; onPick?: () => void; children: ReactNode }

function Cell({ name, checked = false, onPick, children }: CellProps) {
  if (!name) return <div className="pick__cell">{children}</div>
  return (
    <label className="pick__cell pick__cell--choice">
      <input type="radio" name={name} checked={checked} onChange={onPick} />
      <span>{children}</span>
    </label>
  )
}

type ContactPoints = MergeRecord['points']

/** Highlights shared contact points, because they are the reason for the match. */
function ContactPoints({ points, others }: { points: ContactPoints; others: ContactPoints }) {
  if (points.length === 0) return <span className="pick__none">לא ידוע</span>
  return (
    <ul className="pick__points">
      {points.map(({ id, kind, value_norm }) => (
        <li key={id}>
          <Ltr>{kind === 'phone' ? formatPhone(value_norm) : value_norm}</Ltr>
          {others.some((other) => other.kind === kind && other.value_norm === value_norm) && (
            <Badge kind="warning">זהה</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

const labelOf = (field: string, defs: readonly CustomFieldDef[]) =>
  field.startsWith('custom.')
    ? (defs.find(({ key }) => key === field.slice(7))?.label ?? field.slice(7))
    : fieldLabels[field as ChoosableField]

const callBases = { callback: 'ביקשו שיחזרו אליהם', consent: 'הסכמה לשיחות', customer: 'לקוחות קיימים' }

function shownFact(
  record: MergeRecord,
  field: string,
  defs: readonly CustomFieldDef[],
  nameOf: (id: string | null) => string | undefined,
): string {
  const fact = factOf(record, field)
  if (fact === null || fact === undefined || fact === '') return ''
  if (field.startsWith('custom.')) {
    const def = defs.find(({ key }) => key === field.slice(7))
    return def ? formatValue(def, fact) : JSON.stringify(fact)
  }
  switch (field as ChoosableField) {
    case 'lifecycle':
      return lifecycleLabel(record.lifecycle, record.gender_form)
    case 'owner_id':
      return nameOf(record.owner_id) ?? 'מישהו שעזב את הצוות'
    case 'household_id':
      return record.household?.name ?? ''
    case 'client_user_id':
      return 'יש כניסה'
    case 'birth_date':
      return record.birth_date ? formatDate(record.birth_date) : ''
    case 'gender_form':
      return genderFormLabels[record.gender_form]
    case 'call_basis':
      return record.call_basis ? callBases[record.call_basis] : ''
    default:
      return typeof fact === 'string' ? fact : JSON.stringify(fact)
  }
}
