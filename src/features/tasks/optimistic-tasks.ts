// Optimistic updates of tasks in every cached list.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ShownTask } from './tasks.data.ts'

type Change = Partial<ShownTask> & Pick<ShownTask, 'id'>
type CachedTasks = ShownTask[] | InfiniteData<ShownTask[]>

const cachedLists = {
  queryKey: ['tasks'],
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'one',
}

/**
 * Applies changes to every cached list. The returned function rolls back the given ids, because after a network failure
 * a refetch may fail, too.
 */
export function applyOptimistically(queries: QueryClient, changes: readonly Change[]) {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const before = queries.getQueriesData<CachedTasks>(cachedLists)
  queries.setQueriesData<CachedTasks>(
    cachedLists,
    eachTask((task) => ({ ...task, ...byId.get(task.id) })),
  )
  return (ids: readonly string[]) => {
    for (const [key, all] of before) {
      const earlier = new Map(tasksOf(all).map((task) => [task.id, task]))
      queries.setQueryData<CachedTasks>(
        key,
        eachTask((task) => (ids.includes(task.id) ? rollBack(task, byId.get(task.id), earlier.get(task.id)) : task)),
      )
    }
  }
}

/** Skips a task that was refetched since: the fetched row is newer than the snapshot. */
function rollBack(task: ShownTask, change: Change | undefined, earlier: ShownTask | undefined): ShownTask {
  if (!change || !earlier) return task
  const keys = Object.keys(change) as (keyof Change)[]
  if (keys.some((key) => task[key] !== change[key])) return task
  return { ...task, ...Object.fromEntries(keys.map((key) => [key, earlier[key]])) }
}

const tasksOf = (all: CachedTasks | undefined) => (all ? (Array.isArray(all) ? all : all.pages.flat()) : [])

const eachTask = (look: (task: ShownTask) => ShownTask) => (all: CachedTasks | undefined) =>
  all && (Array.isArray(all) ? all.map(look) : { ...all, pages: all.pages.map((page) => page.map(look)) })
