import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'

/** Selects the second record manually if the pair was not detected. */
export function OtherRecordPicker({
  contact,
  onChoose,
}: {
  contact: { id: string; full_name: string }
  onChoose: (id: string) => void
}) {
  return (
    <div className="dup-else">
      <h2>
        איחוד הרשומה של <bdi>{contact.full_name}</bdi>
      </h2>
      <ContactPicker label="עם מי לאחד" value={null} onChange={(selected) => selected && onChoose(selected.id)} />
    </div>
  )
}
