// Read access of the client portal to processes. The four calls, their columns and filters are spec §7.
import type { Backend } from '#client/backend.ts'
import type { ClientProcess, ProcessStage, ProcessStageInstance, ProcessTemplate } from './processes.ts'
import { inStageOrder } from './stage-progress.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'process_stages.task_template': ProcessStage['task_template']
  }
}

type Template = Pick<ProcessTemplate, 'id' | 'name' | 'description'>
type Process = Pick<ClientProcess, 'id' | 'contact_id' | 'process_template_id' | 'status' | 'started_on'>
type Instance = Pick<
  ProcessStageInstance,
  | 'id'
  | 'client_process_id'
  | 'process_stage_id'
  | 'status'
  | 'opened_at'
  | 'due_on'
  | 'done_at'
  | 'note'
  | 'goal_target'
  | 'goal_reached'
  | 'goal_unit'
>
type Stage = Pick<
  ProcessStage,
  'id' | 'name' | 'stage_order' | 'description' | 'stage_type' | 'goal' | 'completion_rule' | 'task_template'
>

export type ShownStage = Instance & { stage: Stage }
export type ShownProcess = Process & { template: Template | undefined; stages: ShownStage[] }

/** A contact's active processes, oldest first, each with its stages in order. */
export async function readActiveProcesses(backend: Backend, contactId: string): Promise<ShownProcess[]> {
  const { data: processes } = await backend
    .from('client_processes')
    .select('id, contact_id, process_template_id, status, started_on')
    .eq('contact_id', contactId)
    .eq('status', 'active')
    .throwOnError()
  return withStages(backend, processes)
}

/** Active processes that the signed-in client sees through their household, such as the partner's. */
export async function readSharedProcesses(backend: Backend, contactId: string): Promise<ShownProcess[]> {
  const { data: processes } = await backend
    .from('client_processes')
    .select('id, contact_id, process_template_id, status, started_on')
    .neq('contact_id', contactId)
    .eq('status', 'active')
    .throwOnError()
  return withStages(backend, processes)
}

async function withStages(backend: Backend, processes: readonly Process[]): Promise<ShownProcess[]> {
  if (processes.length === 0) return []
  const templates = await readTemplates(backend, distinct(processes.map((process) => process.process_template_id)))
  const instances = await readInstances(
    backend,
    processes.map(({ id }) => id),
  )
  const stages = await readStages(backend, distinct(instances.map((instance) => instance.process_stage_id)))
  return processes
    .toSorted((one, other) => one.started_on.localeCompare(other.started_on) || one.id.localeCompare(other.id))
    .map((process) => ({
      ...process,
      template: templates.find(({ id }) => id === process.process_template_id),
      stages: inStageOrder(
        instances.filter((instance) => instance.client_process_id === process.id),
        stages,
      ),
    }))
}

const distinct = (ids: readonly string[]) => [...new Set(ids)]

async function readTemplates(backend: Backend, ids: string[]): Promise<Template[]> {
  const { data } = await backend.from('process_templates').select('id, name, description').in('id', ids).throwOnError()
  return data
}

async function readInstances(backend: Backend, processIds: string[]): Promise<Instance[]> {
  const { data } = await backend
    .from('process_stage_instances')
    .select(
      'id, client_process_id, process_stage_id, status, opened_at, due_on, done_at, note, goal_target, goal_reached, goal_unit',
    )
    .in('client_process_id', processIds)
    .throwOnError()
  return data
}

async function readStages(backend: Backend, ids: string[]): Promise<Stage[]> {
  if (ids.length === 0) return []
  const { data } = await backend
    .from('process_stages')
    .select('id, name, stage_order, description, stage_type, goal, completion_rule, task_template')
    .in('id', ids)
    .throwOnError()
  return data
}
