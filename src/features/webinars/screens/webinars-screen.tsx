// /admin/webinars: the webinars with their next session and figures.
import '#platform/screens/link-rows.css'
import { Plus, Presentation } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#lib/money.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { isAdmin, managesSite, type Role } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { shareOf } from '../report/segment-labels.ts'
import { kindLabels } from '../webinar-labels.ts'
import {
  type SessionRow,
  useWebinarRevenues,
  useWebinars,
  useWebinarSessions,
  type WebinarRow,
} from '../webinars.data.ts'
import { AddWebinarDialog } from './add-webinar-dialog.tsx'
import { statusLabels } from './session-labels.ts'

export function Component() {
  useScreenTitle('הדרכות')
  const { data: webinars, error, isPending, refetch } = useWebinars()
  const { data: sessions = [] } = useWebinarSessions()
  const [isAdding, setAdding] = useState(false)
  const mine = useOwnRoles()
  const canEdit = managesSite(mine)
  const { data: revenues } = useWebinarRevenues(seesRevenue(mine))
  return (
    <div className="view">
      <div className="view__head">
        <h1>הדרכות</h1>
        {canEdit && (
          <div className="view__end">
            <Link className={buttonClasses({ look: 'ghost' })} to="/admin/webinar-templates">
              תבניות
            </Link>
            <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
              הדרכה
            </Button>
          </div>
        )}
      </div>
      {isPending && <Loading page size="lg" />}
      {!webinars && error && <FailedToLoad insteadOf={webinars} error={error} onRetry={() => void refetch()} />}
      {webinars?.length === 0 && (
        <EmptyState
          text="אין עדיין הדרכות. קובעים נושא ומועד, והאתר פותח הרשמה, שולח תזכורות ומארח את החדר."
          action={
            canEdit && (
              <Button look="primary" onClick={() => setAdding(true)}>
                הוספת הדרכה
              </Button>
            )
          }
        />
      )}
      {webinars && webinars.length > 0 && (
        <ol className="rows">
          {webinars.map((webinar) => (
            <Row
              key={webinar.id}
              webinar={webinar}
              revenue={revenues?.get(webinar.id)}
              sessions={sessions.filter(({ webinar_id: id }) => id === webinar.id)}
            />
          ))}
        </ol>
      )}
      <AddWebinarDialog webinars={webinars ?? []} open={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

/** The same roles as in the database. */
const seesRevenue = (mine: readonly Role[]) => isAdmin(mine) || mine.includes('sales')

type RowProps = { webinar: WebinarRow; revenue: number | undefined; sessions: readonly SessionRow[] }

function Row({ webinar, revenue, sessions }: RowProps) {
  const next = sessions.findLast(({ status }) => ['scheduled', 'lobby', 'live'].includes(status))
  const registered = sessions.reduce((sum, { figures }) => sum + (figures?.registered ?? 0), 0)
  const attended = sessions.reduce((sum, { figures }) => sum + (figures?.attended ?? 0), 0)
  const stayed = sessions.reduce((sum, { figures }) => sum + (figures?.stayed ?? 0), 0)
  return (
    <li className={webinar.status === 'published' ? 'row' : 'row row--off'}>
      <span className="row__icon">
        <Icon of={Presentation} />
      </span>
      <div className="row__words">
        <b>
          <Link to={`/admin/webinars/${webinar.id}`}>{webinar.title}</Link>
        </b>
        <small>
          <Ltr>{`/webinar/${webinar.slug}`}</Ltr>
          <span>{kindLabels[webinar.kind]}</span>
          <span>{statusLabels[webinar.status]}</span>
          {next && <span>{`המפגש הבא: ${formatLongDate(next.starts_at)}, ${formatTime(next.starts_at)}`}</span>}
          <span>{`נרשמו: ${registered}`}</span>
          {attended > 0 && <span>{`הגיעו: ${shareOf(attended, registered, 'נרשמים')}`}</span>}
          {attended > 0 && <span>{`עד הסוף: ${shareOf(stayed, attended, 'שהגיעו')}`}</span>}
          {revenue !== undefined && revenue > 0 && <span>{`הכנסות: ${formatMoney(revenue)}`}</span>}
        </small>
      </div>
    </li>
  )
}
