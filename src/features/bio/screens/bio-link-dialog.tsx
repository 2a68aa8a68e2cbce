import { bioIcons } from '#features/bio/bio-icons.ts'
import { type StoredLink, useSaveBioLink } from '#features/bio/bio.data.ts'
import { BioLinkEdit, icons, refusals } from '#features/bio/bio.ts'
import { dayOf } from '#lib/time/dates.ts'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const fields = {
  bio_title_length: 'title',
  bio_note_length: 'note',
  bio_url_form: 'url',
  bio_campaign_form: 'campaign',
  bio_link_ends_before_it_begins: 'to',
}

const labels: Record<keyof BioLinkEdit, string> = {
  title: 'מה כתוב',
  note: 'שורה מתחת',
  url: 'לאן מגיעים',
  icon: 'ציור',
  is_featured: 'להדגיש בצבע',
  starts_at: 'מיום',
  ends_at: 'עד סוף היום',
  campaign: 'שם קמפיין',
}

/** Normalized to ISO 8601, as in the form, so that an unchanged date does not count as an edit. */
const instantOf = (stored: string | null | undefined) => (stored ? new Date(stored).toISOString() : null)

const toFormValues = (link: StoredLink | undefined): BioLinkEdit => ({
  title: link?.title ?? '',
  note: link?.note ?? '',
  url: link?.url ?? '',
  icon: link?.icon ?? 'link',
  is_featured: link?.is_featured ?? false,
  starts_at: instantOf(link?.starts_at),
  ends_at: instantOf(link?.ends_at),
  campaign: link?.campaign ?? null,
})

/** `latest`: the edited link as last read. */
type Props = { edited: { latest?: StoredLink | undefined } | undefined; onClose: () => void }

export const BioLinkDialog = ({ edited, onClose }: Props) => (
  <RecordDialog open={edited !== undefined} onClose={onClose} title={edited?.latest ? 'עריכת קישור' : 'קישור חדש'}>
    <BioLinkForm latest={edited?.latest} />
  </RecordDialog>
)

function BioLinkForm({ latest }: { latest: StoredLink | undefined }) {
  const saving = useSaveBioLink()
  const edit = useConcurrentEdit(latest, { toFormValues, labels, withoutValues: ['icon', 'starts_at', 'ends_at'] })
  const { base: link, seen } = edit
  return (
    <RecordForm
      schema={BioLinkEdit}
      refusals={refusals}
      fields={fields}
      save={(typed) =>
        saving.mutateAsync(
          seen ? { id: seen.id, version: seen.version, ...edit.merge(typed) } : { position: 1000, ...typed },
        )
      }
      saved="הקישור נשמר"
      conflict={{ notice: <ConflictBanner theirs={edit.theirs} />, isConflict: edit.isRefusedAsStale }}
      action="שמירת הקישור"
    >
      {(errors) => (
        <>
          <TextField
            name="title"
            label={labels.title}
            required
            autoComplete="off"
            defaultValue={link?.title}
            error={errors['title']}
          />
          <TextField
            name="note"
            label={labels.note}
            optional="(לא חובה)"
            autoComplete="off"
            defaultValue={link?.note}
            error={errors['note']}
          />
          <TextField
            name="url"
            label={labels.url}
            required
            dir="ltr"
            autoComplete="off"
            placeholder="/blog"
            hint="עמוד באתר, או כתובת מלאה. קישור לעמוד שעוד לא עומד לא יוצג"
            defaultValue={link?.url}
            error={errors['url']}
          />
          <SelectField name="icon" label={labels.icon} defaultValue={link?.icon ?? 'link'}>
            {icons.map((icon) => (
              <option key={icon} value={icon}>
                {bioIcons[icon].words}
              </option>
            ))}
          </SelectField>
          <CheckField name="is_featured" label={labels.is_featured} defaultChecked={link?.is_featured ?? false} />
          <DayField
            name="from"
            label={labels.starts_at}
            optional="(לא חובה)"
            defaultValue={link?.starts_at ? dayOf(link.starts_at) : ''}
            error={errors['from']}
          />
          <DayField
            name="to"
            label={labels.ends_at}
            optional="(לא חובה)"
            defaultValue={link?.ends_at ? dayOf(new Date(Date.parse(link.ends_at) - 1)) : ''}
            error={errors['to']}
          />
          <TextField
            name="campaign"
            label={labels.campaign}
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
  )
}
