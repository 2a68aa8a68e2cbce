import { bioIcons } from '#features/bio/bio-icons.ts'
import { type StoredLink, useSaveBioLink } from '#features/bio/bio.data.ts'
import { BioLinkEdit, icons, refusals } from '#features/bio/bio.ts'
import { dayOf } from '#lib/time/dates.ts'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const fields = {
  bio_title_length: 'title',
  bio_note_length: 'note',
  bio_url_form: 'url',
  bio_campaign_form: 'campaign',
  bio_link_ends_before_it_begins: 'to',
}

export function BioLinkDialog({ edited, onClose }: { edited: { link?: StoredLink } | undefined; onClose: () => void }) {
  const link = edited?.link
  const saving = useSaveBioLink()
  return (
    <RecordDialog open={edited !== undefined} onClose={onClose} title={link ? 'עריכת קישור' : 'קישור חדש'}>
      <RecordForm
        schema={BioLinkEdit}
        refusals={refusals}
        fields={fields}
        save={(typed) => saving.mutateAsync({ ...(link ? { id: link.id } : { position: 1000 }), ...typed })}
        saved="הקישור נשמר"
        action="שמירת הקישור"
      >
        {(errors) => (
          <>
            <TextField
              name="title"
              label="מה כתוב"
              required
              autoComplete="off"
              defaultValue={link?.title}
              error={errors['title']}
            />
            <TextField
              name="note"
              label="שורה מתחת"
              optional="(לא חובה)"
              autoComplete="off"
              defaultValue={link?.note}
              error={errors['note']}
            />
            <TextField
              name="url"
              label="לאן מגיעים"
              required
              dir="ltr"
              autoComplete="off"
              placeholder="/blog"
              hint="עמוד באתר, או כתובת מלאה. קישור לעמוד שעוד לא עומד לא יוצג"
              defaultValue={link?.url}
              error={errors['url']}
            />
            <SelectField name="icon" label="ציור" defaultValue={link?.icon ?? 'link'}>
              {icons.map((icon) => (
                <option key={icon} value={icon}>
                  {bioIcons[icon].words}
                </option>
              ))}
            </SelectField>
            <CheckField name="is_featured" label="להדגיש בצבע" defaultChecked={link?.is_featured ?? false} />
            <DayField
              name="from"
              label="מיום"
              optional="(לא חובה)"
              defaultValue={link?.starts_at ? dayOf(link.starts_at) : ''}
              error={errors['from']}
            />
            <DayField
              name="to"
              label="עד סוף היום"
              optional="(לא חובה)"
              defaultValue={link?.ends_at ? dayOf(new Date(Date.parse(link.ends_at) - 1)) : ''}
              error={errors['to']}
            />
            <TextField
              name="campaign"
              label="שם קמפיין"
              optional="(לא חובה)"
              dir="ltr"
              autoComplete="off"
              hint="נוסף לכתובת כ־utm_campaign, כדי לדעת מאיפה הגיעו"
              defaultValue={link?.campaign ?? ''}
              error={errors['campaign']}
            />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
