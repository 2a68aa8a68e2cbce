import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { useSaveProfile } from '#features/team/own-profile.data.ts'
import { ProfileEdit, refusals, type StaffProfile } from '#features/team/team.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { nameOf } from '#platform/accounts/name-of.ts'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'

const fields = {
  staff_name_length: 'full_name',
  staff_name_has_controls: 'full_name',
  staff_signature_length: 'signature',
}

const forms = { neutral: 'ניטרלית', f: 'נקבה', m: 'זכר', plural: 'רבים' } as const

export function OwnProfileForm({ profile }: { profile: StaffProfile | null }) {
  const { user } = useSession()
  const { errors, read, refused } = useValidatedForm(ProfileEdit, { refusals, fields })
  const saving = useSaveProfile()
  // Initial values: only changed fields are sent, so that a photo uploaded or a field saved in another tab is not overwritten.
  const [base, setBase] = useState<ProfileEdit>({
    full_name: profile?.full_name ?? nameOf(user),
    signature: profile?.signature ?? '',
    gender_form: profile?.gender_form ?? 'neutral',
  })
  const form = useUnsavedForm(base)
  return (
    <SettingsCard title="פרטים">
      <form
        ref={form}
        className="settings__form"
        noValidate
        onSubmit={(event) => {
          const written = read(event)
          if (!written || saving.isPending) return
          saving.mutate(
            profile ? { seen: profile, change: changesOf(base, written) } : { seen: profile, change: written },
            {
              onSuccess() {
                setBase(written)
                toast.success('הפרטים שלכם נשמרו')
              },
              onError: refused,
            },
          )
        }}
      >
        <FormError>{errors['all']}</FormError>
        <div className="settings__fields">
          <TextField
            name="full_name"
            label="שם מלא"
            required
            maxLength={80}
            autoComplete="name"
            defaultValue={base.full_name}
            error={errors['full_name']}
          />
          <SelectField
            name="gender_form"
            label="לשון הפנייה אליכם"
            defaultValue={base.gender_form}
            error={errors['gender_form']}
          >
            {Object.entries(forms).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          <div className="settings__wide">
            <TextAreaField
              name="signature"
              label="חתימה"
              optional="(לא חובה)"
              rows={4}
              dir="auto"
              maxLength={1000}
              hint="בסוף מיילים שאתם כותבים לאנשי קשר"
              defaultValue={base.signature}
              error={errors['signature']}
            />
          </div>
        </div>
        <p className="settings__note">
          הכניסה למערכת היא עם <Ltr>{user?.email ?? user?.phone}</Ltr>. סיסמה, אימות דו־שלבי ומכשירים נמצאים{' '}
          <Link to="?tab=security">באבטחה</Link>.
        </p>
        <div className="settings__end">
          <Button type="submit" look="primary" busy={saving.isPending}>
            {saving.isPending ? 'שומרים' : 'שמירת השינויים'}
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}

const changesOf = (base: ProfileEdit, written: ProfileEdit): Partial<ProfileEdit> =>
  Object.fromEntries(Object.entries(written).filter(([name, value]) => base[name as keyof ProfileEdit] !== value))
