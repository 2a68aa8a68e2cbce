import type { Provider } from '#integrations/gateways/gateway.ts'

/** Whether and how a checkout can be paid here. */
export type OpenedCheckout = {
  /** Null: no provider takes payments. */
  provider: Provider | null
  /** Payments go to the local stand-in: no money moves. */
  isStandIn: boolean
  /** The VAT of today. */
  vatPercent: number | null
  /** The coupon that was asked about, or the code of the reason why it does not count. */
  coupon: { code: string; percent: number | null; amount_agorot: number | null } | { fault: string } | null
}
