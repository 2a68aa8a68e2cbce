import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { kindLabels, webinarKinds } from '../webinar-labels.ts'
import { TemplateAbout, TemplateDefinition, TemplateName, templateRefusals } from './webinar-template.ts'
import { useSaveWebinarTemplate, type WebinarTemplateRow } from './webinar-templates.data.ts'

const shape = TemplateDefinition.shape
const numberInput = (schema: z.ZodType<number, number>) => z.coerce.number<unknown>('צריך מספר').pipe(schema)
const EditTemplate = z.object({
  name: TemplateName,
  about: TemplateAbout,
  title: shape.title,
  subtitle: shape.subtitle,
  takeaways: z
    .string()
    .transform((text) => text.split('\n').filter((line) => line.trim()))
    .pipe(shape.takeaways.unwrap()),
  presenter: shape.presenter,
  presenter_about: shape.presenter_about,
  kind: shape.kind,
  duration_minutes: numberInput(shape.duration_minutes.unwrap()),
  replay_hours: numberInput(shape.replay_hours.unwrap()),
  recap: shape.recap,
})

type Props = { template: WebinarTemplateRow; open: boolean; onClose: () => void }

/**
 * Edits the texts of a template. A save with changes creates a version; interactions are edited in a webinar and saved
 * from there.
 */
export function TemplateEditDialog({ template, open, onClose }: Props) {
  const saving = useSaveWebinarTemplate()
  const { definition: known } = template
  return (
    <RecordDialog
      open={open}
      onClose={onClose}
      title="עריכת התבנית"
      text="שינוי בתוכן נשמר כגרסה חדשה. הדרכות קיימות מתעדכנות רק כשתבקשו."
    >
      <RecordForm
        schema={EditTemplate}
        refusals={templateRefusals}
        save={({ name, about, ...texts }) =>
          saving.mutateAsync({
            id: template.id,
            seenNumber: template.number,
            name,
            about,
            definition: { ...known, ...texts },
          })
        }
        saved="התבנית נשמרה"
        action="שמירה"
      >
        {(errors) => (
          <>
            <TextField name="name" label="שם התבנית" required defaultValue={template.name} error={errors['name']} />
            <TextField name="about" label="תיאור" defaultValue={template.about} error={errors['about']} />
            <TextField name="title" label="כותרת ההדרכה" required defaultValue={known.title} error={errors['title']} />
            <TextField name="subtitle" label="ההבטחה, במשפט" defaultValue={known.subtitle} error={errors['subtitle']} />
            <TextAreaField
              name="takeaways"
              label="מה ייצא מההדרכה, שורה לכל דבר"
              rows={4}
              defaultValue={known.takeaways.join('\n')}
              error={errors['takeaways']}
            />
            <SelectField name="kind" label="סוג" defaultValue={known.kind}>
              {webinarKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindLabels[kind]}
                </option>
              ))}
            </SelectField>
            <TextField
              name="duration_minutes"
              label="דקות"
              inputMode="numeric"
              required
              defaultValue={known.duration_minutes}
              error={errors['duration_minutes']}
            />
            <TextField
              name="replay_hours"
              label="ההקלטה זמינה, בשעות"
              inputMode="numeric"
              required
              defaultValue={known.replay_hours}
              error={errors['replay_hours']}
            />
            <TextField name="presenter" label="מי מעבירים" defaultValue={known.presenter} error={errors['presenter']} />
            <TextAreaField
              name="presenter_about"
              label="על המעבירים"
              rows={3}
              defaultValue={known.presenter_about}
              error={errors['presenter_about']}
            />
            <TextAreaField name="recap" label="תקציר" rows={4} defaultValue={known.recap} error={errors['recap']} />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
