// A small version of npm run bench -- events.
import { expect, test } from 'vitest'
import { allOnce, countEntered, killTransactions, queueEvents } from '../../../../bench/messages/queue-events.ts'
import { testDatabase } from '../../../../test/database.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { startDispatcher, type Subscriber } from '#platform/events/dispatcher.server.ts'
import { automationEvents } from './automation-events.server.ts'
import { startRunner } from './runner.server.ts'

const db = await testDatabase()
const entering = 1000

test('a thousand contacts who enter at once each execute every step once, although nodes die and steps fail', async () => {
  const subscriber = automationEvents({ types: ['contact.created', 'contact.updated'] })
  await db.sql('select ensure_event_cursor($1)', [subscriber.name])
  const automation = await queueEvents(db.owner, { entering, others: 50 })
  let [handled, single] = [0, 0]
  const failing: Subscriber = {
    ...subscriber,
    // One batch fails after its work, which is rolled back. Its events are then handled one by one; one fails once.
    async handleAll(work, events) {
      await subscriber.handleAll!(work, events)
      const before = handled
      handled += events.length
      if (before < 150 && handled >= 150) throw new Error('a failure at the end of a batch')
    },
    async handle(work, event) {
      await subscriber.handle(work, event)
      handled++
      if (++single === 5) throw new Error('a failure of one event')
    },
  }
  const log = { error: () => {} }
  const pools = [1, 2].map(() => openPool(db.connect('authenticator'), 4))
  const nodes = await Promise.all(
    pools.map(async (pool) => [
      await startDispatcher({ pool, subscribers: [failing], log, pollMs: 20 }),
      startRunner({ pool, log, pollMs: 20 }),
    ]),
  )
  /** Runs that have executed both steps and wait for an hour. */
  const countWaiting = async () => {
    const [row] = await db.sql<{ n: number }>(
      `select count(*)::int as n from automation_runs where current_step = 'wait' and resume_at > now() + interval '30 minutes'`,
    )
    return row!.n
  }
  try {
    let deaths = 0
    const killAt = [50, 300, 550, 800, 1000, 1300, 1600, 1900]
    const until = performance.now() + 200_000
    for (;;) {
      const counts = await countEntered(db.owner, automation)
      // A lost connection is retried after a minute.
      await db.sql(
        `update automation_runs set resume_at = now() where attempts > 0 and status in ('queued', 'waiting')`,
      )
      if ((await countWaiting()) === entering) break
      if (counts.runs + counts.messages >= (killAt[0] ?? Infinity) && (await killTransactions(db.owner)) > 0) {
        killAt.shift()
        deaths++
      }
      expect(performance.now()).toBeLessThan(until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(deaths).toBeGreaterThanOrEqual(5)
  } finally {
    await Promise.all(nodes.flat().map((node) => node.stop()))
    await Promise.all(pools.map((pool) => pool.end()))
  }
  expect(handled).toBeGreaterThan(entering)
  expect(single).toBeGreaterThanOrEqual(5)
  expect(await countEntered(db.owner, automation)).toEqual(allOnce(entering))
  expect(await db.sql('select from event_failures')).toEqual([])
}, 300_000)
