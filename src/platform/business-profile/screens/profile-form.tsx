import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { EditableBusiness, StoredProfile } from '#platform/business-profile/business-edit.data.ts'
import { BusinessProfileEdit, socialNetworks } from '#platform/business-profile/business-profile.ts'
import { lineNames, type LineName, socialNames } from '#platform/business-profile/profile-changes.ts'
import { formText } from '#lib/forms/form-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { type FieldErrors, ProfileFields } from '#platform/business-profile/screens/profile-fields.tsx'
import { ConcurrentSaveNote } from '#platform/business-profile/screens/concurrent-save-note.tsx'
import { type StaffName, useProfileForm } from './use-profile-form.ts'

export function ProfileForm({ business, staffName }: { business: EditableBusiness; staffName: StaffName }) {
  const { base, formKey, concurrentSave, isSaving, save, reset } = useProfileForm(business, staffName)
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useUnsavedForm(base, formKey)
  const id = useId()
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) summary.current?.focus()
  }, [errors])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const sent = new FormData(element)
    const read = BusinessProfileEdit.safeParse(written(sent))
    setErrors(read.success ? {} : errorsOf(read.error.issues))
    if (read.success && !isSaving) save(read.data, (saved) => updateUnedited(element, sent, saved))
  }
  function cancel() {
    setErrors({})
    reset()
  }
  const wrong = Object.entries(errors)
  return (
    <form ref={form} className="settings__form" onSubmit={submit} noValidate>
      {wrong.length > 0 && (
        <ErrorSummary
          ref={summary}
          title={count(wrong.length, {
            one: 'יש שדה אחד לתיקון',
            two: 'יש שני שדות לתיקון',
            other: 'יש # שדות לתיקון',
          })}
          errors={wrong.map(([name, message]) => ({ fieldId: `${id}-${name}`, label: labelOf(name), message }))}
        />
      )}
      {concurrentSave && <ConcurrentSaveNote {...concurrentSave} />}
      <ProfileFields key={formKey} profile={base} errors={errors} id={id} />
      <div className="settings__end">
        <Button type="submit" look="primary" busy={isSaving}>
          {isSaving ? 'שומרים' : 'שמירת השינויים'}
        </Button>
        <Button look="ghost" onClick={cancel}>
          ביטול
        </Button>
      </div>
    </form>
  )
}

const labelOf = (name: string) => lineNames[name as LineName] ?? socialNames[name as keyof typeof socialNames] ?? name

/**
 * Shows the saved profile in the fields that were not edited since the submit. Returns whether any field was edited.
 */
function updateUnedited(form: HTMLFormElement, sent: FormData, saved: StoredProfile): boolean {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  const unedited = inputs.filter(({ name, value }) => value === sent.get(name))
  if (unedited.length === inputs.length) return false
  for (const input of unedited) input.value = valueOf(saved, input.name)
  return true
}

const valueOf = (profile: StoredProfile, name: string) =>
  profile[name as LineName] ?? profile.socials[name as keyof typeof socialNames] ?? ''

/** Form values parsed by the contract. Addresses without a scheme are completed to URLs. */
function written(form: FormData) {
  const lines = Object.keys(lineNames).map((name) => {
    const text = formText(form, name)
    return [name, name === 'login_url' ? asUrl(text) : text]
  })
  const socials = socialNetworks
    .map((network) => [network, formText(form, network)] as const)
    .filter(([, address]) => address !== '')
    .map(([network, address]) => [network, asUrl(address)])
  return { ...Object.fromEntries(lines), socials: Object.fromEntries(socials) }
}

const asUrl = (address: string) => (!address || /^[a-z]+:/i.test(address) ? address : `https://${address}`)

/** The first error of each field; social links have separate errors. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path.at(-1))] ??= message
  return errors
}
