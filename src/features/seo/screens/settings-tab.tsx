// Title template and site verification.
import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { type SavedSettings, useSaveSeoSettings, useSeoSettings } from '#features/seo/seo.data.ts'
import { refusals, SeoSettingsEdit, formatTitle } from '#features/seo/seo.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'

export function Component() {
  useScreenTitle('הגדרות קידום')
  const { data, error, isPending, refetch } = useSeoSettings()
  if (isPending) return <Loading page size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  return <SettingsForm latest={data} />
}

const engines = [
  ['google_verification', 'Google Search Console'],
  ['bing_verification', 'Bing Webmaster Tools'],
  ['facebook_verification', 'Meta'],
] as const

const labels: Record<keyof SeoSettingsEdit, string> = {
  title_pattern: 'תבנית הכותרות',
  google_verification: 'קוד אימות של Google',
  bing_verification: 'קוד אימות של Bing',
  facebook_verification: 'קוד אימות של Meta',
}

const toFormValues = (settings: SavedSettings): SeoSettingsEdit => settings

function SettingsForm({ latest }: { latest: SavedSettings }) {
  const form = useConcurrentEdit(latest, { toFormValues, labels })
  const { base: settings } = form
  const { data: business } = usePublicBusinessProfile()
  const [pattern, setPattern] = useState(settings.title_pattern)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const saving = useSaveSeoSettings()
  const element = useUnsavedForm(form.base, settings.version)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const parsed = SeoSettingsEdit.safeParse({
      title_pattern: pattern,
      ...Object.fromEntries(engines.map(([name]) => [name, formText(typed, name)])),
    })
    if (!parsed.success)
      return setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
    setErrors({})
    return saving.mutate(
      { seen: form.seen, edit: form.merge(parsed.data) },
      {
        onSuccess(saved) {
          form.saved(saved)
          setPattern(saved.title_pattern)
          toast.success('ההגדרות נשמרו')
        },
        onError: (error) => form.isRefusedAsStale(error) || setErrors({ all: refusalText(error, refusals) }),
      },
    )
  }

  return (
    <form ref={element} className="seo-settings" onSubmit={submit} noValidate>
      <ConflictBanner theirs={form.theirs} />
      <FormError>{errors['all']}</FormError>
      <TextField
        name="title_pattern"
        label="תבנית הכותרות"
        dir="auto"
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
        hint={
          <>
            <Ltr>{'{{title}}'}</Ltr> הוא שם העמוד ו־<Ltr>{'{{businessName}}'}</Ltr> שם העסק. לדוגמה:{' '}
            <b>{formatTitle(pattern, 'יצירת קשר', business?.business_name ?? '')}</b>
          </>
        }
        error={errors['title_pattern']}
      />
      {engines.map(([name, engine]) => (
        <TextField
          key={`${name} ${settings.version}`}
          name={name}
          label={
            <>
              קוד אימות של <Ltr>{engine}</Ltr>
            </>
          }
          optional="(לא חובה)"
          dir="ltr"
          autoComplete="off"
          defaultValue={settings[name] ?? ''}
          error={errors[name]}
        />
      ))}
      <p className="seo-note">אפשר להדביק את כל תג האימות שקיבלתם, ואנחנו ניקח ממנו את הקוד.</p>
      <div>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {saving.isPending ? 'שומרים' : 'שמירה'}
        </Button>
      </div>
    </form>
  )
}
