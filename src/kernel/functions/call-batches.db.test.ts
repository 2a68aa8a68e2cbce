// Functions whose concurrent calls share transactions.
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import { Refusal } from '../errors.ts'
import { createFunctions } from './dispatch.ts'
import { defineSharedFunction } from './functions.ts'

const db = await testDatabase()
await db.sql(`
  create table arrivals (number int constraint number_taken unique, transaction xid8 default pg_current_xact_id());
  grant all on arrivals to service_role;
`)
const batches: number[][] = []
const { invoke } = createFunctions({
  pool: db.authenticator,
  log: fastify().log,
  functions: [
    defineSharedFunction({
      name: 'arrive',
      refusals: { number_taken: 'המספר תפוס' },
      timeoutMs: 10_000,
      input: z.object({ number: z.int() }),
      output: z.object({ number: z.int(), role: z.string(), uid: z.string().nullable() }),
      async runAll({ inputs, db: rows }) {
        const numbers = inputs.map(({ number }) => number)
        batches.push(numbers)
        if (numbers.includes(-2)) await rows.query('select pg_sleep(60)')
        await rows.query('insert into arrivals (number) select unnest($1::int[])', [numbers])
        const callerRow = await rows.one<{ role: string; uid: string | null }>(
          'select current_user as role, auth.uid() as uid',
        )
        return numbers.map((number) =>
          number < 0 ? new Refusal('negative', 409, 'שלילי') : { number: number === 404 ? 0.5 : number, ...callerRow },
        )
      },
    }),
  ],
})
const sub = crypto.randomUUID()
const arrive = (number: unknown) => invoke('arrive', { number }, { caller: { claims: { role: 'authenticated', sub } } })
const arriveAll = (numbers: readonly unknown[]) => Promise.allSettled(numbers.map(arrive))

test('five hundred concurrent calls share a few transactions without claims, and each gets its own output', async () => {
  batches.length = 0
  const numbers = Array.from({ length: 500 }, (_, i) => i + 1000)
  expect(await Promise.all(numbers.map(arrive))).toEqual(
    numbers.map((number) => ({ number, role: 'service_role', uid: null })),
  )
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(100)
  const [stored] = await db.sql(
    'select count(*)::int as n, count(distinct transaction)::int as transactions from arrivals where number >= 1000',
  )
  expect(stored).toEqual({ n: 500, transactions: batches.length })
  expect(batches.length).toBeLessThanOrEqual(10)
})

test('a refusal, an invalid input or an invalid output of one call does not affect the other calls', async () => {
  const [fine, refused, wrong, invalid, last] = await arriveAll([1, -1, 404, 'x', 2])
  expect([fine, last]).toMatchObject([{ value: { number: 1 } }, { value: { number: 2 } }])
  expect(refused).toMatchObject({ reason: { code: 'negative', status: 409 } })
  expect(invalid).toMatchObject({ reason: { code: 'invalid_input', status: 422 } })
  expect(wrong!.status).toBe('rejected')
})

test('an input that the database refuses fails only its own call', async () => {
  await arrive(10)
  const results = await arriveAll([11, 10, 12])
  expect(results).toMatchObject([
    { value: { number: 11 } },
    { reason: { code: 'number_taken', message: 'המספר תפוס' } },
    { value: { number: 12 } },
  ])
  expect(await db.sql('select number from arrivals where number between 10 and 12 order by 1')).toEqual([
    { number: 10 },
    { number: 11 },
    { number: 12 },
  ])
})

test('calls that arrive during a blocked transaction run in a second one, and a timed-out call is not retried', async () => {
  let isOver = false
  const slow = arrive(-2)
    .catch((error: unknown) => error)
    .finally(() => (isOver = true))
  await expect.poll(() => batches.at(-1)).toEqual([-2])
  expect(await arrive(20)).toMatchObject({ number: 20 })
  expect(isOver).toBe(false)
  expect(await slow).toMatchObject({ code: 'timeout', status: 504 })
  expect(batches.filter((batch) => batch.includes(-2))).toHaveLength(1)
})
