// An order as its link shows it. Instants are ISO strings.
import type { Provider } from '#integrations/gateways/gateway.ts'
import type { OrderOutcome } from './order-outcome.ts'
import type { OrderStatus } from './order-rows.ts'

export type OpenedOrder = {
  number: number
  status: OrderStatus
  outcome: OrderOutcome
  slug: string
  productId: string
  /** Made by staff for this payer. */
  byStaff: { mostInstallments: number } | null
  /** Of the charge that the order pays; null for an order without one. Only an open charge takes money. */
  charge: 'open' | 'paid' | 'void' | 'changed' | null
  /**
   * The plan of the charge: its card pays the further ones, too. `renews`: without an end, so its charges are the known ones. `next`: the
   * charge after this one. `isContinuous`: of a product that is sold by the month or the year.
   */
  plan: {
    charges: number
    totalAgorot: number
    lastOn: string
    renews: boolean
    next: { on: string; agorot: number } | null
    isContinuous: boolean
  } | null
  product: string
  title: string
  priceId: string | null
  /** With what was added, and without the discount. */
  amountAgorot: number
  coupon: { code: string; discountAgorot: number } | null
  bump: { title: string; amountAgorot: number } | null
  paidAgorot: number
  refundedAgorot: number
  /** The VAT included; null: the business collects none. */
  vatPercent: number | null
  installments: number
  name: string
  email: string
  phone: string | null
  invoiceName: string | null
  companyNumber: string | null
  /** Until then price and place are the payer's. */
  heldUntil: string
  /** The provider's page, while it may be paid. */
  pageUrl: string | null
  provider: Provider | null
  /** Paid, or to be paid, at the local stand-in: no money moves. */
  isStandIn: boolean
  checkedAt: string | null
  document: { number: string; url: string | null } | null
  /** The appointment that the order pays for. */
  meeting: { startsAt: string; zone: string; status: string } | null
}
