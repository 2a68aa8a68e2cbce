// The order of an appointment with prepayment, and the path of its checkout.
import { checkoutPath } from '#features/products/products.ts'
import type { Gateways } from '#features/gateways/gateways.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { insertFixedOrder, isVatFree } from './fixed-order.server.ts'
import { addLink } from './order-links.server.ts'
import { refusals } from './orders.ts'

export type MeetingOrder = {
  contactId: string
  productId: string
  title: string
  amountAgorot: number
  name: string
  email: string
  phone: string
  from: { url: string | null; ip: string | null; userAgent: string | null }
  utm: Record<string, string>
}

/** Minutes for which the slot is reserved until it is paid. */
export const holdMinutes = 15

/** Refused while no payment provider is set up, because the reserved slot could not be paid. Returns the order id. */
export const orderMeeting =
  (gateways: Pick<Gateways<Db>, 'chosen'>) =>
  async (db: Db, { productId, from, ...meeting }: MeetingOrder): Promise<string> => {
    const opened = await gateways.chosen(db)
    if (!opened || opened.gateway.provider === 'manual')
      throw new Refusal('payment_unavailable', 503, refusals.payment_unavailable)
    const { id } = await insertFixedOrder(db, {
      ...meeting,
      productId,
      priceId: null,
      isVatFree: await isVatFree(db, productId),
      mostInstallments: 1,
      heldUntil: new Date(Date.now() + holdMinutes * 60_000),
      sourceUrl: from.url,
      ip: from.ip,
      userAgent: from.userAgent,
    })
    return id
  }

/** The path of the checkout, with a new token of the order. */
export async function meetingPayPath(db: Db, orderId: string): Promise<string> {
  const { slug } = await db.one<{ slug: string }>(
    'select p.slug from orders o join products p on p.id = o.product_id where o.id = $1',
    [orderId],
  )
  return `${checkoutPath(slug)}?order=${await addLink(db, orderId)}`
}
