// The order that a checkout submission continues.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type PlaceOrder, refusals } from './orders.ts'
import type { Order } from './order-rows.ts'

export type EarlierOrder = Order & { coupon_code: string | null }

/** The order of the link or, for a submission repeated within minutes, the order with the same details. */
export async function findEarlierOrder(
  db: Db,
  input: PlaceOrder,
  contactId: string,
): Promise<EarlierOrder | undefined> {
  if (input.order) {
    const [found] = await db.query<EarlierOrder>(
      `select o.*, c.code as coupon_code from orders o join order_links l on l.order_id = o.id join products p on p.id = o.product_id
         left join coupons c on c.id = o.coupon_id
       where l.token_hash = link_hash($1) and (l.expires_at is null or l.expires_at > now())
         and (p.slug = $2 or exists (select from product_slugs s where s.product_id = p.id and s.slug = $2))
       for update of o`,
      [input.order, input.slug],
    )
    if (!found) throw new Refusal('order_unknown', 404, refusals.order_unknown)
    return found
  }
  return repeatedOrder(db, input, contactId)
}

/** The order that the same submission created within minutes. */
export async function repeatedOrder(db: Db, input: PlaceOrder, contactId: string): Promise<EarlierOrder | undefined> {
  const repeated = await db.query<EarlierOrder>(
    `select o.*, c.code as coupon_code from orders o left join coupons c on c.id = o.coupon_id
     where o.contact_id = $1 and o.price_id = $2 and not o.by_staff and o.status in ('pending', 'awaiting_payment')
       and o.created_at > now() - interval '10 minutes' order by o.created_at desc for update of o`,
    [contactId, input.priceId ?? null],
  )
  return repeated.find((order) => isSame(order, input, order.amount_agorot))
}

/** The contact for whom staff made the linked order: the form changes the order's details, but never its contact. */
export async function chosenContact(db: Db, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined
  const [found] = await db.query<{ contact_id: string }>(
    `select o.contact_id from order_links l join orders o on o.id = l.order_id where l.token_hash = link_hash($1) and o.by_staff`,
    [token],
  )
  return found?.contact_id
}

export const isSame = (order: EarlierOrder, input: PlaceOrder, amountAgorot: number) =>
  (order.by_staff || order.price_id === input.priceId) &&
  order.amount_agorot === amountAgorot &&
  order.coupon_code === (input.coupon ?? null) &&
  (order.bump_product_id !== null) === (input.bump !== undefined) &&
  order.installments === input.installments &&
  order.name === input.name &&
  order.email === input.email &&
  order.phone === input.phone &&
  order.invoice_name === (input.invoiceName ?? null) &&
  order.company_number === (input.companyNumber ?? null)
