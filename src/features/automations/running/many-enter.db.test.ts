// The small form of npm run bench -- events.
import { expect, test } from 'vitest'
import { queueEvents } from '../../../../bench/messages/queue-events.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import { startDispatcher } from '#platform/events/dispatcher.server.ts'
import { automationEvents } from './automation-events.server.ts'

const db = await testDatabase()

test('many contacts who enter at once enter once each, in batches, whatever node reads the events', async () => {
  const subscriber = automationEvents({ types: ['contact.created', 'contact.updated'] })
  await db.sql('select ensure_event_cursor($1)', [subscriber.name])
  const automation = await queueEvents(db.owner, { entering: 350, others: 50 })
  let inOneBatch = 0
  let most = 0
  const counting = {
    ...subscriber,
    async handle(...args: Parameters<typeof subscriber.handle>) {
      most = Math.max(most, ++inOneBatch)
      await subscriber.handle(...args)
    },
  }
  const errors: object[] = []
  const log = { error: (about: object) => void errors.push(about) }
  const nodes = await Promise.all(
    [1, 2].map(() =>
      startDispatcher({
        pool: db.authenticator,
        subscribers: [counting],
        emitDue: async () => void (inOneBatch = 0),
        dueEveryMs: 0,
        log,
        pollMs: 10,
      }),
    ),
  )
  const counts = () =>
    db.sql(
      'select count(*)::int as runs, count(distinct contact_id)::int as contacts from automation_runs where automation_id = $1',
      [automation],
    )
  await eventually(async () => expect(await counts()).toEqual([{ runs: 350, contacts: 350 }]))
  await Promise.all(nodes.map((node) => node.stop()))
  expect(await counts()).toEqual([{ runs: 350, contacts: 350 }])
  expect(most).toBeLessThanOrEqual(200)
  expect(errors).toEqual([])
})
