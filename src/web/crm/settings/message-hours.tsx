// Quiet hours and frequency cap.
import './message-hours.css'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { useMessageSettings, useSaveMessageSettings } from '#features/messages/messages.data.ts'
import { type MessageSettings, MessageSettingsEdit, refusals } from '#features/messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'

export function MessageHours() {
  const { data, error, isPending, refetch } = useMessageSettings()
  if (isPending) return <Loading />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  return (
    <SettingsCard title="שעות ותדירות" action={<Link to="/crm/email/plan">לימים סגורים</Link>}>
      <SettingsForm latest={data} />
    </SettingsCard>
  )
}

const fields = {
  night_is_empty: 'night_until',
  daily_cap_range: 'daily_cap',
  weekly_cap_range: 'weekly_cap',
  week_below_day: 'weekly_cap',
}

const labels: Record<keyof MessageSettingsEdit, string> = {
  quiet_nights: 'לא שולחים בלילה',
  night_from: 'הלילה מתחיל',
  night_until: 'הלילה נגמר',
  quiet_shabbat: 'לא שולחים בשבת',
  quiet_holidays: 'לא שולחים בחגים',
  quiet_memorial: 'לא שולחים בימי זיכרון',
  rest_from: 'ערב שבת וחג, מהשעה',
  rest_until: 'היום שאחרי, עד השעה',
  daily_cap: 'הודעות ביום',
  weekly_cap: 'הודעות בשבוע',
}

const toFormValues = (settings: MessageSettings): MessageSettingsEdit => ({
  ...settings,
  night_from: settings.night_from.slice(0, 5),
  night_until: settings.night_until.slice(0, 5),
  rest_from: settings.rest_from.slice(0, 5),
  rest_until: settings.rest_until.slice(0, 5),
})

function SettingsForm({ latest }: { latest: MessageSettings }) {
  const form = useConcurrentEdit(latest, { toFormValues, labels })
  const { base: settings } = form
  const { errors, read, refused } = useValidatedForm(MessageSettingsEdit, { refusals, fields })
  const [nights, setNights] = useState(settings.quiet_nights)
  const [rests, setRests] = useState(settings.quiet_shabbat || settings.quiet_holidays)
  const saving = useSaveMessageSettings()
  const element = useUnsavedForm(form.base, form.formKey)
  const clock = (name: 'night_from' | 'night_until' | 'rest_from' | 'rest_until', label: string, isOn: boolean) => (
    <TimeField
      name={name}
      label={label}
      defaultValue={settings[name].slice(0, 5)}
      error={errors[name]}
      readOnly={!isOn}
      required
    />
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const edit = read(event)
    if (!edit) return
    saving.mutate(
      { seen: form.seen, edit: form.merge(edit) },
      {
        onSuccess(saved) {
          form.saved(saved)
          setNights(saved.quiet_nights)
          setRests(saved.quiet_shabbat || saved.quiet_holidays)
          toast.success('השעות והתדירות נשמרו')
        },
        onError: (error) => form.isRefusedAsStale(error) || refused(error),
      },
    )
  }

  return (
    <form ref={element} className="message-hours" onSubmit={submit} noValidate>
      <p className="settings__note">
        בשעות השקט ממתינים דיוור שיווקי והודעות שירות, מלבד הודעות שירות שיאחרו את מועדן. מגבלת התדירות חלה על דיוור
        שיווקי בלבד. קבלות ואיפוס סיסמה נשלחים תמיד, מיד.
      </p>
      <ConflictBanner theirs={form.theirs} />
      <FormError>{errors['all']}</FormError>
      <fieldset key={`night ${form.formKey}`}>
        <legend>שעות שקט</legend>
        <CheckField
          name="quiet_nights"
          label="לא שולחים בלילה"
          defaultChecked={settings.quiet_nights}
          onChange={(event) => setNights(event.target.checked)}
        />
        <div className="settings__fields">
          {clock('night_from', 'מהשעה', nights)}
          {clock('night_until', 'עד השעה', nights)}
        </div>
      </fieldset>
      <fieldset
        key={`rest ${form.formKey}`}
        onChange={(event) =>
          setRests(
            [...event.currentTarget.querySelectorAll<HTMLInputElement>('[type=checkbox]')].some((box) => box.checked),
          )
        }
      >
        <legend>שבת וחג</legend>
        <CheckField name="quiet_shabbat" label="לא שולחים בשבת" defaultChecked={settings.quiet_shabbat} />
        <CheckField
          name="quiet_holidays"
          label="לא שולחים בחגים"
          hint="ערבי חג, ימי חג ויום העצמאות"
          defaultChecked={settings.quiet_holidays}
        />
        <div className="settings__fields">
          {clock('rest_from', 'מהשעה, בערב שבת וחג', rests)}
          {clock('rest_until', 'עד השעה, ביום שאחרי', rests)}
        </div>
      </fieldset>
      <fieldset key={`memorial ${form.formKey}`}>
        <legend>ימי זיכרון</legend>
        <CheckField
          name="quiet_memorial"
          label="לא שולחים ביום השואה וביום הזיכרון"
          hint="מהערב שלפני, בשעה 20:00"
          defaultChecked={settings.quiet_memorial}
        />
      </fieldset>
      <fieldset key={`cap ${form.formKey}`}>
        <legend>לכל היותר לאדם אחד</legend>
        <div className="settings__fields">
          <TextField
            name="daily_cap"
            type="number"
            min={1}
            max={10}
            label="הודעות ביום"
            defaultValue={settings.daily_cap}
            error={errors['daily_cap']}
            required
          />
          <TextField
            name="weekly_cap"
            type="number"
            min={1}
            max={30}
            label="הודעות בשבוע"
            hint="השבוע מתחיל ביום ראשון"
            defaultValue={settings.weekly_cap}
            error={errors['weekly_cap']}
            required
          />
        </div>
      </fieldset>
      <div>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {saving.isPending ? 'שומרים' : 'שמירה'}
        </Button>
      </div>
    </form>
  )
}
