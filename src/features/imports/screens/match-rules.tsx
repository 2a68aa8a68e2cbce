import { mappingProblem } from '#features/imports/columns.ts'
import { type CheckImport, matches, matchLabels, policies, policyLabels } from '#features/imports/imports.ts'
import { CheckField, SelectField } from '#ui/forms/field.tsx'
import { Choice } from './choice.tsx'

type Props = { settings: CheckImport; onChange: (more: Partial<CheckImport>) => void }

/** How existing contacts are matched, and how they are updated. */
export function MatchRules({ settings, onChange }: Props) {
  const possible = matches.filter((match) => mappingProblem(settings.mapping, match) !== 'match_not_mapped')
  return (
    <fieldset className="rules__part">
      <legend>מי שכבר רשומים אצלנו</legend>
      <SelectField
        name="matchBy"
        label="לזהות לפי"
        value={settings.matchBy}
        onChange={({ target }) => onChange({ matchBy: target.value as CheckImport['matchBy'] })}
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
            onChange={() => onChange({ onMatch: policy })}
          />
        ))}
      </div>
      <CheckField
        name="linksHouseholds"
        label="לרשום כמשק בית אחד אנשים עם אותו טלפון ואותו שם משפחה"
        hint="בני זוג שחולקים טלפון נשארים שני אנשי קשר, ולא נדרסים זה בזה"
        checked={settings.linksHouseholds}
        onChange={({ target }) => onChange({ linksHouseholds: target.checked })}
      />
    </fieldset>
  )
}
