// The list of message templates: drafts, published, archived.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { useCreateTemplate, useTemplates } from '#features/message-templates/message-templates.data.ts'
import {
  channelLabels,
  type MessageTemplate,
  purposeLabels,
  refusals,
  templateChannels,
} from '#features/message-templates/message-templates.ts'
import { requiredLine } from '#lib/forms/form-fields.ts'
import { z } from '#lib/schema.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { TemplateBadge } from '../templates/template-badge.tsx'

export function Component() {
  useScreenTitle('תבניות')
  const { data: templates, error, isPending, refetch } = useTemplates()
  const [isAdding, setAdding] = useState(false)
  const [withArchive, setWithArchive] = useState(false)
  if (isPending) return <Loading page size="lg" />
  if (!templates) return <FailedToLoad insteadOf={templates} error={error} onRetry={() => void refetch()} />
  const shown = templates.filter(({ archived_at }) => withArchive || archived_at === null)
  const hasArchive = templates.some(({ archived_at }) => archived_at !== null)
  return (
    <>
      {templates.length === 0 ? (
        <EmptyState
          title="הודעות שכותבים פעם אחת"
          text="תבנית היא נוסח עם שדות: שם פרטי, תאריך, קישור אישי. כל נמען מקבל אותה עם הפרטים שלו, ובלשון הפנייה שלו. כאן כותבים, בודקים על איש קשר ומפרסמים."
          action={
            <Button look="primary" onClick={() => setAdding(true)}>
              התבנית הראשונה
            </Button>
          }
        />
      ) : (
        <>
          <div className="email-bar">
            <p className="email-note">מה שנשלח הוא תמיד הגרסה שפורסמה. עריכה נשארת טיוטה עד הפרסום הבא.</p>
            <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
              תבנית חדשה
            </Button>
          </div>
          {hasArchive && (
            <CheckField
              name="archive"
              label="גם תבניות מהארכיון"
              checked={withArchive}
              onChange={({ target }) => setWithArchive(target.checked)}
            />
          )}
          <Table label="התבניות">
            <thead>
              <tr>
                <th scope="col">תבנית</th>
                <th scope="col">מצב</th>
                <th scope="col" className="table__wide">
                  ערוץ
                </th>
                <th scope="col" className="table__wide">
                  עודכנה
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((template) => (
                <Row key={template.id} template={template} />
              ))}
            </tbody>
          </Table>
        </>
      )}
      <NewTemplate open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

function Row({ template }: { template: MessageTemplate }) {
  const { id, name, channel, purpose, updated_at, is_demo } = template
  return (
    <tr>
      <td className="email-title">
        <Link to={`/crm/email/templates/${id}`}>{name}</Link>
        <small>
          {purposeLabels[purpose]} {is_demo && <Badge kind="info">דוגמה</Badge>}
        </small>
      </td>
      <td>
        <TemplateBadge template={template} />
      </td>
      <td className="table__wide">{channelLabels[channel]}</td>
      <td className="table__wide">{relativeTime(updated_at, useNow())}</td>
    </tr>
  )
}

const NewTemplateEdit = z.object({ name: requiredLine(120), channel: z.enum(templateChannels) })

function NewTemplate({ open, onClose }: { open: boolean; onClose: () => void }) {
  const creating = useCreateTemplate()
  const navigate = useNavigate()
  return (
    <RecordDialog open={open} onClose={onClose} title="תבנית חדשה">
      <RecordForm
        schema={NewTemplateEdit}
        refusals={refusals}
        fields={{ message_template_name_length: 'name', message_template_name_taken: 'name' }}
        save={(edit) => creating.mutateAsync(edit)}
        saved={(id) => void navigate(`/crm/email/templates/${id}`)}
        action="פתיחת התבנית"
      >
        {(errors) => (
          <>
            <TextField
              name="name"
              label="שם התבנית"
              hint="רק אתם רואים אותו"
              required
              maxLength={120}
              autoComplete="off"
              error={errors['name']}
            />
            <SelectField name="channel" label="ערוץ" hint="אי אפשר לשנות אחר כך">
              {templateChannels.map((channel) => (
                <option key={channel} value={channel}>
                  {channelLabels[channel]}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
