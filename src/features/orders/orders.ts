// Contract of orders: input of the checkout, and output of the order pages.
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { normalCode, refusals as couponRefusals } from '#features/coupons/coupons.ts'
import { optional, Phone } from '#lib/forms/visitor-fields.ts'
import { z } from '#lib/schema.ts'
import { PlanCard } from './plans/plan-rows.ts'
import { Order, OrderLink, OrderRefund, PaymentAttempt, PaymentNotice, Reconciliation } from './order-rows.ts'

export { orderMergeContext } from './order-merge-fields.ts'
export { outcomeOf } from './order-outcome.ts'

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  orders: Order,
  order_links: OrderLink,
  payment_attempts: PaymentAttempt,
  payment_notices: PaymentNotice,
  order_refunds: OrderRefund,
  reconciliations: Reconciliation,
  plan_cards: PlanCard,
}

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'

/** The token of an order link. */
export const OrderToken = z.string(malformedFormText).regex(/^[\w-]{32}$/, malformedFormText)

export const PlaceOrder = z.object(
  {
    slug: z.string(malformedFormText).max(200, malformedFormText),
    /** Missing for an order made by staff, which has a separate price. */
    priceId: optional(z.uuid('יש לבחור מסלול')),
    installments: z.coerce.number('יש לבחור מספר תשלומים').int().min(1).max(36).default(1),
    name: PersonName,
    email: EmailAddress,
    phone: Phone,
    invoiceName: optional(z.string().transform(oneLine).pipe(z.string().max(120, 'עד 120 תווים'))),
    companyNumber: optional(
      z
        .string()
        .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
        .pipe(z.string().regex(/^\d{8,9}$/, 'ח.פ. או ע.מ.: שמונה או תשע ספרות')),
    ),
    coupon: optional(z.string().max(60, 'הקוד ארוך מדי').transform(normalCode)),
    /** A ticked checkbox: the order bump. */
    bump: optional(z.literal('on')),
    /** The totals that the page showed, without and with the order bump. */
    shownAgorot: optional(z.coerce.number().int()),
    shownWithBump: optional(z.coerce.number().int()),
    /** The plan that the page showed, in the format of `planKey`. */
    shownPlan: z.string(malformedFormText).max(20, malformedFormText).optional(),
    /** The checkbox that accepts the terms; missing if unticked. */
    terms: z.literal('on', 'כדי להמשיך צריך לאשר את תנאי השימוש ומדיניות הביטולים'),
    order: optional(OrderToken),
    /** The previous order of this browser, whose reserved seat is released. */
    former: optional(OrderToken),
    privacyTextId: optional(z.uuid(malformedFormText)),
    sourceUrl: z
      .string(malformedFormText)
      .transform((url) => plainText(url).slice(0, 500))
      .optional(),
  },
  malformedFormText,
)
export type PlaceOrder = z.output<typeof PlaceOrder>

/** `url`: the provider's page; null when nothing is to be paid, or no provider is set up. */
export const OrderPlaced = z.object({ order: OrderToken, url: z.string().nullable() })
export type OrderPlaced = z.infer<typeof OrderPlaced>

export const OpenOrder = z.object({
  order: OrderToken,
  /** Polls the provider again, unless it was polled in the last seconds. */
  check: z.boolean().default(false),
})

/** Status changes by staff, each with a reason. */
export const MoveOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('paid_by_hand'),
    orderId: z.uuid(),
    payment: z.uuid(),
    amountAgorot: z.int().min(1),
    method: z.enum(['transfer', 'bit', 'cash', 'cheque']),
    reference: optional(z.string().max(60)),
    reason: z.string(),
  }),
  z.object({ kind: z.literal('cancelled'), orderId: z.uuid(), reason: z.string() }),
  z.object({ kind: z.literal('charge_ended'), orderId: z.uuid(), attempt: z.uuid(), reason: z.string() }),
])

/** `refund`: an id chosen by the caller, which makes the request idempotent. */
export const RefundOrder = z.object({
  refund: z.uuid(),
  attemptId: z.uuid(),
  amountAgorot: z.int().min(1),
  reason: z.string().trim().min(2, 'כתבו בקצרה למה').max(300, 'עד 300 תווים'),
})

/** The state that staff saw at the provider for a refund without a response. `done`: the refund was made. */
export const SettleRefund = z.object({
  orderId: z.uuid(),
  refund: z.uuid(),
  status: z.enum(['done', 'refused']),
  reason: z.string().trim().min(2, 'כתבו בקצרה על סמך מה').max(300, 'עד 300 תווים'),
})

export const refusals = {
  ...couponRefusals,
  sum_changed: 'הסכום השתנה לפי הבחירות שלכם, והוא מופיע כאן מעודכן. עוד לא בוצע חיוב',
  plan_changed: 'תנאי המסלול השתנו, והם מופיעים כאן מעודכנים. עוד לא בוצע חיוב',
  link_expired: 'תוקף הקישור הסתיים, ולא בוצע חיוב. נשמח לשלוח קישור חדש',
  charging_now: 'החיוב של החודש הזה מתבצע עכשיו בכרטיס השמור. בעוד כמה דקות אפשר לראות כאן את התוצאה',
  charge_is_paid: 'התשלום הזה כבר התקבל, ואין צורך לשלם שוב. לא בוצע חיוב נוסף',
  charge_is_void: 'החיוב הזה בוטל, ואין צורך לשלם אותו. לא בוצע חיוב',
  charge_has_changed: 'הסכום לתשלום השתנה מאז שהקישור נשלח, ולא בוצע חיוב. נשמח לשלוח קישור חדש',
  page_open: 'עמוד התשלום כבר פתוח, עם הפרטים שנשלחו קודם. אפשר להמשיך בו, או לחזור לכאן בעוד חצי שעה',
  bump_gone: 'התוספת כבר לא מוצעת, ואפשר להמשיך בלעדיה',
  cart_closed: 'ההרשמה במחיר הזה סגורה עכשיו. אפשר לראות בעמוד המוצר מתי היא נפתחת, או לדבר איתנו',
  product_unknown: 'המוצר הזה לא נמכר כאן כרגע',
  price_gone: 'המחיר שבחרתם כבר לא בתוקף. המחירים של היום מופיעים כאן',
  coupon_not_for_plan: 'קופון לא חל על מסלול בחיוב חודשי או שנתי, ואפשר להמשיך בלעדיו',
  price_by_plan: 'את המסלול הזה מתחילים בשיחה איתנו',
  installments_invalid: 'מספר התשלומים גדול מהאפשרי במסלול הזה',
  no_places_left: 'כל המקומות תפוסים כרגע. לא בוצע חיוב',
  order_paid: 'ההזמנה הזאת כבר שולמה',
  order_unknown: 'ההזמנה לא נמצאה',
  payment_unavailable: 'אי אפשר לשלם כאן כרגע, ולא בוצע חיוב. אפשר לנסות מאוחר יותר, או לדבר איתנו',
  gateway_unavailable: 'עמוד התשלום לא נפתח, ולא בוצע חיוב. אפשר לנסות שוב בעוד רגע',
  too_many_requests: 'הגיעו מכאן הרבה בקשות בזמן קצר. אפשר לנסות שוב מאוחר יותר, או להתקשר אלינו',
  reason_missing: 'כתבו בקצרה למה',
  more_than_ordered: 'הסכום גדול ממה שנשאר לשלם על ההזמנה',
  order_ended: 'ההזמנה כבר שולמה או בוטלה',
  charge_not_silent: 'לחיוב הזה כבר יש תשובה, או שעוד לא עבר יום מאז שנשלח',
  refund_without_payment: 'אפשר להחזיר רק תשלום שאושר אצל חברת הסליקה',
  refund_too_large: 'הסכום גדול ממה שנשאר להחזיר',
  refund_refused: 'חברת הסליקה לא אישרה את ההחזר, והוא לא בוצע',
  refund_settled: 'ההחזר הזה כבר נסגר אחרת. המצב שלו מופיע כאן מעודכן',
  refund_running: 'הבקשה נשלחה לפני רגע, והתשובה עוד יכולה להגיע. אפשר לסגור אותה ידנית אחרי עשר דקות',
  refund_unknown: 'חברת הסליקה לא ענתה. נבדוק ברשימה שלה אם ההחזר בוצע, ואין צורך לנסות שוב',
} as const
