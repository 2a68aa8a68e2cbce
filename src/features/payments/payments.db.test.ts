import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const one = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const coachContact = await one(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const other = await one(`insert into contacts (first_name) values ('איתי') returning id`)
const charge = (contact: string) =>
  `insert into charges (contact_id, title, amount_agorot, due_on) values ('${contact}', 'פגישה', 49000, '2026-11-01') returning id`
const payment = (contact: string, more = '') =>
  `insert into payments (contact_id, method, amount_agorot${more && `, ${more.split('=')[0]}`}) values ('${contact}', 'bit', 49000${more && `, ${more.split('=')[1]}`}) returning id`
const chargeOfCoach = await one(charge(coachContact))
const chargeOfOther = await one(charge(other))
const paid = await one(payment(coachContact))
const paidByOther = await one(payment(other))

const cases: [action: string, sql: string, actors: string][] = [
  [
    'see a charge of the coach’s contact',
    `select from charges where id = '${chargeOfCoach}'`,
    'owner admin coach sales',
  ],
  ['see a charge of another contact', `select from charges where id = '${chargeOfOther}'`, 'owner admin sales'],
  ['charge a contact', charge(coachContact), 'owner admin sales'],
  [
    'make a charge void',
    `update charges set void_reason = 'טעות' where id = '${chargeOfCoach}' returning id`,
    'owner admin sales',
  ],
  [
    'change the amount of a charge',
    `update charges set amount_agorot = 1 where id = '${chargeOfCoach}' returning id`,
    'no role',
  ],
  ['delete a charge', `delete from charges where id = '${chargeOfCoach}' returning id`, 'no role'],
  ['see a payment of the coach’s contact', `select from payments where id = '${paid}'`, 'owner admin coach sales'],
  ['see a payment of another contact', `select from payments where id = '${paidByOther}'`, 'owner admin sales'],
  ['record a payment', payment(coachContact), 'owner admin sales'],
  ['record a payment in the name of a card gateway', payment(coachContact, `provider='cardcom'`), 'no role'],
  [
    'set a document number',
    `update payments set document_number = '4711' where id = '${paid}' returning id`,
    'owner admin sales',
  ],
  [
    'change the amount of a payment',
    `update payments set amount_agorot = 1 where id = '${paid}' returning id`,
    'no role',
  ],
  ['delete a payment', `delete from payments where id = '${paid}' returning id`, 'no role'],
  [
    'make a plan',
    `insert into payment_plans (contact_id, title) values ('${coachContact}', 'ליווי') returning id`,
    'owner admin sales',
  ],
  ['see the rates of tax', 'select from vat_rates', 'owner admin coach sales content'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a charge stores the VAT rate of its due date, and none if the business does not charge VAT', async () => {
  const percent = async (day: string) =>
    (
      await db.sql<{ vat_percent: number | null }>(
        `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'א', 100, $2) returning vat_percent::float`,
        [other, day],
      )
    )[0]!.vat_percent
  expect(await percent('2024-12-31')).toBe(17)
  expect(await percent('2025-01-01')).toBe(18)
  const product = await one(`insert into products (slug, name) values ('petor', 'פטור') returning id`)
  await db.sql(`insert into prices (product_id, amount_agorot, vat_mode) values ($1, 100, 'exempt')`, [product])
  expect(await percent('2025-01-01')).toBeNull()
  await db.sql('delete from products where id = $1', [product])
})

test('a plan is created atomically, with one activity on the timeline', async () => {
  const parts = JSON.stringify([
    { due_on: '2026-12-01', amount_agorot: 5000 },
    { due_on: '2026-11-01', amount_agorot: 5000 },
  ])
  const [plan] = await db.as<{ id: string }>(as.sales, `select add_plan($1, 'ליווי', $2) as id`, [coachContact, parts])
  expect(
    await db.sql('select number, due_on::text, amount_agorot from charges where plan_id = $1 order by number', [
      plan!.id,
    ]),
  ).toEqual([
    { number: 1, due_on: '2026-11-01', amount_agorot: 5000 },
    { number: 2, due_on: '2026-12-01', amount_agorot: 5000 },
  ])
  expect(
    await db.sql(`select type, payload from activities where contact_id = $1 and type ~ 'planned'`, [coachContact]),
  ).toEqual([{ type: 'charge.planned', payload: { amount_agorot: 10000, parts: 2 } }])
  const before = await db.sql('select count(*) from payment_plans')
  for (const [wrong, code] of [
    [JSON.stringify([{ due_on: '2026-12-01', amount_agorot: 5000 }]), { message: 'plan_parts_range' }],
    [
      JSON.stringify([
        { due_on: '2026-12-01', amount_agorot: 5000 },
        { due_on: '2026-12-02', amount_agorot: 0 },
      ]),
      { constraint: 'charge_amount_range' },
    ],
  ] as const)
    await expect(db.as(as.sales, `select add_plan($1, 'ליווי', $2)`, [coachContact, wrong])).rejects.toMatchObject(code)
  expect(await db.sql('select count(*) from payment_plans')).toEqual(before)
  await expect(db.as(as.coach, `select add_plan($1, 'ליווי', $2)`, [coachContact, parts])).rejects.toMatchObject({
    code: '42501',
  })
})

test.each([
  ['an amount of zero', `method, amount_agorot`, `'bit', 0`, { constraint: 'payment_amount_range' }],
  ['an unknown method', `method, amount_agorot`, `'pigeon', 1`, { constraint: 'unknown_method' }],
  ['a future transfer', `method, amount_agorot, paid_on`, `'transfer', 1, current_date + 3`, { message: 'paid_ahead' }],
  [
    'a payment for another contact’s charge',
    `method, amount_agorot, charge_id`,
    `'bit', 1, '${chargeOfOther}'`,
    { message: 'charge_of_another_contact' },
  ],
])('%s is refused', async (_, columns, values, refusal) => {
  await expect(
    db.as(as.sales, `insert into payments (contact_id, ${columns}) values ('${coachContact}', ${values})`),
  ).rejects.toMatchObject(refusal)
})

test('a cheque may be post-dated', async () => {
  expect(
    await db.as(
      as.sales,
      `insert into payments (contact_id, method, amount_agorot, paid_on) values ($1, 'cheque', 1, current_date + 30) returning status`,
      [coachContact],
    ),
  ).toEqual([{ status: 'captured' }])
})

test('voiding a payment records reason, time and user, can be reverted, and the timeline shows both', async () => {
  const id = await one(payment(coachContact))
  const set = (reason: string | null) =>
    db.as(
      as.sales,
      `update payments set void_reason = $2 where id = $1 returning voided_at is not null as is_void, voided_by`,
      [id, reason],
    )
  expect(await set('הצ׳ק חזר')).toEqual([{ is_void: true, voided_by: ids.sales }])
  expect(await set(null)).toEqual([{ is_void: false, voided_by: null }])
  await expect(set(' ')).rejects.toMatchObject({ constraint: 'void_reason_length' })
  expect(await db.sql('select type, payload from activities where related_id = $1 order by happened_at', [id])).toEqual(
    [
      { type: 'payment.recorded', payload: { amount_agorot: 49000, method: 'bit' } },
      { type: 'payment.voided', payload: { amount_agorot: 49000, method: 'bit', reason: 'הצ׳ק חזר' } },
      { type: 'payment.restored', payload: { amount_agorot: 49000, method: 'bit' } },
    ],
  )
})

test('a contact with payments cannot be deleted, because the law requires the ledger', async () => {
  await expect(db.sql('delete from contacts where id = $1', [other])).rejects.toMatchObject({ code: '23503' })
})
