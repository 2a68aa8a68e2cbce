// What the browser writes of opportunities: adding one, changing one, moving one, and changing many.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { BulkAnswer } from '#features/bulk-actions/bulk-actions.ts'
import type { Lost } from '#features/pipelines/pipelines.ts'
import type { BoardCard, PendingMove } from './board/board.ts'
import type { MoveOpportunity, Opportunity } from './opportunities.ts'

/** What a card on the board shows. */
export const cardColumns = `id, name, contact_id, stage_id, status, amount_agorot, probability_override, source, expected_close_on, owner_id,
  rank, version, stage_entered_at, next_step_at, next_step_task_id,
  contact:contacts(full_name, household:households(name), points:contact_points(kind, value_norm, is_primary)),
  next_step:tasks!opportunities_next_step_task_id_fkey(id, name, due_date, due_at)`

/** A move without an answer for so long counts as cut off. */
const MOVE_TIMEOUT_MS = 10_000

export type NewOpportunity = Pick<Opportunity, 'name' | 'contact_id' | 'stage_id' | 'amount_agorot' | 'owner_id'>

export function useAddOpportunity() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (opportunity: NewOpportunity) => {
      await backend.from('opportunities').insert(opportunity).throwOnError()
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['opportunities'] }),
  })
}

/** What else is true when a card moves: why it is lost, why it is opened again, what follows from winning it. */
export type Because = {
  lost?: Lost
  reopened?: string
  won?: { becomesClient: boolean; processTemplateId: string | null; taskName: string | null }
}

/** Answers the card as it stands after the move. */
export async function moveOpportunity(backend: Backend, move: PendingMove, because: Because = {}): Promise<BoardCard> {
  const { lost, reopened, won } = because
  const place = {
    opportunity_id: move.id,
    to_stage_id: move.to,
    expected_version: move.version,
    before_id: move.before,
  } satisfies MoveOpportunity
  const call = won
    ? backend.rpc('win_opportunity', {
        ...place,
        becomes_client: won.becomesClient,
        process_template_id: won.processTemplateId,
        task_name: won.taskName,
      })
    : backend.rpc('move_opportunity', {
        ...place,
        ...(lost && { lost_reason_id: lost.reasonId, lost_note: lost.note || null }),
        ...(reopened && { reopened_because: reopened }),
      } satisfies MoveOpportunity)
  const { data } = await call
    .select(cardColumns)
    .abortSignal(AbortSignal.timeout(MOVE_TIMEOUT_MS))
    .single<BoardCard>()
    .throwOnError()
  return data
}

/** A sale that is won makes a client, may open a process and leave a task: whatever is known of those is read again. */
export const readAfterWinning = (queries: QueryClient, { won }: Because) => {
  if (won) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'opportunities' })
}

/** What may be done to many deals at once. */
export type BulkChange =
  | { owner_id: string | null }
  | { stage_id: string; lost_reason_id?: string; lost_note?: string | null; reopened_because?: string }
  | { task: { name: string; due_date: string | null } }
  | { bin: true }

/** One transaction; the answer's batch takes it back. */
export async function changeMany(backend: Backend, ids: readonly string[], change: BulkChange): Promise<BulkAnswer> {
  const { data } = await backend.rpc('bulk_change_opportunities', { ids, change }).throwOnError()
  return data as BulkAnswer
}
