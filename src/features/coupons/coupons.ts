// Contract of coupons: discounts by code, and their limits.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { Day, Instant, z } from '#lib/schema.ts'
import { instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'

export const Coupon = z.object({
  id: z.uuid(),
  code: z.string(),
  note: z.string(),
  percent: z.int().nullable(),
  amount_agorot: z.int().nullable(),
  product_ids: z.array(z.uuid()),
  max_uses: z.int().nullable(),
  per_contact: z.int().nullable(),
  active_from: Instant,
  active_to: Instant.nullable(),
  is_active: z.boolean(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type Coupon = z.infer<typeof Coupon>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { coupons: Coupon }

/** A code as entered, without spaces and in upper case. */
export const normalCode = (typed: string) => typed.replaceAll(/[\s\u200e\u200f]+/g, '').toUpperCase()

/** The discount on a price, in agorot; never more than the price. */
export function discountOf(
  { percent, amount_agorot: fixed }: Pick<Coupon, 'percent' | 'amount_agorot'>,
  price: number,
) {
  return Math.min(price, percent === null ? (fixed ?? 0) : Math.round((price * percent) / 100))
}

const emptyIsNull = (value: unknown) => (value === '' ? null : value)
const Limit = (max: number) =>
  z.preprocess(
    emptyIsNull,
    z.coerce
      .number('צריך להיות כאן מספר')
      .int('מספר שלם')
      .min(1, 'לפחות 1')
      .max(max, `עד ${max.toLocaleString('he-IL')}`)
      .nullable(),
  )

/** A coupon as entered: `worth` is a percentage or shekels; the last day is inclusive. */
export const CouponEdit = z
  .object({
    code: z
      .string('שדה חובה')
      .transform(normalCode)
      .pipe(z.string().regex(/^[A-Z0-9א-ת][A-Z0-9א-ת-]{1,28}[A-Z0-9א-ת]$/, 'מ־3 עד 30 אותיות, ספרות ומקפים')),
    note: z.string().transform(oneLine).pipe(z.string().max(160, 'עד 160 תווים')),
    kind: z.enum(['percent', 'amount']),
    worth: z.string('שדה חובה'),
    product_ids: z.array(z.uuid()).max(50),
    max_uses: Limit(100_000),
    per_contact: Limit(1000),
    from: Day,
    to: z.preprocess(emptyIsNull, Day.nullable()),
  })
  .transform(({ kind, worth, from, to, ...coupon }, context) => {
    if (to !== null && to < from) context.addIssue({ code: 'custom', path: ['to'], message: refusals.coupon_ends_before_it_begins }) // prettier-ignore
    const percent = kind === 'percent' ? percentOf(worth) : null
    const amount = kind === 'amount' ? parseMoney(worth) : null
    if (percent === undefined) context.addIssue({ code: 'custom', path: ['worth'], message: 'אחוז שלם, מ־1 עד 100' })
    if (amount === undefined || amount === 0 || (amount ?? 0) > 100_000_000)
      context.addIssue({ code: 'custom', path: ['worth'], message: 'סכום בשקלים, למשל 100' })
    return {
      ...coupon,
      percent: percent ?? null,
      amount_agorot: amount ?? null,
      active_from: midnight(from),
      active_to: to === null ? null : midnight(addDays(to, 1)),
    }
  })
export type CouponEdit = z.output<typeof CouponEdit>

const midnight = (day: string) => instantAt(day, '00:00').toISOString()

function percentOf(typed: string): number | undefined {
  const digits = typed.replaceAll(/[\s%\u200e\u200f]/g, '')
  const percent = /^\d{1,3}$/.test(digits) ? Number(digits) : 0
  return percent >= 1 && percent <= 100 ? percent : undefined
}

export const refusals = {
  coupon_unknown: 'הקופון לא נמצא. כדאי לבדוק שהקוד הוקלד נכון',
  coupon_ended: 'תוקף הקופון הסתיים',
  coupon_of_another_product: 'הקופון הזה אינו תקף למוצר הזה',
  coupon_used_up: 'הקופון נוצל עד סופו',
  coupon_used_already: 'הקופון הזה כבר שימש אתכם',
  coupon_code_taken: 'כבר יש קופון בקוד הזה',
  coupon_code_form: 'הקוד: מ־3 עד 30 אותיות, ספרות ומקפים',
  coupon_was_used: 'יש הזמנות עם הקופון הזה, ולכן הוא לא נמחק. אפשר להפסיק אותו',
  coupon_ends_before_it_begins: 'היום האחרון בא אחרי הראשון',
} as const
