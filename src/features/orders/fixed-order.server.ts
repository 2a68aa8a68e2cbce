// Orders whose amount and contact the payer cannot change: made by staff, or by booking a paid appointment.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Order } from './order-rows.ts'

type FixedOrder = {
  contactId: string
  productId: string
  priceId: string | null
  title: string
  amountAgorot: number
  isVatFree: boolean
  name: string
  email: string
  phone?: string | undefined
  mostInstallments: number
  heldUntil: Date
  sourceUrl?: string | null
  ip?: string | null
  userAgent?: string | null
  utm?: Record<string, string>
}

export const insertFixedOrder = (db: Db, order: FixedOrder) =>
  db.one<Order>(
    `insert into orders (contact_id, product_id, price_id, title, amount_agorot, vat_percent, name, email, phone, most_installments,
       held_until, source_url, ip_trunc, user_agent, utm, by_staff, made_by)
     values ($1, $2, $3, $4, $5, case when $6 then null else (select percent from vat_rates
         where valid_from <= (now() at time zone 'Asia/Jerusalem')::date order by valid_from desc limit 1) end,
       $7, $8, $9, $10, $11, $12, $13, $14, $15, true, auth.uid()) returning *`,
    [
      order.contactId,
      order.productId,
      order.priceId,
      order.title,
      order.amountAgorot,
      order.isVatFree,
      order.name,
      order.email,
      order.phone ?? null,
      order.mostInstallments,
      order.heldUntil,
      order.sourceUrl ?? null,
      order.ip ?? null,
      order.userAgent ?? null,
      order.utm ?? {},
    ],
  )

/** Whether a custom amount is VAT-free: as the product's latest price, or else by the business's VAT rule. */
export const isVatFree = async (db: Db, productId: string): Promise<boolean> =>
  (
    await db.one<{ is_free: boolean }>(
      `select coalesce((select vat_mode = 'exempt' from prices order by (product_id = $1) desc, active_from desc limit 1), false) as is_free`,
      [productId],
    )
  ).is_free
