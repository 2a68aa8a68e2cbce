// Contract of products, their prices and their waitlists.
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { Enrolment, Price, Product, ProductSlug, WaitlistEntry } from './product-rows.ts'

export { type Enrolment, type Price, Product, type WaitlistEntry } from './product-rows.ts'
export { callWayLabels, callTypes, kindLabels, kinds } from './product-rows.ts'
export {
  checkoutPath,
  checkoutRoute,
  comparison,
  type Offer,
  type OfferBump,
  offerOf,
  offerPath,
  type OfferPrice,
  type OfferState,
  formatPrice,
  seatsText,
  stateOf,
} from './offers.ts'
export { AddProduct, BumpEdit, PriceEdit, ProductAdded, ProductEdit, slugFrom } from './product-edit.ts'

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  products: Product,
  product_slugs: ProductSlug,
  prices: Price,
  enrolments: Enrolment,
  product_waitlist: WaitlistEntry,
}

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'

/** Input of the waitlist form. It implies no marketing consent. */
export const JoinWaitlist = z.object(
  {
    slug: z.string(malformedFormText).max(200, malformedFormText),
    name: PersonName,
    email: EmailAddress,
    privacyTextId: z.uuid(malformedFormText).optional(),
    sourceUrl: z
      .string(malformedFormText)
      .transform((url) => plainText(url).slice(0, 500))
      .optional(),
  },
  malformedFormText,
)
export type JoinWaitlist = z.output<typeof JoinWaitlist>
/** The product's current slug. */
export const WaitlistJoined = z.object({ slug: z.string() })
export type WaitlistJoined = z.infer<typeof WaitlistJoined>

export const refusals = {
  product_unknown: 'ההצעה הזאת כבר לא באתר',
  product_is_open: 'ההרשמה פתוחה עכשיו, ואין צורך לחכות',
  too_many_requests: 'הגיעו מכאן הרבה בקשות בזמן קצר. אפשר לנסות שוב מאוחר יותר, או להתקשר אלינו',
  slug_taken: 'הכתובת הזאת כבר שייכת למוצר אחר, או הייתה שלו',
  slug_reserved: 'הכתובת הזאת שמורה לעמוד של האתר. אפשר להוסיף לה מילה',
  product_slug_form: 'הכתובת: אותיות באנגלית או בעברית, ספרות ומקפים ביניהן',
  product_name_length: 'השם: מ־2 עד 80 תווים',
  product_tagline_length: 'שורת התיאור: עד 160 תווים',
  product_description_length: 'התיאור: עד 600 תווים',
  product_included_invalid: 'עד עשר שורות קצרות',
  product_facts_invalid: 'עד 12 שורות קצרות',
  bump_text_length: 'השורה: עד 160 תווים',
  bump_of_itself: 'אפשר להציע מוצר אחר, לא את אותו המוצר',
  bump_was_bought:
    'יש מי שרכשו את המוצר בתוספת להזמנה, ורכישות חייבים לשמור 7 שנים. במקום למחוק, אפשר לכבות את ההצגה באתר',
  product_call_length: 'הכפתור: מ־2 עד 30 תווים',
  price_at_the_same_time: 'בימים האלה כבר יש מחיר באותו שם. אפשר לקצר אותו, להתחיל אחריו או לבחור שם אחר',
  price_name_length: 'שם המחיר: עד 40 תווים',
  price_amount_range: 'הסכום: עד 1,000,000 ₪',
  price_ends_before_it_begins: 'היום האחרון בא אחרי הראשון',
  no_places_left: 'כל המקומות תפוסים',
  already_enrolled: 'איש הקשר כבר רשום למוצר הזה',
  price_of_another_product: 'המחיר שייך למוצר אחר',
  product_was_bought: 'יש מי שנרשמו למוצר, ורכישות חייבים לשמור 7 שנים. במקום למחוק, אפשר לכבות את ההצגה באתר',
} as const
