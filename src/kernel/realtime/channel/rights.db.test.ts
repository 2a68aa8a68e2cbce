import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { openPool } from '../../postgres/connection.ts'
import { createRightsLookup } from './rights.ts'

const db = await testDatabase()
await db.sql(`
  create policy "members hear their room" on realtime.messages for select to anon
  using (extension = 'broadcast' and (select realtime.topic()) = 'room:' || (select auth.jwt() ->> 'room'));
  create policy "members of the service speak" on realtime.messages for insert to authenticated with check (extension = 'broadcast')`)

function openLookup() {
  const pool = openPool(db.connect('supabase_realtime_admin'), 2)
  let statements = 0
  pool.on('acquire', () => void statements++)
  return { lookup: createRightsLookup(pool), statements: () => statements, end: () => pool.end() }
}
const member = (room: unknown, role = 'anon') => ({ role, claims: JSON.stringify({ role, room }) })
const nothing = { listen: false, send: false }

test('concurrent lookups are batched into few statements, and each returns the rights of its caller on its topic', async () => {
  const { lookup, statements, end } = openLookup()
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => [
      lookup(`room:${n}`, member(n)),
      lookup(`room:${n + 1}`, member(n)),
      lookup(`room:${n}`, member(n, 'authenticated')),
    ]).flat(),
  )
  for (const [i, rights] of answers.entries()) {
    const expected = [{ listen: true, send: false }, nothing, { listen: false, send: true }][i % 3]
    expect([i, rights]).toEqual([i, { broadcast: expected, presence: nothing, persistence: nothing }])
  }
  expect(statements()).toBeLessThanOrEqual(600 / 25 + 1)
  await end()
})

test('a failed lookup does not fail the others of its statement', async () => {
  const { lookup, end } = openLookup()
  const answers = await Promise.allSettled([
    lookup('room:1', member(1)),
    lookup('room:\0', member(1)),
    lookup('room:2', { role: 'anon', claims: 'no JSON' }),
    lookup('room:2', { role: 'no_such_role', claims: '{}' }),
    lookup('room:3', member(3)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  const listens = answers.map((answer) => answer.status === 'fulfilled' && answer.value.broadcast.listen)
  expect(listens).toEqual([true, false, false, false, true])
  await end()
})

test('equal lookups share a result until their statement starts, and a missing row grants nothing', async () => {
  const pendingQueries: ((rows: object[]) => void)[] = []
  const pool = { query: () => new Promise((resolve) => pendingQueries.push((rows) => resolve({ rows }))) }
  const lookup = createRightsLookup(pool as never)
  const first = lookup('room:1', member(1))
  const same = lookup('room:1', member(1))
  await expect.poll(() => pendingQueries.length).toBe(1)
  const later = lookup('room:1', member(1))
  await expect.poll(() => pendingQueries.length).toBe(2)
  pendingQueries[0]!([{ n: 1, extension: 'broadcast', may_listen: true, may_send: false }])
  pendingQueries[1]!([])
  const granted = { broadcast: { listen: true, send: false }, presence: nothing, persistence: nothing }
  expect(await Promise.all([first, same])).toEqual([granted, granted])
  expect(await later).toEqual({ broadcast: nothing, presence: nothing, persistence: nothing })
})
