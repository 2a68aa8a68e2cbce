import { type SubmitEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useNow } from '#client/now.ts'
import { useContact } from '#features/contacts/contacts.data.ts'
import { useAddTask } from '#features/tasks/tasks.data.ts'
import { NewTask, refusals } from '#features/tasks/tasks.ts'
import { dayOf } from '#lib/dates.ts'
import { formText } from '#lib/form-text.ts'
import { DialogBody, FormActions } from '#ui/dialog.tsx'
import { ErrorText, TextField } from '#ui/field.tsx'
import type { PickerItem } from '#ui/picker.tsx'
import { Loading } from '#ui/spinner.tsx'
import { useFocusFirst } from '#ui/focus-first.ts'
import { toast } from '#ui/toast.tsx'
import { ContactPicker } from './contact-picker.tsx'
import type { QuickAddPreset } from './quick-add-context.ts'

type Props = { preset: QuickAddPreset; onDone: () => void }

/** Something to do, until when, and about whom. */
export default function AddTaskForm({ preset, onDone }: Props) {
  const contact = useContact(preset.contactId ?? '', preset.contactId !== undefined)
  if (contact.isLoading) return <Loading page />
  return <Form known={contact.data ? { id: contact.data.id, text: contact.data.full_name } : null} onDone={onDone} />
}

function Form({ known, onDone }: { known: PickerItem | null; onDone: () => void }) {
  const [contact, setContact] = useState(known)
  const [errors, setErrors] = useState<{ name?: string; form?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const add = useAddTask()
  const now = useNow()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const task = NewTask.safeParse({
      name: formText(typed, 'name'),
      due_date: formText(typed, 'due_date') || null,
      contact_id: contact?.id ?? null,
    })
    setErrors(task.success ? {} : { name: task.error.issues[0]!.message })
    if (!task.success) {
      event.currentTarget.querySelector<HTMLElement>('[name="name"]')?.focus()
      return
    }
    add.mutate(task.data, {
      onSuccess: () => {
        toast.success('המשימה נוספה')
        onDone()
      },
      onError: (error) => setErrors({ form: refusalText(error, refusals) }),
    })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <DialogBody>
        {errors.form && (
          <div role="alert">
            <ErrorText>{errors.form}</ErrorText>
          </div>
        )}
        <TextField label="מה צריך לעשות" name="name" required maxLength={200} autoComplete="off" error={errors.name} />
        <TextField label="עד" name="due_date" type="date" defaultValue={dayOf(now)} />
        <ContactPicker value={contact} onChange={setContact} optional="(לא חובה)" />
      </DialogBody>
      <FormActions words="הוספה" busy={add.isPending} onBack={onDone} />
    </form>
  )
}
