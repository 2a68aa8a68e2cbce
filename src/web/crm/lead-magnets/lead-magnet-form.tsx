import { Fragment } from 'react'
import { useAutomations } from '#features/automations/automations.data.ts'
import { LeadMagnetEdit, staffRefusals } from '#features/lead-magnets/lead-magnet-edit.ts'
import { useSaveLeadMagnet } from '#features/lead-magnets/lead-magnets.data.ts'
import type { LeadMagnet } from '#features/lead-magnets/lead-magnets.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'
import { fieldsOfRefusals } from './add-lead-magnet-dialog.tsx'

const labels: Record<keyof LeadMagnetEdit, string> = {
  title: 'כותרת',
  slug: 'הכתובת באתר, אחרי /lead/',
  description: 'תיאור קצר',
  asks_phone: 'שדה טלפון',
  automation_id: 'רצף הודעות',
}

const toFormValues = (magnet: LeadMagnet): LeadMagnetEdit => magnet

export function LeadMagnetForm({ magnet }: { magnet: LeadMagnet }) {
  const { errors, read, refused } = useValidatedForm(LeadMagnetEdit, {
    refusals: staffRefusals,
    fields: fieldsOfRefusals,
  })
  const saving = useSaveLeadMagnet()
  const { data: automations = [] } = useAutomations('sequence')
  const form = useConcurrentEdit(magnet, {
    toFormValues,
    labels,
    choices: { automation_id: Object.fromEntries(automations.map(({ id, name }) => [id, name])) },
  })
  const { base } = form
  const element = useUnsavedForm(base, form.formKey)
  return (
    <form
      ref={element}
      className="product__form"
      noValidate
      onSubmit={(event) => {
        const change = read(event)
        if (!change) return
        saving.mutate(
          { magnet: form.seen, change: form.merge(change) },
          {
            onSuccess(saved) {
              form.saved(saved)
              toast.success('המדריך נשמר, והאתר כבר מעודכן')
            },
            onError: (error) => form.isRefusedAsStale(error) || refused(error),
          },
        )
      }}
    >
      <ConflictBanner theirs={form.theirs} />
      <FormError>{errors['all']}</FormError>
      <Fragment key={form.formKey}>
        <TextField name="title" label={labels.title} required defaultValue={base.title} error={errors['title']} />
        <TextField
          name="slug"
          label={labels.slug}
          required
          dir="auto"
          autoComplete="off"
          hint="אחרי שינוי, הכתובת הישנה ממשיכה להוביל לכאן"
          defaultValue={base.slug}
          error={errors['slug']}
        />
        <TextAreaField
          name="description"
          label={labels.description}
          hint="לרשימות ולתוצאות חיפוש"
          rows={2}
          defaultValue={base.description}
          error={errors['description']}
        />
        {/* The options load after the form is rendered: the key remounts the field to apply its default. */}
        <SelectField
          key={automations.length}
          name="automation_id"
          label={labels.automation_id}
          hint="מתחיל כשפותחים את הקישור שנשלח בדוא״ל"
          defaultValue={base.automation_id ?? ''}
          error={errors['automation_id']}
        >
          <option value="">בלי רצף</option>
          {automations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {base.automation_id && automations.every(({ id }) => id !== base.automation_id) && (
            <option value={base.automation_id}>הרצף שנבחר</option>
          )}
        </SelectField>
        <CheckField name="asks_phone" label="להציע גם שדה טלפון, לא חובה" defaultChecked={base.asks_phone} />
      </Fragment>
      <Button type="submit" look="primary" busy={saving.isPending}>
        {saving.isPending ? 'שומרים' : 'שמירת השינויים'}
      </Button>
    </form>
  )
}
