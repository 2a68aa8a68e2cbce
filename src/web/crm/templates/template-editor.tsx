// The editor of a message template: content, preview, checks.
import { useMergeFields } from '#features/message-templates/message-templates.data.ts'
import type { MessageTemplate, PushContent, TextContent } from '#features/message-templates/message-templates.ts'
import {
  checkTemplateContent,
  mergeContexts,
  purposeLabels,
  type TemplatePurpose,
  templatePurposes,
} from '#features/message-templates/message-templates.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { MergeTextField } from '#platform/message-content/editor/merge-text-field.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { useState } from 'react'
import { MailFields } from '../message-preview/mail-fields.tsx'
import { MessagePreview } from '../message-preview/message-preview.tsx'
import { TextPreview } from '../message-preview/text-preview.tsx'
import { ApprovedTemplateFields } from './approved-template-fields.tsx'
import { TemplateChecks } from './template-checks.tsx'
import { TemplateHeader } from './template-header.tsx'
import { useTemplateAutosave } from './use-template-autosave.ts'

type Props = { opened: MessageTemplate; fields: readonly MergeField[]; onReread: () => void }

export function TemplateEditor({ opened, fields: ofOpened, onReread }: Props) {
  const autosave = useTemplateAutosave(opened)
  useUnsaved(autosave.saving !== 'saved')
  const mayPublish = isAdmin(useOwnRoles())
  const [contact, setContact] = useState<PickerItem | null>(null)
  const { name, purpose, context_type: contextType, draft } = autosave.draft
  const fields = useMergeFields(contextType) ?? ofOpened
  const { channel } = opened
  const errors = checkTemplateContent({ channel, content: draft }, fields)
  const change = (part: object) => autosave.change({ draft: { ...draft, ...part } })
  return (
    <div className="view campaign">
      <TemplateHeader autosave={autosave} isReady={errors.length === 0} contactId={contact?.id} onReread={onReread} />
      <div className="campaign__in">
        <div className="campaign__form">
          <section className="campaign__card" aria-label="פרטי התבנית">
            <div className="email-pair">
              <TextField
                name="name"
                label="שם התבנית"
                hint="רק אתם רואים אותו"
                maxLength={120}
                autoComplete="off"
                value={name}
                onChange={({ target }) => autosave.change({ name: target.value })}
              />
              <SelectField
                name="purpose"
                label="סוג ההודעה"
                hint={purpose === 'marketing' ? 'תישלח רק למי שהסכימו, עם קישור להסרה' : 'בלי תוכן שיווקי'}
                disabled={autosave.seen.published_number !== null && !mayPublish}
                value={purpose}
                onChange={({ target }) => autosave.change({ purpose: target.value as TemplatePurpose })}
              >
                {templatePurposes.map((one) => (
                  <option key={one} value={one}>
                    {purposeLabels[one]}
                  </option>
                ))}
              </SelectField>
              <SelectField
                name="context_type"
                label="על מה ההודעה"
                hint={
                  autosave.seen.published_number === null
                    ? 'פותח שדות נוספים, כמו מועד הפגישה או קישור להדרכה'
                    : 'נקבע בפרסום הראשון'
                }
                disabled={autosave.seen.published_number !== null}
                value={contextType ?? ''}
                onChange={({ target }) => autosave.change({ context_type: target.value || null })}
              >
                <option value="">איש הקשר</option>
                {Object.entries(mergeContexts).map(([type, { label }]) => (
                  <option key={type} value={type}>
                    {label}
                  </option>
                ))}
              </SelectField>
            </div>
          </section>
          {'blocks' in draft ? (
            // A mounted editor does not update the labels of its chips.
            <MailFields
              key={contextType}
              content={draft}
              fields={fields}
              onChange={change}
              subject={{ longest: { subject: 200, preheader: 300 } }}
            />
          ) : (
            <TextFields key={contextType} content={draft} fields={fields} onChange={change} />
          )}
          {channel === 'whatsapp' && 'text' in draft && (
            <ApprovedTemplateFields
              approved={(draft as TextContent).approved}
              fields={fields}
              onChange={(approved) => change({ approved })}
            />
          )}
          <TemplateChecks id={opened.id} errors={errors} />
        </div>
        {'blocks' in draft ? (
          <MessagePreview
            content={draft}
            purpose={purpose}
            contextType={contextType}
            fields={fields}
            onContact={setContact}
          />
        ) : (
          <TextPreview content={draft} contextType={contextType} fields={fields} />
        )}
      </div>
    </div>
  )
}

type FieldsProps = {
  content: TextContent | PushContent
  fields: readonly MergeField[]
  onChange: (part: object) => void
}

const TextFields = ({ content, fields, onChange }: FieldsProps) => (
  <section className="campaign__card" aria-label="תוכן">
    {'title' in content && (
      <MergeTextField
        name="title"
        label="כותרת"
        maxLength={80}
        fields={fields}
        value={content.title}
        onChange={(title) => onChange({ title })}
      />
    )}
    <MergeTextField
      name="text"
      label="ההודעה"
      isMultiline
      maxLength={'title' in content ? 240 : 2000}
      fields={fields}
      value={content.text}
      onChange={(text) => onChange({ text })}
    />
    {'path' in content && (
      <TextField
        name="path"
        label="לאן ההתראה מובילה"
        dir="ltr"
        maxLength={200}
        autoComplete="off"
        value={content.path}
        onChange={({ target }) => onChange({ path: target.value })}
      />
    )}
  </section>
)
