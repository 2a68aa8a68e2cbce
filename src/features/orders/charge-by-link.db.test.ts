// Orders that staff make for a contact, and their links.
import { expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { chargeByLink } from './charge-by-link.server.ts'
import { openOrder } from './open-order.server.ts'
import type { OpenedOrder } from './opened-order.ts'
import { orderMaker } from './order.fixture.ts'
import { placeOrder } from './place-order.server.ts'
import { moveOrderByHand } from './staff-orders.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)
const gateways = createGateways({ seal: createSealing([makeSealingKey()])('keys') })
const siteUrl = 'http://localhost:3000'
const { kernel } = await testKernel(db, {
  functions: [
    chargeByLink({ siteUrl }),
    openOrder,
    moveOrderByHand,
    placeOrder({ gateways, matchContact, requestMetadata, siteUrl, apiUrl: siteUrl }),
  ],
})
const invoke = <T>(name: string, input: object, actor?: keyof typeof as) =>
  kernel.invoke(name, input, {
    caller: { claims: actor ? as[actor] : { role: 'anon' }, ...(actor && { userId: as[actor].sub }) } as never,
  }) as Promise<T>
const seen = (order: string) => invoke<OpenedOrder>('open-order', { order })

async function ordered(days = 1) {
  const { product: productId, price: priceId } = await make.product({ seats: 1 })
  const contactId = await make.contact()
  const asked = { contactId, productId, priceId, mostInstallments: 1, days, name: 'רות', email: 'rut@example.com' }
  const { url, number } = await invoke<{ url: string; number: number }>(
    'charge-by-link',
    { kind: 'new', ...asked },
    'owner',
  )
  const [row] = await db.sql<{ id: string }>('select id from orders where number = $1', [number])
  return { id: row!.id, asked, number, order: new URL(url).searchParams.get('order')! }
}
const again = (orderId: string) =>
  invoke<{ url: string }>('charge-by-link', { kind: 'again', orderId, days: 3 }, 'sales')

test('a payment link reserves its seat until it expires, after which the link no longer opens the order', async () => {
  const { id, asked, order } = await ordered()
  await expect(invoke('charge-by-link', { kind: 'new', ...asked }, 'owner')).rejects.toMatchObject({
    code: 'no_places_left',
  })
  expect(await seen(order)).toMatchObject({ amountAgorot: 69_000, vatPercent: 18, name: 'רות' })
  await db.sql('update orders set held_until = now() where id = $1', [id])
  await db.sql('update order_links set expires_at = now() where order_id = $1', [id])
  await expect(seen(order)).rejects.toMatchObject({ code: 'order_unknown' })
  // The seat is released, and the expired order cannot reserve it again.
  await invoke('charge-by-link', { kind: 'new', ...asked }, 'owner')
  await expect(again(id)).rejects.toMatchObject({ code: 'no_places_left' })
})

test('a link can be reissued for an open order, but not for a cancelled one or one placed by a visitor', async () => {
  const { id, number } = await ordered()
  const { url } = await again(id)
  expect((await seen(new URL(url).searchParams.get('order')!)).number).toBe(number)
  await invoke('move-order', { kind: 'cancelled', orderId: id, reason: 'בטעות' }, 'owner')
  await expect(again(id)).rejects.toMatchObject({ code: 'order_ended' })
  const own = await make.order({ contact: await make.contact(), ...(await make.product()) })
  await expect(again(own)).rejects.toMatchObject({ code: 'order_ended' })
})

test('a coupon does not lower the amount of an order that staff made', async () => {
  const { id, asked, order } = await ordered()
  await db.sql(`select choose_gateway('manual')`)
  await db.sql(`insert into coupons (code, percent) values ('TEN', 10)`)
  const [sold] = await db.sql<{ slug: string }>('select slug from products where id = $1', [asked.productId])
  const payer = { name: 'רות', email: 'rut@example.com', phone: '050-1234567', terms: 'on' }
  await invoke('place-order', { slug: sold!.slug, order, coupon: 'TEN', ...payer })
  expect(await db.sql('select status, amount_agorot, coupon_id from orders where id = $1', [id])).toEqual([
    { status: 'awaiting_payment', amount_agorot: 69_000, coupon_id: null },
  ])
})

test('an abandoned payment page leaves a payment-link order pending', async () => {
  const { id } = await ordered()
  const attempt = await make.attempt(id)
  await db.sql('update payment_attempts set closes_at = now() where id = $1', [attempt.id])
  expect(await make.move(id, { kind: 'answer', attempt: attempt.id, answer: { state: 'pending' } })).toMatchObject({
    status: 'pending',
  })
})

test('a custom amount requires a title, and a monthly price cannot be charged by link', async () => {
  const { asked } = await ordered()
  const { priceId, ...own } = asked
  await expect(invoke('charge-by-link', { kind: 'new', ...own, amountAgorot: 100 }, 'owner')).rejects.toMatchObject({
    code: 'amount_missing',
  })
  await db.sql(`update prices set interval = 'month', max_installments = 1 where id = $1`, [priceId])
  await expect(invoke('charge-by-link', { kind: 'new', ...asked }, 'owner')).rejects.toMatchObject({
    code: 'price_by_plan',
  })
})
