// Settings of a form: name and URL, opening times, limits, and follow-up actions.
import { Fragment } from 'react'
import { useNow } from '#client/now.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'
import { columnsOf, editOf, FormSettingsEdit, settingLabels } from '../form-settings-edit.ts'
import { refusals } from '../form-texts.ts'
import { saveForm, useFormChange } from '../forms.data.ts'
import type { Form } from '../forms.ts'

const fieldsOfRefusals = {
  form_title_length: 'title',
  form_address_taken: 'public_id',
  form_address_form: 'public_id',
  form_closes_before_opening: 'closes_on',
  closed_text_length: 'closed_text',
}

export function FormSettings({ form: row }: { form: Form }) {
  const { errors, read, refused } = useValidatedForm(FormSettingsEdit, { refusals, fields: fieldsOfRefusals })
  const saving = useFormChange((backend, { form, change }: { form: Form; change: FormSettingsEdit }) =>
    saveForm(backend, form, columnsOf(change)),
  )
  const form = useConcurrentEdit(row, { toFormValues: editOf, labels: settingLabels })
  const base = editOf(form.base)
  const element = useUnsavedForm(form.base, form.formKey)
  const now = useNow()
  return (
    <form
      ref={element}
      className="form-settings"
      noValidate
      onSubmit={(event) => {
        const change = read(event)
        if (!change) return
        saving.mutate(
          { form: form.seen, change: form.merge(change) },
          {
            onSuccess(saved) {
              form.saved(saved)
              toast.success('ההגדרות נשמרו')
            },
            onError: (error) => form.isRefusedAsStale(error) || refused(error),
          },
        )
      }}
    >
      <ConflictBanner theirs={form.theirs} />
      <FormError>{errors['all']}</FormError>
      <Fragment key={form.formKey}>
        <TextField
          name="title"
          label={settingLabels.title}
          required
          dir="auto"
          defaultValue={base.title}
          error={errors['title']}
          hint="השם ברשימות של הצוות. הכותרת שרואים בטופס נכתבת בעריכה שלו"
        />{' '}
        {/* prettier-ignore */}
        <TextField
          name="public_id"
          label={settingLabels.public_id}
          required
          dir="ltr"
          autoComplete="off"
          hint="אחרי שינוי, קישורים שכבר נשלחו יפסיקו לעבוד"
          defaultValue={base.public_id}
          error={errors['public_id']}
        />
        <div className="form-settings__pair">
          <DayField
            name="opens_on"
            label={settingLabels.opens_on}
            optional="(לא חובה)"
            defaultValue={base.opens_on}
            error={errors['opens_on']}
          />
          <TimeField
            name="opens_time"
            label={settingLabels.opens_time}
            optional="(לא חובה)"
            defaultValue={base.opens_time}
            error={errors['opens_time']}
          />
          <DayField
            name="closes_on"
            label={settingLabels.closes_on}
            optional="(לא חובה)"
            defaultValue={base.closes_on}
            error={errors['closes_on']}
          />
          <TimeField
            name="closes_time"
            label={settingLabels.closes_time}
            optional="(לא חובה)"
            defaultValue={base.closes_time}
            error={errors['closes_time']}
          />
        </div>
        {row.closes_at && new Date(row.closes_at) < now && <p className="hint">מועד הסגירה עבר, והטופס סגור.</p>}
        <TextField
          name="most_submissions"
          label={settingLabels.most_submissions}
          optional="(בלי הגבלה)"
          dir="ltr"
          inputMode="numeric"
          defaultValue={base.most_submissions ?? ''}
          error={errors['most_submissions']}
        />
        <TextAreaField
          name="closed_text"
          label={settingLabels.closed_text}
          optional="(לא חובה)"
          hint="מה כתוב למי שפותחים את הקישור אחרי שהטופס נסגר"
          rows={3}
          defaultValue={base.closed_text}
          error={errors['closed_text']}
        />
        <CheckField
          name="once_per_person"
          label={settingLabels.once_per_person}
          defaultChecked={base.once_per_person}
        />
        <CheckField
          name="allows_changes"
          label={settingLabels.allows_changes}
          hint="בקישור של האישור, כל עוד הטופס פתוח. התשובות הקודמות נשארות בתשובה"
          defaultChecked={base.allows_changes}
        />
        <CheckField
          name="opens_opportunity"
          label={settingLabels.opens_opportunity}
          defaultChecked={base.opens_opportunity}
        />
        <CheckField name="notifies_staff" label={settingLabels.notifies_staff} defaultChecked={base.notifies_staff} />
        <CheckField
          name="reminds_unfinished"
          label={settingLabels.reminds_unfinished}
          hint="רק למי שהסכימו לקבל מאיתנו תכנים, או קיבלו קישור אישי"
          defaultChecked={base.reminds_unfinished}
        />
      </Fragment>
      <Button type="submit" look="primary" busy={saving.isPending}>
        {saving.isPending ? 'שומרים' : 'שמירת ההגדרות'}
      </Button>
    </form>
  )
}
