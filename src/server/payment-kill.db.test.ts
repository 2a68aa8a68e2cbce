// Short variant of npm run bench -- kill-checkout.
import { expect, test } from 'vitest'
import { measurePaymentKills } from '../../bench/checkout/kill-rounds.ts'
import { paymentKillSteps } from '../../bench/checkout/kill-steps.ts'
import { testDatabase } from '../../test/database.ts'

const db = await testDatabase()

const selected = [
  'create: page made, no answer',
  'redirect: page committed, no answer',
  'notice: not committed',
  'verify: provider answers',
  'ledger: not committed',
  'ledger: committed',
  'document: issued, no answer',
]

test('after a node is killed between checkout, provider and document, there is one paid order, one entry and one document', async () => {
  const steps = paymentKillSteps.filter(({ name }) => selected.includes(name))
  expect(steps).toHaveLength(selected.length)
  const rounds = steps.map((step, i) => ({ step, provider: i % 2 === 0 ? ('cardcom' as const) : ('payplus' as const) }))
  const report = await measurePaymentKills(db, rounds)
  expect(report).toMatchObject({ deaths: rounds.length, unreached: [], wrong: [] })
}, 300_000)
