import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testBrowser } from '../../../test/browser.ts'
import { testDatabase } from '../../../test/database.ts'
import { refusalCode } from '#client/refusal.ts'
import { writeOnce, writePlan } from './idempotent-writes.data.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const { backend, loseNextAnswer } = await testBrowser(db, ids.sales)
const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
const contact_id = contact!.id

const rows = [
  [
    'payments',
    () => ({
      id: crypto.randomUUID(),
      contact_id,
      charge_id: null,
      kind: 'payment',
      method: 'bit',
      amount_agorot: 49_000,
      paid_on: '2026-01-05',
      reference: null,
      document_number: '4711',
      note: null,
    }),
  ],
  [
    'charges',
    () => ({ id: crypto.randomUUID(), contact_id, title: 'פגישה', amount_agorot: 49_000, due_on: '2026-01-05' }),
  ],
] as const

test.each(rows)('%s: a retry after a lost response inserts no second row', async (table, newRow) => {
  const row = newRow()
  const before = await count(table)
  loseNextAnswer()
  const lost = await refused(writeOnce(backend, table, row))
  expect(refusalCode(lost)).toBe('network')
  await writeOnce(backend, table, row)
  expect(await count(table)).toBe(before + 1)
})

test.each(rows)('%s: a retry with different values is refused', async (table, newRow) => {
  const row = newRow()
  await writeOnce(backend, table, row)
  const before = await count(table)
  expect(refusalCode(await refused(writeOnce(backend, table, { ...row, amount_agorot: 50_000 })))).toBe(
    'written_before',
  )
  expect(await count(table)).toBe(before)
  expect(refusalCode(await refused(writeOnce(backend, table, { ...newRow(), amount_agorot: 0 })))).toMatch(/_range$/)
})

test('creating a plan is idempotent and returns the ids of its charges', async () => {
  const plan = {
    id: crypto.randomUUID(),
    title: 'ליווי',
    parts: [
      { due_on: '2026-02-01', amount_agorot: 5_000 },
      { due_on: '2026-03-01', amount_agorot: 5_000 },
    ],
  }
  const before = await count('charges')
  loseNextAnswer()
  expect(refusalCode(await refused(writePlan(backend, contact_id, plan)))).toBe('network')
  expect(await writePlan(backend, contact_id, plan)).toHaveLength(2)
  expect(await count('charges')).toBe(before + 2)
  const other = { ...plan, parts: plan.parts.map((part) => ({ ...part, amount_agorot: 6_000 })) }
  expect(refusalCode(await refused(writePlan(backend, contact_id, other)))).toBe('written_before')
  expect(await count('charges')).toBe(before + 2)
})

const count = async (table: string) =>
  (await db.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count

const refused = (change: Promise<unknown>) =>
  change.then(
    () => expect.unreachable('it was done'),
    (error: unknown) => error,
  )
