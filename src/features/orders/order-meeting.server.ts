// The order of an appointment that is paid when it is booked, and the address of its checkout.
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

/** Minutes that the time of the appointment is held for its payment. */
export const holdMinutes = 15

/** Refused while no provider takes payments: the time would be held in vain. Returns the id of the order. */
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

/** The path of the checkout, with a new key of the order. */
export async function meetingPayPath(db: Db, orderId: string): Promise<string> {
  const { slug } = await db.one<{ slug: string }>(
    'select p.slug from orders o join products p on p.id = o.product_id where o.id = $1',
    [orderId],
  )
  return `${checkoutPath(slug)}?order=${await addLink(db, orderId)}`
}
