import { type SubmitEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { type Namesake, readNamesakes, useAddContact } from '#features/contacts/contacts.data.ts'
import { EmailAddress, PersonName, refusals, sources, splitName } from '#features/contacts/contacts.ts'
import { formText } from '#lib/form-text.ts'
import { parsePhone, phoneInvalid } from '#lib/phone.ts'
import { DialogBody, FormActions } from '#ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '#ui/field.tsx'
import { useFocusFirst } from '#ui/focus-first.ts'
import { toast } from '#ui/toast.tsx'
import type { QuickAddPreset } from './quick-add-context.ts'

type Errors = {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  form?: string | undefined
}

/** A new person. Somebody with the same number or address is shown first: couples share them, so it is a question and no refusal. */
export default function AddContactForm({ onDone }: { preset: QuickAddPreset; onDone: () => void }) {
  const [errors, setErrors] = useState<Errors>({})
  const [namesakes, setNamesakes] = useState<{ people: Namesake[]; of: string }>({ people: [], of: '' })
  const backend = useBackend()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)
  const add = useAddContact()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const typed = readTyped(new FormData(element))
    setErrors(typed.errors)
    const wrong = Object.keys(typed.errors)[0]
    if (wrong) return element.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    try {
      const points = [typed.phone, typed.email].filter((value) => value !== null)
      const asked = points.join(' ')
      const people = namesakes.of === asked ? [] : await readNamesakes(backend, points)
      setNamesakes({ people, of: asked })
      if (people.length > 0) return
      const contact = await add.mutateAsync({
        ...splitName(typed.name),
        phone: typed.phone,
        email: typed.email,
        source: typed.source,
      })
      toast.success('איש הקשר נוסף')
      onDone()
      await navigate(`/crm/contacts/${contact.id}`)
    } catch (error) {
      setErrors({ form: refusalText(error, refusals) })
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        {errors.form && (
          <div role="alert">
            <ErrorText>{errors.form}</ErrorText>
          </div>
        )}
        <TextField label="שם" name="name" required autoComplete="off" error={errors.name} />
        <TextField label="טלפון" optional="(לא חובה)" name="phone" type="tel" autoComplete="off" error={errors.phone} />
        <TextField
          label="דוא״ל"
          optional="(לא חובה)"
          name="email"
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
        {namesakes.people.length > 0 && (
          <div role="alert" className="namesakes">
            <p>הפרטים האלה כבר רשומים אצל:</p>
            <ul>
              {namesakes.people.map((contact) => (
                <li key={contact.id}>
                  <Link to={`/crm/contacts/${contact.id}`} onClick={onDone}>
                    <bdi>{contact.full_name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
            <p>אם אלה בני אותו בית, אפשר להוסיף בכל זאת.</p>
          </div>
        )}
      </DialogBody>
      <FormActions
        words={namesakes.people.length > 0 ? 'הוספה בכל זאת' : 'הוספה'}
        busy={add.isPending}
        onBack={onDone}
      />
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
