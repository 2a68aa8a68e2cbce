// One process of a family: its stages, the current one and its tasks.
import type { ReactNode } from 'react'
import type { ShownProcess, ShownStage } from '#features/processes/processes.data.ts'
import { currentStage, type StageStatus, tasksOfClient, progressInWords } from '#features/processes/processes.ts'
import { formatDayInYear } from '#lib/time/dates.ts'
import { type Step, Stepper } from '#ui/forms/stepper.tsx'
import { CurrentStage } from './current-stage.tsx'
import { PortalCard } from './portal-card.tsx'
import { StageList } from './stage-list.tsx'
import { StageTasks } from './stage-tasks.tsx'

export function ProcessPath({ process, now, children }: { process: ShownProcess; now: Date; children: ReactNode }) {
  const { stages, template } = process
  const current = currentStage(stages)
  const name = template?.name ?? 'תהליך הליווי'
  return (
    <div className="portal-grid">
      {current && (
        <div className="portal-col portal-grid__now">
          <CurrentStage current={current} now={now} />
          {current.note && (
            <PortalCard id="portal-message" title="הודעה מהמלווה שלכם" soft>
              <p className="portal-note" dir="auto">
                {current.note}
              </p>
            </PortalCard>
          )}
        </div>
      )}
      <div className="portal-col portal-grid__way">
        <PortalCard
          id="portal-way"
          title="הדרך שלכם"
          aside={[name, progressInWords(stages)].filter(Boolean).join(', ')}
        >
          {stages.length === 0 ? (
            <p className="portal-quiet">השלבים של התהליך עוד לא נקבעו. הם יופיעו כאן.</p>
          ) : (
            <Stepper label={`השלבים: ${name}`} steps={stages.map((stage) => stepOf(stage, stage === current))} />
          )}
          {current?.stage.goal && <Goal stage={current} />}
        </PortalCard>
        {current && tasksOfClient(current.stage.task_template).length > 0 && <StageTasks current={current} now={now} />}
        {stages.length > 0 && <StageList stages={stages} current={current} />}
      </div>
      <div className="portal-grid__more">{children}</div>
    </div>
  )
}

const stateOf: Record<StageStatus, Step['state']> = {
  locked: 'next',
  active: 'next',
  waiting_client: 'next',
  waiting_coach: 'next',
  done: 'done',
  skipped: 'done',
}

function stepOf({ id, status, stage, due_on, done_at }: ShownStage, isCurrent: boolean): Step {
  const step = { id, name: stage.name, state: isCurrent ? ('now' as const) : stateOf[status] }
  if (isCurrent) return { ...step, more: 'כאן אתם עכשיו' }
  if (status === 'done') return { ...step, more: done_at ? `הושלם ב־${formatDayInYear(done_at)}` : 'הושלם' }
  if (status === 'skipped') return { ...step, more: 'דולג' }
  return due_on ? { ...step, more: `עד ${formatDayInYear(due_on)}` } : step
}

const Goal = ({ stage: { stage } }: { stage: ShownStage }) => (
  <div className="portal-goal">
    <b>היעד בשלב הזה: {stage.goal}</b>
    {stage.completion_rule && <p>השלב מסתיים כאשר {stage.completion_rule}.</p>}
  </div>
)
