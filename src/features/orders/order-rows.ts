// Row schemas of orders.
import { providers } from '#integrations/gateways/gateway.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'

export const orderStatuses = [
  'pending',
  'awaiting_payment',
  'paid',
  'partially_paid',
  'failed',
  'cancelled',
  'refunded',
  'partially_refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const attemptStates = [
  'created',
  'page_open',
  'verifying',
  'paid',
  'declined',
  'cancelled',
  'expired',
  'partially_refunded',
  'refunded',
  'disputed',
] as const
export const reasons = ['declined', 'three_d_secure', 'cancelled', 'expired', 'unknown'] as const
export const attentions = [
  'answer_differs',
  'paid_twice',
  'no_places_left',
  'already_enrolled',
  'document_missing',
  'provider_silent',
  'plan_failed',
  'time_taken',
  'appointment_ended',
  'charge_closed',
  'refund_differs',
  'plan_goes_on',
  'card_missing',
] as const

export const Order = z.object({
  id: z.uuid(),
  number: z.int(),
  contact_id: z.uuid(),
  product_id: z.uuid(),
  price_id: z.uuid().nullable(),
  title: z.string(),
  amount_agorot: z.int(),
  currency: z.string(),
  vat_percent: z.number().nullable(),
  coupon_id: z.uuid().nullable(),
  discount_agorot: z.int(),
  bump_product_id: z.uuid().nullable(),
  bump_price_id: z.uuid().nullable(),
  bump_title: z.string().nullable(),
  bump_agorot: z.int(),
  installments: z.int(),
  status: z.enum(orderStatuses),
  paid_agorot: z.int(),
  refunded_agorot: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  invoice_name: z.string().nullable(),
  company_number: z.string().nullable(),
  terms_version_id: z.uuid().nullable(),
  terms_agreed_at: Instant,
  privacy_text_id: z.uuid().nullable(),
  held_until: Instant,
  /** The ledger charge that the order pays. */
  charge_id: z.uuid().nullable(),
  by_staff: z.boolean(),
  made_by: z.uuid().nullable(),
  most_installments: z.int().nullable(),
  /** Set for a monthly or yearly price. `plan_charges` is null for a plan without an end date. */
  plan_interval: z.enum(['month', 'year']).nullable(),
  plan_charges: z.int().nullable(),
  attention: z.enum(attentions).nullable(),
  source_url: z.string().nullable(),
  utm: JsonObject,
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  paid_at: Instant.nullable(),
  fulfilled_at: Instant.nullable(),
  purchase_sent_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Order = z.infer<typeof Order>

export const OrderLink = z.object({
  token_hash: z.string(),
  order_id: z.uuid(),
  created_at: Instant,
  expires_at: Instant.nullable(),
})

export const PaymentAttempt = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  provider: z.enum(providers),
  is_stand_in: z.boolean(),
  terminal: z.string(),
  reference: z.string(),
  secret_hash: z.string(),
  amount_agorot: z.int(),
  currency: z.string(),
  state: z.enum(attemptStates),
  provider_ref: z.string().nullable(),
  page_url: z.string().nullable(),
  opened_at: Instant.nullable(),
  closes_at: Instant.nullable(),
  checked_at: Instant.nullable(),
  checks: z.int(),
  settled_at: Instant.nullable(),
  transaction_id: z.string().nullable(),
  method: z.enum(['card', 'bit', 'apple_pay', 'google_pay']).nullable(),
  installments: z.int().nullable(),
  approval: z.string().nullable(),
  last4: z.string().nullable(),
  brand: z.string().nullable(),
  document_number: z.string().nullable(),
  document_url: z.string().nullable(),
  reason: z.enum(reasons).nullable(),
  raw_code: z.string().nullable(),
  differs: z.enum(['amount', 'currency', 'terminal', 'reference']).nullable(),
  fault: z.string().nullable(),
  by_token: z.boolean(),
  created_at: Instant,
})
export type PaymentAttempt = z.infer<typeof PaymentAttempt>

export const PaymentNotice = z.object({
  id: z.uuid(),
  provider: z.string(),
  event_key: z.string(),
  attempt_id: z.uuid().nullable(),
  authentic: z.enum(['signed', 'unsigned', 'forged']),
  received_at: Instant,
})

export const OrderRefund = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  attempt_id: z.uuid(),
  amount_agorot: z.int(),
  reason: z.string(),
  status: z.enum(['requested', 'done', 'refused', 'unknown']),
  provider_refund_id: z.string().nullable(),
  fault: z.string().nullable(),
  requested_by: z.uuid().nullable(),
  created_at: Instant,
  settled_at: Instant.nullable(),
  /** Set for a refund without a response: the user who settled it, and the reason. */
  settled_by: z.uuid().nullable(),
  settle_reason: z.string().nullable(),
})

export const Reconciliation = z.object({
  day: z.iso.date(),
  provider: z.string(),
  is_stand_in: z.boolean(),
  ours_agorot: z.int(),
  theirs_agorot: z.int(),
  differences: z.array(z.unknown()),
  fault: z.string().nullable(),
  compared_at: Instant,
})
