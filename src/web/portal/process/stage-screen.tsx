// One stage: purpose, form, documents, tasks, due date and contact.
import { Link, useParams } from 'react-router'
import { useNow } from '#client/now.ts'
import type { ShownStage } from '#features/processes/processes.data.ts'
import { useMyStageDocuments, useMyStageForms } from '#features/processes/stage-documents.data.ts'
import { useStageMaterials } from '#features/processes/stage-materials.data.ts'
import { currentStage, stageStatusLabels, tasksOfClient } from '#features/processes/stage-progress.ts'
import { dayOf, formatDayNear } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { MaterialList } from '../material-list.tsx'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { usePortalProcessesQuery } from '../portal-processes.ts'
import { portalPath } from '../portal-tabs.ts'
import { useMyTasks } from '#features/portal/portal.data.ts'
import { TaskTicks } from '../task-ticks.tsx'
import { StageTasks } from '../stage-tasks.tsx'
import { StageDocuments } from './stage-documents.tsx'
import { StageForm } from './stage-form.tsx'

export function Component() {
  const { stageId } = useParams()
  const now = useNow()
  const { processes, error, refetch } = usePortalProcessesQuery()
  const cards = [useMyStageForms(), useMyStageDocuments(), useStageMaterials(), useMyTasks()]
  if (!processes && error)
    return (
      <PortalPage title="השלב">
        <FailedToLoad insteadOf={processes} error={error} onRetry={() => void refetch()} />
      </PortalPage>
    )
  // A card that loads later would push the focused element out of the viewport.
  if (!processes || cards.some(({ isLoading }) => isLoading)) return <Loading />
  const stages = processes.flatMap((process) => process.stages)
  const found = stages.find(({ id }) => id === stageId)
  if (!found || found.status === 'locked')
    return (
      <PortalPage title={found ? found.stage.name : 'השלב לא נמצא'}>
        <EmptyState
          text={found ? 'השלב הזה עוד לא נפתח. הוא ייפתח כשהשלב שלפניו יסתיים.' : 'ייתכן שהתהליך השתנה מאז.'}
          action={
            <Link className={buttonClasses({ look: 'primary' })} to={`${portalPath}/process`}>
              לכל השלבים
            </Link>
          }
        />
      </PortalPage>
    )
  return <StagePage found={found} now={now} isCurrent={found === currentStage(stages)} />
}

/** Tasks created by the stage, with checkboxes; without any, the planned tasks of the template. */
function Steps({ found, now }: { found: ShownStage; now: Date }) {
  const { data = [] } = useMyTasks()
  const tasks = data.filter(({ stage_instance_id }) => stage_instance_id === found.id)
  if (tasks.length > 0)
    return (
      <PortalCard id="stage-tasks" title="מה עושים בשלב הזה">
        <TaskTicks tasks={tasks} now={now} />
      </PortalCard>
    )
  return tasksOfClient(found.stage.task_template).length > 0 && <StageTasks current={found} now={now} />
}

function Materials({ stageId }: { stageId: string }) {
  const { data = [] } = useStageMaterials()
  const materials = data.filter(({ stage_id }) => stage_id === stageId)
  return (
    materials.length > 0 && (
      <PortalCard id="stage-materials" title="חומרים לשלב הזה">
        <MaterialList materials={materials} />
      </PortalCard>
    )
  )
}

function StagePage({ found, now, isCurrent }: { found: ShownStage; now: Date; isCurrent: boolean }) {
  const { stage, status, due_on, done_at, note } = found
  // A past due date is not shown as overdue.
  const due = due_on && `${due_on < dayOf(now) ? 'תוכנן עד' : 'עד'} ${formatDayNear(due_on, now)}`
  const when = done_at ? `הושלם ב־${formatDayNear(done_at, now)}` : due
  return (
    <PortalPage title={<bdi>{stage.name}</bdi>} lead={[stageStatusLabels[status], when].filter(Boolean).join(', ')}>
      {(stage.goal || stage.description) && (
        <PortalCard id="stage-why" title="למה השלב הזה">
          {stage.goal && <p>היעד: {stage.goal}.</p>}
          {stage.description && <p dir="auto">{stage.description}</p>}
          {stage.completion_rule && <p className="portal-quiet">השלב מסתיים כאשר {stage.completion_rule}.</p>}
        </PortalCard>
      )}
      <StageForm instanceId={found.id} />
      <StageDocuments instanceId={found.id} />
      <Materials stageId={found.process_stage_id} />
      <Steps found={found} now={now} />
      {isCurrent && note && (
        <PortalCard id="stage-note" title="הודעה מהמלווה שלכם" soft>
          <p className="portal-note" dir="auto">
            {note}
          </p>
        </PortalCard>
      )}
      <PortalCard id="stage-ask" title="יש שאלה על השלב?">
        <div className="portal-actions">
          <Link
            className={buttonClasses({ look: 'secondary' })}
            to={`${portalPath}/messages?about=${encodeURIComponent(stage.name)}`}
          >
            לשאול בהודעה
          </Link>
          <Link className={buttonClasses({ look: 'secondary' })} to={`${portalPath}/documents`}>
            לשלוח מסמך אחר
          </Link>
        </div>
      </PortalCard>
      <Link className="portal-back" to={`${portalPath}/process`}>
        לכל השלבים
      </Link>
    </PortalPage>
  )
}
