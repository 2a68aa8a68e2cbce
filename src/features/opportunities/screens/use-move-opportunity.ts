import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import {
  invalidateSideEffects,
  invalidateOthers,
  type MoveDetails,
  moveOpportunity,
  undoMove,
} from '#features/opportunities/opportunities.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { offerUndo } from '#ui/undo/undo.ts'
import { explainLateUndo } from './explain-late-undo.ts'
import { undoneMoveText } from './undone-move-text.ts'

type Move = { opportunity: OpportunityDetail; stage: Stage; because?: MoveDetails }

/** Moves an opportunity from its page, with undo. */
export function useMoveOpportunity(stages: readonly Stage[]) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: ['opportunities'] })
  const send = ({ id, version }: Pick<OpportunityDetail, 'id' | 'version'>, to: string, because?: MoveDetails) =>
    moveOpportunity(backend, { id, to, before: null, version, at: new Date().toISOString() }, because)

  return useMutation({
    mutationFn: ({ opportunity, stage, because }: Move) => send(opportunity, stage.id, because),
    onSuccess: (moved, { opportunity, stage, because = {} }) => {
      invalidateSideEffects(queries, because)
      offerUndo({
        title: `${isolate(opportunity.name)} עברה לשלב ${isolate(stage.name)}`,
        undone: undoneMoveText(opportunity.name, stages.find(({ id }) => id === opportunity.stage_id)?.name),
        explain: (error) => refusalText(error, refusals),
        undo: async () => {
          await explainLateUndo(undoMove(backend, moved))
          await Promise.all([readAgain(), invalidateOthers(queries)])
        },
      })
    },
    onSettled: readAgain,
  })
}
