import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { slugFrom } from '#features/products/products.ts'
import { z } from '#lib/schema.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { AddWebinar } from '../webinar-edit.ts'
import { nextUsualDay } from './usual-day.ts'
import { templateRefusals } from './webinar-template.ts'
import { useWebinarFromTemplate, type WebinarTemplateRow } from './webinar-templates.data.ts'

const FromTemplate = AddWebinar.extend({
  day: z.union([z.literal(''), z.iso.date('צריך יום')], 'צריך יום').default(''),
  time: z.union([z.literal(''), z.string().regex(/^\d\d:\d\d$/, 'צריך שעה')], 'צריך שעה').default(''),
}).refine(({ day, time }) => (day === '') === (time === ''), { path: ['time'], message: 'מועד צריך יום ושעה' })

type Props = { template: WebinarTemplateRow; open: boolean; onClose: () => void }

/** Creates a draft webinar from a template, with the next default date that is no rest day. */
export function UseTemplateDialog({ template, open, onClose }: Props) {
  const { definition } = template
  const making = useWebinarFromTemplate()
  const navigate = useNavigate()
  const today = dayOf(useNow())
  const [slug, setSlug] = useState(() => slugFrom(definition.title))
  const { schedule, kind } = definition
  const dates = kind !== 'on_demand'
  return (
    <RecordDialog open={open} onClose={onClose} title="הדרכה מהתבנית" text="ההדרכה נוצרת כטיוטה, ומתפרסמת כשתחליטו.">
      <RecordForm
        schema={FromTemplate}
        refusals={templateRefusals}
        fields={{ webinar_slug_taken: 'slug', webinar_slug_form: 'slug', webinar_title_length: 'title' }}
        save={({ day, time, ...webinar }) =>
          making.mutateAsync({
            template: template.id,
            ...webinar,
            starts_at: day && time ? instantAt(day, time).toISOString() : null,
          })
        }
        saved={(id) => void navigate(`/admin/webinars/${id}`)}
        action="יצירת ההדרכה"
      >
        {(errors) => (
          <>
            <TextField
              name="title"
              label="כותרת"
              required
              autoComplete="off"
              defaultValue={definition.title}
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
            {dates && (
              <>
                <DayField
                  name="day"
                  label="מועד ראשון (לא חובה)"
                  defaultValue={schedule ? nextUsualDay(today, schedule.weekday) : ''}
                  error={errors['day']}
                />
                <TimeField name="time" label="שעה" defaultValue={schedule?.time ?? ''} error={errors['time']} />
              </>
            )}
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
