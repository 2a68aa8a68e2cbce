// The portal as the client sees it, for staff: read-only and logged. No control in it is active.
import '../../portal/portal-home.css'
import './clients-screen.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalCode } from '#client/refusal.ts'
import { useContact } from '#features/contacts/contacts.data.ts'
import { useClientPreview } from '#features/portal/portal.data.ts'
import { useActiveProcesses } from '#features/processes/active-processes.data.ts'
import { currentStage } from '#features/processes/stage-progress.ts'
import { formatDayNear, formatTime } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { CurrentStage } from '../../portal/current-stage.tsx'
import { PathCard } from '../../portal/home/path-card.tsx'
import { PortalCard } from '../../portal/portal-card.tsx'

export function Component() {
  const contactId = useIdParam('contactId')
  const now = useNow()
  const contact = useContact(contactId)
  const preview = useClientPreview(contactId)
  const running = useActiveProcesses(contactId)
  useScreenTitle('תצוגה כלקוחות')
  if (preview.isPending || contact.isPending || running.isPending) return <Loading page size="lg" />
  if (refusalCode(preview.error) === 'client_gone') return <NotFound />
  if (!preview.data)
    return <FailedToLoad insteadOf={undefined} error={preview.error} onRetry={() => void preview.refetch()} />
  if (!running.data)
    return <FailedToLoad insteadOf={undefined} error={running.error} onRetry={() => void running.refetch()} />
  const { tasks, files, meetings } = preview.data
  const processes = running.data
  const current = processes.map(({ stages }) => currentStage(stages)).find(Boolean)
  return (
    <div className="view">
      <div className="client__head">
        <h1>
          מה רואים <bdi>{contact.data?.full_name}</bdi>
        </h1>
        <Link to={`/crm/clients/${contactId}`}>חזרה לתהליך</Link>
      </div>
      <p>
        תצוגה בלבד: אי אפשר ללחוץ כאן על דבר. הצפייה נרשמה בציר הזמן. תקציב, הודעות ופריטים פרטיים של בן או בת הזוג אינם
        חלק מהתצוגה.
      </p>
      <div className="portal-col" inert>
        {processes.length === 0 && (
          <PortalCard id="preview-no-process" title="אין כרגע תהליך פעיל">
            <p className="portal-quiet">תהליך שבן או בת הזוג משתפים אינו חלק מהתצוגה.</p>
          </PortalCard>
        )}
        {current && <CurrentStage current={current} now={now} />}
        {processes.map((process) => (
          <PathCard key={process.id} process={process} now={now} />
        ))}
        <List id="preview-meetings" title="פגישות" empty="אין פגישה קבועה.">
          {meetings.map(({ id, title, startsAt }) => (
            <li key={id}>
              <bdi>{title}</bdi> <small>{`${formatDayNear(startsAt, now)}, ${formatTime(startsAt)}`}</small>
            </li>
          ))}
        </List>
        <List id="preview-tasks" title="המשימות שלכם" empty="אין משימות פתוחות.">
          {tasks.map(({ id, name, isDone, dueOn }) => (
            <li key={id}>
              <bdi>{name}</bdi> <small>{isDone ? 'הושלם' : dueOn ? `עד ${formatDayNear(dueOn, now)}` : ''}</small>
            </li>
          ))}
        </List>
        <List id="preview-files" title="המסמכים שלכם" empty="עוד אין כאן מסמכים.">
          {files.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </List>
      </div>
    </div>
  )
}

type ListProps = { id: string; title: string; empty: string; children: readonly ReactNode[] }

const List = ({ id, title, empty, children }: ListProps) => (
  <PortalCard id={id} title={title}>
    {children.length === 0 ? <p className="portal-quiet">{empty}</p> : <ul className="portal-tasks">{children}</ul>}
  </PortalCard>
)
