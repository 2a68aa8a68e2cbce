import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { bulkPriority, enqueue } from './jobs.ts'
import { runJobs, type Task } from './runner.ts'

const db = await testDatabase()
const config = db.connect('worker')
const add = (task: string, payload: object, options = {}) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) => enqueue(tx, task, payload, options))
const start = (tasks: Record<string, Task>, more = {}) =>
  runJobs({ config, tasks, pollMs: 100, checkEveryMs: 200, ...more })

test('a running runner takes over the jobs of a killed one', async () => {
  const done: unknown[] = []
  const runner = await start({ greet: async (payload) => void done.push(payload) })
  await add('greet', { n: 1 }, { runAt: new Date(Date.now() + 60_000) })
  await db.sql(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = 'pool-of-a-killed-process'`,
  )
  await eventually(() => expect(done).toEqual([{ n: 1 }]))
  await runner.stop()
})

test('a queue locked by a killed process is unlocked, even without a locked job', async () => {
  const done: unknown[] = []
  const runner = await start({ greet: async (payload) => void done.push(payload) })
  await add('greet', { n: 2 }, { runAt: new Date(Date.now() + 60_000), queue: 'left' })
  await db.sql(
    `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'pool-of-a-killed-process' where queue_name = 'left'`,
  )
  await db.sql('update graphile_worker._private_jobs set run_at = now()')
  await eventually(() => expect(done).toEqual([{ n: 2 }]))
  await runner.stop()
})

test('a job locked for a runner that never received it is run', async () => {
  const done: unknown[] = []
  const hold = Promise.withResolvers<void>()
  const runner = await start({ greet: async (payload) => void done.push(payload), hold: () => hold.promise })
  await add('hold', {})
  const pool = await eventually(async () => {
    const [row] = await db.sql<{ locked_by: string }>(
      'select locked_by from graphile_worker.jobs where locked_by is not null',
    )
    return (expect(row).toBeDefined(), row!.locked_by)
  })
  await add('greet', { n: 3 }, { runAt: new Date(Date.now() + 60_000), queue: 'greetings' })
  // Simulates a connection lost between the commit of the lock and its result.
  await db.sql(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = $1 where locked_by is null`,
    [pool],
  )
  await db.sql('update graphile_worker._private_job_queues set locked_at = now(), locked_by = $1', [pool])
  await eventually(() => expect(done).toEqual([{ n: 3 }]))
  expect(await db.sql('select from graphile_worker.jobs')).toHaveLength(1)
  hold.resolve()
  await runner.stop()
})

test('a running job is not taken over while its runner’s presence connection is replaced repeatedly', async () => {
  let runs = 0
  const release = Promise.withResolvers<void>()
  const long: Task = async () => {
    runs++
    await release.promise
  }
  const calm = { checkEveryMs: 1500 }
  const [one, other] = [await start({ long }, calm), await start({ long }, calm)]
  await add('long', {})
  await eventually(() => expect(runs).toBe(1))
  for (let round = 0; round < 3; round++) {
    await db.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'job runner' and datname = current_database()`,
    )
    await sleep(2000)
  }
  expect(runs).toBe(1)
  release.resolve()
  await eventually(async () => expect(await db.sql('select from graphile_worker.jobs')).toEqual([]))
  await Promise.all([one.stop(), other.stop()])
  expect(runs).toBe(1)
})

test('a runner recovers after all its connections were terminated', async () => {
  const done: unknown[] = []
  const runner = await start({ greet: async (payload) => void done.push(payload) })
  for (let round = 0; round < 3; round++) {
    await db.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'worker' and datname = current_database()`,
    )
    await sleep(100)
  }
  await add('greet', { n: 2 })
  await eventually(() => expect(done).toEqual([{ n: 2 }]))
  await eventually(() => expect(runner.isUp()).toBe(true))
  await runner.stop()
  expect(runner.isUp()).toBe(false)
})

test('a runner whose first load of the task list fails is restarted', async () => {
  const lock = await db.owner.connect()
  await lock.query('begin; lock table graphile_worker._private_tasks in access exclusive mode')
  const done: unknown[] = []
  const runner = await start({ greet: async (payload) => void done.push(payload) })
  await eventually(async () =>
    expect(
      await db.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename = 'worker' and datname = current_database() and query like 'insert into%_private_tasks%'`,
      ),
    ).not.toEqual([]),
  )
  await lock.query('rollback')
  lock.release()
  await add('greet', { n: 4 })
  await eventually(() => expect(done).toEqual([{ n: 4 }]))
  await runner.stop()
})

test('a runner runs jobs again after a long outage of the database', async () => {
  const done: unknown[] = []
  const failures: string[] = []
  const runner = await start(
    { greet: async (payload) => void done.push(payload) },
    { say: (_level: string, text: string) => void (text.startsWith('Failed to acquire job') && failures.push(text)) },
  )
  const outside = new pg.Client({ ...db.connect('postgres'), database: 'postgres' })
  await outside.connect()
  const away = (is: boolean) => outside.query(`alter database ${config.database!} with allow_connections ${!is}`)
  await away(true)
  try {
    await outside.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'worker' and datname = $1`,
      [config.database],
    )
    await eventually(() => expect(failures.length).toBeGreaterThanOrEqual(10))
    await sleep(2000)
  } finally {
    await away(false)
    await outside.end()
  }
  await add('greet', { n: 5 })
  await eventually(() => expect(done).toEqual([{ n: 5 }]))
  await eventually(() => expect(runner.isUp()).toBe(true))
  await runner.stop()
})

test('a job of bulk priority runs after all other due jobs', async () => {
  for (let n = 0; n < 5; n++) await add('note', { bulk: n }, { priority: bulkPriority })
  await add('note', { urgent: true })
  const order: unknown[] = []
  const runner = await start({ note: async (payload) => void order.push(payload) }, { concurrency: 1 })
  await eventually(() => expect(order).toHaveLength(6))
  await runner.stop()
  expect(order[0]).toEqual({ urgent: true })
})
