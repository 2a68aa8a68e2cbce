// All stages of the family's processes, each with a link to its page.
import { Link } from 'react-router'
import { currentStage, progressText } from '#features/processes/stage-progress.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { PortalPage } from '../portal-page.tsx'
import { StageList } from '../stage-list.tsx'
import { usePortalProcessesQuery } from '../portal-processes.ts'
import { portalPath } from '../portal-tabs.ts'

export function Component() {
  const { processes, error, refetch } = usePortalProcessesQuery()
  return (
    <PortalPage title="הדרך שלנו" lead="השלבים של התהליך, לפי הסדר. בכל שלב: למה, מה עושים ומה צריך להכין.">
      {!processes && !error && <Loading />}
      {!processes && error && <FailedToLoad insteadOf={processes} error={error} onRetry={() => void refetch()} />}
      {processes?.length === 0 && (
        <EmptyState
          title="אין כרגע תהליך פעיל"
          text="כשייפתח תהליך ליווי, השלבים שלו יופיעו כאן."
          action={
            <Link className={buttonClasses({ look: 'primary' })} to={`${portalPath}/messages`}>
              לכתוב לנו
            </Link>
          }
        />
      )}
      {processes?.map(({ id, template, stages }) => (
        <StageList
          key={id}
          title={template?.name ?? 'תהליך הליווי'}
          aside={progressText(stages)}
          stages={stages}
          current={currentStage(stages)}
        />
      ))}
    </PortalPage>
  )
}
