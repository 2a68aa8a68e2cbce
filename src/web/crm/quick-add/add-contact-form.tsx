import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { useAddContact } from '#features/contacts/contacts.data.ts'
import { EmailAddress, PersonName, refusals, sources } from '#features/contacts/contacts.ts'
import { splitName } from '#lib/person-name.ts'
import {
  type NewContactDetails,
  type ExistingContact,
  readExistingContacts,
} from '#features/duplicates/duplicates.data.ts'
import { MIN_SCORE } from '#features/duplicates/duplicates.ts'
import { ExistingContacts } from '#features/duplicates/existing-contacts.tsx'
import { formText } from '#lib/forms/form-text.ts'
import { parsePhone } from '#lib/phone.ts'
import { phoneInvalid } from '#lib/phone-words.ts'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormFault } from '#ui/forms/form-fault.tsx'
import { useFocusFirst } from '#ui/forms/focus-first.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useOneAtATime } from '../one-at-a-time.ts'
import type { QuickAddPreset } from './quick-add-context.ts'

type Errors = {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  form?: string | undefined
}

/** A new person. Who may already be written down is shown while one types, and once more before they are added. */
export default function AddContactForm({ onDone }: { preset: QuickAddPreset; onDone: () => void }) {
  const [errors, setErrors] = useState<Errors>({})
  const [known, setKnown] = useState<{ people: ExistingContact[]; of: string }>({ people: [], of: '' })
  const backend = useBackend()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const add = useAddContact()
  // From the first look at who is known until the person is added: a second press meanwhile adds nobody.
  const { doing, once } = useOneAtATime<'add'>()

  /**
   * What stood on the screen when the press or the key began that sends the form. Leaving a field with that very press
   * looks as well, and may be answered before the press ends: whoever comes up in between has not been seen.
   */
  const seen = useRef('')
  const markSeen = () => {
    seen.current = known.of
  }

  async function lookFor(described: NewContactDetails): Promise<ExistingContact[]> {
    const of = JSON.stringify(described)
    if (of === known.of) return known.people
    const people = await readExistingContacts(backend, described)
    setKnown({ people, of })
    return people
  }

  /** Whether somebody sure is known whom nobody has looked at yet. From here on they have been shown. */
  async function isNews(described: NewContactDetails): Promise<boolean> {
    const of = JSON.stringify(described)
    if (of === seen.current) return false
    const people = await lookFor(described)
    seen.current = of
    return people.some(({ score }) => score >= MIN_SCORE)
  }

  async function submit(element: HTMLFormElement) {
    const typed = readTyped(new FormData(element))
    setErrors(typed.errors)
    const wrong = Object.keys(typed.errors)[0]
    if (wrong) return element.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    try {
      const described = { ...splitName(typed.name), phone: typed.phone, email: typed.email }
      if (await isNews(described)) return
      const contact = await add.mutateAsync({ ...described, source: typed.source })
      toast.success('איש הקשר נוסף')
      onDone()
      await navigate(`/crm/contacts/${contact.id}`)
    } catch (error) {
      setErrors({ form: refusalText(error, refusals) })
    }
  }

  /** A look on the way never stands in anybody's way: what it could not find out is asked again at the end. */
  function look() {
    if (!form.current) return
    const { name, phone, email } = readTyped(new FormData(form.current))
    if (name) lookFor({ ...splitName(name), phone, email }).catch(() => undefined)
  }

  return (
    <form
      ref={form}
      onPointerDownCapture={markSeen}
      onKeyDownCapture={markSeen}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        const element = event.currentTarget
        void once('add', () => submit(element))
      }}
      noValidate
    >
      <DialogBody>
        <FormFault>{errors.form}</FormFault>
        <TextField label="שם" name="name" required onBlur={look} autoComplete="off" error={errors.name} />
        <TextField
          label="טלפון"
          optional="(לא חובה)"
          name="phone"
          type="tel"
          onBlur={look}
          autoComplete="off"
          error={errors.phone}
        />
        <TextField
          label="דוא״ל"
          optional="(לא חובה)"
          name="email"
          onBlur={look}
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
      <FormActions words={known.people.length > 0 ? 'הוספה בכל זאת' : 'הוספה'} busy={doing === 'add'} onBack={onDone} />
    </form>
  )
}

function readTyped(form: FormData) {
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
