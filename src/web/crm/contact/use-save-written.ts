// Saves what was written in a composer: a line of the timeline, or a task. Messages open in their own program first.
import { useWriteActivity, useDeleteActivity } from '#features/activities/activities.data.ts'
import { mailAddress, type Written } from '#features/activities/composer/modes.ts'
import { whatsappAddress } from '#features/contacts/whatsapp.ts'
import { useAddTask } from '#features/tasks/tasks.data.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

/** Rejects with what the backend refused; then the words stay in the composer. */
export function useSaveWritten(contactId: string, opportunityId?: string) {
  const activity = useWriteActivity()
  const put = useDeleteActivity()
  const task = useAddTask()
  const about = { contact_id: contactId, ...(opportunityId && { opportunity_id: opportunityId }) }

  return async (written: Written) => {
    if (written.mode === 'task') {
      await task.mutateAsync({ name: written.text, due_date: written.dueOn, ...about })
      toast.success('המשימה נוספה')
      return
    }
    // While the press of the button still counts: later a browser would take the new window for an advertisement.
    if (written.mode === 'whatsapp') window.open(whatsappAddress(written.to, written.text), '_blank', 'noreferrer')
    if (written.mode === 'email') window.location.assign(mailAddress(written.to, written.text))
    const { id } = await activity.mutateAsync({ type: written.mode, ...about, ...linesOf(written) })
    if (written.mode !== 'whatsapp' && written.mode !== 'email')
      offerUndo({ title: 'נשמר בציר הזמן', undo: () => put.mutateAsync({ id, isAway: true }) })
  }
}

function linesOf(written: Exclude<Written, { mode: 'task' }>) {
  const { text } = written
  if ('to' in written) return { payload: { text, to: written.to } }
  const said = { text, ...(written.mentions.length > 0 && { mentions: written.mentions }) }
  if (written.mode === 'call') return { payload: { ...said, outcome: written.outcome } }
  if (written.mode === 'meeting') return { payload: said, happened_at: written.happenedAt }
  return { payload: said }
}
