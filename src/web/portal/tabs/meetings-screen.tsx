// The client's meetings: upcoming ones with links to join and change, and past ones.
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useMyAppointments } from '#features/portal/portal.data.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { PackagesCard } from '../home/packages-card.tsx'
import { isUpcoming, MeetingCard } from '../meeting-card.tsx'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { portalPath } from '../portal-tabs.ts'
import { Summaries } from './summaries.tsx'

const endings: Record<string, string> = {
  cancelled: 'בוטלה',
  completed: 'התקיימה',
  no_show: 'לא התקיימה',
  confirmed: 'הסתיימה',
  pending: 'לא נקבעה בסוף',
  awaiting_payment: 'לא נקבעה בסוף',
}

export function Component() {
  const now = useNow()
  const { data, error, refetch } = useMyAppointments()
  const ahead = data?.filter((one) => isUpcoming(one, now)).toReversed() ?? []
  const past = data?.filter((one) => !isUpcoming(one, now)) ?? []
  return (
    <PortalPage title="הפגישות שלכם">
      {!data && !error && <Loading />}
      {!data && error && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data && ahead.length === 0 && (
        <EmptyState
          title="לא נקבעה פגישה"
          text="אפשר לכתוב לנו ונמצא מועד שמתאים."
          action={
            <Link className={buttonClasses({ look: 'primary' })} to={`${portalPath}/messages`}>
              לכתוב לנו
            </Link>
          }
        />
      )}
      {ahead.map((one, i) => (
        <MeetingCard key={one.id} meeting={one} now={now} deep={i === 0} />
      ))}
      {data && <PackagesCard isLinked={false} />}
      <Summaries />
      {past.length > 0 && (
        <PortalCard id="past-meetings" title="פגישות קודמות">
          <ul className="portal-tasks">
            {past.map(({ id, title, starts_at, status }) => (
              <li key={id}>
                <b>
                  <bdi>{title}</bdi>
                </b>
                <small>{[formatDayNear(starts_at, now), endings[status] ?? ''].filter(Boolean).join(', ')}</small>
              </li>
            ))}
          </ul>
        </PortalCard>
      )}
    </PortalPage>
  )
}
