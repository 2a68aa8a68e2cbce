// Row schemas of products, and labels of their enums.
import { Day, Instant, z } from '#lib/schema.ts'

export const kinds = ['service', 'digital', 'event', 'subscription'] as const
export const callTypes = ['talk', 'buy'] as const

/** One line of the comparison table; equal labels share a row. */
export const ProductFact = z.object({ label: z.string(), value: z.string() })
export type ProductFact = z.infer<typeof ProductFact>

export const Product = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  kind: z.enum(kinds),
  tagline: z.string(),
  description: z.string(),
  included: z.array(z.string()),
  facts: z.array(ProductFact),
  call_words: z.string(),
  call_way: z.enum(callTypes),
  position: z.int(),
  is_active: z.boolean(),
  has_waitlist: z.boolean(),
  process_template_id: z.uuid().nullable(),
  bump_product_id: z.uuid().nullable(),
  bump_text: z.string(),
  created_at: Instant,
  updated_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type Product = z.infer<typeof Product>

export const ProductSlug = z.object({ slug: z.string(), product_id: z.uuid(), left_at: Instant })

export const Price = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  name: z.string(),
  amount_agorot: z.int(),
  vat_mode: z.enum(['included', 'exempt']),
  max_installments: z.int(),
  interval: z.enum(['month', 'year']).nullable(),
  charges: z.int().nullable(),
  active_from: Instant,
  active_to: Instant.nullable(),
  seats: z.int().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Price = z.infer<typeof Price>

export const Enrolment = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  price_id: z.uuid().nullable(),
  contact_id: z.uuid(),
  enrolled_on: Day,
  ended_on: Day.nullable(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type Enrolment = z.infer<typeof Enrolment>

export const WaitlistEntry = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  contact_id: z.uuid(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  told_at: Instant.nullable(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

export const kindLabels: Record<Product['kind'], string> = {
  service: 'שירות אישי',
  digital: 'תוכנית דיגיטלית',
  event: 'אירוע או סדנה',
  subscription: 'מנוי',
}
export const callWayLabels: Record<Product['call_way'], string> = {
  talk: 'מתחילים בשיחה',
  buy: 'מצטרפים ישירות',
}
