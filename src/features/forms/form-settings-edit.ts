// Form settings as edited by the owner. Date and time fields are in Israel time.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { refusals } from './form-texts.ts'
import type { Form } from './forms.ts'

const TypedDay = z.string().regex(/^(|\d{4}-\d\d-\d\d)$/, 'יש לבחור תאריך')
const TypedTime = z.string().regex(/^(|\d\d:\d\d)$/, 'שעה, לדוגמה 18:00')

export const FormSettingsEdit = z
  .object({
    title: z.string().transform(oneLine).pipe(z.string().min(1, refusals.form_title_length).max(200, refusals.form_title_length)), // prettier-ignore
    public_id: z.string().trim().toLowerCase().regex(/^[a-z0-9][a-z0-9-]{2,59}$/, refusals.form_address_form), // prettier-ignore
    opens_on: TypedDay,
    opens_time: TypedTime,
    closes_on: TypedDay,
    closes_time: TypedTime,
    most_submissions: z
      .string()
      .trim()
      .regex(/^(|[1-9]\d{0,5})$/, 'מספר בין 1 ל־999,999, או ריק')
      .transform((typed) => (typed ? Number(typed) : null)),
    closed_text: z.string().transform(plainText).pipe(z.string().max(1000, refusals.closed_text_length)),
    once_per_person: z.boolean(),
    allows_changes: z.boolean(),
    opens_opportunity: z.boolean(),
    notifies_staff: z.boolean(),
    reminds_unfinished: z.boolean(),
  })
  .refine((edit) => isInOrder(columnsOf(edit)), { path: ['closes_on'], error: refusals.form_closes_before_opening })
export type FormSettingsEdit = z.output<typeof FormSettingsEdit>

export const settingLabels: Record<keyof FormSettingsEdit, string> = {
  title: 'שם הטופס',
  public_id: 'הכתובת, אחרי /form/',
  opens_on: 'נפתח ביום',
  opens_time: 'נפתח בשעה',
  closes_on: 'נסגר ביום',
  closes_time: 'נסגר בשעה',
  most_submissions: 'כמה תשובות לכל היותר',
  closed_text: 'הודעה של טופס סגור',
  once_per_person: 'תשובה אחת לאדם, לפי הטלפון או הדוא״ל',
  allows_changes: 'אפשר לשנות תשובות אחרי השליחה',
  opens_opportunity: 'לפתוח הזדמנות במכירות, אם אין לאיש הקשר הזדמנות פתוחה',
  notifies_staff: 'להודיע לצוות על כל תשובה',
  reminds_unfinished: 'תזכורת אחת עם קישור להמשך, שעה אחרי שהמילוי נעצר',
}

export const editOf = (form: Form): FormSettingsEdit => ({
  title: form.title,
  public_id: form.public_id,
  ...typedMoment('opens', form.opens_at),
  ...typedMoment('closes', form.closes_at),
  most_submissions: form.most_submissions,
  closed_text: form.closed_text,
  once_per_person: form.once_per_person,
  allows_changes: form.allows_changes,
  opens_opportunity: form.opens_opportunity,
  notifies_staff: form.notifies_staff,
  reminds_unfinished: form.reminds_unfinished,
})

const typedMoment = <Name extends 'opens' | 'closes'>(name: Name, at: string | null) =>
  ({ [`${name}_on`]: at ? dayOf(at) : '', [`${name}_time`]: at ? formatTime(at) : '' }) as Record<
    `${Name}_on` | `${Name}_time`,
    string
  >

/** Without a time the form opens at the start of the day, and closes at its end. */
const momentAt = (day: string, time: string) => (day ? instantAt(day, time).toISOString() : null)

type Moments = Record<'opens_on' | 'opens_time' | 'closes_on' | 'closes_time', string>

export function columnsOf<Edit extends Moments>({ opens_on, opens_time, closes_on, closes_time, ...same }: Edit) {
  return {
    ...same,
    opens_at: momentAt(opens_on, opens_time || '00:00'),
    closes_at: momentAt(closes_on, closes_time || '23:59'),
  }
}

const isInOrder = ({ opens_at, closes_at }: { opens_at: string | null; closes_at: string | null }) =>
  !opens_at || !closes_at || closes_at > opens_at
