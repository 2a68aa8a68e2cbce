import { SelectField } from '#ui/forms/field.tsx'
import { daysLabel, linkDays } from './made-link.ts'

/** How long a new link is open: the field `days` of a form. */
export const LinkDaysField = ({ usual }: { usual: (typeof linkDays)[number] }) => (
  <SelectField name="days" label="תוקף הקישור" defaultValue={String(usual)}>
    {linkDays.map((days) => (
      <option key={days} value={days}>
        {daysLabel(days)}
      </option>
    ))}
  </SelectField>
)
