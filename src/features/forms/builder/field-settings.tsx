// All settings of a field.
import type { AnsweredField, Field } from '#platform/forms/definition/field-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { CheckField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import type { SavingTarget } from '../saving-targets.ts'
import { CalculatedSettings } from './calculated-settings.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import type { DraftEdit } from './draft-edits.ts'
import type { FormDraft } from './form-draft.ts'
import { DimensionChoice, KindSettings } from './kind-settings.tsx'
import { SavingChoice } from './saving-choice.tsx'

type Props = { field: Field; draft: FormDraft; custom: readonly SavingTarget[]; onEdit: (edit: DraftEdit) => void }

const isAnswered = (field: Field): field is AnsweredField => field.kind !== 'statement' && field.kind !== 'calculated'

export function FieldSettings({ field, draft, custom, onEdit }: Props) {
  const write = (next: Field) => onEdit({ do: 'write', field: withoutUndefined(next) })
  const set = (part: object) => write({ ...field, ...part } as Field)
  const answered = answeredFields(draft)
  // Fields before this one in the form, except display-only fields.
  const all = draft.pages.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields))
  const at = all.findIndex(({ key }) => key === field.key)
  const before = answered.filter(({ key }) => all.findIndex((one) => one.key === key) < at)
  return (
    <div className="builder__settings">
      <TextField
        name="label"
        label={field.kind === 'statement' ? 'כותרת' : 'השאלה'}
        required
        dir="auto"
        maxLength={300}
        data-first
        value={field.label}
        onChange={({ target }) => set({ label: target.value })}
      />
      {isAnswered(field) && field.kind !== 'hidden' && field.kind !== 'consent' && (
        <TextAreaField
          name="help"
          label="הסבר"
          optional="(לא חובה)"
          rows={2}
          dir="auto"
          maxLength={4000}
          value={field.help ?? ''}
          onChange={({ target }) => set({ help: target.value || undefined })}
        />
      )}
      <KindSettings key={`${field.key} ${field.kind}`} field={field} onChange={write} />
      {field.kind === 'calculated' && (
        <CalculatedSettings
          field={field}
          draft={draft}
          onChange={(computed) => onEdit({ do: 'form', change: { computed }, at: field.key })}
        />
      )}
      <DimensionChoice field={field} draft={draft} onChange={write} />
      {isAnswered(field) && field.kind !== 'hidden' && (
        <CheckField
          name="required"
          label="חובה לענות"
          checked={field.required === true}
          onChange={({ target }) => set({ required: target.checked || undefined })}
        />
      )}
      {isAnswered(field) && field.kind !== 'consent' && (
        <>
          <CheckField
            name="sensitive"
            label="תשובה רגישה: נשמרת מוצפנת, וגלויה לבעלים, לניהול ולליווי"
            checked={field.sensitive === true || field.kind === 'bank_account' || field.kind === 'id_number'}
            disabled={field.kind === 'bank_account' || field.kind === 'id_number'}
            onChange={({ target }) => set({ sensitive: target.checked || undefined })}
          />
          <SavingChoice field={field} custom={custom} onChange={(saving) => set({ saving })} />
          <PrefillField field={field} onChange={(prefill) => set({ prefill })} />
        </>
      )}
      <ConditionEditor
        legend="מתי השאלה מוצגת"
        always="תמיד"
        condition={field.showIf}
        draft={draft}
        fields={before}
        onChange={(showIf) => set({ showIf })}
      />
    </div>
  )
}

function PrefillField({ field, onChange }: { field: AnsweredField; onChange: (prefill: string | undefined) => void }) {
  if (field.kind === 'file' || field.kind === 'signature') return null
  return (
    <TextField
      name="prefill"
      label="מילוי מראש מהקישור"
      optional="(לא חובה)"
      hint={field.prefill ? `הקישור נגמר ב־?${field.prefill}=…` : 'שם באותיות לטיניות, לדוגמה name'}
      dir="ltr"
      maxLength={40}
      autoComplete="off"
      value={field.prefill ?? ''}
      onChange={({ target }) => onChange(target.value.replaceAll(/[^\w-]/g, '') || undefined)}
    />
  )
}

/** JSON has no undefined: removes such keys, so that a field in memory equals the stored one. */
const withoutUndefined = (field: Field) =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as Field
