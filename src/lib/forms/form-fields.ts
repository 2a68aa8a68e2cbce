// Schemas of form controls. An optional control that is empty is null.
import { oneLine } from '../hebrew/hebrew-text.ts'
import { Day, z } from '../schema.ts'

const Line = z.string('שדה חובה').transform(oneLine)
const upTo = (max: number) => `עד ${max} תווים`

export const requiredLine = (max: number) => Line.pipe(z.string().min(1, 'שדה חובה').max(max, upTo(max)))

export const optionalLine = (max: number) => Line.pipe(z.string().max(max, upTo(max))).transform((text) => text || null)

const emptyIsNull = (value: unknown) => (value === '' ? null : value)

/** An optional value that is not free text, such as that of a select. */
export const OptionalChoice = z.preprocess(emptyIsNull, z.string().nullable())
export const OptionalDay = z.preprocess(emptyIsNull, Day.nullable())
