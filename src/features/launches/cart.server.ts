// The cart of a participant: their current offer, and the start of the checkout.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { checkoutPath, type OfferPrice } from '#features/products/products.ts'
import { enter } from './access.server.ts'
import type { RequestMetadata, Sender } from './join.server.ts'
import type { ShownCart } from './launch-view.ts'
import { bonusesAt, ByCookie, refusals } from './launches.ts'
import { offerOf } from './launch-texts-edit.ts'

export async function readCart(db: Db, participant: string): Promise<ShownCart> {
  const found = await db.one<{
    state: ShownCart['state']
    opensAt: Date | null
    closesAt: Date | null
    offer: unknown
    priceId: string | null
    begunUntil: Date | null
    isWaiting: boolean
    now: Date
  }>(
    `select private.launch_cart(l, p, now()) as state, coalesce(p.cart_opens_at, l.cart_opens_at) as "opensAt",
       coalesce(p.cart_closes_at, l.cart_closes_at) as "closesAt", l.offer, l.price_id as "priceId", o.held_until as "begunUntil", now() as now,
       exists (select from launch_waitlist w where w.launch_id = l.id and w.contact_id = p.contact_id) as "isWaiting"
     from launch_participants p join launches l on l.id = p.launch_id
     left join orders o on o.id = p.order_id and o.price_id = l.price_id and o.paid_at is null and o.status <> 'cancelled' and o.held_until > now()
     where p.id = $1`,
    [participant],
  )
  const { state, opensAt, closesAt, now } = found
  const offer = offerOf(found.offer)
  return {
    state,
    opensAt: opensAt?.toISOString() ?? null,
    closesAt: closesAt?.toISOString() ?? null,
    // The offer is omitted before it opens, and for buyers.
    offer:
      state === 'open'
        ? { ...offer, bonuses: bonusesAt(offer, opensAt?.getTime() ?? null, now.getTime()) }
        : { title: offer.title, text: '', bonuses: [], faq: [] },
    begunUntil: state === 'bought' ? null : (found.begunUntil?.toISOString() ?? null),
    isWaiting: found.isWaiting,
    price: state === 'open' ? await readPrice(db, found.priceId) : undefined,
  }
}

async function readPrice(db: Db, priceId: string | null): Promise<ShownCart['price']> {
  const [offer] = await db.query<{ slug: string; name: string; prices: OfferPrice[] }>(
    `select slug, name, prices from offers() where call_way = 'buy' and prices @> jsonb_build_array(jsonb_build_object('id', $1::text))`,
    [priceId],
  )
  const price = offer?.prices.find(({ id }) => id === priceId)
  return (
    offer &&
    price && {
      id: price.id,
      slug: offer.slug,
      product: offer.name,
      amountAgorot: price.amount_agorot,
      installments: price.max_installments,
      seatsLeft: price.seats_left ?? null,
    }
  )
}

/** Functions of other modules, injected. */
export type CheckoutDependencies = {
  beginOrder: (
    db: Db,
    begins: {
      contactId: string
      name: string
      email: string
      slug: string
      priceId: string
      orderId: string | null
      from: RequestMetadata
    },
  ) => Promise<{ id: string; token: string }>
  requestMetadata: (request: Sender, sourceUrl: string | undefined) => RequestMetadata
}

/**
 * Opens a checkout with the participant's details while their cart is open. An existing order can be completed while
 * its price is reserved.
 */
export const startLaunchCheckout = ({ beginOrder, requestMetadata }: CheckoutDependencies) =>
  defineFunction({
    name: 'start-launch-checkout',
    caller: 'anyone',
    as: 'service', // authorized by the cookie token
    refusals,
    perClient: { burst: 60, refillMs: 3_600_000 },
    input: ByCookie,
    output: z.object({ url: z.string() }),
    async run({ input: { launch, cookie }, db, request }) {
      const participant = await enter(db, launch, cookie)
      const { state, price, begunUntil } = await readCart(db, participant)
      const isOpen = state === 'open' && price !== undefined
      if (!isOpen && begunUntil === null) throw new Refusal('cart_closed', 409, refusals.cart_closed)
      const payer = await db.one<{
        contactId: string
        name: string
        email: string
        slug: string
        priceId: string
        orderId: string | null
      }>(
        `select p.contact_id as "contactId", p.name, p.email, d.slug, r.id as "priceId", p.order_id as "orderId"
         from launch_participants p join launches l on l.id = p.launch_id join prices r on r.id = l.price_id join products d on d.id = r.product_id
         where p.id = $1`,
        [participant],
      )
      const { id, token } = await beginOrder(db, { ...payer, from: requestMetadata(request, undefined) })
      await db.query('update launch_participants set order_id = $2 where id = $1 and order_id is distinct from $2', [
        participant,
        id,
      ])
      return { url: `${checkoutPath(payer.slug)}?${new URLSearchParams({ order: token }).toString()}` }
    },
  })
