import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useAddContact } from '#features/contacts/contacts.data.ts'
import { refusals, sources } from '#features/contacts/contacts.ts'
import { type NewContactErrors, readNewContact } from '#features/contacts/read-new-contact.ts'
import { ExistingContacts } from '#features/duplicates/existing-contacts.tsx'
import { useDuplicateCheck } from '#features/duplicates/use-duplicate-check.ts'
import { formText } from '#lib/forms/form-text.ts'
import { remainingErrors } from '#lib/forms/remaining-errors.ts'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useFocusFirst } from '#ui/forms/focus-first.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import type { QuickAddPreset } from '#platform/screens/quick-add-context.ts'

type Errors = NewContactErrors & { form?: string }

/** Creates a contact. Possible duplicates are shown while typing, and checked again before saving. */
export default function AddContactForm({ onDone }: { preset: QuickAddPreset; onDone: () => void }) {
  const [errors, setErrors] = useState<Errors>({})
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const add = useAddContact()
  // Covers the duplicate check and the insert: repeated submits in between are dropped.
  const { running, run } = useSingleFlight<'add'>()

  const duplicates = useDuplicateCheck()

  async function submit(element: HTMLFormElement) {
    const form = new FormData(element)
    const { contact: described, errors: formErrors } = readNewContact(form)
    setErrors(formErrors)
    const wrong = Object.keys(formErrors)[0]
    if (wrong) return element.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    try {
      if (await duplicates.hasUnseen(described)) return
      const contact = await add.mutateAsync({ ...described, source: formText(form, 'source') || null })
      toast.success('איש הקשר נוסף')
      onDone()
      await navigate(`/crm/contacts/${contact.id}`)
    } catch (error) {
      setErrors({ form: refusalText(error, refusals) })
    }
  }

  function checkDuplicates() {
    if (!form.current) return
    const { contact, errors: formErrors } = readNewContact(new FormData(form.current))
    if (!formErrors.name) duplicates.check(contact)
  }

  return (
    <form
      ref={form}
      {...duplicates.formProps}
      onInput={({ currentTarget }) => {
        const { errors: formErrors } = readNewContact(new FormData(currentTarget))
        setErrors((shown) => remainingErrors(shown, formErrors))
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        const element = event.currentTarget
        void run('add', () => submit(element))
      }}
      noValidate
    >
      <DialogBody>
        <FormError>{errors.form}</FormError>
        <TextField label="שם" name="name" required onBlur={checkDuplicates} autoComplete="off" error={errors.name} />
        <TextField
          label="טלפון"
          optional="(לא חובה)"
          name="phone"
          type="tel"
          onBlur={checkDuplicates}
          autoComplete="off"
          error={errors.phone}
        />
        <TextField
          label="דוא״ל"
          optional="(לא חובה)"
          name="email"
          onBlur={checkDuplicates}
          type="email"
          autoComplete="off"
          error={errors.email}
        />
        <SelectField label="מקור" name="source" defaultValue="">
          <option value="">לא ידוע</option>
          {sources.map((source) => (
            <option key={source}>{source}</option>
          ))}
        </SelectField>
        <ExistingContacts people={duplicates.people} onLeave={onDone} />
      </DialogBody>
      <FormActions
        words={duplicates.people.length > 0 ? 'הוספה בכל זאת' : 'הוספה'}
        busy={running === 'add'}
        onBack={onDone}
      />
    </form>
  )
}
