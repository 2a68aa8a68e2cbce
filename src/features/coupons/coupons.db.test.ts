import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { orderMaker } from '../orders/order.fixture.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)

let codes = 0
const coupon = async (known: object = {}) =>
  (
    await db.sql<{ id: string; code: string }>(
      `insert into coupons (code, percent, amount_agorot, max_uses, per_contact, active_from, active_to, product_ids, is_active)
       select code, percent, amount_agorot, max_uses, per_contact, active_from, active_to, product_ids, is_active from jsonb_populate_record(null::coupons, $1)
       returning id, code`,
      [{ code: `CODE-${++codes}`, percent: 10, per_contact: 1, active_from: '2020-01-01', product_ids: [], is_active: true, ...known }], // prettier-ignore
    )
  )[0]!

type Sold = { product: string; price: string }
async function orderWith(code: { id: string }, { product, price }: Sold, by?: string) {
  const contact = by ?? (await make.contact())
  const [row] = await db.sql<{ id: string }>(
    `insert into orders (contact_id, product_id, price_id, title, amount_agorot, coupon_id, discount_agorot, name, email)
     values ($1, $2, $3, 'בית מאוזן', 62100, $4, 6900, 'נועה', 'noa@example.com') returning id`,
    [contact, product, price, code.id],
  )
  return { id: row!.id, contact }
}
const reason = (error: unknown) => (error as Error).message
const count = async (code: { id: string }) =>
  (await db.sql<{ n: number }>('select private.coupon_uses($1)::int as n', [code.id]))[0]!.n
const lapse = (order: string) => db.sql(`update orders set held_until = now() where id = $1`, [order])

test('50 concurrent buyers use a coupon limited to 7 uses exactly 7 times', async () => {
  const sold = await make.product()
  const limited = await coupon({ max_uses: 7 })
  const tried = await Promise.allSettled(Array.from({ length: 50 }, () => orderWith(limited, sold)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  const refused = tried.flatMap((one) => (one.status === 'rejected' ? [reason(one.reason)] : []))
  expect(new Set(refused)).toEqual(new Set(['coupon_used_up']))
  expect(await count(limited)).toBe(7)
})

test('50 concurrent submissions by one contact use a coupon once', async () => {
  const sold = await make.product()
  const own = await coupon()
  const contact = await make.contact()
  const tried = await Promise.allSettled(Array.from({ length: 50 }, () => orderWith(own, sold, contact)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await orderWith(own, sold)
  expect(await count(own)).toBe(2)
})

test('an expired order releases its coupon use; a paid order and an order with an open payment page do not', async () => {
  const sold = await make.product()
  const single = await coupon({ max_uses: 1, per_contact: null })
  const first = await orderWith(single, sold)
  await lapse(first.id)
  const second = await orderWith(single, sold)
  const attempt = await make.attempt(second.id, { amount: 62_100 })
  await lapse(second.id)
  await expect(orderWith(single, sold)).rejects.toThrow('coupon_used_up')
  await make.move(second.id, {
    kind: 'answer',
    attempt: attempt.id,
    answer: make.paidAnswer(attempt.reference, { amountAgorot: 62_100 }),
  })
  await expect(orderWith(single, sold)).rejects.toThrow('coupon_used_up')
  // The first order cannot reclaim its released use.
  await expect(
    db.sql(`update orders set held_until = now() + interval '15 minutes' where id = $1`, [first.id]),
  ).rejects.toThrow('coupon_used_up')
})

test('an order by bank transfer uses its coupon until staff cancel it', async () => {
  const sold = await make.product()
  const single = await coupon({ max_uses: 1, per_contact: null })
  const { id } = await orderWith(single, sold)
  await make.attempt(id, { provider: 'manual', amount: 62_100 })
  await lapse(id)
  await expect(orderWith(single, sold)).rejects.toThrow('coupon_used_up')
  await make.move(id, { kind: 'cancelled', reason: 'ההעברה לא הגיעה' })
  await orderWith(single, sold)
  expect(await count(single)).toBe(1)
})

test('an order with a reserved price can be edited even after its coupon was disabled', async () => {
  const sold = await make.product()
  const ended = await coupon()
  const { id } = await orderWith(ended, sold)
  await db.sql('update coupons set is_active = false where id = $1', [ended.id])
  await db.sql(
    `update orders set name = 'רות', coupon_id = $2, held_until = now() + interval '15 minutes' where id = $1`,
    [id, ended.id],
  )
  await expect(orderWith(ended, sold)).rejects.toThrow('coupon_unknown')
})

test('a coupon is limited by dates and products', async () => {
  const [sold, other] = [await make.product(), await make.product()]
  await expect(orderWith(await coupon({ active_to: '2021-01-01' }), sold)).rejects.toThrow('coupon_ended')
  await expect(orderWith(await coupon({ active_from: '2100-01-01' }), sold)).rejects.toThrow('coupon_unknown')
  const ofOther = await coupon({ product_ids: [other.product] })
  await expect(orderWith(ofOther, sold)).rejects.toThrow('coupon_of_another_product')
  await orderWith(ofOther, other)
})

test('a coupon has either a percentage or an amount, and a used coupon cannot be deleted', async () => {
  await expect(coupon({ amount_agorot: 100 })).rejects.toThrow('coupon_of_one_kind')
  await expect(coupon({ percent: 101 })).rejects.toThrow('coupon_percent_range')
  await expect(coupon({ code: 'lower' })).rejects.toThrow('coupon_code_form')
  const used = await coupon()
  await orderWith(used, await make.product())
  await expect(db.sql('delete from coupons where id = $1', [used.id])).rejects.toThrow('coupon_was_used')
})

test('staff can see coupons; owners and admins can edit them', async () => {
  const { id } = await coupon()
  const actorsFor = (sql: string) => whoMay(db, as, sql)
  expect(await actorsFor(`select from coupons where id = '${id}'`)).toBe('owner admin coach sales content')
  expect(await actorsFor(`update coupons set note = 'x' where id = '${id}' returning id`)).toBe('owner admin')
  expect(await actorsFor(`insert into coupons (code, percent) values ('NEW-ONE', 5) returning id`)).toBe('owner admin')
  expect(await actorsFor(`delete from coupons where id = '${id}' returning id`)).toBe('owner admin')
})
