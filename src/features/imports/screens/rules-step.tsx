// Rules for matches, defaults of new contacts, and marketing consent.
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { mappingProblem } from '#features/imports/columns.ts'
import { type ShownImport, useCheck } from '#features/imports/imports.data.ts'
import { type CheckImport, refusals } from '#features/imports/imports.ts'
import { CallRefused } from '#client/invoke.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ConsentRule } from './consent-rule.tsx'
import { MatchRules } from './match-rules.tsx'
import { NewContactDefaults } from './new-contact-defaults.tsx'
import { importSettingsOf, storedColumns } from './import-settings.ts'

export function RulesStep({ found }: { found: ShownImport }) {
  const navigate = useNavigate()
  const check = useCheck()
  const [settings, setSettings] = useState<CheckImport>(() =>
    withPossibleMatch({ ...importSettingsOf(found), ...storedColumns(found) }),
  )
  const [tags, setTags] = useState((settings.defaults.tags ?? []).join(', '))
  const [hasConsent, setConsent] = useState(settings.consentProof !== null)
  const [errorText, setErrorText] = useState<'consent' | 'tags'>()
  const change = (more: Partial<CheckImport>) => setSettings({ ...settings, ...more })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const proof = settings.consentProof?.trim() ?? ''
    const names = tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    if (names.some((name) => name.length > 40)) return setErrorText('tags')
    if (hasConsent && proof.length < 4) return setErrorText('consent')
    setErrorText(undefined)
    const { owner_id, lifecycle, source } = settings.defaults
    const defaults = {
      ...(owner_id && { owner_id }),
      ...(lifecycle && { lifecycle }),
      ...(source && { source }),
      ...(names.length > 0 && { tags: names }),
    }
    // Awaited instead of mutation callbacks: those are dropped when the preview replaces this step.
    void check
      .mutateAsync({ ...settings, defaults, consentProof: hasConsent ? proof : null })
      .then(() => navigate('.', { replace: true }), failedInAnotherStep)
  }

  return (
    <form className="import__step rules" onSubmit={submit} noValidate>
      <MatchRules settings={settings} onChange={change} />
      <NewContactDefaults
        defaults={settings.defaults}
        onChange={(more) => change({ defaults: { ...settings.defaults, ...more } })}
        tags={tags}
        onTags={setTags}
        tagsError={errorText === 'tags' ? 'תגית באורך של עד 40 תווים' : undefined}
      />
      <ConsentRule
        hasConsent={hasConsent}
        onConsent={setConsent}
        proof={settings.consentProof ?? ''}
        onProof={(consentProof) => change({ consentProof })}
        error={errorText === 'consent' ? 'כתבו בכמה מילים מאיפה ההסכמה' : undefined}
      />
      {check.isError && (
        <div role="alert">
          <ErrorText>{refusalText(check.error, refusals)}</ErrorText>
        </div>
      )}
      <div className="import__foot">
        <Button type="submit" look="primary" busy={check.isPending}>
          לתצוגה המקדימה
        </Button>
        <Link className={buttonClasses({ look: 'ghost' })} to="?step=columns">
          חזרה לעמודות
        </Link>
      </div>
    </form>
  )
}

/** The field of an earlier choice may no longer be mapped. Its option is then missing, and the list would show another one as chosen. */
const withPossibleMatch = (settings: CheckImport): CheckImport =>
  mappingProblem(settings.mapping, settings.matchBy) === 'match_not_mapped'
    ? { ...settings, matchBy: 'phone_or_email' }
    : settings

/**
 * Shows a toast if the import is in another step, because that step replaces this form. Other refusals are shown in the
 * form.
 */
function failedInAnotherStep(error: unknown) {
  if (error instanceof CallRefused && error.code === 'import_step_not_possible')
    toast.error(refusalText(error, refusals))
}
