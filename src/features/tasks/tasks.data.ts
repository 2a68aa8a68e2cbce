// Data access of a contact's or opportunity's tasks, and of single tasks.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { addTaskKey } from '#client/mutation-keys.ts'
import { useBackend } from '#client/session-context.tsx'
import type { NewTask, Task } from './tasks.ts'

export type ShownTask = Pick<
  Task,
  | 'id'
  | 'name'
  | 'due_date'
  | 'due_at'
  | 'status'
  | 'user_id'
  | 'contact_id'
  | 'opportunity_id'
  | 'type'
  | 'priority'
  | 'rrule'
  | 'completed_at'
  | 'deleted_at'
  | 'version'
> & { contact: { full_name: string } | null }
export const shownColumns =
  'id, name, due_date, due_at, status, user_id, contact_id, opportunity_id, type, priority, rrule, completed_at, deleted_at, version, contact:contacts(full_name)'
const DONE_SHOWN = 3

/** The tasks of contacts (one, or the members of a household), or of one opportunity. */
export type TaskScope = { contactIds: readonly string[] } | { opportunityId: string }

/** All open tasks, earliest first, and the latest completed ones. */
export async function readTasksAbout(backend: Backend, about: TaskScope): Promise<ShownTask[]> {
  const tasks = () => {
    const all = backend.from('tasks').select(shownColumns)
    return 'contactIds' in about
      ? all.in('contact_id', about.contactIds)
      : all.eq('opportunity_id', about.opportunityId)
  }
  const [open, done] = await Promise.all([
    tasks()
      .in('status', ['To Do', 'In Progress'])
      .order('due_date', { nullsFirst: false })
      .order('created_at')
      .throwOnError(),
    tasks()
      .eq('status', 'Done')
      .is('deleted_at', null)
      .order('completed_at', { ascending: false })
      .limit(DONE_SHOWN)
      .throwOnError(),
  ])
  return [...open.data, ...done.data]
}

export function useTasksAbout(about: TaskScope) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['tasks', 'about', about],
    queryFn: () => readTasksAbout(backend, about),
    staleTime: 0,
  })
}

async function readTask(backend: Backend, id: string): Promise<ShownTask | null> {
  const { data } = await backend.from('tasks').select(shownColumns).eq('id', id).maybeSingle().throwOnError()
  return data
}

const taskKey = (id: string | undefined) => ['tasks', 'one', id] as const

/** One task, for the edit dialog. Null if deleted. */
export function useTask(id: string | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: taskKey(id),
    queryFn: () => readTask(backend, id!),
    enabled: id !== undefined,
    staleTime: 0,
    // Not cached: a form that opens again would start from the row before its last save.
    gcTime: 0,
  })
}

/** Fetches the current row of the same task. */
export function useFetchTask() {
  const backend = useBackend()
  const queries = useQueryClient()
  return (id: string) =>
    queries.fetchQuery({ queryKey: taskKey(id), queryFn: () => readTask(backend, id), staleTime: 0 })
}

export function useLiveTasks() {
  const queries = useQueryClient()
  const invalidate = () => void queries.invalidateQueries({ queryKey: ['tasks'] })
  useTableChanges({ table: 'tasks', onChanges: invalidate, onReconnect: invalidate })
}

export function useAddTask() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: addTaskKey,
    /** The caller provides the id, so that an undo knows it. */
    mutationFn: async (task: NewTask & { id?: string }): Promise<{ id: string }> => {
      const { data } = await backend.from('tasks').insert(task).select('id').single().throwOnError()
      return data
    },
    onSuccess: () => Promise.all(['tasks', 'today'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
