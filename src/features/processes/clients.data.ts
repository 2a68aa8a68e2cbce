// Families in a process, and changes of their stages, by staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import type { StageStatus } from './stage-progress.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'clients_in_process.stage_status': StageStatus | null
  }
}

async function readClients(backend: Backend) {
  const { data } = await backend.rpc('clients_in_process').throwOnError()
  return data
}
export type ClientInProcess = Awaited<ReturnType<typeof readClients>>[number]

const clientsKey = ['processes', 'clients'] as const

export function useClients() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: clientsKey })
  useTableChanges({ table: 'process_stage_instances', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey: clientsKey, queryFn: () => readClients(backend), staleTime: 0 })
}

async function readStagesOf(backend: Backend, contactId: string) {
  const { data } = await backend
    .from('process_stage_instances')
    .select(
      `id, status, version, opened_at, due_on, done_at, note, goal_target, goal_reached, goal_unit,
       stage:process_stages!inner(name, stage_order, goal, description, is_skippable, visible_to_client, task_template),
       process:client_processes!inner(id, contact_id, household_id, status, template:process_templates(name))`,
    )
    .eq('process.contact_id', contactId)
    .in('process.status', ['active', 'paused', 'completed'])
    .throwOnError()
  return data.toSorted((a, b) => a.process.id.localeCompare(b.process.id) || a.stage.stage_order - b.stage.stage_order)
}
export type StaffStage = Awaited<ReturnType<typeof readStagesOf>>[number]

const stagesKey = (contactId: string) => ['processes', 'stages', contactId] as const

/** All stages of a contact's processes, with the data needed to move them. */
export function useStagesOf(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: stagesKey(contactId) })
  useTableChanges({ table: 'process_stage_instances', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: stagesKey(contactId),
    queryFn: () => readStagesOf(backend, contactId),
    staleTime: 0,
  })
}

export type StageGoal = Pick<StaffStage, 'goal_target' | 'goal_reached' | 'goal_unit'>

/** The note to the family. Saved only if the stage has this version. */
type StageNote = { id: string; version: number; note: string | null }

/** `before`: the goal that was read. Other changes of the stage are no conflict. */
type GoalChange = { id: string; goal: StageGoal; before: StageGoal }

type Move = { id: string; version: number; to: StageStatus } | { id: string; reason: string } | StageNote | GoalChange

async function saveNote(backend: Backend, { id, version, note }: StageNote) {
  const saving = backend.from('process_stage_instances').update({ note }).eq('id', id).eq('version', version)
  const { data } = await saving.select('id').throwOnError()
  if (data.length > 0) return
  const { data: now } = await backend
    .from('process_stage_instances')
    .select('version')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  // The version matches although no row was updated, so the caller lacks the right to write.
  if (now?.version === version) throw new CallRefused('42501', 'No right to update the stage')
  throw new EditConflict(now)
}

async function saveGoal(backend: Backend, { id, goal, before }: GoalChange) {
  const { goal_target: target, goal_reached: reached, goal_unit: unit } = before
  const saving = backend
    .from('process_stage_instances')
    .update(goal)
    .eq('id', id)
    .eq('goal_reached', reached)
    .eq('goal_unit', unit)
  const ofTarget = target === null ? saving.is('goal_target', null) : saving.eq('goal_target', target)
  const { data } = await ofTarget.select('id').throwOnError()
  if (data.length > 0) return
  const { data: now } = await backend
    .from('process_stage_instances')
    .select('goal_target, goal_reached, goal_unit')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  // The goal is unchanged since it was read, so the caller lacks the right to write.
  if (now?.goal_target === target && now.goal_reached === reached && now.goal_unit === unit)
    throw new CallRefused('42501', 'No right to update the stage')
  throw new EditConflict(now)
}

/** Moves or reopens a stage, saves its note to the family, or saves the progress towards its goal. */
export function useChangeStage() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(move: Move) {
      if ('to' in move)
        await backend.rpc('move_stage', { instance: move.id, to_status: move.to, seen: move.version }).throwOnError()
      else if ('reason' in move)
        await backend.rpc('reopen_stage', { instance: move.id, reason: move.reason }).throwOnError()
      else if ('goal' in move) await saveGoal(backend, move)
      else await saveNote(backend, move)
    },
    onSettled: () =>
      Promise.all(['processes', 'tasks', 'activities'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
