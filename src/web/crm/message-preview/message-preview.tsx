// Preview of a mail for one recipient, rendered by the code that renders sent mails.
import './message-preview.css'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { fillMessage } from '#features/campaigns/fill-message.ts'
import { useContactValues } from '#features/message-templates/message-templates.data.ts'
import type { TemplatePurpose } from '#features/message-templates/message-templates.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { namesOf, type MergeField, sampleValues } from '#platform/merge-fields/merge-fields.ts'
import { fillMail } from '#platform/message-content/fill-content.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { Segment } from '#ui/lists/segment.tsx'
import { CampaignSheet } from '#web/mail/campaign-mail.tsx'

type Props = {
  content: MailContent
  purpose: TemplatePurpose
  /** Whether clicks on links into the site are counted, which the mail states. */
  countsClicks?: boolean | undefined
  /** The entity of the message's context, besides the contact. */
  contextType?: string | null
  fields: readonly MergeField[]
  /** The contact of the preview, for a parent that needs it too. */
  onContact?: (contact: PickerItem | null) => void
}

export function MessagePreview({
  content,
  purpose,
  countsClicks = false,
  contextType = null,
  fields,
  onContact,
}: Props) {
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [look, setLook] = useState<'light' | 'dark'>('light')
  const [contact, setContact] = useState<PickerItem | null>(null)
  const mayChoose = isAdmin(useOwnRoles())
  const { data: ofContact } = useContactValues(contact?.id, contextType)
  const { data: business } = usePublicBusinessProfile()
  const now = useNow()
  if (!business) return null
  const samples = new Map(sampleValues(fields))
  for (const name of ['שם_העסק', 'businessName']) samples.set(name, business.business_name)
  const recipient = { ...(ofContact ?? { values: samples, form: 'plural' as const }), isDraft: true }
  const fill = purpose === 'marketing' ? fillMessage : fillMail
  const { content: words, missing, fellBack } = fill(content, recipient)
  const subscriber = { consentedAt: now, preferences: '#', countsClicks }
  const parts = { words, business, siteUrl: location.origin }
  return (
    <section className="message-preview" aria-label="תצוגה מקדימה">
      <div className="message-preview__head">
        <h2>כך זה ייראה</h2>
        <Segment
          label="רוחב"
          value={width}
          choices={[
            { value: 'desktop', text: 'מחשב', icon: Monitor },
            { value: 'phone', text: 'טלפון', icon: Smartphone },
          ]}
          onChange={setWidth}
        />
        <Segment
          label="צבעים"
          value={look}
          choices={[
            { value: 'light', text: 'בהיר', icon: Sun },
            { value: 'dark', text: 'כהה', icon: Moon },
          ]}
          onChange={setLook}
        />
      </div>
      {mayChoose && (
        <ContactPicker
          label="כפי שיקבלו"
          optional="(לא חובה)"
          value={contact}
          onChange={(selected) => {
            setContact(selected)
            onContact?.(selected)
          }}
        />
      )}
      {contact && ofContact && <Gaps missing={missing} fellBack={fellBack} fields={fields} />}
      <div className="message-preview__inbox">
        <b>{business.business_name}</b>
        <span>{words.subject}</span>
        {words.preheader && <small>{words.preheader}</small>}
      </div>
      {/* Links in the preview are inert: following one would leave the editor. */}
      <div className="message-preview__paper" data-width={width} data-look={look} inert>
        <CampaignSheet {...parts} recipient={purpose === 'marketing' ? subscriber : undefined} />
      </div>
    </section>
  )
}

/** Fields without a value for this contact. */
function Gaps({ missing, fellBack, fields }: { missing: string[]; fellBack: string[]; fields: readonly MergeField[] }) {
  const labels = (names: string[]) =>
    names.map((name) => fields.find((field) => namesOf(field).includes(name))?.label ?? name).join(', ')
  if (missing.length + fellBack.length === 0)
    return <p className="message-preview__gaps">לאיש הקשר הזה יש ערך בכל השדות.</p>
  return (
    <output className="message-preview__gaps">
      {missing.length > 0 && <>בלי ערך ובלי מילה חלופית: {labels(missing)}. </>}
      {fellBack.length > 0 && <>עם המילה החלופית: {labels(fellBack)}.</>}
    </output>
  )
}
