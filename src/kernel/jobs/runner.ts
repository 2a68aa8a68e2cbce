// Runs the jobs that the database holds. A job is done at least once; a failed one comes again, later each time.
import { parseCronItems, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { queueLogger, type SayOf } from './jobs.ts'

/** `attempt` counts from 1. Throwing means: try again later. */
export type Task = (payload: unknown, job: { id: string; attempt: number; pool: pg.Pool }) => Promise<void>

export type RunnerOptions = {
  /** The login `worker`. */
  config: pg.ClientConfig
  tasks: Record<string, Task>
  /** Which of them are done once a day, and when ('03:17', UTC), by whichever runner is up. A time that nobody was up is made up for. */
  daily?: Record<string, string>
  say?: SayOf
  concurrency?: number
  /** How often to look for jobs whose time has come; new ones are noticed at once. */
  pollMs?: number
}

/** Starts working through the queue. `stop` lets what runs come to its end. */
export async function runJobs({ config, tasks, daily, say, concurrency = 2, pollMs = 2000 }: RunnerOptions) {
  const pool = new pg.Pool({ ...config, max: 2 * concurrency + 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const presence = await announce(config)
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) {
    taskList[name] = (payload, { job }) => task(payload, { id: job.id, attempt: job.attempts, pool })
  }
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    parsedCronItems: onceADay(daily),
    logger: queueLogger(say),
  })
  // When the runner gives up by itself there is nobody to hear of it; `stop` hears.
  runner.promise.catch((error: unknown) => say?.('error', `the job runner ended: ${String(error)}`))

  let stopped: Promise<void> | undefined
  const stop = async () => {
    await runner.stop().catch(() => {})
    await presence.end().catch(() => {})
    await pool.end()
  }
  return { stop: () => (stopped ??= stop()) }
}

const dayMs = 24 * 60 * 60_000

const onceADay = (daily: Record<string, string> = {}) =>
  parseCronItems(
    Object.entries(daily).map(([task, time]) => {
      const [hour, minute] = time.split(':').map(Number)
      return { task, match: `${minute} ${hour} * * *`, options: { backfillPeriod: dayMs, jobKey: `daily:${task}` } }
    }),
  )

/**
 * Every runner holds a shared lock while it lives. Who comes first and finds nobody knows that whatever is marked as running belongs
 * to a process that was killed, and frees it; otherwise such a job would wait for hours.
 */
async function announce(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock(7263) as alone')
  const alone = rows[0]!.alone
  if (alone) {
    await client.query(`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs where locked_by is not null))`)
  }
  await client.query('select pg_advisory_lock_shared(7263)')
  if (alone) await client.query('select pg_advisory_unlock(7263)')
  return client
}
