import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Balance, computeBalance } from '../payments/balance.ts'
import type { Charge, Payment } from '../payments/payments.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { orderMaker } from './order.fixture.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const make = orderMaker(db)
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(new Date())

const charge = (contact: string, amount: number, daysAgo: number) =>
  db
    .sql<{ id: string }>(
      `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', $2, $3::date - $4::integer) returning id`,
      [contact, amount, today, daysAgo],
    )
    .then(([row]) => row!.id)
const due = () =>
  db.as(as.owner, 'select contact_id, left_agorot::integer as left, due_on::text from due_charges()') as Promise<
    { contact_id: string; left: number; due_on: string }[]
  >

test('the open balance of each charge equals the one computed on the contact screen', async () => {
  const entry = fc.record({ amount: fc.integer({ min: 1, max: 500 }), days: fc.integer({ min: -20, max: 100 }), isBound: fc.boolean(), returns: fc.boolean() }) // prettier-ignore
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 4 }),
      fc.array(entry, { maxLength: 4 }),
      async (charges, paid) => {
        const contact = await make.contact()
        const chargeIds: string[] = []
        for (const { amount, days } of charges) chargeIds.push(await charge(contact, amount, days))
        for (const [i, { amount, isBound, returns }] of paid.entries()) {
          const [row] = await db.sql<{ id: string }>(
            `insert into payments (contact_id, charge_id, method, amount_agorot) values ($1, $2, 'bit', $3) returning id`,
            [contact, isBound ? chargeIds[i % chargeIds.length] : null, amount],
          )
          if (returns)
            await db.sql(
              `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot) values ($1, 'refund', $2, 'בדיקה', 'bit', $3)`,
              [contact, row!.id, Math.ceil(amount / 2)],
            )
        }
        const ledger = {
          charges: await db.sql<Charge>('select id, amount_agorot, due_on::text, number, created_at::text, voided_at from charges where contact_id = $1', [contact]), // prettier-ignore
          payments: await db.sql<Payment>('select charge_id, kind, amount_agorot, credited_agorot, paid_on::text, status, voided_at from payments where contact_id = $1', [contact]), // prettier-ignore
        }
        const balance: Balance<Charge> = computeBalance(ledger.charges, ledger.payments, today)
        const expected = balance.charges.map(({ amount_agorot: amount, paid_agorot: settled }) => amount - settled)
        const found = (await due()).filter(({ contact_id: of }) => of === contact).map(({ left }) => left)
        expect(found.toSorted((a, b) => a - b)).toEqual(
          expected.filter((remaining) => remaining > 0).toSorted((a, b) => a - b),
        )
      },
    ),
    { numRuns: 12 },
  )
})

test('debts are grouped by age, and charges due more than a month ahead are excluded', async () => {
  const ages = async () =>
    Object.fromEntries(
      (
        (await db.as(as.owner, 'select bucket, left_agorot::integer as left from due_ageing()')) as {
          bucket: string
          left: number
        }[]
      ).map(({ bucket, left }) => [bucket, left]),
    )
  const before = await ages()
  const contact = await make.contact()
  for (const [amount, daysAgo] of [
    [1, -40],
    [20, -10],
    [300, 0],
    [4000, 1],
    [50_000, 45],
    [600_000, 61],
    [7_000_000, 91],
  ] as const)
    // prettier-ignore
    await charge(contact, amount, daysAgo)
  const after = await ages()
  const added = (bucket: string) => (after[bucket] ?? 0) - (before[bucket] ?? 0)
  expect(['ahead', '1', '31', '61', '91'].map(added)).toEqual([320, 4000, 50_000, 600_000, 7_000_000])
})

test('revenue equals the ledger, and an order bump counts for its product', async () => {
  const [main, bump] = [await make.product(), await make.product()]
  const contact = await make.contact()
  const [order] = await db.sql<{ id: string }>(
    `insert into orders (contact_id, product_id, title, amount_agorot, bump_product_id, bump_title, bump_agorot, utm, name, email)
     values ($1, $2, 'בית', 100000, $3, 'תוספת', 30000, '{"utm_source": "bench-mail"}', 'נועה', 'noa@example.com') returning id`,
    [contact, main.product, bump.product],
  )
  const attempt = await make.attempt(order!.id, { amount: 100_000 })
  await make.move(order!.id, {
    kind: 'answer',
    attempt: attempt.id,
    answer: make.paidAnswer(attempt.reference, { amountAgorot: 100_000 }),
  })
  const lines = (await db.as(as.owner, 'select dimension, key, received_agorot::integer as received from revenue($1, $1)', [today])) as { dimension: string; key: string; received: number }[] // prettier-ignore
  const of = (key: string) => lines.find((line) => line.key === key)?.received
  expect([of(main.product), of(bump.product), of('bench-mail')]).toEqual([70_000, 30_000, 100_000])
  const [ledger] = await db.sql<{ sum: number }>(
    `select coalesce(sum(amount_agorot), 0)::integer as sum from payments where kind = 'payment' and voided_at is null and paid_on = $1`,
    [today],
  )
  for (const dimension of ['product', 'source', 'month'])
    expect(
      lines.filter((line) => line.dimension === dimension).reduce((sum, { received }) => sum + received, 0),
      dimension,
    ).toBe(ledger!.sum)
})

test('a coach sees only debts of their own contacts', async () => {
  const contact = await make.contact()
  await charge(contact, 100, 5)
  const mine = `select from due_charges() where contact_id = '${contact}'`
  expect(await whoMay(db, as, mine)).toBe('owner admin sales')
  await db.sql('update contacts set owner_id = $2 where id = $1', [contact, ids.coach])
  expect(await whoMay(db, as, mine)).toBe('owner admin coach sales')
})
