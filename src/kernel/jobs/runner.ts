// Runs the queued jobs, at least once each. A failed job is retried with growing delays.
import { EventEmitter } from 'node:events'
import { type CronItem, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { jobChannel, withTracing } from '../tracing.ts'
import { reconnect } from '../postgres/reconnect.ts'
import { queueLogger, type LogFunction } from './jobs.ts'
import { openWorkerPresence } from './worker-presence.ts'

/** `attempt` starts at 1. A job that throws is retried. */
export type Task = (payload: unknown, job: { id: string; attempt: number; pool: pg.Pool }) => Promise<void>

export type RunnerOptions = {
  /** The login `worker`. */
  config: pg.ClientConfig
  tasks: Record<string, Task>
  /** Daily tasks by time of day ('03:17', UTC), or by several ('05:20 17:20'). A missed run is executed later. */
  daily?: Record<string, string>
  /** The queues of daily tasks, see EnqueueOptions. */
  queues?: Record<string, string>
  /** Tasks by their interval in minutes, a divisor of 60. A missed run is skipped. */
  everyMinutes?: Record<string, number>
  say?: LogFunction
  concurrency?: number
  /** Polling interval for scheduled jobs; new jobs arrive by notification. */
  pollMs?: number
  /** Polling interval for jobs of dead workers, which are released after two checks. */
  checkEveryMs?: number
}

/** Starts the runner and restarts it when graphile-worker gives up. `stop` waits for running jobs. */
export async function runJobs(options: RunnerOptions) {
  const {
    config,
    tasks,
    daily = {},
    queues = {},
    everyMinutes,
    say,
    concurrency = 2,
    pollMs = 2000,
    checkEveryMs = 15_000,
  } = options
  const pool = new pg.Pool({ ...config, max: 2 * concurrency + 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const log = {
    warn: (about: object, message: string) => say?.('warn', withCause(about, message)),
    info: (_: object, message: string) => say?.('info', message),
  }
  const running = new Set<string>()
  const presence = await openWorkerPresence({
    config,
    pool,
    isRunning: (id) => running.has(id),
    log,
    checkEveryMs,
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const events: WorkerEvents = new EventEmitter()
  // If locking fails here, the lock is acquired when the connection is replaced.
  events.on('pool:create', ({ workerPool }) => void presence.add(workerPool.id).catch(() => {}))
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) {
    taskList[name] = async (payload, { job }) => {
      running.add(job.id)
      const about = { id: job.id, attempt: job.attempts }
      const work = () => task(payload, { ...about, pool })
      await withTracing(jobChannel, () => ({ task: name, ...about }), work).finally(() => running.delete(job.id))
    }
  }

  async function attempt(up: () => void, signal: AbortSignal) {
    const runner = await run({
      pgPool: pool,
      taskList,
      events,
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      parsedCronItems: parseCronItems([...onceADay(daily, queues), ...repeated(everyMinutes)]),
      logger: queueLogger(say),
    })
    const stop = () => void runner.stop().catch(() => {})
    // graphile-worker caches a failed first load of its task list, and then every fetch of a job fails.
    const failures = countFailures(events, stop)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    up()
    await runner.promise.finally(() => {
      failures.end()
      signal.removeEventListener('abort', stop)
    })
    if (!signal.aborted) throw new Error('graphile-worker ended')
  }

  const loop = reconnect({ name: 'the job runner', attempt, log })
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await loop.stop()
    await presence.stop()
    await pool.end()
  }
  await loop.first.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    /** Whether the runner is up. */
    isUp: () => loop.isUp() && presence.isUp(),
    stop: () => (stopped ??= stop()),
  }
}

const maxFailures = 10

/** Calls `onTooMany` once when the queue could not be read `maxFailures` times in a row. */
function countFailures(events: WorkerEvents, onTooMany: () => void) {
  let failures = 0
  const failed = () => {
    if (++failures === maxFailures) onTooMany()
  }
  const read = () => {
    failures = 0
  }
  events.on('worker:getJob:error', failed).on('worker:getJob:empty', read).on('job:start', read)
  return {
    end: () => {
      events.off('worker:getJob:error', failed).off('worker:getJob:empty', read).off('job:start', read)
    },
  }
}

const withCause = (about: object, message: string) =>
  'err' in about && about.err instanceof Error ? `${message}: ${about.err.message}` : message

const dayMs = 24 * 60 * 60_000

const onceADay = (daily: Record<string, string>, queues: Record<string, string>): CronItem[] =>
  Object.entries(daily).flatMap(([task, times]) =>
    times.split(' ').map((time, i) => {
      const [hour, minute] = time.split(':').map(Number)
      const queueName = queues[task]
      return {
        task,
        match: `${minute} ${hour} * * *`,
        // graphile-worker records the last run under this name.
        identifier: i === 0 ? task : `${task} at ${time}`,
        options: { backfillPeriod: dayMs, jobKey: `daily:${task}`, ...(queueName !== undefined && { queueName }) },
      }
    }),
  )

const repeated = (everyMinutes: Record<string, number> = {}): CronItem[] =>
  Object.entries(everyMinutes).map(([task, minutes]) => ({
    task,
    match: `*/${minutes} * * * *`,
    options: { backfillPeriod: 0, jobKey: `repeated:${task}` },
  }))
