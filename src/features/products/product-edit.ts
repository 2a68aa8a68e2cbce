// Form schemas of products and prices.
import { instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { Day, z } from '#lib/schema.ts'
import { callTypes, kinds, ProductFact } from './product-rows.ts'

const required = 'שדה חובה'
const line = (max: number, min = 0) =>
  z
    .string(required)
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(min, min === 1 ? required : `לפחות ${min} תווים`)
        .max(max, `עד ${max} תווים`),
    )
const lines = (text: string) => text.split('\n').map(oneLine).filter(Boolean)

/** A slug from a name: letters and digits, everything else becomes hyphens. */
export const slugFrom = (name: string) =>
  plainText(name)
    .toLowerCase()
    .replaceAll(/["'׳״]/g, '')
    .replaceAll(/[^a-z0-9א-ת]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')

export const Slug = z
  .string(required)
  .transform((typed) => oneLine(typed).toLowerCase())
  .pipe(
    z
      .string()
      .min(2, 'לפחות 2 תווים')
      .max(60, 'עד 60 תווים')
      .regex(/^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$/, 'אותיות באנגלית או בעברית, ספרות ומקפים ביניהן'),
  )

export const ProductEdit = z.object({
  name: line(80, 2),
  slug: Slug,
  kind: z.enum(kinds),
  tagline: line(160),
  description: z.string().transform(plainText).pipe(z.string().max(600, 'עד 600 תווים')),
  included: z
    .string()
    .transform(lines)
    .pipe(z.array(z.string().max(90, 'כל שורה: עד 90 תווים')).max(10, 'עד עשר שורות')),
  /** One "label: value" per line. */
  facts: z
    .string()
    .transform(lines)
    .refine(
      (typed) => typed.every((row) => /^[^:]+:.+$/.test(row)),
      'בכל שורה: מה, נקודתיים, וכמה. למשל ״פגישות אישיות: 12״',
    )
    .transform((typed) =>
      typed.map((row) => {
        const [label = '', ...value] = row.split(':')
        return { label: label.trim(), value: value.join(':').trim() }
      }),
    )
    .pipe(z.array(ProductFact).max(12, 'עד 12 שורות')),
  call_words: line(30, 2),
  call_way: z.enum(callTypes),
  has_waitlist: z.boolean(),
})
export type ProductEdit = z.output<typeof ProductEdit>

/** The form schema of the order bump. */
export const BumpEdit = z.object({
  bump_product_id: z.preprocess((value) => (value === '' ? null : value), z.uuid().nullable()),
  bump_text: line(160),
})

export const AddProduct = z.object({ name: line(80, 2), slug: Slug, kind: z.enum(kinds) })
export const ProductAdded = z.object({ id: z.uuid() })

const midnight = (day: string) => instantAt(day, '00:00').toISOString()

const emptyIsNothing = (value: unknown) => (value === '' ? undefined : value)
const Count = (min: number, max: number) =>
  z.preprocess(
    emptyIsNothing,
    z.coerce
      .number('צריך להיות כאן מספר')
      .int('מספר שלם')
      .min(min, `לפחות ${min}`)
      .max(max, `עד ${max.toLocaleString('he-IL')}`)
      .optional(),
  )

/** A price as entered: shekels, and days from midnight in Israel; the last day is inclusive. */
export const PriceEdit = z
  .object({
    /** Empty if there is only one price. */
    name: line(40),
    amount: z.string(required).transform((typed, context) => {
      const agorot = parseMoney(typed)
      if (agorot !== undefined && agorot <= 100_000_000) return agorot
      context.addIssue({ code: 'custom', message: 'סכום בשקלים, למשל 1,290' })
      return z.NEVER
    }),
    vat_mode: z.enum(['included', 'exempt']),
    way: z.enum(['once', 'month', 'year']),
    max_installments: Count(1, 36),
    charges: Count(2, 60),
    from: Day,
    to: z.preprocess(emptyIsNothing, Day.optional()),
    seats: Count(1, 100_000),
  })
  .refine(({ from, to }) => to === undefined || to >= from, { path: ['to'], message: 'היום האחרון בא אחרי הראשון' })
  .transform(({ name, amount, vat_mode, way, max_installments, charges, from, to, seats }) => ({
    name,
    amount_agorot: amount,
    vat_mode,
    interval: way === 'once' ? null : way,
    max_installments: way === 'once' ? (max_installments ?? 1) : 1,
    charges: way === 'once' ? null : (charges ?? null),
    active_from: midnight(from),
    active_to: to === undefined ? null : midnight(addDays(to, 1)),
    seats: seats ?? null,
  }))
export type PriceEdit = z.output<typeof PriceEdit>
