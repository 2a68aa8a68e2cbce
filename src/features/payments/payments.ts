// Contract of payments: charges, payments and plans. Amounts are integer agorot.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Day, Instant, z } from '#lib/schema.ts'

export const methods = ['transfer', 'bit', 'cash', 'cheque', 'card'] as const
export const methodLabels: Record<(typeof methods)[number], string> = {
  transfer: 'העברה בנקאית',
  bit: 'ביט',
  cash: 'מזומן',
  cheque: 'צ׳ק',
  card: 'כרטיס אשראי',
}
/** Methods recorded manually; card payments are not. */
export const manualMethods = [
  'transfer',
  'bit',
  'cash',
  'cheque',
] as const satisfies readonly (typeof methods)[number][]

export const VatRate = z.object({ valid_from: Day, percent: z.number() })
export const PaymentPlan = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  order_id: z.uuid().nullable(),
  title: z.string(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  /** For a plan without an end date: a charge is added each month or year. */
  renews_every: z.enum(['month', 'year']).nullable(),
  is_demo: z.boolean(),
})
export type PaymentPlan = z.infer<typeof PaymentPlan>

export const Charge = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  plan_id: z.uuid().nullable(),
  number: z.int().nullable(),
  product_id: z.uuid().nullable(),
  order_id: z.uuid().nullable(),
  title: z.string(),
  amount_agorot: z.int(),
  vat_percent: z.number().nullable(),
  due_on: Day,
  created_by: z.uuid().nullable(),
  created_at: Instant,
  void_reason: z.string().nullable(),
  voided_at: Instant.nullable(),
  voided_by: z.uuid().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Charge = z.infer<typeof Charge>

export const Payment = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  charge_id: z.uuid().nullable(),
  order_id: z.uuid().nullable(),
  kind: z.enum(['payment', 'refund']),
  refund_of: z.uuid().nullable(),
  refund_reason: z.string().nullable(),
  credited_agorot: z.int(),
  provider: z.string(),
  provider_tx: z.string().nullable(),
  method: z.enum(methods),
  status: z.enum(['initiated', 'pending', 'authorized', 'captured', 'failed', 'refunded', 'chargeback']),
  amount_agorot: z.int(),
  paid_on: Day,
  reference: z.string().nullable(),
  document_number: z.string().nullable(),
  note: z.string().nullable(),
  recorded_by: z.uuid().nullable(),
  recorded_at: Instant,
  void_reason: z.string().nullable(),
  voided_at: Instant.nullable(),
  voided_by: z.uuid().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Payment = z.infer<typeof Payment>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { vat_rates: VatRate, payment_plans: PaymentPlan, charges: Charge, payments: Payment }

const amountLimit = 100_000_000
export const Amount = z
  .number('יש להזין סכום, למשל 1,320')
  .int()
  .min(1, 'יש להזין סכום גדול מאפס')
  .max(amountLimit, 'עד מיליון ₪ בכל רישום')

export const Title = z.string().transform(oneLine).pipe(z.string().min(1, 'שדה חובה').max(120, 'עד 120 תווים'))
export const VoidReason = z
  .string()
  .transform(oneLine)
  .pipe(z.string().min(2, 'כתבו בקצרה למה').max(300, 'עד 300 תווים'))

/** The statutory limit above which only a small part of a transaction may be paid in cash. In agorot. */
export const CASH_LIMIT_AGOROT = 600_000

export const refusals = {
  contact_not_found: 'איש הקשר נמחק בינתיים',
  plan_title_length: 'יש להזין שם באורך של עד 120 תווים',
  charge_title_length: 'יש להזין שם באורך של עד 120 תווים',
  charge_amount_range: 'הסכום אינו תקין',
  payment_amount_range: 'הסכום אינו תקין',
  charge_due_range: 'התאריך אינו תקין',
  payment_day_range: 'התאריך אינו תקין',
  plan_parts_range: 'בתוכנית יש בין 2 ל־60 תשלומים',
  plan_of_another_contact: 'התוכנית שייכת לאיש קשר אחר',
  charge_of_another_contact: 'החיוב שייך לאיש קשר אחר',
  paid_ahead: 'תאריך התשלום עוד לא הגיע. רק לצ׳ק אפשר לרשום תאריך עתידי',
  reference_length: 'האסמכתה ארוכה מדי: עד 60 תווים',
  document_number_length: 'מספר המסמך ארוך מדי: עד 40 תווים',
  payment_note_length: 'ההערה ארוכה מדי: עד 300 תווים',
  refund_without_payment: 'החזר נרשם על תשלום שבתוקף. רעננו את הרשימה ונסו שוב',
  refund_without_reason: 'כתבו בקצרה למה הכסף מוחזר',
  refund_reason_length: 'כתבו בקצרה למה: בין 2 ל־300 תווים',
  refund_too_large: 'הסכום גדול ממה שנשאר להחזיר מהתשלום הזה',
  refund_before_payment: 'תאריך ההחזר מוקדם מתאריך התשלום',
  payment_by_provider: 'התשלום הזה אושר אצל חברת הסליקה, ולכן הרישום נשאר. אפשר להחזיר אותו',
  payment_has_refunds: 'על התשלום הזה כבר נרשם החזר. כדי לבטל את הרישום, בטלו קודם את ההחזר',
  payment_has_document: 'שירות המסמכים הפיק מסמך על התשלום הזה, ולכן הרישום נשאר. אפשר לרשום החזר, ותופק חשבונית זיכוי',
  document_is_issued: 'המסמך הופק בשירות המסמכים, ומספרו לא משתנה',
  document_is_being_issued: 'המסמך מופק ברגעים אלה. נסו שוב בעוד כמה דקות',
  void_reason_length: 'כתבו בקצרה למה: בין 2 ל־300 תווים',
  payment_recorded_already: 'התשלום הזה כבר רשום',
  written_before: 'הרישום כבר נשמר בניסיון הקודם, בפרטים שהיו אז. סגרו את החלון ובדקו ברשימה',
} as const
