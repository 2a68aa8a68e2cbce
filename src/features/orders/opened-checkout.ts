import type { Provider } from '#integrations/gateways/gateway.ts'

/** Whether and how the checkout can take a payment. */
export type OpenedCheckout = {
  /** Null: no payment provider is set up. */
  provider: Provider | null
  /** Payments go to the local stand-in, which charges nothing. */
  isStandIn: boolean
  /** The current VAT rate. */
  vatPercent: number | null
  /** The requested coupon, or the code of the reason why it does not apply. */
  coupon: { code: string; percent: number | null; amount_agorot: number | null } | { fault: string } | null
}
