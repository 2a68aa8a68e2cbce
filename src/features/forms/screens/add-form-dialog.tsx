import { useNavigate } from 'react-router'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { refusals } from '../form-texts.ts'
import { useAddForm } from '../forms.data.ts'
import { draftOfTemplate, type TemplateKey, templates } from '../templates/templates.ts'

const keys = Object.keys(templates) as TemplateKey[]

const NewForm = z.object({
  title: z.string().transform(oneLine).pipe(z.string().min(1, refusals.form_title_length).max(200, refusals.form_title_length)), // prettier-ignore
  template: z.enum(keys),
})

export function AddFormDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const adding = useAddForm()
  const navigate = useNavigate()
  return (
    <RecordDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="טופס חדש"
      text="הטופס נפתח כטיוטה. רק אחרי פרסום אפשר למלא אותו."
    >
      <RecordForm
        schema={NewForm}
        refusals={refusals}
        fields={{ form_title_length: 'title' }}
        save={({ title, template }) => adding.mutateAsync({ title, draft: draftOfTemplate(template, title) })}
        saved={({ id }) => void navigate(`/crm/forms/${id}?tab=build`)}
        action="יצירת הטופס"
      >
        {(errors) => (
          <>
            <TextField name="title" label="שם הטופס" required autoComplete="off" dir="auto" error={errors['title']} />
            <SelectField name="template" label="להתחיל מ…" defaultValue="blank" error={errors['template']}>
              {keys.map((key) => (
                <option key={key} value={key}>
                  {templates[key].name}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
