// Creates or continues the order of a checkout before the provider request: its product, price, seat and payer.
import { utmOf } from '#lib/forms/utm.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { chosenContact, type EarlierOrder, findEarlierOrder, isSame, repeatedOrder } from './earlier-order.server.ts'
import { addLink } from './order-links.server.ts'
import { type PlaceOrder, refusals } from './orders.ts'
import type { Order } from './order-rows.ts'
import { planKey } from './plans/plan-terms.ts'
import { type PriceQuote, quotePrice } from './sold-price.server.ts'

/** Functions of other modules, injected. */
export type PrepareParts = {
  matchContact: (
    db: Db,
    who: { name: string; phone: string | undefined; email: string; sourceUrl: string | null },
  ) => Promise<{ id: string }>
  requestMetadata: (
    request: { ip?: string; userAgent?: string },
    sourceUrl: string | undefined,
  ) => { url: string | null; ip: string | null; userAgent: string | null }
}

export type RequestMetadata = { ip: string | undefined; userAgent: string | undefined }
type PreparedOrder = {
  order: Order
  token: string
  /** The page of an unchanged order, opened minutes ago. */
  openPage: string | undefined
  isVatFree: boolean
  mostInstallments: number
}

export async function prepareOrder(
  db: Db,
  parts: PrepareParts,
  input: PlaceOrder,
  { ip, userAgent }: RequestMetadata,
): Promise<PreparedOrder> {
  const { matchContact, requestMetadata } = parts
  const from = requestMetadata({ ...(ip && { ip }), ...(userAgent && { userAgent }) }, input.sourceUrl)
  // Locks the contact, which serializes two submissions by one person.
  const contact =
    (await chosenContact(db, input.order)) ?? (await matchContact(db, { ...input, sourceUrl: from.url })).id
  const found = await findEarlierOrder(db, input, contact)
  const quoted = await quotePrice(db, input, found)
  const earlier = await continued(db, { input, contact, found, sold: quoted })
  // The found order reserves a price and seat only for that same price.
  const sold = earlier === found ? quoted : await quotePrice(db, input, earlier)
  refuseOtherTerms(input, sold)
  const openPage = earlier && isSame(earlier, input, sold.amountAgorot) ? await freshPage(db, earlier) : undefined
  // Read before the price is locked, because other buyers wait for that lock.
  const details = await detailsOf(db, input, sold, contact)
  if (!openPage) await holdPlaces(db, { order: earlier?.id, sold, own: [input.order, input.former] })
  const order = earlier
    ? await updateOrder(db, earlier, details, openPage !== undefined)
    : await insertOrder(db, {
        ...details,
        product_id: sold.productId,
        source_url: from.url,
        utm: utmOf(input.sourceUrl),
        ip_trunc: from.ip,
        user_agent: from.userAgent,
      })
  return { order, token: await addLink(db, order.id), openPage, isVatFree: sold.isVatFree, mostInstallments: sold.most }
}

type Submission = { input: PlaceOrder; contact: string; found: EarlierOrder | undefined; sold: PriceQuote }

/**
 * Other terms need a new order, because a page of the old one may still be paid on its original terms. Another payer
 * needs one after the order's payments were voided: the ledger charges the first payer.
 */
async function continued(db: Db, { input, contact, found, sold }: Submission): Promise<EarlierOrder | undefined> {
  if (!found || found.paid_at !== null) return found
  if (hasPlanOf(found, sold) && !(await isChargedToOther(db, found, contact))) return found
  const repeated = await repeatedOrder(db, input, contact)
  return repeated && hasPlanOf(repeated, sold) ? repeated : undefined
}

const hasPlanOf = (
  { by_staff: byStaff, plan_interval: interval, plan_charges: charges }: Order,
  { plan }: PriceQuote,
) => byStaff || planKey(interval ? { interval, charges } : undefined) === planKey(plan)

const isChargedToOther = async (db: Db, { id, charge_id: chargeId }: EarlierOrder, contact: string) =>
  (
    await db.query(
      'select from charges where (order_id = $1 and plan_id is null or id = $2) and contact_id <> $3 limit 1',
      [id, chargeId, contact],
    )
  ).length > 0

/**
 * Refuses a total that differs from the shown one. After a change of coupon, order bump, price or plan, the page is
 * shown again first.
 */
function refuseOtherTerms(
  { bump, shownAgorot, shownWithBump, shownPlan }: PlaceOrder,
  { amountAgorot, plan }: PriceQuote,
) {
  if (shownPlan !== undefined && shownPlan !== planKey(plan))
    throw new Refusal('plan_changed', 409, refusals.plan_changed)
  const shown = bump ? shownWithBump : shownAgorot
  if (shown !== undefined && shown !== amountAgorot) throw new Refusal('sum_changed', 409, refusals.sum_changed)
}

type Payer = Pick<PlaceOrder, 'name' | 'email' | 'installments'> &
  Partial<Pick<PlaceOrder, 'phone' | 'invoiceName' | 'companyNumber' | 'privacyTextId'>>

export const detailsOf = async (db: Db, input: Payer, sold: PriceQuote, contactId: string) => ({
  contact_id: contactId,
  price_id: sold.priceId,
  title: sold.title,
  amount_agorot: sold.amountAgorot,
  coupon_id: sold.coupon?.id ?? null,
  discount_agorot: sold.coupon?.discountAgorot ?? 0,
  bump_product_id: sold.bump?.productId ?? null,
  bump_price_id: sold.bump?.priceId ?? null,
  bump_title: sold.bump?.title ?? null,
  bump_agorot: sold.bump?.amountAgorot ?? 0,
  vat_percent: sold.isVatFree ? null : await vatPercent(db),
  plan_interval: sold.plan?.interval ?? null,
  plan_charges: sold.plan?.charges ?? null,
  installments: input.installments,
  name: input.name,
  email: input.email,
  phone: input.phone ?? null,
  invoice_name: input.invoiceName ?? null,
  company_number: input.companyNumber ?? null,
  terms_version_id: await currentTerms(db),
  privacy_text_id: await shownNotice(db, input.privacyTextId),
})

export const updateOrder = (db: Db, { id }: EarlierOrder, details: object, isPageOpen: boolean) => {
  const names = Object.keys(details)
  return db.one<Order>(
    `update orders set (${names.join(', ')}) = (select ${names.map((name) => `r.${name}`).join(', ')} from jsonb_populate_record(null::orders, $1) r),
       terms_agreed_at = now(), held_until = case when $2 then held_until else greatest(held_until, now() + interval '15 minutes') end
     where id = $3 returning *`,
    [JSON.stringify(details), isPageOpen, id],
  )
}

export const insertOrder = (db: Db, details: object) => {
  const names = Object.keys(details).join(', ')
  return db.one<Order>(
    `insert into orders (${names}) select ${names} from jsonb_populate_record(null::orders, $1) returning *`,
    [JSON.stringify(details)],
  )
}

/**
 * Reserves the seats for a quarter of an hour, unless the order has them reserved. Open orders at this price release
 * theirs if the buyer has their tokens: an entered address proves nothing. Prices are locked in id order, because two
 * products may be each other's order bump.
 */
export async function holdPlaces(
  db: Db,
  { order, sold, own }: { order: string | undefined; sold: PriceQuote; own: readonly (string | undefined)[] },
) {
  await db.query(
    `update orders set held_until = now()
     where id in (
       select l.order_id from order_links l join unnest($1::text[]) as had (token) on l.token_hash = link_hash(had.token)
       where l.expires_at is null or l.expires_at > now())
       and price_id = $2 and id is distinct from $3 and not by_staff
       and status in ('pending', 'awaiting_payment', 'failed') and held_until > now()`,
    [own.filter((token) => token !== undefined), sold.priceId, order ?? null],
  )
  const places = [
    // The order retains its seat even if the seat limit was lowered.
    ...(sold.isHeld || sold.priceId === null ? [] : [{ price: sold.priceId, product: sold.productId }]),
    ...(sold.bump && !sold.bump.isHeld ? [{ price: sold.bump.priceId, product: sold.bump.productId }] : []),
  ]
  for (const { price, product } of places.toSorted((a, b) => (a.price < b.price ? -1 : 1)))
    await db.query('select private.claim_place_at($1, $2, null, $3)', [price, product, order ?? null])
}

/** The page of the latest attempt, as open-order shows it, if it has this amount. A charge gets no second page while the first is open. */
async function freshPage(
  db: Db,
  { id, charge_id: chargeId, amount_agorot: amount }: EarlierOrder,
): Promise<string | undefined> {
  const [page] = await db.query<{ page_url: string }>(
    chargeId === null
      ? `select a.page_url from (select * from payment_attempts where order_id = $1 order by created_at desc limit 1) a
         where a.state in ('page_open', 'verifying') and a.page_url is not null and a.amount_agorot = $2
           and a.opened_at > now() - interval '10 minutes'`
      : 'select page_url from private.open_pages($1) where page_url is not null and amount_agorot = $2 limit 1',
    [id, amount],
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

const shownNotice = async (db: Db, id: string | undefined) =>
  id === undefined
    ? null
    : ((
        await db.query<{ id: string }>(`select id from consent_texts where id = $1 and kind = 'privacy_notice'`, [id])
      )[0]?.id ?? null)
