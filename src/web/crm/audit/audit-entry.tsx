import { Link } from 'react-router'
import { momentUnder } from '#features/activities/timeline-days.ts'
import type { AuditLine } from '#features/audit/audit.ts'
import { watched } from '#features/audit/audit-words.ts'
import { formatLongDate, formatTime } from '#lib/dates.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/conflict-notice.tsx'
import { type Knowing, toldFacts } from './told-facts.ts'

const mostFacts = 6

/** One change: who, what, of which record, and what it was before. */
export function AuditEntry({ line, now, knowing }: { line: AuditLine; now: Date; knowing: Knowing }) {
  const who = line.actor_id ? (knowing.staffName(line.actor_id) ?? 'מי שכבר לא בצוות') : 'האתר והמערכת'
  const facts = line.action === 'update' ? toldFacts(line, knowing).filter(({ label }) => label !== binLabel) : []
  const whole = line.action === 'update' ? [] : toldFacts(line, knowing)
  return (
    <li className="audit-entry">
      <Avatar name={line.actor_id ? who : '–'} size="sm" />
      <div className="audit-entry__body">
        <div className="audit-entry__head">
          <b>
            <bdi>{who}</bdi>
          </b>
          <Act line={line} />
          <Record line={line} knowing={knowing} />
          <time dateTime={line.at} title={`${formatLongDate(line.at)}, ${formatTime(line.at)}`}>
            {momentUnder(line.at, now)}
          </time>
        </div>
        <Facts facts={facts.slice(0, mostFacts)} />
        {[facts.slice(mostFacts), whole]
          .filter((more) => more.length > 0)
          .map((more, at) => (
            <details key={at} className="audit-entry__more">
              <summary>{line.action === 'update' ? 'כל השינויים' : 'מה היה רשום'}</summary>
              <Facts facts={more} />
            </details>
          ))}
      </div>
    </li>
  )
}

const binLabel = 'בסל המחזור'

function Act({ line: { action, before, after } }: { line: AuditLine }) {
  if (action === 'insert') return <Badge kind="success">הוספה</Badge>
  if (action === 'delete') return <Badge kind="danger">מחיקה לצמיתות</Badge>
  if (after?.['deleted_at']) return <Badge kind="warning">העברה לסל</Badge>
  if (before?.['deleted_at']) return <Badge kind="success">שחזור</Badge>
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
