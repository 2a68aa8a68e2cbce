import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { type SnoozeOption, snoozeTo } from '#features/tasks/snooze.ts'
import { useChangeTasks } from '#features/tasks/task-changes.data.ts'
import {
  addToTimeline,
  putOff,
  removeFromTimeline,
  type TaskItem,
  type TodayItem,
  useToday,
} from '#features/today/today.data.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { isTask, wordsOf } from './item-words.ts'

export type Day = ReturnType<typeof useDay>

/** The day's list, and what can be done with a line of it: it leaves at once, and is back if it was refused or taken back. */
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

  /** The task is done; a request that has none is noted as answered. */
  function finish(item: TodayItem) {
    if (item.kind === 'lead') return leave(item, () => answer(item))
    if (!isTask(item)) return Promise.resolve()
    const said = `בוצע: ${item.title}`
    return leave(item, () => change({ tasks: [known(item)], patch: () => ({ status: 'Done' as const }), said }))
  }

  async function answer(item: TodayItem & { kind: 'lead' }) {
    const said = `הפנייה נענתה: ${item.contact!.full_name}`
    if (item.task_id) {
      const task = { id: item.task_id, status: 'To Do' as const }
      return void (await change({ tasks: [task], patch: () => ({ status: 'Done' as const }), said }))
    }
    const line = await addToTimeline(backend, item.contact!.id, { type: 'note', text: 'הפנייה נענתה' })
    offerUndo({
      title: said,
      async undo() {
        await removeFromTimeline(backend, line)
        await readAgain()
      },
    })
  }

  function later(item: TodayItem, to: SnoozeOption) {
    const title = `נדחה (${to.text}): ${wordsOf(item, new Date()).title}`
    if (isTask(item))
      return leave(item, () => change({ tasks: [known(item)], patch: (task) => snoozeTo(to, task), said: title }))
    return leave(item, async () => {
      await putOff(backend, item, to.until)
      offerUndo({
        title,
        async undo() {
          await putOff(backend, item, null)
          await readAgain()
        },
      })
    })
  }

  /** That the other program was opened, not that anything was sent. What cannot be noted stands in nobody's way. */
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
