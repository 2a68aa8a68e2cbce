import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { createDataLoader } from './data-loader.ts'
import { inTransaction } from './transaction.ts'

const db = await testDatabase()
const calls: number[] = []
const inverse = createDataLoader<number, number>(async (tx, items) => {
  calls.push(items.length)
  const rows = await tx.query<{ value: number }>(
    'select 100 / n as value from unnest($1::int[]) with ordinality u (n, place) order by place',
    [items],
  )
  return rows.map(({ value }) => value)
})
const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)

test('values requested concurrently are loaded by one statement, and each caller gets its own', async () => {
  calls.length = 0
  const values = await within(async (tx) => {
    const before = tx.query('select 1')
    const afterAnswer = async (n: number) => {
      await before
      return inverse(tx, n)
    }
    return [...(await Promise.all([4, 5, 10].map(afterAnswer))), await inverse(tx, 2)]
  })
  expect(values).toEqual([25, 20, 10, 50])
  expect(calls).toEqual([3, 1])
})

test('concurrent transactions load their values separately', async () => {
  calls.length = 0
  expect(await Promise.all([within((tx) => inverse(tx, 4)), within((tx) => inverse(tx, 5))])).toEqual([25, 20])
  expect(calls).toEqual([1, 1])
})

test('an error of the statement rejects all callers, and aborts the transaction', async () => {
  const results: PromiseSettledResult<number>[] = []
  await expect(
    within(async (tx) => {
      results.push(...(await Promise.allSettled([inverse(tx, 4), inverse(tx, 0)])))
    }),
  ).rejects.toThrow()
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
