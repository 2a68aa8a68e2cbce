// Short variant of npm run bench -- kill-sender.
import { expect, inject, test } from 'vitest'
import { killSteps, measureKills } from '../../bench/messages/kill-rounds.ts'
import { testDatabase } from '../../test/database.ts'

const db = await testDatabase()

const selected = [
  'sender: values of the recipients read',
  'sender: outbox written',
  'a commit: not yet sent',
  'outbox: mails leased',
  'smtp: within the message',
  'smtp: message complete, no answer',
  'outbox: before the record',
]

test('a sender killed in every round neither loses a message nor stores one twice', async () => {
  const steps = killSteps.filter(({ name }) => selected.includes(name))
  expect(steps).toHaveLength(selected.length)
  const { host, password } = inject('postgres')
  const { database } = db.connect('worker') as { database: string }
  const report = await measureKills({ login: { host, password, database }, db: db.owner, steps, recipients: 280 })
  expect(report).toMatchObject({ deaths: steps.length, unreached: [], lost: [], writtenTwice: [], withoutSameId: [] })
  // Two jobs with five mails each: three unrecorded ones and two in delivery.
  expect(report.leftTwice.length).toBeLessThanOrEqual(10 * steps.length)
}, 300_000)
