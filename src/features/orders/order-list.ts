// The order list: its URL filter, and the input of its export.
import { z } from '#lib/schema.ts'
import { sheetFormats } from '#lib/spreadsheets/sheet-formats.ts'
import type { Order } from './order-rows.ts'

/** Values of the `shown` filter with the labels of their tabs. */
export const tabLabels = {
  paid: 'שולמו',
  pending: 'ממתינות',
  failed: 'לא הושלמו',
  refunded: 'זוכו',
  all: 'הכול',
} as const
export type OrderTab = keyof typeof tabLabels

export const statusLabels: Record<Order['status'], string> = {
  pending: 'לא נשלחה לתשלום',
  awaiting_payment: 'ממתינה לתשלום',
  paid: 'שולמה',
  partially_paid: 'שולמה בחלקה',
  failed: 'לא אושרה',
  cancelled: 'בוטלה',
  refunded: 'זוכתה',
  partially_refunded: 'זוכתה בחלקה',
}

/** Reasons why an order needs attention from staff. */
export const attentionLabels: Record<NonNullable<Order['attention']>, string> = {
  answer_differs: 'התשלום אצל חברת הסליקה שונה מההזמנה',
  paid_twice: 'שולמה פעמיים: יש להחזיר תשלום אחד',
  no_places_left: 'שולמה, ולא נשאר מקום',
  already_enrolled: 'שולמה, והשם כבר רשום למוצר',
  document_missing: 'חברת הסליקה לא הפיקה חשבונית',
  provider_silent: 'אין תשובה מחברת הסליקה',
  plan_failed: 'הכרטיס השמור לא אושר שלוש פעמים',
  time_taken: 'שולמה אחרי שהשעה של הפגישה נתפסה',
  appointment_ended: 'שולמה, והפגישה לא תתקיים',
  refund_differs: 'חברת הסליקה אומרת על ההחזר אחרת ממה שנרשם: יש לבדוק אצלה',
  plan_goes_on: 'חלק מהתשלום הוחזר, והכרטיס ממשיך להיות מחויב: יש לבדוק אם לעצור',
  card_missing: 'שולמה, ולא נשמר כרטיס לתשלומים הבאים',
  charge_closed: 'החיוב שולם בדרך אחרת או בוטל לפני התשלום בקישור: יש להחזיר תשלום',
}

export const attemptMethodLabels = {
  card: 'כרטיס אשראי',
  bit: 'ביט',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
} as const

/** The filter argument of `filtered_orders`; a missing key matches every order. */
export const OrderFilter = z.object({
  shown: z.enum(Object.keys(tabLabels) as [OrderTab, ...OrderTab[]]),
  query: z.string().max(200).optional(),
  from_day: z.iso.date().optional(),
  until_day: z.iso.date().optional(),
})
export type OrderFilter = z.infer<typeof OrderFilter>

/** Input of export-orders. */
export const ExportOrders = z.object({ format: z.enum(sheetFormats), filter: OrderFilter })
export type ExportOrders = z.input<typeof ExportOrders>

/** The filter of a URL. Unknown values are ignored. */
export function filterOf(params: URLSearchParams): OrderFilter {
  const shownParam = params.get('shown') ?? ''
  const day = (name: string) => z.iso.date().safeParse(params.get(name)).data
  const [query, from, until] = [params.get('q')?.trim(), day('from'), day('until')]
  return {
    shown: Object.hasOwn(tabLabels, shownParam) ? (shownParam as OrderTab) : 'paid',
    ...(query && { query: query.slice(0, 200) }),
    ...(from && { from_day: from }),
    ...(until && { until_day: until }),
  }
}
