import { linkDays } from '#features/orders/payment-link.ts'
import { count } from '#lib/hebrew/count.ts'
import { SelectField } from '#ui/forms/field.tsx'

/** Validity of a payment link in days. */
export const LinkDaysField = ({ hint }: { hint?: string }) => (
  <SelectField name="days" label="תוקף הקישור" defaultValue="7" {...(hint && { hint })}>
    {linkDays.map((days) => (
      <option key={days} value={days}>
        {count(days, { one: 'יום אחד', two: 'יומיים', other: '# ימים' })}
      </option>
    ))}
  </SelectField>
)
