// The order of a checkout, before any provider is asked: its product, price, place and payer.
import { randomBytes } from 'node:crypto'
import type { OfferPrice } from '#features/products/products.ts'
import { utmOf } from '#features/signups/signups.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type PlaceOrder, refusals } from './orders.ts'
import type { Order } from './order-rows.ts'

/** Functions of other modules, injected. */
export type PrepareParts = {
  matchContact: (
    db: Db,
    who: { name: string; phone: string | undefined; email: string; sourceUrl: string | null },
  ) => Promise<{ id: string }>
  requestOrigin: (
    request: { ip?: string; userAgent?: string },
    sourceUrl: string | undefined,
  ) => { url: string | null; ip: string | null; userAgent: string | null }
}

export type Origin = { ip: string | undefined; userAgent: string | undefined }
type Prepared = {
  order: Order
  token: string
  /** The page of an unchanged order that was opened minutes ago. */
  openPage: string | undefined
  isVatFree: boolean
  mostInstallments: number
}

export async function prepareOrder(
  db: Db,
  parts: PrepareParts,
  input: PlaceOrder,
  { ip, userAgent }: Origin,
): Promise<Prepared> {
  const { matchContact, requestOrigin } = parts
  const from = requestOrigin({ ...(ip && { ip }), ...(userAgent && { userAgent }) }, input.sourceUrl)
  // Its lock lets two presses of one person take turns.
  const contact = await matchContact(db, { ...input, sourceUrl: from.url })
  const earlier = await earlierOrder(db, input, contact.id)
  const sold = await soldPrice(db, input, earlier)
  const details = [
    contact.id,
    input.priceId,
    sold.title,
    sold.amountAgorot,
    sold.isVatFree ? null : await vatPercent(db),
    input.installments,
    input.name,
    input.email,
    input.phone,
    input.invoiceName ?? null,
    input.companyNumber ?? null,
    await currentTerms(db),
    input.privacyTextId ?? null,
  ]
  const isUnchanged = earlier && isSame(earlier, input, sold.amountAgorot)
  const openPage = isUnchanged ? await freshPage(db, earlier.id) : undefined
  if (!openPage) await holdPlace(db, sold.productId, input.priceId, { contact: contact.id, order: earlier?.id })
  const order = earlier
    ? await db.one<Order>(
        `update orders set contact_id = $1, price_id = $2, title = $3, amount_agorot = $4, vat_percent = $5, installments = $6, name = $7,
           email = $8, phone = $9, invoice_name = $10, company_number = $11, terms_version_id = $12, terms_agreed_at = now(),
           privacy_text_id = (select id from consent_texts where id = $13 and kind = 'privacy_notice'),
           held_until = case when $15 then held_until else greatest(held_until, now() + interval '15 minutes') end
         where id = $14 returning *`,
        [...details, earlier.id, openPage !== undefined],
      )
    : await db.one<Order>(
        `insert into orders (contact_id, price_id, title, amount_agorot, vat_percent, installments, name, email, phone, invoice_name,
           company_number, terms_version_id, privacy_text_id, product_id, source_url, utm, ip_trunc, user_agent)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
           (select id from consent_texts where id = $13 and kind = 'privacy_notice'), $14, $15, $16, $17, $18) returning *`,
        [...details, sold.productId, from.url, utmOf(input.sourceUrl), from.ip, from.userAgent],
      )
  return { order, token: await addLink(db, order.id), openPage, isVatFree: sold.isVatFree, mostInstallments: sold.most }
}

/** A link to the order. Only its hash is stored. */
export async function addLink(db: Db, orderId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.query('insert into order_links (token_hash, order_id) values (link_hash($1), $2)', [token, orderId])
  return token
}

/** The order of the link or, of a press repeated within minutes, the one with the same details. */
async function earlierOrder(db: Db, input: PlaceOrder, contactId: string): Promise<Order | undefined> {
  if (input.order) {
    const [found] = await db.query<Order>(
      `select o.* from orders o join order_links l on l.order_id = o.id join products p on p.id = o.product_id
       where l.token_hash = link_hash($1) and (p.slug = $2 or exists (select from product_slugs s where s.product_id = p.id and s.slug = $2))
       for update of o`,
      [input.order, input.slug],
    )
    if (!found) throw new Refusal('order_unknown', 404, refusals.order_unknown)
    return found
  }
  const repeated = await db.query<Order>(
    `select * from orders where contact_id = $1 and price_id = $2 and status in ('pending', 'awaiting_payment')
       and created_at > now() - interval '10 minutes' order by created_at desc for update`,
    [contactId, input.priceId],
  )
  return repeated.find((order) => isSame(order, input, order.amount_agorot))
}

const isSame = (order: Order, input: PlaceOrder, amountAgorot: number) =>
  order.price_id === input.priceId &&
  order.amount_agorot === amountAgorot &&
  order.installments === input.installments &&
  order.name === input.name &&
  order.email === input.email &&
  order.phone === input.phone &&
  order.invoice_name === (input.invoiceName ?? null) &&
  order.company_number === (input.companyNumber ?? null)

type Sold = { productId: string; title: string; amountAgorot: number; isVatFree: boolean; most: number }

/** The price as it is sold now, or as it is held for the order that was made at it. */
async function soldPrice(db: Db, input: PlaceOrder, earlier: Order | undefined): Promise<Sold> {
  const [offer] = await db.query<{ id: string; name: string; prices: OfferPrice[] }>(
    `select id, name, prices from offers() where call_way = 'buy' and (slug = $1 or $1 = any (former_slugs))`,
    [input.slug.toLowerCase()],
  )
  const isHeld = earlier && earlier.price_id === input.priceId && new Date(earlier.held_until).getTime() > Date.now()
  const price = offer?.prices.find(({ id }) => id === input.priceId)
  if (isHeld) {
    const { product_id: productId, title, amount_agorot: amountAgorot, vat_percent: vat } = earlier
    const most = price?.max_installments ?? earlier.installments
    refuseInstallments(input, most)
    return { productId, title, amountAgorot, isVatFree: vat === null, most }
  }
  if (!offer) throw new Refusal('product_unknown', 404, refusals.product_unknown)
  if (!price) throw new Refusal('price_gone', 409, refusals.price_gone)
  if (price.interval !== null) throw new Refusal('price_by_plan', 409, refusals.price_by_plan)
  refuseInstallments(input, price.max_installments)
  const title = price.name ? `${offer.name} – ${price.name}` : offer.name
  return {
    productId: offer.id,
    title,
    amountAgorot: price.amount_agorot,
    isVatFree: price.vat_mode === 'exempt',
    most: price.max_installments,
  }
}

function refuseInstallments({ installments }: PlaceOrder, most: number) {
  if (installments <= most) return
  throw new Refusal('installments_invalid', 422, refusals.installments_invalid, {
    installments: refusals.installments_invalid,
  })
}

/** Takes a place for a quarter of an hour. Earlier open orders of the same person at this price give theirs back. */
async function holdPlace(
  db: Db,
  productId: string,
  priceId: string,
  own: { contact: string; order: string | undefined },
) {
  await db.query(
    `update orders set held_until = now() where contact_id = $1 and price_id = $2 and id is distinct from $3
       and status in ('pending', 'awaiting_payment', 'failed') and held_until > now()`,
    [own.contact, priceId, own.order ?? null],
  )
  await db.query('select private.claim_place_at($1, $2, null, $3)', [priceId, productId, own.order ?? null])
}

async function freshPage(db: Db, orderId: string): Promise<string | undefined> {
  const [page] = await db.query<{ page_url: string }>(
    `select page_url from payment_attempts where order_id = $1 and state in ('page_open', 'verifying') and page_url is not null
       and opened_at > now() - interval '10 minutes' order by opened_at desc limit 1`,
    [orderId],
  )
  return page?.page_url
}

const vatPercent = async (db: Db) =>
  (
    await db.query<{ percent: string }>(
      `select percent from vat_rates where valid_from <= (now() at time zone 'Asia/Jerusalem')::date order by valid_from desc limit 1`,
    )
  )[0]?.percent ?? null

const currentTerms = async (db: Db) =>
  (
    await db.query<{ id: string }>(
      `select id from legal_versions where text_key = 'terms' and published_at <= now() order by number desc limit 1`,
    )
  )[0]?.id ?? null
