import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { pruneMail } from '../mail/prune-mail.ts'
import { openPool } from '../postgres/connection.ts'
import { longJobs } from './jobs.ts'
import { pruneJobs } from './prune-jobs.ts'
import { runJobs } from './runner.ts'
import { upkeep } from './upkeep.ts'

const db = await testDatabase()
const silent = { info: () => {}, error: () => {} }
const worker = db.connect('worker')

test('sent mail is deleted after 30 days, unsent mail after 90, and nothing earlier', async () => {
  await db.sql(`
    insert into mail.outbox (to_address, subject, html, text, purpose, created_at, sent_at)
    select what, '', '', '', '', now() - created, now() - sent from (values
      ('sent long ago', interval '40 days', interval '31 days'), ('sent lately', interval '95 days', interval '29 days'),
      ('stuck for long', interval '91 days', null), ('stuck lately', interval '89 days', null)) mails (what, created, sent)`)
  await db.sql(`
    insert into mail.outbox (to_address, subject, html, text, purpose, created_at, sent_at)
    select 'many', '', '', '', '', now() - interval '40 days', now() - interval '40 days' from generate_series(1, 2500)`)
  const pool = openPool(worker, 1)
  expect(await pruneMail(pool)).toBe(2502)
  expect(await pruneMail(pool)).toBe(0)
  await pool.end()
  expect(await db.sql('select to_address from mail.outbox order by 1')).toEqual([
    { to_address: 'sent lately' },
    { to_address: 'stuck lately' },
  ])
})

test('a job whose attempts all failed is deleted after 90 days, a waiting job is not', async () => {
  const days = { 'given up long ago': 91, 'given up lately': 89, waiting: 91 }
  for (const [task, age] of Object.entries(days))
    await db.sql('select jobs.enqueue($1, run_at => now() - make_interval(days => $2))', [task, age])
  const ofTasks = `task_id in (select id from graphile_worker._private_tasks where identifier = any ($1))`
  await db.sql(`update graphile_worker._private_jobs set attempts = max_attempts where ${ofTasks}`, [
    ['given up long ago', 'given up lately'],
  ])
  const pool = openPool(worker, 1)
  expect(await pruneJobs(pool)).toBe(1)
  await pool.end()
  const left = await db.sql<{ task: string }>(
    `select task_identifier as task from graphile_worker.jobs where task_identifier = any ($1) order by 1`,
    [Object.keys(days)],
  )
  expect(left.map(({ task }) => task)).toEqual(['given up lately', 'waiting'])
  await db.sql(`delete from graphile_worker._private_jobs where ${ofTasks}`, [Object.keys(days)])
})

test('a failed chore does not stop the others, and the task is retried', async () => {
  const done: string[] = []
  const task = upkeep(
    [
      { what: 'one', prune: async () => done.push('one') },
      { what: 'two', prune: () => Promise.reject(new Error('no')) },
      { what: 'three', prune: async () => done.push('three') },
    ],
    silent,
  )
  await expect(task({}, { id: '1', attempt: 1, pool: db.owner })).rejects.toThrow('1 of 3 chores failed')
  expect(done).toEqual(['one', 'three'])
})

test('every chore of the kernel has the rights it needs', async () => {
  const { kernel } = await testKernel(db)
  const pool = openPool(worker, 1)
  await kernel.upkeep({}, { id: '1', attempt: 1, pool })
  await pool.end()
})

test('a daily task missed while no runner was up runs once afterwards', async () => {
  const done: number[] = []
  const daily = { upkeep: '02:17' }
  const start = () => runJobs({ config: worker, tasks: { upkeep: async () => void done.push(1) }, daily, pollMs: 50 })
  await (await start()).stop()
  expect(done).toEqual([])
  await db.sql(`update graphile_worker._private_known_crontabs
    set known_since = now() - interval '3 days', last_execution = now() - interval '3 days'`)
  const nodes = await Promise.all([start(), start()])
  await expect.poll(() => done).toEqual([1])
  for (const node of nodes) await node.stop()
  expect(done).toEqual([1])
})

test('a daily task in the queue of long jobs waits for the previous one without occupying a runner', async () => {
  const order: string[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const tasks = { dump: async () => void order.push('dump'), mail: async () => void order.push('mail') }
  const start = () =>
    runJobs({ config: worker, tasks, daily: { dump: '02:17' }, queues: { dump: longJobs }, concurrency: 1, pollMs: 50 })
  await (await start()).stop()
  await db.sql(`update graphile_worker._private_known_crontabs
    set known_since = now() - interval '3 days', last_execution = now() - interval '3 days'`)
  const archive = async () => {
    order.push('archive')
    await ended
  }
  const other = await runJobs({ config: worker, tasks: { archive }, pollMs: 50 })
  await db.sql(`select jobs.enqueue('archive', queue => $1)`, [longJobs])
  await expect.poll(() => order).toEqual(['archive'])
  const runner = await start()
  try {
    await expect
      .poll(() => db.sql(`select queue_name from graphile_worker.jobs where task_identifier = 'dump'`))
      .toEqual([{ queue_name: longJobs }])
    await db.sql(`select jobs.enqueue('mail')`)
    await expect.poll(() => order).toEqual(['archive', 'mail'])
    end()
    await expect.poll(() => order).toEqual(['archive', 'mail', 'dump'])
  } finally {
    end()
    await Promise.all([other.stop(), runner.stop()])
  }
})
