// Saving target of an answer: a column or custom field, and the policy for an existing value.
import type { AnsweredField, Saving } from '#platform/forms/definition/field-schema.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { canAppend, policyLabels, type SavingTarget, targetsOf } from '../saving-targets.ts'

type Props = {
  field: AnsweredField
  custom: readonly SavingTarget[]
  onChange: (saving: Saving | undefined) => void
}

export function SavingChoice({ field, custom, onChange }: Props) {
  const targets = targetsOf(field.kind, custom)
  const { saving } = field
  if (targets.length === 0 && !saving) return null
  const known = targets.find(({ to }) => to === saving?.to)
  const policies = Object.entries(policyLabels).filter(
    ([policy]) => policy !== 'append' || saving?.policy === 'append' || canAppend(known?.type),
  )
  return (
    <div className="builder__pair">
      <SelectField
        name="saving"
        label="לשמור גם אצל"
        value={saving?.to ?? ''}
        onChange={({ target }) => onChange(target.value ? { to: target.value, policy: 'keep' } : undefined)}
      >
        <option value="">רק בתשובות הטופס</option>
        {saving && !known && <option value={saving.to}>מקום שכבר אינו קיים</option>}
        {targets.map(({ to, label }) => (
          <option key={to} value={to}>
            {label}
          </option>
        ))}
      </SelectField>
      {saving && (
        <SelectField
          name="policy"
          label="כשכבר יש שם ערך"
          value={saving.policy}
          disabled={known?.isFixed === true}
          hint={known?.isFixed ? 'טופס אינו משנה טלפון או דוא״ל של איש קשר מוכר' : undefined}
          onChange={({ target }) => onChange({ ...saving, policy: target.value as Saving['policy'] })}
        >
          {policies.map(([policy, label]) => (
            <option key={policy} value={policy}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
