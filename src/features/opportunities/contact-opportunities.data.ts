// The opportunities of one contact, open ones first.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { PipelineStage } from '#platform/pipelines/pipelines.ts'
import type { BoardCard } from './board/board.ts'
import type { Opportunity } from './opportunities.ts'

type Facts =
  | 'id'
  | 'name'
  | 'status'
  | 'stage_id'
  | 'amount_agorot'
  | 'stage_entered_at'
  | 'next_step_at'
  | 'next_step_task_id'
export type ContactOpportunity = Pick<Opportunity, Facts> & {
  next_step: BoardCard['next_step']
  pipeline: { name: string; stages: Pick<PipelineStage, 'id' | 'name' | 'color'>[] }
}

export async function readContactOpportunities(backend: Backend, contactId: string): Promise<ContactOpportunity[]> {
  const { data } = await backend
    .from('opportunities')
    .select(
      `id, name, status, stage_id, amount_agorot, stage_entered_at, next_step_at, next_step_task_id,
      next_step:tasks!opportunities_next_step_task_id_fkey(id, name, due_date, due_at),
      pipeline:pipelines(name, stages:pipeline_stages(id, name, color))`,
    )
    .eq('contact_id', contactId)
    .is('deleted_at', null)
    .order('created_at', { ascending: false })
    .throwOnError()
  return data.toSorted((a, b) => Number(b.status === 'open') - Number(a.status === 'open'))
}

export function useContactOpportunities(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const key = ['opportunities', 'contact', contactId]
  const invalidate = () => void queries.invalidateQueries({ queryKey: key })
  useTableChanges({ table: 'opportunities', onChanges: invalidate, onReconnect: invalidate })
  return useQuery({ queryKey: key, queryFn: () => readContactOpportunities(backend, contactId), staleTime: 0 })
}
