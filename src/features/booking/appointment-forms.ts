// Form inputs of the staff's changes of appointments.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'

const Day = z.iso.date('יום, למשל 24.11.2026')
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d/, 'שעה, למשל 14:30')
const Checkbox = z.preprocess((value) => value === 'on' || value === true, z.boolean())

export const MoveEdit = z.object({ day: Day, time: Time, is_told: Checkbox })

export const CancelEdit = z.object({
  reason: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, 'יש לכתוב סיבה, היא תופיע בהודעה').max(300, 'עד 300 תווים')),
})

export const BookEdit = z.object({
  type_id: z.uuid('יש לבחור סוג פגישה'),
  contact_id: z.uuid('יש לבחור איש קשר'),
  day: Day,
  time: Time,
  is_told: Checkbox,
})
