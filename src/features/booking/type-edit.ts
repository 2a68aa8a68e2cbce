// Form input of an appointment type. Hours on screen are minutes in the database.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { type Question, typeColors, Zone } from './booking.ts'
import { locationKinds, maxGuests, paymentModes } from './booking-labels.ts'

const integerBetween = (min: number, max: number) => {
  const message = `מספר שלם, ${min} עד ${max}`
  return z.coerce.number<unknown>(message).int(message).min(min, message).max(max, message)
}
/** Empty: no limit. */
const limit = (max: number) => z.preprocess((value) => (value === '' ? null : value), integerBetween(1, max).nullable())
/** Seats of a group type. Empty: one booking per slot. */
const Seats = z.preprocess((value) => (value === '' ? null : value), integerBetween(2, 100).nullable())
const hours = (max: number) => integerBetween(0, max).transform((many) => many * 60)
const line = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, `עד ${max} תווים`))
/** Typed amount in shekels; empty: no price. */
const Price = z.string().transform((typed, context) => {
  const agorot = typed.trim() === '' ? null : parseMoney(typed)
  if (agorot !== undefined && (agorot ?? 0) <= 100_000_000) return agorot
  context.addIssue({ code: 'custom', message: 'סכום בשקלים, למשל 450' })
  return z.NEVER
})
const Checkbox = z.preprocess((value) => value === 'on' || value === true, z.boolean())
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'אותיות לטיניות קטנות, ספרות ומקפים')
  .min(2, 'לפחות 2 תווים')
  .max(60, 'עד 60 תווים')

const WindowDay = z.iso.date('יום, למשל 24.11.2026')

/** The booking window. Fields of the other modes are not in the form and become empty. */
const WindowEdit = z
  .discriminatedUnion('window_kind', [
    z.object({ window_kind: z.literal('rolling'), window_days: integerBetween(1, 730) }),
    z
      .object({
        window_kind: z.literal('range'),
        window_from: WindowDay,
        window_to: z.union([WindowDay, z.literal('').transform(() => null)]),
      })
      .refine(({ window_from: from, window_to: to }) => to === null || to >= from, {
        path: ['window_to'],
        message: 'היום האחרון לא יכול להיות לפני היום הראשון',
      }),
    z.object({ window_kind: z.literal('unlimited') }),
  ])
  .transform((window) => ({ window_days: null, window_from: null, window_to: null, ...window }))

/** "25, 50" */
const Durations = z.string().transform((text, context) => {
  const minutes = [
    ...new Set(
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number),
    ),
  ]
  const isValid = (one: number) => Number.isInteger(one) && one >= 5 && one <= 480
  if (minutes.length > 0 && minutes.length <= 6 && minutes.every(isValid)) return minutes
  context.addIssue({ code: 'custom', message: 'עד שישה אורכים, מ־5 עד 480 דקות, למשל: 25, 50' })
  return z.NEVER
})

/** One question per line; a trailing asterisk marks a required one. */
const Questions = z
  .string()
  .transform((text) =>
    text
      .split('\n')
      .map(oneLine)
      .filter((line) => line.replace('*', '').trim() !== ''),
  )
  .pipe(z.array(z.string().max(160, 'שאלה: עד 160 תווים')).max(8, 'עד שמונה שאלות'))

export const TypeEdit = z
  .object({
    title: line(80).pipe(z.string().min(1, 'שדה חובה')),
    slug: Slug,
    description: z.string().transform(plainText).pipe(z.string().max(1000, 'עד 1,000 תווים')),
    durations: Durations,
    location_kind: z.enum(locationKinds),
    location_value: line(300),
    color: z.enum(typeColors),
    slot_interval: integerBetween(5, 240),
    buffer_before: integerBetween(0, 240),
    buffer_after: integerBetween(0, 240),
    min_notice: hours(720),
    max_per_day: limit(50),
    max_per_week: limit(200),
    max_active_per_contact: limit(50),
    seats: Seats,
    max_guests: integerBetween(0, maxGuests),
    cancel_notice: hours(720),
    reschedule_notice: hours(720),
    price_agorot: Price,
    payment_mode: z.enum(paymentModes),
    deposit_agorot: Price,
    product_id: z.union([z.uuid(), z.literal('').transform(() => null)], 'יש לבחור מוצר'),
    locked_zone: z.union([Zone, z.literal('').transform(() => null)], 'יש לבחור שעון'),
    schedule_id: z.union([z.uuid(), z.literal('').transform(() => null)]),
    policy_text: line(500),
    questions: Questions,
    form_id: z.union([z.uuid(), z.literal('').transform(() => null)], 'יש לבחור טופס'),
    requires_confirmation: Checkbox,
    pending_blocks: Checkbox,
    allow_partner: Checkbox,
    uses_preparation: Checkbox,
    requires_package: Checkbox,
    is_hidden: Checkbox,
    requires_link: Checkbox,
    is_active: Checkbox,
  })
  .and(WindowEdit)
  .refine(({ payment_mode: mode, price_agorot: price }) => mode === 'none' || (price ?? 0) > 0, {
    path: ['price_agorot'],
    message: 'כדי לגבות בקביעה צריך מחיר',
  })
  .refine(
    ({ payment_mode: mode, price_agorot: price, deposit_agorot: deposit }) =>
      mode !== 'deposit' || ((deposit ?? 0) > 0 && (deposit ?? 0) < (price ?? 0)),
    { path: ['deposit_agorot'], message: 'מקדמה: סכום קטן מהמחיר' },
  )
  .refine(({ payment_mode: mode, product_id: product }) => mode === 'none' || product !== null, {
    path: ['product_id'],
    message: 'יש לבחור תחת איזה מוצר התשלום נרשם',
  })
  .transform(({ min_notice, cancel_notice, reschedule_notice, durations, ...rest }) => ({
    ...rest,
    durations,
    default_duration: durations[0]!,
    min_notice_min: min_notice,
    cancel_notice_min: cancel_notice,
    reschedule_notice_min: reschedule_notice,
  }))
export type TypeEdit = z.output<typeof TypeEdit>

/** A question with unchanged text keeps its id, so that earlier answers still belong to it. */
export function questionsOf(lines: readonly string[], before: readonly Question[]): Question[] {
  return lines.map((line) => {
    const label = line.replace(/\s*\*$/, '')
    const known = before.find((one) => one.label === label)
    return {
      id: known?.id ?? `q-${crypto.randomUUID().slice(0, 8)}`,
      label,
      kind: known?.kind ?? 'short',
      is_required: line.endsWith('*'),
      options: known?.options ?? [],
    }
  })
}

export const linesOf = (questions: readonly Question[]) =>
  questions.map(({ label, is_required }) => (is_required ? `${label} *` : label)).join('\n')

/** Constraint messages by form field. */
export const typeRefusals = {
  type_slug_taken: 'הכתובת הזו כבר בשימוש בסוג פגישה אחר',
  host_slug_taken: 'הכתובת הזו כבר בשימוש אצל מישהו מהצוות',
  not_a_host: 'רק חברי צוות פעילים יכולים לקבל פגישות',
  stale_version: 'מישהו שמר בזמן שערכתם. סגרו ופתחו שוב כדי לראות את השינוי',
} as const
