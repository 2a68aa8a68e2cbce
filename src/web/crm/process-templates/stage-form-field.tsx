import { useSendableForms } from '#features/forms/links/form-links.data.ts'
import { SelectField } from '#ui/forms/field.tsx'

type Props = { of: string; formId: string | null; onChange: (formId: string | null) => void }

/** The form that each family member fills in within a stage. A closed form stays selected, but is not offered to the family. */
export function StageFormField({ of, formId, onChange }: Props) {
  const { data: forms } = useSendableForms()
  const isClosed = formId !== null && forms !== undefined && !forms.some(({ id }) => id === formId)
  return (
    <SelectField
      name={`form-${of}`}
      label="שאלון של השלב"
      optional="(לא חובה)"
      hint={isClosed ? 'הטופס שנבחר לא פתוח עכשיו למילוי, והמשפחה לא רואה אותו' : undefined}
      value={formId ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">בלי שאלון</option>
      {formId !== null && (isClosed || !forms) && <option value={formId}>{forms ? 'טופס סגור' : 'טוען…'}</option>}
      {forms?.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}
