import { Cog } from 'lucide-react'
import { Link } from 'react-router'
import { timeInGroup } from '#platform/activities/timeline-days.ts'
import type { AuditLine } from '#features/audit/audit.ts'
import { auditedTables } from '#features/audit/audit-labels.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/states/conflict-notice.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type FieldLabels, formatChanges } from './format-changes.ts'

const maxFacts = 4

/** One audit entry: actor, action, record, and values before and after. */
export function AuditEntry({ line, now, labels }: { line: AuditLine; now: Date; labels: FieldLabels }) {
  const actorName = line.actor_id ? (labels.staffName(line.actor_id) ?? 'מי שכבר לא בצוות') : 'האתר והמערכת'
  const facts = binMoveOf(line) ? [] : formatChanges(line, labels).filter(({ is, was }) => (is ?? was) !== line.label)
  const isLong = facts.length > maxFacts
  return (
    <li className="audit-entry">
      {line.actor_id ? (
        <Avatar name={actorName} size="sm" />
      ) : (
        <span className="avatar avatar--sm audit-entry__nobody">
          <Icon of={Cog} />
        </span>
      )}
      <div className="audit-entry__body">
        <div className="audit-entry__head">
          <b>
            <bdi>{actorName}</bdi>
          </b>
          <ActionBadge line={line} />
          <Record line={line} labels={labels} />
        </div>
        {facts.length > 0 && !isLong && <Facts facts={facts} />}
        {isLong && (
          <details className="audit-entry__more">
            <summary>{summaries[line.action]}</summary>
            <Facts facts={facts} />
          </details>
        )}
      </div>
      <time dateTime={line.at} title={`${formatLongDate(line.at)}, ${formatTime(line.at)}`}>
        {timeInGroup(line.at, now)}
      </time>
    </li>
  )
}

const summaries: Record<AuditLine['action'], string> = {
  insert: 'מה נרשם',
  update: 'מה השתנה',
  delete: 'מה היה רשום',
  read: 'מה נקרא',
}

/** The direction, if the change only moved a record into or out of the bin. */
function binMoveOf({ action, before, after }: AuditLine) {
  if (action !== 'update') return undefined
  if (after?.['deleted_at']) return 'in'
  return before?.['deleted_at'] ? 'out' : undefined
}

function ActionBadge({ line }: { line: AuditLine }) {
  if (line.action === 'insert') return <Badge kind="success">הוספה</Badge>
  if (line.action === 'delete') return <Badge kind="danger">מחיקה לצמיתות</Badge>
  if (line.action === 'read') return <Badge kind="info">צפייה</Badge>
  const move = binMoveOf(line)
  if (move) return move === 'in' ? <Badge kind="warning">העברה לסל</Badge> : <Badge kind="success">שחזור</Badge>
  return <Badge>עדכון</Badge>
}

/** Name of the changed record, a link while the record exists. */
function Record({ line, labels }: { line: AuditLine; labels: FieldLabels }) {
  const label = auditedTables[line.entity]
  const count = line.after?.['count']
  if (line.entity_id === null && typeof count === 'number')
    return (
      <span>
        {count.toLocaleString('he-IL')} {label?.many ?? line.entity}
      </span>
    )
  const name = line.label || nameOf(line, labels)
  const path = pathOf(line)
  const shown = <bdi>{name}</bdi>
  return (
    <span className="audit-entry__record">
      {label?.one ?? line.entity}
      {name && <>: {path ? <Link to={path}>{shown}</Link> : shown}</>}
    </span>
  )
}

/** Falls back to the contact's name for a row without a name. */
const nameOf = ({ entity, entity_id, contact_id }: AuditLine, { names, staffName }: FieldLabels) =>
  entity === 'user_roles' || entity === 'staff_profiles'
    ? staffName(entity_id?.split(' ')[0] ?? '')
    : names.get(contact_id ?? '')

function pathOf({ entity, entity_id, contact_id, action }: AuditLine) {
  if (action === 'delete' && ['contacts', 'opportunities', 'households'].includes(entity)) return undefined
  if (entity === 'opportunities') return `/crm/opportunities/${entity_id}`
  if (entity === 'households') return `/crm/households/${entity_id}`
  return contact_id ? `/crm/contacts/${contact_id}` : undefined
}
