import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { exportOrders } from './export-orders.server.ts'
import { orderMaker } from './order.fixture.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const make = orderMaker(db)
const { call, tokens } = await testKernel(db, { functions: [exportOrders] })

const sold = await make.product()
async function ordered(name: string, email: string, phone: string) {
  const order = await make.order({ contact: await make.contact(), ...sold })
  await db.sql('update orders set name = $2, email = $3, phone = $4 where id = $1', [order, name, email, phone])
  return order
}
const [dana, noa, ron] = [
  await ordered('דנה לבנון', 'dana@example.com', '+972500000021'),
  await ordered('נועה פרץ', 'noa@example.com', '+972500000022'),
  await ordered('רון שמש', 'ron@example.com', '+972500000023'),
]
const paid = await make.attempt(dana)
await make.move(dana, { kind: 'answer', attempt: paid.id, answer: make.paidAnswer(paid.reference) })
await make.move(ron, { kind: 'cancelled', reason: 'נרשמו פעמיים' })

const listed = async (filter: object, by: 'owner' | 'coach' | 'content' = 'owner') =>
  (
    (await db.as(as[by], 'select id from filtered_orders(jsonb_populate_record(null::order_filter, $1))', [
      filter,
    ])) as {
      id: string
    }[]
  ).map(({ id }) => id)

test.each([
  ['paid', [dana]],
  ['pending', [noa]],
  ['failed', [ron]],
  ['refunded', []],
  ['all', [dana, noa, ron]],
])('the tab %s lists the matching orders', async (shown, orders) => {
  expect((await listed({ shown })).toSorted()).toEqual(orders.toSorted())
})

test('orders are found by name, email address, phone number in local format and order number', async () => {
  const [{ number } = { number: 0 }] = await db.sql<{ number: number }>('select number from orders where id = $1', [
    dana,
  ])
  for (const query of ['לבנון', 'DANA@', '050-0000021', String(number)])
    expect(await listed({ shown: 'all', query }), query).toEqual([dana])
  expect(await listed({ shown: 'all', query: '%' })).toEqual([])
})

test('a coach sees only orders of their contacts, and a user without contacts sees no orders', async () => {
  await db.sql('update contacts set owner_id = $2 where id = (select contact_id from orders where id = $1)', [
    noa,
    ids.coach,
  ])
  expect(await listed({ shown: 'all' }, 'coach')).toEqual([noa])
  expect(await listed({ shown: 'all' }, 'content')).toEqual([])
})

test('the export contains the VAT, document and reference of each order, and each export is logged', async () => {
  const tokenOf = (by: 'owner' | 'sales') => tokens.sign({ ...as[by], aud: 'authenticated' }, 600)
  const body = { format: 'csv', filter: { shown: 'paid' } }
  const answer = await call('POST', '/functions/v1/export-orders', body, await tokenOf('owner'))
  const [head, line, ...rest] = answer.payload.slice(1).trim().split('\r\n')
  expect(rest).toEqual([])
  const row = Object.fromEntries(head!.split(',').map((name, i) => [name, line!.split(',')[i]]))
  expect(row).toMatchObject({
    שם: 'דנה לבנון',
    מצב: 'שולמה',
    שולם: '690.00',
    'מתוכו מע״מ': '105.25',
    תשלומים: '3',
    'מספר מסמך': '20001',
  })
  expect(await db.sql('select list, row_count, by from exports')).toEqual([
    { list: 'orders', row_count: 1, by: ids.owner },
  ])
  expect((await call('POST', '/functions/v1/export-orders', body, await tokenOf('sales'))).statusCode).toBe(403)
})
