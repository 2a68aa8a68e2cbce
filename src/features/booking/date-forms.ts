// Form inputs of date overrides, time off and school breaks.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'

const Day = z.iso.date('יום, למשל 24.11.2026')
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d/, 'שעה, למשל 09:00')
const OptionalClock = z.preprocess((value) => (value === '' ? null : value), Clock.nullable())
const name = z.string().transform(oneLine).pipe(z.string().min(1, 'שדה חובה').max(60, 'שם: עד 60 תווים'))

type Hours = { start: string | null; end: string | null }
const isWhole = ({ start, end }: Hours) => (start === null) === (end === null)
const isForward = ({ start, end }: Hours) => start === null || end === null || end > start

/** Up to two windows. Without hours the date is closed. */
export const OverrideEdit = z
  .object({
    day: Day,
    start: OptionalClock,
    end: OptionalClock,
    second_start: OptionalClock,
    second_end: OptionalClock,
  })
  .transform(({ day, start, end, second_start, second_end }, context) => {
    const windows = [
      { start, end, field: 'end' },
      { start: second_start, end: second_end, field: 'second_end' },
    ]
    for (const { field, ...hours } of windows) {
      if (!isWhole(hours)) context.addIssue({ code: 'custom', path: [field], message: 'צריך גם התחלה וגם סיום' })
      else if (!isForward(hours))
        context.addIssue({ code: 'custom', path: [field], message: 'שעת הסיום צריכה להיות אחרי שעת ההתחלה' })
    }
    return {
      day,
      windows: windows.flatMap(({ start: from, end: to }) =>
        from && to ? [{ start: from.slice(0, 5), end: to.slice(0, 5) }] : [],
      ),
    }
  })

const noteMissing = 'כדי להציג הערה צריך לכתוב אותה'

/** Whole days when no times are given. */
export const TimeOffEdit = z
  .object({
    from_on: Day,
    until_on: Day,
    start: OptionalClock,
    end: OptionalClock,
    note: z.string().transform(oneLine).pipe(z.string().max(120, 'עד 120 תווים')),
    is_public: z.preprocess((value) => value === 'on' || value === true, z.boolean()),
  })
  .refine(({ note, is_public }) => !is_public || note !== '', { path: ['note'], message: noteMissing })
  .refine(({ from_on, until_on }) => until_on >= from_on, {
    path: ['until_on'],
    message: 'יום הסיום לא יכול להיות לפני יום ההתחלה',
  })

export const SchoolBreakEdit = z
  .object({ name, from_on: Day, until_on: Day })
  .refine(({ from_on, until_on }) => until_on >= from_on, {
    path: ['until_on'],
    message: 'יום הסיום לא יכול להיות לפני יום ההתחלה',
  })

export const dateRefusals = {
  time_off_ends_before_start: 'הסיום צריך להיות אחרי ההתחלה',
  time_off_too_long: 'היעדרות: עד 400 ימים',
  public_note_missing: noteMissing,
  school_break_too_long: 'חופשה: עד 100 ימים',
} as const
