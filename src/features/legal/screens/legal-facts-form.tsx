import { type FormEvent, Fragment, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useSaveLegalSettings } from '#features/legal/legal-editing.data.ts'
import type { LegalDetails, KnownSettings } from '#features/legal/legal-settings.data.ts'
import { refusals } from '#features/legal/legal.ts'
import { formText } from '#lib/forms/form-text.ts'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'

type Props = { latest: KnownSettings | null; mayDecide: boolean }
type FieldErrors = Partial<Record<keyof LegalDetails, string>>

const faultOf: Record<string, keyof LegalDetails> = {
  legal_fact_length: 'dpo_contact',
  tested_with_length: 'tested_with',
  physical_accessibility_length: 'physical_accessibility',
  retention_months: 'retention_process_months',
  lead_retention_months: 'retention_lead_months',
}

const labels: Record<keyof LegalDetails, string> = {
  retention_process_months: 'חודשי שמירה של תיק ליווי אחרי הסיום',
  retention_lead_months: 'חודשי שמירה של פניות שלא הבשילו',
  dpo_contact: 'הממונה על הגנת הפרטיות',
  physical_accessibility: 'נגישות פיזית',
  accessibility_updated_on: 'תאריך עדכון הצהרת הנגישות',
  accessibility_audited_on: 'תאריך בדיקת הנגישות האחרונה',
  tested_with: 'במה נבדקה הנגישות',
}

const nothing = Object.fromEntries(Object.keys(labels).map((name) => [name, null])) as LegalDetails
const toFormValues = (settings: KnownSettings | null): LegalDetails => settings ?? nothing

/** Data that only the legal pages need. Other data comes from the business profile. */
export function LegalFactsForm({ latest, mayDecide }: Props) {
  const own = useConcurrentEdit(latest, { toFormValues, labels })
  const { base: settings } = own
  const fillIn = useSaveLegalSettings()
  const element = useUnsavedForm(own.base, own.formKey)
  const [errors, setErrors] = useState<FieldErrors>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: keyof LegalDetails) => formText(form, name) || null
    const months = (name: keyof LegalDetails) => (text(name) === null ? null : Number(text(name)))
    const filledIn: LegalDetails = {
      dpo_contact: text('dpo_contact'),
      tested_with: text('tested_with'),
      retention_process_months: months('retention_process_months'),
      retention_lead_months: months('retention_lead_months'),
      physical_accessibility: text('physical_accessibility'),
      accessibility_updated_on: text('accessibility_updated_on'),
      accessibility_audited_on: text('accessibility_audited_on'),
    }
    const wrong = (['retention_process_months', 'retention_lead_months'] as const).filter((name) => {
      const value = filledIn[name]
      return value !== null && !(Number.isInteger(value) && value >= 1 && value <= 600)
    })
    setErrors(Object.fromEntries(wrong.map((name) => [name, refusals.retention_months])))
    if (wrong.length > 0) return
    fillIn.mutate(
      { seen: own.seen?.version, filledIn: own.merge(filledIn) },
      {
        onSuccess(saved) {
          own.saved(saved)
          toast.success('הפרטים נשמרו, והם מופיעים בעמודים שפורסמו')
        },
        onError(error) {
          if (own.isRefusedAsStale(error)) return
          const field = faultOf[refusalCode(error)]
          if (field) setErrors({ [field]: refusalText(error, refusals) })
          else toast.error(refusalText(error, refusals))
        },
      },
    )
  }

  const field = (name: keyof LegalDetails) => ({
    name,
    label: labels[name],
    defaultValue: String(settings?.[name] ?? ''),
    error: errors[name],
    disabled: !mayDecide,
    autoComplete: 'off',
  })
  return (
    <form ref={element} className="legal-card" noValidate onSubmit={submit} aria-labelledby="facts">
      <h2 id="facts">פרטים לעמודים המשפטיים</h2>
      <p className="legal-card__note">שם החברה, מספרה, הכתובת ודרכי הקשר נלקחים מפרופיל העסק שבהגדרות.</p>
      <ConflictBanner theirs={own.theirs} />
      <Fragment key={own.formKey}>
        <div className="legal-card__pair">
          <TextField {...field('retention_process_months')} inputMode="numeric" dir="ltr" />
          <TextField {...field('retention_lead_months')} inputMode="numeric" dir="ltr" />
        </div>
        <TextField {...field('dpo_contact')} optional="(אם מונה)" hint="שם ודרך קשר. בלי מינוי המשפט אינו מופיע" />
        <TextAreaField
          {...field('physical_accessibility')}
          rows={3}
          hint="חניה, כניסה, מעלית, שירותים – או שהשירות ניתן מרחוק"
        />
        <div className="legal-card__pair">
          <DayField {...field('accessibility_updated_on')} />
          <DayField {...field('accessibility_audited_on')} />
        </div>
        <TextField {...field('tested_with')} hint="למשל NVDA עם Firefox, VoiceOver עם Safari, בדיקות axe אוטומטיות" />
      </Fragment>
      {mayDecide && (
        <Button look="primary" type="submit" busy={fillIn.isPending}>
          {fillIn.isPending ? 'שומרים' : 'שמירת הפרטים'}
        </Button>
      )}
    </form>
  )
}
