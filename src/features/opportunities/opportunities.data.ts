// What the browser reads and writes of opportunities: the board of the default pipeline, one contact's, and the ways to add and move one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { type BoardCard, type PendingMove, type Stage, withFreshCards } from './board.ts'
import { byRank, type LostReason, type MoveOpportunity, type Opportunity } from './opportunities.ts'

export type Pipeline = { id: string; name: string; stages: Stage[] }

const cardColumns = `id, name, contact_id, stage_id, status, amount_agorot, probability_override, source, owner_id, rank,
  version, stage_entered_at, next_step_at, next_step_task_id,
  contact:contacts(full_name, household:households(name), points:contact_points(kind, value_norm, is_primary)),
  next_step:tasks!opportunities_next_step_task_id_fkey(id, name, due_date, due_at)`

/** A move without an answer for so long counts as cut off. */
const MOVE_TIMEOUT_MS = 10_000

export async function readDefaultPipeline(backend: Backend): Promise<Pipeline> {
  const { data } = await backend
    .from('pipelines')
    .select('id, name, stages:pipeline_stages(id, slug, name, position, probability, kind, rot_days, color)')
    .eq('is_default', true)
    .single<Pipeline>()
    .throwOnError()
  return { ...data, stages: data.stages.toSorted((a, b) => a.position - b.position) }
}

export async function readBoard(backend: Backend, pipelineId: string): Promise<BoardCard[]> {
  const { data } = await backend
    .from('opportunities')
    .select(cardColumns)
    .eq('pipeline_id', pipelineId)
    .is('deleted_at', null)
    .order('rank')
    .throwOnError()
    .overrideTypes<BoardCard[], { merge: false }>()
  return data.toSorted(byRank)
}

/** The cards under these ids that are (still) on the board of the pipeline. */
export async function readCards(backend: Backend, pipelineId: string, ids: readonly string[]): Promise<BoardCard[]> {
  const { data } = await backend
    .from('opportunities')
    .select(cardColumns)
    .eq('pipeline_id', pipelineId)
    .is('deleted_at', null)
    .in('id', [...ids])
    .throwOnError()
    .overrideTypes<BoardCard[], { merge: false }>()
  return data
}

export async function readLostReasons(backend: Backend): Promise<Pick<LostReason, 'id' | 'name'>[]> {
  const { data } = await backend
    .from('lost_reasons')
    .select('id, name')
    .eq('is_active', true)
    .order('position')
    .throwOnError()
  return data
}

export const boardKey = (pipelineId: string) => ['opportunities', 'board', pipelineId] as const

export function useDefaultPipeline() {
  const backend = useBackend()
  return useQuery({ queryKey: ['pipelines', 'default'], queryFn: () => readDefaultPipeline(backend) })
}

export function useBoard(pipelineId: string | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: boardKey(pipelineId ?? ''),
    queryFn: () => readBoard(backend, pipelineId!),
    enabled: pipelineId !== undefined,
  })
}

export function useLostReasons() {
  const backend = useBackend()
  return useQuery({ queryKey: ['lost_reasons'], queryFn: () => readLostReasons(backend) })
}

/** Keeps the board true to what others do: changed cards are read again, and after a gap in the connection all of them. */
export function useLiveBoard(pipelineId: string | undefined) {
  const queries = useQueryClient()
  const readSome = useReadCardsAgain(pipelineId)
  const readAll = () => void queries.invalidateQueries({ queryKey: ['opportunities', 'board'] })
  // Whatever happened while no board was on the screen was not heard.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['opportunities', 'board'] })
  }, [queries])
  useTableChanges<{ id: string }>({
    table: 'opportunities',
    onReconnect: readAll,
    onChanges: ({ changes, missed }) => {
      const ids = changes.map((change) => change.new.id ?? change.old.id).filter((id) => id !== undefined)
      if (missed.INSERT + missed.UPDATE + missed.DELETE > 0) readAll()
      else readSome([...new Set(ids)]).catch(readAll)
    },
  })
}

/** Reads these cards as the server knows them now; those that are gone leave the board. */
export function useReadCardsAgain(pipelineId: string | undefined) {
  const backend = useBackend()
  const queries = useQueryClient()
  return async (ids: readonly string[]): Promise<BoardCard[]> => {
    if (!pipelineId) return []
    const fresh = await readCards(backend, pipelineId, ids)
    queries.setQueryData<BoardCard[]>(boardKey(pipelineId), (known) => known && withFreshCards(known, ids, fresh))
    return fresh
  }
}

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

export type Lost = { reasonId: string; note: string }

/** Answers the card as it stands after the move. */
export async function moveOpportunity(backend: Backend, move: PendingMove, lost?: Lost): Promise<BoardCard> {
  const { data } = await backend
    .rpc('move_opportunity', {
      opportunity_id: move.id,
      to_stage_id: move.to,
      expected_version: move.version,
      before_id: move.before,
      ...(lost && { lost_reason_id: lost.reasonId, lost_note: lost.note || null }),
    } satisfies MoveOpportunity)
    .select(cardColumns)
    .abortSignal(AbortSignal.timeout(MOVE_TIMEOUT_MS))
    .single<BoardCard>()
    .throwOnError()
  return data
}

/** An earlier move of the same card was refused, so this one has lost its ground. */
export class GroundLost extends Error {}

/** Moves go one after the other, in the order in which they were made. */
export function useMoveOpportunity(pipelineId: string | undefined) {
  const backend = useBackend()
  const queries = useQueryClient()
  const key = boardKey(pipelineId ?? '')
  return useMutation({
    scope: { id: 'opportunity moves' },
    mutationFn: ({ move, lost }: { move: PendingMove; lost?: Lost }) => {
      const known = queries.getQueryData<BoardCard[]>(key)?.find(({ id }) => id === move.id)
      if (known && known.version < move.version) throw new GroundLost()
      return moveOpportunity(backend, move, lost)
    },
    onSuccess: (card) => {
      queries.setQueryData<BoardCard[]>(key, (known) => known && withFreshCards(known, [card.id], [card]))
    },
  })
}
