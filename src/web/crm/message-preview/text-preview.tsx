// Preview of a text message or a browser notification for one recipient.
import './message-preview.css'
import { useState } from 'react'
import { useContactValues } from '#features/message-templates/message-templates.data.ts'
import type { PushContent, TextContent } from '#features/message-templates/message-templates.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { type MergeField, sampleValues } from '#platform/merge-fields/merge-fields.ts'
import { fillTexts } from '#platform/message-content/fill-content.ts'
import type { PickerItem } from '#ui/forms/picker.tsx'

type Props = { content: TextContent | PushContent; contextType: string | null; fields: readonly MergeField[] }

export function TextPreview({ content, contextType, fields }: Props) {
  const [contact, setContact] = useState<PickerItem | null>(null)
  const { data: ofContact } = useContactValues(contact?.id, contextType)
  const mayChoose = isAdmin(useOwnRoles())
  const recipient = ofContact ?? { values: sampleValues(fields), form: 'plural' as const }
  const { text } = content
  const shown: Record<string, string> = 'title' in content ? { title: content.title, text } : { text }
  const { content: filled } = fillTexts(shown, { ...recipient, isDraft: true })
  return (
    <section className="message-preview" aria-label="תצוגה מקדימה">
      <div className="message-preview__head">
        <h2>כך זה ייראה</h2>
      </div>
      {mayChoose && <ContactPicker label="כפי שיקבלו" optional="(לא חובה)" value={contact} onChange={setContact} />}
      <div className="message-preview__text">
        {filled['title'] !== undefined && <b>{filled['title']}</b>}
        <p>{filled['text']}</p>
      </div>
    </section>
  )
}
