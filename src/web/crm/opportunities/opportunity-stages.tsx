import { Check, Flag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { durationText, stageTimes } from '#features/opportunities/detail/stage-times.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import type { MoveDetails } from '#features/opportunities/opportunities.data.ts'
import type { Stage, WholePipeline } from '#platform/pipelines/pipelines.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { MoveDialogs } from './move-dialogs.tsx'
import { useMoveOpportunity } from '#features/opportunities/screens/use-move-opportunity.ts'

type Props = { opportunity: OpportunityDetail; pipeline: WholePipeline; now: Date }

/** Stages from right to left with the time spent in each. A click on a stage moves the opportunity. */
export function OpportunityStages({ opportunity, pipeline, now }: Props) {
  const [openDialog, setOpenDialog] = useState<{ what: 'lost' | 'won' | 'reopened'; stage: Stage } | null>(null)
  const move = useMoveOpportunity(pipeline.stages)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => bringIntoView(list.current), [opportunity.stage_id])
  const times = stageTimes(pipeline.stages, opportunity.history, opportunity, now)
  const lost = pipeline.stages.find(({ kind }) => kind === 'lost')

  const send = (stage: Stage, because: MoveDetails = {}) =>
    move.mutate(
      { opportunity, stage, because },
      { onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההעברה לא נשמרה' }) },
    )
  const choose = (stage: Stage) => {
    if (stage.id === opportunity.stage_id || move.isPending || opportunity.deleted_at) return
    if (stage.kind === opportunity.status) send(stage)
    else setOpenDialog({ what: stage.kind === 'open' ? 'reopened' : stage.kind, stage })
  }

  return (
    <>
      <ol ref={list} className="deal-stages" aria-label="שלבי המכירה">
        {times.map(({ stage, state, seconds }) => (
          <li key={stage.id} data-state={state} data-kind={stage.kind}>
            <button
              type="button"
              aria-current={state === 'now' ? 'step' : undefined}
              aria-disabled={state === 'now' || undefined}
              title={state === 'now' ? undefined : `העברה לשלב ${stage.name}`}
              onClick={() => choose(stage)}
            >
              <span className="deal-stages__name">
                {state === 'done' && <Icon of={Check} />}
                {stage.kind !== 'open' && <Icon of={Flag} />}
                {stage.name}
              </span>
              <small>{seconds === undefined ? '\u00a0' : durationText(seconds)}</small>
            </button>
          </li>
        ))}
        {lost && lost.id !== opportunity.stage_id && (
          <li data-state="next" data-kind="lost">
            <button type="button" onClick={() => choose(lost)}>
              <span className="deal-stages__name">{lost.name}</span>
              <small>{'\u00a0'}</small>
            </button>
          </li>
        )}
      </ol>
      <MoveDialogs
        openDialog={openDialog}
        card={openDialog ? opportunity : undefined}
        onAnswer={(because) => {
          if (openDialog) send(openDialog.stage, because)
          setOpenDialog(null)
        }}
        onKeep={() => setOpenDialog(null)}
      />
    </>
  )
}

/** Scrolls an overflowing list, as on phones, to the current stage. The page does not scroll. */
function bringIntoView(list: HTMLOListElement | null) {
  const present = list?.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!list || !present) return
  const { left, right } = list.getBoundingClientRect()
  if (present.left < left || present.right > right)
    list.scrollBy({ left: (present.left + present.right) / 2 - (left + right) / 2 })
}
