import { Check, Flag } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { durationInWords, stageTimes } from '#features/opportunities/detail/stage-times.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import type { MoveDetails } from '#features/opportunities/opportunities.data.ts'
import type { Stage, WholePipeline } from '#features/pipelines/pipelines.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { MoveQuestions } from '../pipeline/move-questions.tsx'
import { useMoveDeal } from './use-move-deal.ts'

type Props = { deal: OpportunityDetail; pipeline: WholePipeline; now: Date }

/** The way of a deal from right to left, with the time it stood in each stage. A stage is a button that moves it there. */
export function DealStages({ deal, pipeline, now }: Props) {
  const [asking, setAsking] = useState<{ what: 'lost' | 'won' | 'reopened'; stage: Stage } | null>(null)
  const move = useMoveDeal(pipeline.stages)
  const times = stageTimes(pipeline.stages, deal.history, deal, now)
  const lost = pipeline.stages.find(({ kind }) => kind === 'lost')

  const send = (stage: Stage, because: MoveDetails = {}) =>
    move.mutate(
      { deal, stage, because },
      { onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההעברה לא נשמרה' }) },
    )
  const choose = (stage: Stage) => {
    if (stage.id === deal.stage_id || move.isPending || deal.deleted_at) return
    if (stage.kind === deal.status) send(stage)
    else setAsking({ what: stage.kind === 'open' ? 'reopened' : stage.kind, stage })
  }

  return (
    <>
      <ol className="deal-stages" aria-label="שלבי המכירה">
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
              <small>{seconds === undefined ? '\u00a0' : durationInWords(seconds)}</small>
            </button>
          </li>
        ))}
        {lost && lost.id !== deal.stage_id && (
          <li data-state="next" data-kind="lost">
            <button type="button" onClick={() => choose(lost)}>
              <span className="deal-stages__name">{lost.name}</span>
              <small>{'\u00a0'}</small>
            </button>
          </li>
        )}
      </ol>
      <MoveQuestions
        asking={asking}
        card={asking ? deal : undefined}
        onAnswer={(because) => {
          if (asking) send(asking.stage, because)
          setAsking(null)
        }}
        onKeep={() => setAsking(null)}
      />
    </>
  )
}
