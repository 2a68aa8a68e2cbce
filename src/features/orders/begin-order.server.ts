// Creates an order for another module on behalf of a known payer: the checkout is prefilled, and price and seat are reserved.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { EarlierOrder } from './earlier-order.server.ts'
import { addLink } from './order-links.server.ts'
import { detailsOf, holdPlaces, insertOrder, updateOrder } from './prepare-order.server.ts'
import { quotePrice } from './sold-price.server.ts'

export type BeginOrderInput = {
  contactId: string
  name: string
  email: string
  slug: string
  priceId: string
  /** An existing order to resume. */
  orderId: string | null
  from: { url: string | null; ip: string | null; userAgent: string | null }
}

/** Returns the order and its checkout token. The terms are accepted at the checkout; until then the order has no terms version. */
export async function beginOrder(db: Db, begins: BeginOrderInput): Promise<{ id: string; token: string }> {
  const { contactId, name, email, slug, priceId, from } = begins
  const earlier = await unpaidOrder(db, begins)
  if (earlier && new Date(earlier.held_until).getTime() > Date.now())
    return { id: earlier.id, token: await addLink(db, earlier.id) }
  const input = { slug, priceId, installments: 1, name, email }
  const sold = await quotePrice(db, input, undefined)
  const details = { ...(await detailsOf(db, input, sold, contactId)), terms_version_id: null }
  await holdPlaces(db, { order: earlier?.id, sold, own: [] })
  const { id } = earlier
    ? await updateOrder(db, earlier, details, false)
    : await insertOrder(db, {
        ...details,
        product_id: sold.productId,
        source_url: from.url,
        ip_trunc: from.ip,
        user_agent: from.userAgent,
      })
  return { id, token: await addLink(db, id) }
}

async function unpaidOrder(db: Db, { orderId, priceId }: BeginOrderInput): Promise<EarlierOrder | undefined> {
  const [found] = await db.query<EarlierOrder>(
    `select o.*, c.code as coupon_code from orders o left join coupons c on c.id = o.coupon_id
     where o.id = $1 and o.price_id = $2 and not o.by_staff and o.paid_at is null and o.status <> 'cancelled' for update of o`,
    [orderId, priceId],
  )
  return found
}
