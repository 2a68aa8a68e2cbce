// An order as it is shown to the holder of its link. Instants are ISO strings.
import type { Provider } from '#integrations/gateways/gateway.ts'
import type { OrderOutcome } from './order-outcome.ts'
import type { OrderStatus } from './order-rows.ts'

export type OpenedOrder = {
  number: number
  status: OrderStatus
  outcome: OrderOutcome
  slug: string
  productId: string
  /** Set for an order that staff made for this payer. */
  byStaff: { mostInstallments: number } | null
  /** State of the charge that the order pays; null without a charge. Only an open charge can be paid. */
  charge: 'open' | 'paid' | 'void' | 'changed' | null
  /**
   * The plan of the charge, whose card also pays the later charges. `renews`: the plan has no end date, so only the
   * existing charges count. `next`: the charge after this one. `isContinuous`: the product is sold by month or year.
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
  /** Including the order bump, before the discount. */
  amountAgorot: number
  coupon: { code: string; discountAgorot: number } | null
  bump: { title: string; amountAgorot: number } | null
  paidAgorot: number
  refundedAgorot: number
  /** Null: the business does not charge VAT. */
  vatPercent: number | null
  installments: number
  name: string
  email: string
  phone: string | null
  invoiceName: string | null
  companyNumber: string | null
  /** Price and seat are reserved for the payer until then. */
  heldUntil: string
  /** The URL of the provider's page, while the order can be paid there. */
  pageUrl: string | null
  provider: Provider | null
  /** Paid, or payable, at the local stand-in, which charges nothing. */
  isStandIn: boolean
  checkedAt: string | null
  /** `name`: an invoice, or the receipt of an exempt dealer. */
  document: { name: string; number: string; url: string | null } | null
  /** The appointment that the order pays for. */
  meeting: { startsAt: string; zone: string; status: string } | null
}
