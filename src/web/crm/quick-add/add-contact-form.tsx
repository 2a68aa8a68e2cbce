import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { useAddContact } from '#features/contacts/contacts.data.ts'
import { EmailAddress, PersonName, refusals, sources } from '#features/contacts/contacts.ts'
import { splitName } from '#lib/split-name.ts'
import {
  type NewContactDetails,
  type ExistingContact,
  readExistingContacts,
} from '#features/duplicates/duplicates.data.ts'
import { MIN_SCORE } from '#features/duplicates/duplicates.ts'
import { ExistingContacts } from '#features/duplicates/existing-contacts.tsx'
import { formText } from '#lib/forms/form-text.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { phoneInvalid } from '#lib/format-phone.ts'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useFocusFirst } from '#ui/forms/focus-first.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import type { QuickAddPreset } from '#platform/screens/quick-add-context.ts'

type Errors = {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  form?: string | undefined
}

/** Creates a contact. Possible duplicates are shown while typing, and checked again before saving. */
export default function AddContactForm({ onDone }: { preset: QuickAddPreset; onDone: () => void }) {
  const [errors, setErrors] = useState<Errors>({})
  const [known, setKnown] = useState<{ people: ExistingContact[]; of: string }>({ people: [], of: '' })
  const backend = useBackend()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const add = useAddContact()
  // Covers the duplicate check and the insert: repeated submits in between are dropped.
  const { running, run } = useSingleFlight<'add'>()

  /**
   * Duplicates that were visible when the submitting press began. The press also blurs a field, which starts a check
   * that may finish before the press ends: duplicates shown in between count as unseen.
   */
  const seen = useRef('')
  const markSeen = () => {
    seen.current = known.of
  }

  async function findDuplicates(described: NewContactDetails): Promise<ExistingContact[]> {
    const of = JSON.stringify(described)
    if (of === known.of) return known.people
    const people = await readExistingContacts(backend, described)
    setKnown({ people, of })
    return people
  }

  /** Whether there is a certain duplicate the user has not seen. Marks all as seen. */
  async function hasUnseenDuplicate(described: NewContactDetails): Promise<boolean> {
    const of = JSON.stringify(described)
    if (of === seen.current) return false
    const people = await findDuplicates(described)
    seen.current = of
    return people.some(({ score }) => score >= MIN_SCORE)
  }

  async function submit(element: HTMLFormElement) {
    const typed = readForm(new FormData(element))
    setErrors(typed.errors)
    const wrong = Object.keys(typed.errors)[0]
    if (wrong) return element.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    try {
      const described = { ...splitName(typed.name), phone: typed.phone, email: typed.email }
      if (await hasUnseenDuplicate(described)) return
      const contact = await add.mutateAsync({ ...described, source: typed.source })
      toast.success('איש הקשר נוסף')
      onDone()
      await navigate(`/crm/contacts/${contact.id}`)
    } catch (error) {
      setErrors({ form: refusalText(error, refusals) })
    }
  }

  /** The check while typing ignores errors: submitting checks again. */
  function checkDuplicates() {
    if (!form.current) return
    const { name, phone, email } = readForm(new FormData(form.current))
    if (name) findDuplicates({ ...splitName(name), phone, email }).catch(() => undefined)
  }

  return (
    <form
      ref={form}
      onPointerDownCapture={markSeen}
      onKeyDownCapture={markSeen}
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
        <ExistingContacts people={known.people} onLeave={onDone} />
      </DialogBody>
      <FormActions
        words={known.people.length > 0 ? 'הוספה בכל זאת' : 'הוספה'}
        busy={running === 'add'}
        onBack={onDone}
      />
    </form>
  )
}

function readForm(form: FormData) {
  const name = PersonName.safeParse(formText(form, 'name'))
  const phoneText = formText(form, 'phone')
  const emailText = formText(form, 'email')
  const phone = phoneText ? parsePhone(phoneText) : null
  const email = emailText ? EmailAddress.safeParse(emailText).data : null
  const errors: Errors = {
    ...(!name.success && { name: formText(form, 'name') ? name.error.issues[0]!.message : 'שדה חובה' }),
    ...(phone === undefined && { phone: phoneInvalid }),
    ...(email === undefined && { email: refusals.email_invalid }),
  }
  return {
    name: name.data ?? '',
    phone: phone ?? null,
    email: email ?? null,
    source: formText(form, 'source') || null,
    errors,
  }
}
