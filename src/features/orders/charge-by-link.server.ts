// charge-by-link: creates an order for a contact and returns a link to its checkout.
import { checkoutPath } from '#features/products/products.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { z } from '#lib/schema.ts'
import { insertFixedOrder, isVatFree } from './fixed-order.server.ts'
import { addLink } from './order-links.server.ts'
import type { Order } from './order-rows.ts'
import { ChargeByLink, PaymentLink, refusals } from './payment-link.ts'

type NewOrder = Extract<z.output<typeof ChargeByLink>, { kind: 'new' }>

/** Without a trailing slash. */
export const chargeByLink = ({ siteUrl }: { siteUrl: string }) =>
  defineFunction({
    name: 'charge-by-link',
    caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'sales') as may`)).may,
    as: 'service', // orders and their links are written only by functions
    refusals,
    perClient: { burst: 120, refillMs: 3_600_000 },
    input: ChargeByLink,
    output: PaymentLink,
    async run({ input, db }) {
      const expiresAt = new Date(Date.now() + input.days * 86_400_000)
      const order = await orderOf(db, input, expiresAt)
      const { slug } = await db.one<{ slug: string }>('select slug from products where id = $1', [order.product_id])
      const token = await addLink(db, order.id, expiresAt)
      return {
        url: `${siteUrl}${checkoutPath(slug)}?order=${token}`,
        number: order.number,
        title: order.title,
        amountAgorot: order.amount_agorot,
        expiresAt: expiresAt.toISOString(),
      }
    },
  })

function orderOf(db: Db, input: z.output<typeof ChargeByLink>, expiresAt: Date): Promise<Order> {
  switch (input.kind) {
    case 'new':
      return addOrder(db, input, expiresAt)
    case 'plan':
      return orderNextCharge(db, input, expiresAt)
    case 'charge':
      return orderCharge(db, input.chargeId, input, expiresAt)
    case 'again':
      return orderAgain(db, input.orderId, expiresAt)
  }
}

type Sold = { price_id: string | null; title: string; amount_agorot: number; is_exempt: boolean }

async function addOrder(db: Db, input: NewOrder, expiresAt: Date): Promise<Order> {
  const [contact] = await db.query('select from contacts where id = $1 and deleted_at is null', [input.contactId])
  if (!contact) throw new Refusal('contact_unknown', 404, refusals.contact_unknown)
  const sold = await soldBy(db, input)
  // The seat is reserved until the link expires.
  if (sold.price_id) await db.query('select private.claim_place_at($1, $2)', [sold.price_id, input.productId])
  return insertFixedOrder(db, {
    ...input,
    priceId: sold.price_id,
    title: sold.title,
    amountAgorot: sold.amount_agorot,
    isVatFree: sold.is_exempt,
    heldUntil: expiresAt,
  })
}

/** The active price of the product, or a custom amount with its title, to which the business's VAT rule applies. */
async function soldBy(db: Db, { productId, priceId, title, amountAgorot }: NewOrder): Promise<Sold> {
  const [product] = await db.query<{ name: string }>('select name from products where id = $1', [productId])
  if (!product) throw new Refusal('product_unknown', 404, refusals.product_unknown)
  if (priceId === undefined) {
    if (!title || amountAgorot === undefined) throw new Refusal('amount_missing', 422, refusals.amount_missing)
    return { price_id: null, title, amount_agorot: amountAgorot, is_exempt: await isVatFree(db, productId) }
  }
  const [price] = await db.query<{ name: string; amount_agorot: number; vat_mode: string; interval: string | null }>(
    `select name, amount_agorot, vat_mode, interval from prices
     where id = $1 and product_id = $2 and active_from <= now() and (active_to is null or active_to > now())`,
    [priceId, productId],
  )
  if (!price) throw new Refusal('price_gone', 409, refusals.price_gone)
  if (price.interval !== null) throw new Refusal('price_by_plan', 409, refusals.price_by_plan)
  return {
    price_id: priceId,
    title: title || (price.name ? `${product.name} – ${price.name}` : product.name),
    amount_agorot: price.amount_agorot,
    is_exempt: price.vat_mode === 'exempt',
  }
}

async function extend(db: Db, orderId: string, expiresAt: Date): Promise<Order> {
  const [found] = await db.query<Order>('select * from orders where id = $1 for update', [orderId])
  const isOpen = found?.charge_id != null || ['pending', 'awaiting_payment', 'failed'].includes(found?.status ?? '')
  if (!found?.by_staff || found.paid_at !== null || !isOpen) throw new Refusal('order_ended', 409, refusals.order_ended)
  // Another order may have reserved the seat after the link expired.
  if (found.price_id && new Date(found.held_until).getTime() <= Date.now())
    await db.query('select private.claim_place_at($1, $2, null, $3)', [found.price_id, found.product_id, orderId])
  return db.one<Order>('update orders set held_until = $2 where id = $1 returning *', [orderId, expiresAt])
}

/** An order that pays a charge is updated to the charge's open balance. */
async function orderAgain(db: Db, orderId: string, expiresAt: Date): Promise<Order> {
  const [charged] = await db.query<{ charge_id: string; product_id: string }>(
    'select charge_id, product_id from orders where id = $1 and charge_id is not null',
    [orderId],
  )
  if (charged)
    await db.query('select private.order_charge($1, $2, null, $3)', [charged.charge_id, charged.product_id, expiresAt])
  return extend(db, orderId, expiresAt)
}

type PlanLink = Extract<z.output<typeof ChargeByLink>, { kind: 'plan' }>

/** The plan's earliest unpaid charge. It gets one order, which every link opens. */
async function orderNextCharge(db: Db, input: PlanLink, expiresAt: Date): Promise<Order> {
  const [next] = await db.query<{ charge_id: string }>(
    `select d.charge_id from payment_plans p cross join lateral private.open_charges(p.contact_id) d
     where p.id = $1 and d.plan_id = $1 order by d.due_on, d.number limit 1`,
    [input.planId],
  )
  if (!next) throw new Refusal('plan_paid', 409, refusals.plan_paid)
  return orderCharge(db, next.charge_id, input, expiresAt)
}

type Payer = Pick<PlanLink, 'productId' | 'name' | 'email' | 'phone'>

async function orderCharge(db: Db, chargeId: string, { productId, name, email, phone }: Payer, expiresAt: Date) {
  const [product] = await db.query('select from products where id = $1', [productId])
  if (!product) throw new Refusal('product_unknown', 404, refusals.product_unknown)
  const { id } = await db.one<{ id: string }>('select private.order_charge($1, $2, $3, $4) as id', [
    chargeId,
    productId,
    JSON.stringify({ name, email, phone }),
    expiresAt,
  ])
  return extend(db, id, expiresAt)
}
