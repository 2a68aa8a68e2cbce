import { SelectField } from '#ui/forms/field.tsx'
import type { Choices } from '../use-choices.ts'
import { Options } from './event-fields.tsx'

type Props = { value: string | null; onChange: (userId: string | null) => void; choices: Choices }

/** A staff member; null means the contact's owner at that time. */
export const ResponsibleField = ({ value, onChange, choices }: Props) => (
  <SelectField name="userId" label="למי" value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
    <option value="">מי שאחראי על איש הקשר</option>
    <Options of={choices.staff} />
  </SelectField>
)
