import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { type SnoozeOption, snoozeTo } from '#features/tasks/snooze.ts'
import { useChangeTasks } from '#features/tasks/task-changes.data.ts'
import {
  addToTimeline,
  snoozeItem,
  removeFromTimeline,
  type TaskItem,
  type TodayItem,
  useToday,
} from '#features/today/today.data.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { isTask, textsOf } from './item-texts.ts'

export type Day = ReturnType<typeof useDay>

/** Items of the day and their mutations: removed optimistically, restored on refusal or undo. */
export function useDay() {
  const backend = useBackend()
  const queries = useQueryClient()
  const today = useToday()
  const change = useChangeTasks()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const readAgain = () => queries.invalidateQueries({ queryKey: ['today'] })

  async function leave({ id }: TodayItem, work: () => Promise<unknown>) {
    setLeaving((ids) => new Set([...ids, id]))
    try {
      await work()
      await readAgain()
    } catch (error) {
      toast.error(refusalText(error), { title: 'זה לא נשמר' })
    } finally {
      setLeaving((ids) => new Set([...ids].filter((one) => one !== id)))
    }
  }

  const known = (item: TaskItem) => ({
    id: item.task_id,
    version: item.version,
    status: item.status,
    due_date: item.due_date,
    due_at: item.due_at,
  })

  /** Completes the task; a lead without a task is logged as answered. */
  function finish(item: TodayItem) {
    if (item.kind === 'lead') return leave(item, () => answer(item))
    if (!isTask(item)) return Promise.resolve()
    const toastText = `בוצע: ${item.title}`
    return leave(item, () => change({ tasks: [known(item)], patch: () => ({ status: 'Done' as const }), toastText }))
  }

  async function answer(item: TodayItem & { kind: 'lead' }) {
    const toastText = `הפנייה נענתה: ${item.contact!.full_name}`
    if (item.task_id) {
      const task = { id: item.task_id, status: 'To Do' as const }
      return void (await change({ tasks: [task], patch: () => ({ status: 'Done' as const }), toastText }))
    }
    const line = await addToTimeline(backend, item.contact!.id, { type: 'note', text: 'הפנייה נענתה' })
    offerUndo({
      title: toastText,
      async undo() {
        await removeFromTimeline(backend, line)
        await readAgain()
      },
    })
  }

  function later(item: TodayItem, to: SnoozeOption) {
    const title = `נדחה (${to.text}): ${textsOf(item, new Date()).title}`
    if (isTask(item))
      return leave(item, () => change({ tasks: [known(item)], patch: (task) => snoozeTo(to, task), toastText: title }))
    return leave(item, async () => {
      await snoozeItem(backend, item, to.until)
      offerUndo({
        title,
        async undo() {
          await snoozeItem(backend, item, null)
          await readAgain()
        },
      })
    })
  }

  /** Logs that an external app was opened, not that a message was sent. Errors are ignored. */
  function noteOpened({ contact }: TodayItem, type: 'whatsapp' | 'email') {
    if (contact) addToTimeline(backend, contact.id, { type, text: '' }).catch(() => undefined)
  }

  return {
    today,
    items: today.data?.items.filter(({ id }) => !leaving.has(id)),
    finish,
    later,
    noteOpened,
  }
}
