import { useState } from 'react'
import { type FoundContact, phoneOf, useContactSearch } from '#platform/contact-search/contact-search.data.ts'
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
  /** Offers to create a contact from the query, listed after the results. */
  onCreate?: (typed: string) => void
  /** Id of a contact to exclude. */
  without?: string
  /** Suggestions without a query, instead of the contacts with the latest activity. */
  proposed?: readonly FoundContact[]
}

const NEW = 'new'

/** Searches contacts by part of a name, phone number or email address. */
export function ContactPicker({
  value,
  onChange,
  error,
  optional,
  label = 'איש קשר',
  onCreate,
  without,
  proposed = [],
}: Props) {
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const searchText = useDebounced(typed)
  const found = useContactSearch(searchText, true)
  // Results of an earlier query are not offered, and the new-contact option only after the results are known: Enter would select it.
  const isCurrent = searchText === typed && !found.isPlaceholderData && !found.isPending
  const isSearching = !found.isError && (found.isFetching || !isCurrent)
  const contacts = typed === '' && proposed.length > 0 ? proposed : isCurrent ? (found.data ?? []) : []
  const items: PickerItem[] = contacts
    .filter(({ id }) => id !== without)
    .map((contact) => {
      const phone = phoneOf(contact)
      return { id: contact.id, text: contact.full_name, note: phone && <Ltr>{formatPhone(phone)}</Ltr> }
    })
  if (onCreate && typed && (isCurrent || found.isError))
    items.push({ id: NEW, text: typed, note: 'איש קשר חדש', isOffer: true })
  return (
    <Picker
      label={label}
      name="contact_id"
      items={items}
      value={value}
      onChange={(item) => (item?.id === NEW ? onCreate?.(item.text) : onChange(item))}
      onQuery={setQuery}
      isSearching={isSearching}
      empty={
        found.isError ? 'החיפוש לא הצליח. נסו שוב' : isSearching ? 'מחפשים' : 'אין איש קשר כזה. אפשר להוסיף אותו קודם'
      }
      placeholder="שם, טלפון או דוא״ל"
      error={error}
      {...(optional && { optional })}
    />
  )
}
