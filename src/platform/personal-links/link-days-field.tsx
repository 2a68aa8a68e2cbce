import { SelectField } from '#ui/forms/field.tsx'
import { daysLabel, linkDays } from './made-link.ts'

/** Validity of a new link in days: the form field `days`. */
export const LinkDaysField = ({ usual }: { usual: (typeof linkDays)[number] }) => (
  <SelectField name="days" label="תוקף הקישור" defaultValue={String(usual)}>
    {linkDays.map((days) => (
      <option key={days} value={days}>
        {daysLabel(days)}
      </option>
    ))}
  </SelectField>
)
