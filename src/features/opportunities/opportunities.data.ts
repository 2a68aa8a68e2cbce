// Writes to opportunities: insert, move, and bulk changes.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { BulkAnswer } from '#platform/bulk-actions/bulk-actions.ts'
import type { LossDetails } from '#platform/pipelines/pipelines.ts'
import type { BoardCard, PendingMove } from './board/board.ts'
import type { MoveOpportunity } from './opportunities.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    bulk_change_opportunities: BulkAnswer
  }
}

/** The columns of a board card. */
export const cardColumns = `id, name, contact_id, stage_id, status, amount_agorot, probability_override, source, expected_close_on, owner_id,
  rank, version, stage_entered_at, next_step_at, next_step_task_id,
  contact:contacts(full_name, household:households(name), points:contact_points(kind, value_norm, is_primary)),
  next_step:tasks!opportunities_next_step_task_id_fkey(id, name, due_date, due_at)`

/** A move without a response for this long counts as failed. */
const MOVE_TIMEOUT_MS = 10_000

export type NewOpportunity = {
  stage_id: string
  /** An existing contact, or the details of a new one. */
  person:
    | { contact_id: string }
    | { first_name: string; last_name: string | null; phone: string | null; email: string | null }
  name: string | null
  product_id: string | null
  amount_agorot: number
  expected_close_on: string | null
  owner_id: string | null
  step_name: string | null
  step_due_on: string | null
}

/** Creates contact, opportunity and next step in one transaction. */
export async function openOpportunity(backend: Backend, { person, ...opportunity }: NewOpportunity) {
  const { data } = await backend
    .rpc('open_opportunity', { ...opportunity, ...person })
    .select('id, contact_id')
    .single()
    .throwOnError()
  return data
}

export function useOpenOpportunity() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (opportunity: NewOpportunity) => openOpportunity(backend, opportunity),
    onSuccess: () =>
      Promise.all(
        ['opportunities', 'contacts', 'tasks', 'today', 'activities', 'households'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}

/** Details of a move: loss reason, reopening reason, side effects of winning. */
export type MoveDetails = {
  lost?: LossDetails
  reopened?: { because: string; becomesLead: boolean; stopsProcesses: boolean }
  won?: { becomesClient: boolean; processTemplateId: string | null; taskName: string | null }
}

/** Moves an opportunity to a stage. Returns the opportunity after the move. */
export async function moveOpportunity(
  backend: Backend,
  move: PendingMove,
  because: MoveDetails = {},
): Promise<BoardCard> {
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
    : reopened
      ? backend.rpc('reopen_opportunity', {
          ...place,
          reopened_because: reopened.because,
          lifecycle: reopened.becomesLead ? 'lead' : null,
          stops_processes: reopened.stopsProcesses,
        })
      : backend.rpc('move_opportunity', {
          ...place,
          ...(lost && { lost_reason_id: lost.reasonId, lost_note: lost.note || null }),
        } satisfies MoveOpportunity)
  const { data } = await call
    .select(cardColumns)
    .abortSignal(AbortSignal.timeout(MOVE_TIMEOUT_MS))
    .single()
    .throwOnError()
  return data
}

/** Undoes the caller's last move with its side effects, if the opportunity has not changed since. Returns the restored opportunity. */
export async function undoMove(
  backend: Backend,
  { id, version }: Pick<BoardCard, 'id' | 'version'>,
): Promise<BoardCard> {
  const { data } = await backend
    .rpc('undo_opportunity_move', { opportunity_id: id, expected_version: version })
    .select(cardColumns)
    .abortSignal(AbortSignal.timeout(MOVE_TIMEOUT_MS))
    .single()
    .throwOnError()
  return data
}

/** A move may create a client, a process and a task, and its undo removes them. All other queries are invalidated. */
export const invalidateSideEffects = (queries: QueryClient, { won, reopened }: MoveDetails) => {
  if (won || reopened) void invalidateOthers(queries)
}
export const invalidateOthers = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'opportunities' })

/** One bulk change: owner, stage, task, or moving to the bin. */
export type BulkChange =
  | { owner_id: string | null }
  | { stage_id: string; lost_reason_id?: string; lost_note?: string | null; reopened_because?: string }
  | { task: { name: string; due_date: string | null } }
  | { bin: true }

/** Applies the change in one transaction, and returns the batch for its undo. */
export async function bulkChange(backend: Backend, ids: readonly string[], change: BulkChange): Promise<BulkAnswer> {
  const { data } = await backend.rpc('bulk_change_opportunities', { ids, change }).throwOnError()
  return data
}
