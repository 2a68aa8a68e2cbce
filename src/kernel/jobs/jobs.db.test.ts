import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { enqueue, installJobQueue } from './jobs.ts'
import { runJobs } from './runner.ts'

const db = await testDatabase()
const service = { role: 'service_role' }

test('enqueueing with the key of a pending job replaces it', async () => {
  await inTransaction(db.authenticator, service, async (tx) => {
    await enqueue(tx, 'remind', { n: 1 }, { key: 'reminder 7', runAt: new Date(Date.now() + 3_600_000) })
    await enqueue(tx, 'remind', { n: 2 }, { key: 'reminder 7' })
    await enqueue(tx, 'remind', { n: 3 })
  })
  const done: unknown[] = []
  const runner = await runJobs({
    config: db.connect('worker'),
    tasks: { remind: async (payload, { attempt }) => void done.push([payload, attempt]) },
    pollMs: 50,
  })
  try {
    await eventually(() => expect(done).toHaveLength(2))
  } finally {
    await runner.stop()
  }
  expect(done).toHaveLength(2)
  expect(done).toEqual(
    expect.arrayContaining([
      [{ n: 2 }, 1],
      [{ n: 3 }, 1],
    ]),
  )
})

test('stop can be called twice, and the queue can be installed again', async () => {
  const runner = await runJobs({ config: db.connect('worker'), tasks: {} })
  await Promise.all([runner.stop(), runner.stop()])
  await installJobQueue(db.connect('worker'))
})
