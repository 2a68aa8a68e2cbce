import { useState } from 'react'
import { phoneOf, useContactSearch } from '#platform/contact-search/contact-search.data.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Ltr } from '#ui/ltr.tsx'
import { Picker, type PickerItem } from '#ui/forms/picker.tsx'
import { useDebounced } from '#platform/screens/use-debounced.ts'

type Props = {
  value: PickerItem | null
  onChange: (contact: PickerItem | null) => void
  error?: string | undefined
  optional?: string
  label?: string
}

/** Searches contacts by part of a name, phone number or email address. */
export function ContactPicker({ value, onChange, error, optional, label = 'איש קשר' }: Props) {
  const [query, setQuery] = useState('')
  const found = useContactSearch(useDebounced(query.trim()), true)
  const items = (found.data ?? []).map((contact) => {
    const phone = phoneOf(contact)
    return { id: contact.id, text: contact.full_name, note: phone && <Ltr>{formatPhone(phone)}</Ltr> }
  })
  return (
    <Picker
      label={label}
      name="contact_id"
      items={items}
      value={value}
      onChange={onChange}
      onQuery={setQuery}
      empty={
        found.isError
          ? 'החיפוש לא הצליח. נסו שוב'
          : found.isFetching
            ? 'מחפשים'
            : 'אין איש קשר כזה. אפשר להוסיף אותו קודם'
      }
      placeholder="שם, טלפון או דוא״ל"
      error={error}
      {...(optional && { optional })}
    />
  )
}
