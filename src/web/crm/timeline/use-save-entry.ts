// Saves a composer entry as a timeline entry or a task. Messages first open an external app.
import { useWriteActivity, useDeleteActivity } from '#platform/activities/activities.data.ts'
import { mailAddress, type ComposerValue } from '#platform/activities/composer/modes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { useAddTask } from '#features/tasks/tasks.data.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

/** Rejects with the backend's refusal; the composer then keeps its text. */
export function useSaveEntry(contactId: string, opportunityId?: string) {
  const activity = useWriteActivity()
  const put = useDeleteActivity()
  const task = useAddTask()
  const backend = useBackend()
  const queries = useQueryClient()
  const userId = useUserId()
  const about = { contact_id: contactId, ...(opportunityId && { opportunity_id: opportunityId }) }

  async function binTask(id: string) {
    await backend.from('tasks').update({ deleted_at: new Date().toISOString() }).eq('id', id).throwOnError()
    await Promise.all(['tasks', 'today'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }

  /** The task of a callback. If it fails the call is not saved either, so that a retry of the form writes both. */
  async function saveCallBack(callId: string, at: string) {
    const taskId = crypto.randomUUID()
    try {
      await task.mutateAsync({ id: taskId, name: 'לחזור בטלפון', type: 'call', due_at: at, user_id: userId, ...about })
    } catch (failure) {
      await put.mutateAsync({ id: callId, isAway: true })
      throw failure
    }
    offerUndo({
      title: `השיחה נשמרה, ונוספה משימה לחזור ב־${formatDate(at)}, ${formatTime(at)}`,
      undo: async () => {
        await Promise.all([put.mutateAsync({ id: callId, isAway: true }), binTask(taskId)])
      },
    })
  }

  return async (written: ComposerValue) => {
    if (written.mode === 'task') {
      await task.mutateAsync({ name: written.text, due_date: written.dueOn, ...about })
      toast.success('המשימה נוספה')
      return
    }
    // Opened within the user gesture: popup blockers refuse it after an await.
    if (written.mode === 'whatsapp') window.open(whatsappAddress(written.to, written.text), '_blank', 'noreferrer')
    if (written.mode === 'email') window.location.assign(mailAddress(written.to, written.text))
    const { id } = await activity.mutateAsync({ type: written.mode, ...about, ...linesOf(written) })
    if (written.mode === 'call' && written.callBackAt) return saveCallBack(id, written.callBackAt)
    if (written.mode !== 'whatsapp' && written.mode !== 'email')
      offerUndo({ title: 'נשמר בציר הזמן', undo: () => put.mutateAsync({ id, isAway: true }) })
  }
}

function linesOf(written: Exclude<ComposerValue, { mode: 'task' }>) {
  const { text } = written
  if ('to' in written) return { payload: { text, to: written.to } }
  const payload = { text, ...(written.mentions.length > 0 && { mentions: written.mentions }) }
  if (written.mode === 'call') return { payload: { ...payload, outcome: written.outcome } }
  if (written.mode === 'meeting') return { payload: payload, happened_at: written.happenedAt }
  return { payload: payload }
}
