// Form inputs for changes of appointments by staff.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { maxMeetings, maxWeeks } from './plan-appointments.ts'

const Day = z.iso.date('יום, למשל 24.11.2026')
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d/, 'שעה, למשל 14:30')
const Checkbox = z.preprocess((value) => value === 'on' || value === true, z.boolean())

const integerUpTo = (max: number) => {
  const message = `מספר שלם, 1 עד ${max}`
  return z.coerce.number<unknown>(message).int(message).min(1, message).max(max, message)
}

export const MoveEdit = z.object({
  day: Day,
  time: Time,
  is_told: Checkbox,
  /** Whether all appointments of the group are rescheduled. */
  is_group: Checkbox,
})

export const CancelEdit = z.object({
  reason: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, 'יש לכתוב סיבה, היא תופיע בהודעה').max(300, 'עד 300 תווים')),
  /** Whether the following appointments of the series are cancelled too. */
  is_series: Checkbox,
  /** Whether all appointments of the group are cancelled. */
  is_group: Checkbox,
})

export const BookEdit = z
  .object({
    type_id: z.uuid('יש לבחור סוג פגישה'),
    contact_id: z.uuid('יש לבחור איש קשר'),
    day: Day,
    time: Time,
    is_told: Checkbox,
    many: integerUpTo(maxMeetings),
    every_weeks: integerUpTo(12),
  })
  .refine(({ many, every_weeks }) => (many - 1) * every_weeks <= maxWeeks, {
    path: ['many'],
    message: 'הפגישה האחרונה: עד שנתיים אחרי הראשונה',
  })
export type BookEdit = z.output<typeof BookEdit>

export const PackageEdit = z.object({
  type_id: z.uuid('יש לבחור סוג פגישה'),
  total: integerUpTo(100),
  expires_on: z.preprocess((value) => (value === '' ? null : value), Day.nullable()),
  note: z.string().transform(oneLine).pipe(z.string().max(200, 'עד 200 תווים')),
})
export type PackageEdit = z.output<typeof PackageEdit>
