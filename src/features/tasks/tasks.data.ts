// What the browser reads and writes of tasks: one contact's, one person's for the day, adding, ticking off.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { NewTask, Task } from './tasks.ts'

export type ShownTask = Pick<
  Task,
  'id' | 'name' | 'due_date' | 'due_at' | 'status' | 'user_id' | 'contact_id' | 'priority' | 'version'
> & {
  contact: { full_name: string } | null
}
const shownColumns =
  'id, name, due_date, due_at, status, user_id, contact_id, priority, version, contact:contacts(full_name)'
const DONE_SHOWN = 3

/** All that is open, soonest first, and the last few that were done. */
export async function readContactTasks(backend: Backend, contactId: string): Promise<ShownTask[]> {
  const tasks = () => backend.from('tasks').select(shownColumns).eq('contact_id', contactId)
  const [open, done] = await Promise.all([
    tasks()
      .in('status', ['To Do', 'In Progress'])
      .order('due_date', { nullsFirst: false })
      .order('created_at')
      .throwOnError()
      .overrideTypes<ShownTask[], { merge: false }>(),
    tasks()
      .eq('status', 'Done')
      .order('completed_at', { ascending: false })
      .limit(DONE_SHOWN)
      .throwOnError()
      .overrideTypes<ShownTask[], { merge: false }>(),
  ])
  return [...open.data, ...done.data]
}

/** One person's open tasks that are due by this day ('YYYY-MM-DD'), the oldest first. */
export async function readTasksDue(backend: Backend, userId: string, day: string): Promise<ShownTask[]> {
  const { data } = await backend
    .from('tasks')
    .select(shownColumns)
    .eq('user_id', userId)
    .in('status', ['To Do', 'In Progress'])
    .lte('due_date', day)
    .order('due_date')
    .order('due_at', { nullsFirst: false })
    .limit(100)
    .throwOnError()
    .overrideTypes<ShownTask[], { merge: false }>()
  return data
}

export function useContactTasks(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['tasks', 'contact', contactId],
    queryFn: () => readContactTasks(backend, contactId),
    staleTime: 0,
  })
}

export function useTasksDue(day: string) {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({
    queryKey: ['tasks', 'due', userId, day],
    queryFn: () => readTasksDue(backend, userId, day),
    staleTime: 0,
  })
}

export function useLiveTasks() {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['tasks'] })
  useTableChanges({ table: 'tasks', onChanges: readAgain, onReconnect: readAgain })
}

/** Ticks a task off, or back on. It shows at once and goes back when it is refused. */
export function useTickTask() {
  const backend = useBackend()
  const queries = useQueryClient()
  const set = (id: string, status: Task['status']) =>
    queries.setQueriesData<ShownTask[]>({ queryKey: ['tasks'] }, (tasks) =>
      tasks?.map((task) => (task.id === id ? { ...task, status } : task)),
    )
  return useMutation({
    mutationFn: async ({ id, isDone }: { id: string; isDone: boolean }) => {
      await backend
        .from('tasks')
        .update({ status: isDone ? 'Done' : 'To Do' })
        .eq('id', id)
        .select('id')
        .single()
        .throwOnError()
    },
    onMutate: ({ id, isDone }) => set(id, isDone ? 'Done' : 'To Do'),
    onError: (_error, { id, isDone }) => set(id, isDone ? 'To Do' : 'Done'),
  })
}

export function useAddTask() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (task: NewTask) => {
      await backend.from('tasks').insert(task).throwOnError()
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tasks'] }),
  })
}
