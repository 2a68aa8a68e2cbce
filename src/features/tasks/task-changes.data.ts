// Task updates, single or bulk: optimistic, one request, with undo.
import { useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { count } from '#lib/hebrew/count.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'
import { applyOptimistically } from './optimistic-tasks.ts'
import { refusals } from './task-labels.ts'
import type { Task } from './tasks.ts'

export type TaskPatch = Partial<
  Pick<
    Task,
    'name' | 'status' | 'due_date' | 'due_at' | 'user_id' | 'contact_id' | 'type' | 'priority' | 'rrule' | 'deleted_at'
  >
>
/** A task as loaded: its id, and the values needed to undo a patch. */
export type LoadedTask = Pick<Task, 'id'> & TaskPatch & { version?: number }
type TaskChange = TaskPatch & { id: string; version?: number }

/** One statement. Returns the changed tasks; a task whose version differs from the given one is skipped. */
export async function sendChanges(backend: Backend, changes: readonly TaskChange[]) {
  const { data } = await backend.rpc('change_tasks', { changes }).select('id, version').throwOnError()
  return data
}

type Change<Known extends LoadedTask> = {
  tasks: readonly Known[]
  patch: (task: Known) => TaskPatch
  /** The title of the undo toast. */
  toastText: string
  /** Skips tasks changed since they were read; the caller reports them. */
  onlyAsRead?: boolean
}

/** Updates tasks and offers undo. Returns whether all were changed; failures are shown in a toast. */
export function useChangeTasks() {
  const backend = useBackend()
  const queries = useQueryClient()
  const invalidate = () => Promise.all(['tasks', 'today'].map((key) => queries.invalidateQueries({ queryKey: [key] })))

  return async function change<Known extends LoadedTask>({
    tasks,
    patch,
    toastText,
    onlyAsRead = false,
  }: Change<Known>): Promise<boolean> {
    const changes = tasks.map((task) => ({
      id: task.id,
      ...(onlyAsRead && task.version && { version: task.version }),
      ...patch(task),
    }))
    await queries.cancelQueries({ queryKey: ['tasks'] })
    const rollBack = applyOptimistically(queries, changes)
    try {
      const changed = await sendChanges(backend, changes)
      const changedIds = new Set(changed.map(({ id }) => id))
      rollBack(changes.flatMap(({ id }) => (changedIds.has(id) ? [] : [id])))
      if (changed.length < tasks.length && !onlyAsRead) toast.error(skippedText(tasks.length - changed.length))
      if (changed.length > 0)
        offerUndo({ title: toastText, undo: () => undo(changed), explain: (error) => refusalText(error, refusals) })
      return changed.length === tasks.length
    } catch (error) {
      rollBack(changes.map(({ id }) => id))
      toast.error(refusalText(error, refusals), {
        title: tasks.length === 1 ? 'המשימה לא עודכנה' : 'המשימות לא עודכנו',
      })
      return false
    } finally {
      await invalidate()
    }

    async function undo(changed: readonly Pick<Task, 'id' | 'version'>[]) {
      const before = new Map(tasks.map((task) => [task.id, previousValues(task, patch(task))]))
      const back = await sendChanges(
        backend,
        changed.map(({ id, version }) => ({ id, version, ...before.get(id) })),
      )
      await invalidate()
      if (back.length === 0) throw new TooLateToUndo('בינתיים המשימה השתנתה, והשינוי החדש נשאר')
      if (back.length < changed.length) toast.info(skippedText(changed.length - back.length))
    }
  }
}

/** The previous values of all patched columns. */
function previousValues(task: LoadedTask, patch: TaskPatch): TaskPatch {
  const known: Record<string, unknown> = task
  return Object.fromEntries(Object.keys(patch).map((key) => [key, known[key] ?? null]))
}

const skippedText = (n: number) =>
  count(n, {
    one: 'משימה אחת השתנתה או נמחקה בינתיים, ונשארה כמו שהיא',
    two: 'שתי משימות השתנו או נמחקו בינתיים, ונשארו כמו שהן',
    other: '# משימות השתנו או נמחקו בינתיים, ונשארו כמו שהן',
  })
