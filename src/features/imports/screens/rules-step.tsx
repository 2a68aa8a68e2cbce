// Rules for matches, defaults of new contacts, and marketing consent.
import { type ComponentPropsWithRef, type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import { lifecycleLabels, sources } from '#features/contacts/contacts.ts'
import { mappingProblem } from '#features/imports/columns.ts'
import { type ShownImport, useCheck } from '#features/imports/imports.data.ts'
import { type CheckImport, matches, matchLabels, policies, policyLabels, refusals } from '#features/imports/imports.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { CheckField, ErrorText, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { importSettingsOf, storedColumns } from './import-settings.ts'

export function RulesStep({ found }: { found: ShownImport }) {
  const navigate = useNavigate()
  const check = useCheck()
  const [settings, setSettings] = useState<CheckImport>(() => ({ ...importSettingsOf(found), ...storedColumns(found) }))
  const [tags, setTags] = useState((settings.defaults.tags ?? []).join(', '))
  const [hasConsent, setConsent] = useState(settings.consentProof !== null)
  const [fault, setFault] = useState<'consent' | 'tags'>()
  const change = (more: Partial<CheckImport>) => setSettings({ ...settings, ...more })
  const give = (more: CheckImport['defaults']) => change({ defaults: { ...settings.defaults, ...more } })
  const possible = matches.filter((match) => mappingProblem(settings.mapping, match) !== 'match_not_mapped')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const proof = settings.consentProof?.trim() ?? ''
    const names = tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    if (names.some((name) => name.length > 40)) return setFault('tags')
    if (hasConsent && proof.length < 4) return setFault('consent')
    setFault(undefined)
    const { owner_id, lifecycle, source } = settings.defaults
    const defaults = {
      ...(owner_id && { owner_id }),
      ...(lifecycle && { lifecycle }),
      ...(source && { source }),
      ...(names.length > 0 && { tags: names }),
    }
    check.mutate(
      { ...settings, defaults, consentProof: hasConsent ? proof : null },
      { onSuccess: () => void navigate('.', { replace: true }) },
    )
  }

  return (
    <form className="import__step rules" onSubmit={submit} noValidate>
      <fieldset className="rules__part">
        <legend>מי שכבר רשומים אצלנו</legend>
        <SelectField
          name="matchBy"
          label="לזהות לפי"
          value={settings.matchBy}
          onChange={({ target }) => change({ matchBy: target.value as CheckImport['matchBy'] })}
        >
          {possible.map((match) => (
            <option key={match} value={match}>
              {matchLabels[match]}
            </option>
          ))}
        </SelectField>
        <div className="choices">
          {policies.map((policy) => (
            <Choice
              key={policy}
              name="onMatch"
              title={policyLabels[policy].name}
              text={policyLabels[policy].text}
              checked={settings.onMatch === policy}
              onChange={() => change({ onMatch: policy })}
            />
          ))}
        </div>
        <CheckField
          name="linksHouseholds"
          label="לרשום כמשק בית אחד אנשים עם אותו טלפון ואותו שם משפחה"
          hint="בני זוג שחולקים טלפון נשארים שני אנשי קשר, ולא נדרסים זה בזה"
          checked={settings.linksHouseholds}
          onChange={({ target }) => change({ linksHouseholds: target.checked })}
        />
      </fieldset>
      <fieldset className="rules__part">
        <legend>לאנשים החדשים</legend>
        <div className="rules__fields">
          <OwnerSelect
            value={settings.defaults.owner_id ?? null}
            onChange={(id) => give({ owner_id: id ?? undefined })}
          />
          <SelectField
            name="lifecycle"
            label="סוג הקשר"
            value={settings.defaults.lifecycle ?? ''}
            onChange={({ target }) => give({ lifecycle: target.value || undefined })}
          >
            <option value="">כפי שכתוב בקובץ, ואחרת מתעניינים</option>
            {Object.entries(lifecycleLabels).map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="source"
            label="מקור"
            value={settings.defaults.source ?? ''}
            onChange={({ target }) => give({ source: target.value || undefined })}
          >
            <option value="">כפי שכתוב בקובץ</option>
            {sources.map((source) => (
              <option key={source}>{source}</option>
            ))}
          </SelectField>
        </div>
        <TextField
          name="tags"
          label="תגיות לכל מי שברשימה"
          optional="(לא חובה)"
          hint="מופרדות בפסיקים. מקלות למצוא אחר כך את כל מי שהגיעו יחד"
          value={tags}
          onChange={({ target }) => setTags(target.value)}
          error={fault === 'tags' ? 'תגית באורך של עד 40 תווים' : undefined}
          autoComplete="off"
        />
      </fieldset>
      <fieldset className="rules__part">
        <legend>לאנשים אלה יש הסכמה לדיוור?</legend>
        <div className="choices">
          <Choice
            name="consent"
            title="לא, או שלא בטוח"
            text="אפשר לרשום אותם ולדבר איתם, ודיוור לא יישלח אליהם"
            checked={!hasConsent}
            onChange={() => setConsent(false)}
          />
          <Choice
            name="consent"
            title="כן, ויש לנו הוכחה"
            text="ההסכמה תירשם לכל אחד ואחת, עם המקור שתכתבו"
            checked={hasConsent}
            onChange={() => setConsent(true)}
          />
        </div>
        {hasConsent && (
          <TextAreaField
            name="consentProof"
            label="מאיפה ההסכמה"
            required
            rows={2}
            hint="למשל: טופס הרשמה ביריד 2025, המקור שמור במשרד. מי שכבר ביקשו הסרה לא יירשמו מחדש"
            maxLength={500}
            value={settings.consentProof ?? ''}
            onChange={({ target }) => change({ consentProof: target.value })}
            error={fault === 'consent' ? 'כתבו בכמה מילים מאיפה ההסכמה' : undefined}
          />
        )}
      </fieldset>
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

/** A radio option with an explanation. */
const Choice = ({ title, text, ...input }: { title: string; text: string } & ComponentPropsWithRef<'input'>) => (
  <label className="choice">
    <input {...input} type="radio" />
    <b>{title}</b>
    <small>{text}</small>
  </label>
)
