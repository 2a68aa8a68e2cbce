import { Cog } from 'lucide-react'
import { Link } from 'react-router'
import { timeInGroup } from '#features/activities/timeline-days.ts'
import type { AuditLine } from '#features/audit/audit.ts'
import { watched } from '#features/audit/audit-labels.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/states/conflict-notice.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type Knowing, toldFacts } from './told-facts.ts'

const mostFacts = 4

/** One change: who, what, of which record, and what it was before. */
export function AuditEntry({ line, now, knowing }: { line: AuditLine; now: Date; knowing: Knowing }) {
  const who = line.actor_id ? (knowing.staffName(line.actor_id) ?? 'מי שכבר לא בצוות') : 'האתר והמערכת'
  const facts = binMoveOf(line) ? [] : toldFacts(line, knowing).filter(({ is, was }) => (is ?? was) !== line.label)
  const isLong = facts.length > mostFacts
  return (
    <li className="audit-entry">
      {line.actor_id ? (
        <Avatar name={who} size="sm" />
      ) : (
        <span className="avatar avatar--sm audit-entry__nobody">
          <Icon of={Cog} />
        </span>
      )}
      <div className="audit-entry__body">
        <div className="audit-entry__head">
          <b>
            <bdi>{who}</bdi>
          </b>
          <Act line={line} />
          <Record line={line} knowing={knowing} />
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
}

/** Whether a change only put something into the bin, or took it out. */
function binMoveOf({ action, before, after }: AuditLine) {
  if (action !== 'update') return undefined
  if (after?.['deleted_at']) return 'in'
  return before?.['deleted_at'] ? 'out' : undefined
}

function Act({ line }: { line: AuditLine }) {
  if (line.action === 'insert') return <Badge kind="success">הוספה</Badge>
  if (line.action === 'delete') return <Badge kind="danger">מחיקה לצמיתות</Badge>
  const move = binMoveOf(line)
  if (move) return move === 'in' ? <Badge kind="warning">העברה לסל</Badge> : <Badge kind="success">שחזור</Badge>
  return <Badge>עדכון</Badge>
}

/** What was changed, with the way there while it stands. */
function Record({ line, knowing }: { line: AuditLine; knowing: Knowing }) {
  const words = watched[line.entity]
  const count = line.after?.['count']
  if (line.entity_id === null && typeof count === 'number')
    return (
      <span>
        {count.toLocaleString('he-IL')} {words?.many ?? line.entity}
      </span>
    )
  const name = line.label || nameOf(line, knowing)
  const path = pathOf(line)
  const shown = <bdi>{name}</bdi>
  return (
    <span className="audit-entry__record">
      {words?.one ?? line.entity}
      {name && <>: {path ? <Link to={path}>{shown}</Link> : shown}</>}
    </span>
  )
}

/** A row that has no name of its own goes by the person it is about. */
const nameOf = ({ entity, entity_id, contact_id }: AuditLine, { names, staffName }: Knowing) =>
  entity === 'user_roles' || entity === 'staff_profiles'
    ? staffName(entity_id?.split(' ')[0] ?? '')
    : names.get(contact_id ?? '')

function pathOf({ entity, entity_id, contact_id, action }: AuditLine) {
  if (action === 'delete' && ['contacts', 'opportunities', 'households'].includes(entity)) return undefined
  if (entity === 'opportunities') return `/crm/opportunities/${entity_id}`
  if (entity === 'households') return `/crm/households/${entity_id}`
  return contact_id ? `/crm/contacts/${contact_id}` : undefined
}
