// Queries of the task list: open tasks by due date, done ones by completion date, paginated.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { daysOf, type TaskFilter } from './task-filter.ts'
import { type ShownTask, shownColumns } from './tasks.data.ts'

const PAGE = 100
const DONE_PAGE = 30

type TaskQuery = { filter: TaskFilter; userId: string; today: string }

function applyFilter(backend: Backend, { filter: { who, types, onlyHigh, words }, userId }: TaskQuery) {
  let tasks = backend.from('tasks').select(shownColumns).is('deleted_at', null)
  if (who === 'mine') tasks = tasks.eq('user_id', userId)
  else if (who === 'given') tasks = tasks.eq('created_by', userId).neq('user_id', userId)
  else if (who !== 'all') tasks = tasks.eq('user_id', who)
  if (types.length > 0) tasks = tasks.in('type', types)
  if (onlyHigh) tasks = tasks.eq('priority', 'high')
  if (words) tasks = tasks.ilike('name', `%${words.replaceAll(/[\\%_*]/g, String.raw`\$&`)}%`)
  return tasks
}

/** Earliest first, without a date last; `after` is the cursor. */
export async function readOpenTasks(backend: Backend, query: TaskQuery, after?: ShownTask): Promise<ShownTask[]> {
  let tasks = applyFilter(backend, query).in('status', ['To Do', 'In Progress'])
  const { due } = query.filter
  const days = due && daysOf(due, query.today)
  if (days === null) tasks = tasks.is('due_date', null)
  if (days?.from) tasks = tasks.gte('due_date', days.from)
  if (days?.to) tasks = tasks.lte('due_date', days.to)
  if (after?.due_date)
    tasks = tasks.or(
      `due_date.gt.${after.due_date},and(due_date.eq.${after.due_date},id.gt.${after.id}),due_date.is.null`,
    )
  else if (after) tasks = tasks.is('due_date', null).gt('id', after.id)
  const { data } = await tasks.order('due_date', { nullsFirst: false }).order('id').limit(PAGE).throwOnError()
  return data
}

/** Latest completed first. */
export async function readDoneTasks(backend: Backend, query: TaskQuery, after?: ShownTask): Promise<ShownTask[]> {
  let tasks = applyFilter(backend, query).eq('status', 'Done')
  if (after?.completed_at)
    tasks = tasks
      .lte('completed_at', after.completed_at)
      .or(`completed_at.lt."${after.completed_at}",id.gt.${after.id}`)
  const { data } = await tasks.order('completed_at', { ascending: false }).order('id').limit(DONE_PAGE).throwOnError()
  return data
}

export function useOpenTasks(filter: TaskFilter, today: string) {
  const backend = useBackend()
  const userId = useUserId()
  return useInfiniteQuery({
    queryKey: ['tasks', 'open', userId, filter, today],
    queryFn: ({ pageParam }) => readOpenTasks(backend, { filter, userId, today }, pageParam),
    initialPageParam: undefined as ShownTask | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)),
    staleTime: 0,
  })
}

/** Enabled when the section is opened. */
export function useDoneTasks(filter: TaskFilter, today: string, isOpen: boolean) {
  const backend = useBackend()
  const userId = useUserId()
  return useInfiniteQuery({
    queryKey: ['tasks', 'done', userId, filter],
    queryFn: ({ pageParam }) => readDoneTasks(backend, { filter, userId, today }, pageParam),
    initialPageParam: undefined as ShownTask | undefined,
    getNextPageParam: (page) => (page.length < DONE_PAGE ? undefined : page.at(-1)),
    enabled: isOpen,
    staleTime: 0,
  })
}
