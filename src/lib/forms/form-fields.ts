// Schemas of form controls. An optional control that is empty is null.
import { oneLine } from '../hebrew/hebrew-text.ts'
import { Day, z } from '../schema.ts'

const Line = z.string('שדה חובה').transform(oneLine)
const upTo = (most: number) => `עד ${most} תווים`

export const requiredLine = (most: number) => Line.pipe(z.string().min(1, 'שדה חובה').max(most, upTo(most)))

export const optionalLine = (most: number) =>
  Line.pipe(z.string().max(most, upTo(most))).transform((text) => text || null)

const emptyIsNull = (value: unknown) => (value === '' ? null : value)

/** An optional value that is not free text, such as that of a select. */
export const OptionalChoice = z.preprocess(emptyIsNull, z.string().nullable())
export const OptionalDay = z.preprocess(emptyIsNull, Day.nullable())
