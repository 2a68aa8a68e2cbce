import { useState } from 'react'
import { useNavigate } from 'react-router'
import { slugFrom } from '#features/products/products.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { templateRefusals } from '../templates/webinar-template.ts'
import { useWebinarFromTemplate, useWebinarTemplates } from '../templates/webinar-templates.data.ts'
import { AddWebinar } from '../webinar-edit.ts'
import { useAddWebinar, useDuplicateWebinar, type WebinarRow } from '../webinars.data.ts'

/** `from`: '', or the kind and the id of the copied template or webinar. */
const AddFrom = AddWebinar.extend({ from: z.string().default('') })

type Props = { webinars: readonly WebinarRow[]; open: boolean; onClose: () => void }

/** A new webinar: empty, from a template, or as a copy of another one. */
export function AddWebinarDialog({ webinars, open, onClose }: Props) {
  const { data: templates = [] } = useWebinarTemplates()
  const adding = useAddWebinar()
  const making = useWebinarFromTemplate()
  const duplicating = useDuplicateWebinar()
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  async function add({ from, ...webinar }: z.output<typeof AddFrom>): Promise<string> {
    const [kind, id = ''] = from.split(':')
    if (kind === 'template') return making.mutateAsync({ template: id, ...webinar, starts_at: null })
    if (kind === 'webinar') return duplicating.mutateAsync({ webinar: id, ...webinar })
    return (await adding.mutateAsync(webinar)).id
  }
  return (
    <RecordDialog open={open} onClose={onClose} title="הדרכה חדשה" text="אחרי ההוספה קובעים מועד ומפרסמים.">
      <RecordForm
        schema={AddFrom}
        refusals={templateRefusals}
        fields={{ webinar_slug_taken: 'slug', webinar_slug_form: 'slug', webinar_title_length: 'title' }}
        save={add}
        saved={(id) => void navigate(`/admin/webinars/${id}`)}
        action="הוספת ההדרכה"
      >
        {(errors) => (
          <>
            <TextField
              name="title"
              label="כותרת"
              required
              autoComplete="off"
              error={errors['title']}
              onChange={(event) => setSlug(slugFrom(event.target.value))}
            />
            <TextField
              name="slug"
              label="הכתובת באתר, אחרי /webinar/"
              required
              dir="auto"
              autoComplete="off"
              value={slug}
              onChange={(event) => setSlug(event.target.value)}
              error={errors['slug']}
            />
            <SelectField name="from" label="מאיפה מתחילים" error={errors['from']}>
              <option value="">הדרכה ריקה</option>
              {templates.length > 0 && (
                <optgroup label="תבנית">
                  {templates.map(({ id, name }) => (
                    <option key={id} value={`template:${id}`}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              )}
              {webinars.length > 0 && (
                <optgroup label="העתק של הדרכה">
                  {webinars.map(({ id, title }) => (
                    <option key={id} value={`webinar:${id}`}>
                      {title}
                    </option>
                  ))}
                </optgroup>
              )}
            </SelectField>
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
