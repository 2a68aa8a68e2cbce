// Contract of the payment links that staff create for a contact.
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { Amount, Title } from '#features/payments/payments.ts'
import { optional, Phone } from '#lib/forms/visitor-fields.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { z } from '#lib/schema.ts'

export const linkDays = [1, 3, 7, 14, 30] as const

const Days = z.coerce.number().int().min(1).max(60)

export const ChargeByLink = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('new'),
    contactId: z.uuid(),
    productId: z.uuid(),
    /** Missing for a custom amount with a title. */
    priceId: z.uuid().optional(),
    title: Title.optional(),
    amountAgorot: Amount.optional(),
    mostInstallments: z.int().min(1).max(36),
    days: Days,
    name: PersonName,
    email: EmailAddress,
    phone: optional(Phone),
  }),
  // The next unpaid charge of a plan. The card that pays it is saved and charged for the later ones.
  z.object({
    kind: z.literal('plan'),
    planId: z.uuid(),
    productId: z.uuid(),
    days: Days,
    name: PersonName,
    email: EmailAddress,
    phone: optional(Phone),
  }),
  // One ledger charge. It gets one order, which every link opens.
  z.object({
    kind: z.literal('charge'),
    chargeId: z.uuid(),
    productId: z.uuid(),
    days: Days,
    name: PersonName,
    email: EmailAddress,
    phone: optional(Phone),
  }),
  // Only the hash of a link is stored, so an open order gets a new link.
  z.object({ kind: z.literal('again'), orderId: z.uuid(), days: Days }),
])
export type ChargeByLink = z.input<typeof ChargeByLink>

export const ownPrice = 'own'

/** The form of the dialog: a price of a product, or a custom amount with a title. */
export const PaymentLinkForm = z
  .object({
    productId: z.uuid('יש לבחור מוצר'),
    price: z.string(),
    title: z.string().optional(),
    amount: z.string().optional(),
    mostInstallments: z.coerce.number('מספר תשלומים').int().min(1).max(36),
    days: Days,
    email: EmailAddress,
  })
  .transform(({ price, title, amount, ...rest }, context) => {
    if (price !== ownPrice) return { ...rest, priceId: price }
    const named = Title.safeParse(title ?? '')
    const sum = Amount.safeParse(parseMoney(amount ?? '') ?? Number.NaN)
    if (!named.success) context.addIssue({ code: 'custom', path: ['title'], message: named.error.issues[0]!.message })
    if (!sum.success) context.addIssue({ code: 'custom', path: ['amount'], message: sum.error.issues[0]!.message })
    return { ...rest, title: named.data, amountAgorot: sum.data }
  })

/** The form of the dialog for a plan's next charge, or for one charge. */
export const ChargeLinkForm = z.object({ productId: z.uuid('יש לבחור מוצר'), days: Days, email: EmailAddress })

export const PaymentLink = z.object({
  url: z.string(),
  number: z.int(),
  title: z.string(),
  amountAgorot: z.int(),
  expiresAt: z.string(),
})
export type PaymentLink = z.infer<typeof PaymentLink>

export const refusals = {
  contact_unknown: 'איש הקשר לא נמצא',
  product_unknown: 'המוצר לא נמצא',
  price_gone: 'המחיר הזה כבר לא בתוקף',
  price_by_plan: 'מחיר חודשי או שנתי מתחיל בעמוד התשלום של המוצר',
  amount_missing: 'יש לבחור מחיר, או לכתוב סכום ועבור מה',
  no_places_left: 'כל המקומות במחיר הזה תפוסים',
  order_ended: 'ההזמנה כבר שולמה או בוטלה',
  plan_paid: 'כל התשלומים בתוכנית כבר שולמו',
  charge_unknown: 'החיוב לא נמצא',
  charge_is_paid: 'החיוב הזה כבר שולם',
  charge_is_void: 'החיוב הזה בוטל, ואין מה לשלם',
  charge_of_checkout: 'החיוב הזה שייך להזמנה באתר, ואת היתרה רושמים בהזמנה עצמה',
  charge_ordered_already: 'על החיוב הזה כבר שולם בקישור. את היתרה אפשר לגבות בחיוב חדש',
  page_open: 'עמוד התשלום בסכום הקודם עוד פתוח. אפשר ליצור קישור בסכום החדש בעוד חצי שעה',
  card_needed: 'קודם שולחים קישור, והכרטיס נשמר בתשלום הראשון',
  too_many_requests: 'נוצרו הרבה קישורים בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const
