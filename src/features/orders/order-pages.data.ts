// Requests of the checkout and order pages.
import type { Backend } from '#client/backend.ts'
import { type Answer, callFunction } from '#client/call-function.ts'
import { invoke } from '#client/invoke.ts'
import type { OpenedCheckout } from './opened-checkout.ts'
import type { PurchaseClaimed } from './purchase.ts'
import type { OpenedOrder } from './opened-order.ts'

type EnteredCoupon = { code: string; productId: string; order?: string }

/**
 * `coupon`: the code that was entered. `client`: the visitor's IP address, by which failed attempts are rate-limited.
 */
export const readCheckout = (backend: Backend, coupon?: EnteredCoupon, client?: string) =>
  invoke<OpenedCheckout>(backend, 'open-checkout', { ...(coupon && { coupon }), ...(client && { client }) })

/** Undefined for an unknown link. Sent as POST, so that the token appears in no access log. */
export async function readOpenedOrder(backend: Backend, order: string | undefined): Promise<OpenedOrder | undefined> {
  if (order === undefined || !/^[\w-]{32}$/.test(order)) return undefined
  const { data, error } = await backend.functions.invoke<OpenedOrder>('open-order', { body: { order } })
  if (!error) return data ?? undefined
  const { context } = error as { context?: unknown }
  if (context instanceof Response && context.status === 404) return undefined
  throw error
}

/** Requests the order's state; the server also polls the provider. */
export const askForOrder = (key: string, order: string): Promise<Answer<OpenedOrder>> =>
  callFunction('open-order', key, { order, check: true })

/** Claims the purchase event, so that only one page reports it. */
export const claimPurchase = (key: string, order: string): Promise<Answer<PurchaseClaimed>> =>
  callFunction('claim-purchase', key, { order })
