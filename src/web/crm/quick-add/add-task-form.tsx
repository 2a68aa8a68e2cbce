import '#features/tasks/screens/task-fields.css'
import { type SubmitEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useNow } from '#client/now.ts'
import { useUserId } from '#client/session-context.tsx'
import { useContact } from '#features/contacts/contacts.data.ts'
import { useAddTask } from '#features/tasks/tasks.data.ts'
import { refusals } from '#features/tasks/tasks.ts'
import { remainingErrors } from '#lib/forms/remaining-errors.ts'
import { dayOf } from '#lib/time/dates.ts'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useFocusFirst } from '#ui/forms/focus-first.ts'
import { toast } from '#ui/toast/toast.tsx'
import { type EditableTask, readTask, TaskFields, type TaskErrors } from '#features/tasks/screens/task-fields.tsx'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import type { QuickAddPreset } from '#platform/screens/quick-add-context.ts'

type Props = { preset: QuickAddPreset; onDone: () => void }

/** Creates a task: due date, assignee, contact. */
export default function AddTaskForm({ preset, onDone }: Props) {
  const contact = useContact(preset.contactId ?? '', preset.contactId !== undefined)
  if (contact.isLoading) return <Loading page />
  return (
    <Form
      known={contact.data ? { id: contact.data.id, text: contact.data.full_name } : null}
      opportunityId={preset.opportunityId}
      onDone={onDone}
    />
  )
}

function Form({
  known,
  opportunityId,
  onDone,
}: {
  known: PickerItem | null
  opportunityId: string | undefined
  onDone: () => void
}) {
  const [contact, setContact] = useState(known)
  const [errors, setErrors] = useState<TaskErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const add = useAddTask()
  const userId = useUserId()
  const now = useNow()
  const [blank] = useState<EditableTask>({
    name: '',
    due_date: dayOf(now),
    due_at: null,
    type: 'todo',
    priority: 'medium',
    rrule: null,
    user_id: userId,
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readTask(event.currentTarget, blank)
    setErrors('errors' in read ? read.errors : {})
    if ('errors' in read) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${Object.keys(read.errors)[0]}"]`)?.focus()
      return
    }
    // An opportunity has one contact: a task about another contact does not belong to it.
    const isOfOpportunity = opportunityId !== undefined && contact?.id === known?.id
    add.mutate(
      { ...read.task, contact_id: contact?.id ?? null, opportunity_id: isOfOpportunity ? opportunityId : null },
      {
        onSuccess: () => {
          toast.success('המשימה נוספה')
          onDone()
        },
        onError: (error) => setErrors({ form: refusalText(error, refusals) }),
      },
    )
  }

  return (
    <form
      ref={form}
      onInput={({ currentTarget }) => {
        const read = readTask(currentTarget, blank)
        setErrors((shown) => remainingErrors(shown, 'errors' in read ? read.errors : {}))
      }}
      onSubmit={submit}
      noValidate
    >
      <DialogBody>
        <FormError>{errors.form}</FormError>
        <TaskFields task={blank} errors={errors} />
        <ContactPicker value={contact} onChange={setContact} optional="(לא חובה)" />
      </DialogBody>
      <FormActions words="הוספה" busy={add.isPending} onBack={onDone} />
    </form>
  )
}
