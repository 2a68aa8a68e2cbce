// All stages of the family's processes, each with its page.
import { currentStage, progressText } from '#features/processes/stage-progress.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { PortalPage } from '../portal-page.tsx'
import { StageList } from '../stage-list.tsx'
import { usePortalProcesses } from '../portal-processes.ts'

export function Component() {
  const processes = usePortalProcesses()
  return (
    <PortalPage title="הדרך שלנו" lead="השלבים של התהליך, לפי הסדר. בכל שלב: למה, מה עושים ומה צריך להכין.">
      {!processes && <Loading />}
      {processes?.length === 0 && (
        <EmptyState title="אין כרגע תהליך פעיל" text="כשייפתח תהליך ליווי, השלבים שלו יופיעו כאן." />
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
