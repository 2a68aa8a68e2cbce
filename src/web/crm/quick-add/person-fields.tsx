import { useState } from 'react'
import type { NewContactErrors } from '#features/contacts/read-new-contact.ts'
import type { ExistingContact } from '#features/duplicates/duplicates.data.ts'
import { ExistingContacts } from '#features/duplicates/existing-contacts.tsx'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import './add-opportunity-form.css'

/** The selected contact, or the text typed for a new one. */
export type Person = { item: PickerItem } | { typed: string } | null

type Props = {
  person: Person
  onChange: (person: Person) => void
  errors: NewContactErrors & { contact?: string }
  duplicates: readonly ExistingContact[]
  onBlur: () => void
  onLeave: () => void
}

/** Searches contacts; without a match, fields for a new contact are shown inline. */
export function PersonFields({ person, onChange, errors, duplicates, onBlur, onLeave }: Props) {
  if (!person || 'item' in person)
    return (
      <ContactPicker
        label="עם מי?"
        value={person?.item ?? null}
        onChange={(item) => onChange(item && { item })}
        onCreate={(typed) => onChange({ typed })}
        error={errors.contact}
      />
    )
  return (
    <fieldset className="new-person">
      <legend>איש קשר חדש</legend>
      <NewPerson typed={person.typed} errors={errors} onBlur={onBlur} />
      <ExistingContacts
        people={duplicates}
        onLeave={onLeave}
        onChoose={({ id, full_name }) => onChange({ item: { id, text: full_name } })}
      />
      <Button size="sm" look="ghost" onClick={() => onChange(null)}>
        בחירה מאנשי הקשר
      </Button>
    </fieldset>
  )
}

/** Copies the typed text to the field that it fits, and focuses the next one. */
function NewPerson({ typed, errors, onBlur }: { typed: string } & Pick<Props, 'errors' | 'onBlur'>) {
  const [fits] = useState(() => (typed.includes('@') ? 'email' : /^[\d\s()+-]{3,}$/.test(typed) ? 'phone' : 'name'))
  const next = fits === 'name' ? 'phone' : 'name'
  const field = (name: 'name' | 'phone' | 'email') => ({
    name,
    error: errors[name],
    defaultValue: name === fits ? typed : '',
    autoComplete: 'off',
    onBlur,
    ...(name === next && { autoFocus: true }),
  })
  return (
    <>
      <TextField {...field('name')} label="שם" required maxLength={80} />
      <div className="pair">
        <TextField {...field('phone')} label="טלפון" optional="(לא חובה)" type="tel" />
        <TextField {...field('email')} label="דוא״ל" optional="(לא חובה)" type="email" />
      </div>
    </>
  )
}
