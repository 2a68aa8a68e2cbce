// A short run over the grammar. The long run, with a new seed each time, is npm run bench -- fuzz.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookshop } from '../bookshop.fixture.ts'
import { violatedInvariant } from './invariants.ts'
import { requests } from './requests.fixture.ts'

test('no generated request causes a server error or exposes concealed rows', async () => {
  const { app, users, tokens, db } = await bookshop({
    allowAggregates: true,
    allowPlans: true,
    txEnd: 'commit-allow-override',
  })
  const callers = ['anon', 'dana', 'yossi']
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(requests, fc.constantFrom(...callers), async ({ method, path, headers, body }, caller) => {
      const answer = await app.inject({
        method: method as 'GET',
        url: `/rest/v1${path}`,
        headers: { apikey: tokens.anonKey, authorization: `Bearer ${users[caller]}`, ...headers },
        ...(body !== undefined && { payload: body }),
      })
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      expect(violatedInvariant({ status: answer.statusCode, text: answer.body }), answer.body).toBeUndefined()
    }),
    { seed: 20_260_807, numRuns: 2000 },
  )
  // The run must exercise the grammar, not only the parser: a large share of the requests must succeed.
  expect(statuses.get(200)).toBeGreaterThan(200)
  expect(await db.sql(`select word from secrets union all select bars from vault.gold`)).toHaveLength(2)
  expect(await db.sql(`select note from loans where reader = '00000000-0000-4000-8000-0000000000aa'`)).toEqual([
    { note: 'concealed note' },
  ])
})
