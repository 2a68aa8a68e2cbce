import { Logger, makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'
import type { Db } from '../postgres/transaction.ts'

/** Routes graphile-worker's log to the caller instead of the console. */
export type LogFunction = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void

export const queueLogger = (log: LogFunction = () => {}) =>
  new Logger(
    () => (level, message) => log(level === 'warning' ? 'warn' : (level as 'error' | 'info' | 'debug'), message),
  )

/** Creates or upgrades the queue's tables. `config` is the login `worker`. Until then enqueueing fails. */
export async function installJobQueue(config: pg.ClientConfig): Promise<void> {
  const pgPool = new pg.Pool({ ...config, max: 1 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  try {
    const utils = await makeWorkerUtils({ pgPool, logger: queueLogger() })
    await utils.migrate()
    await utils.release()
  } finally {
    await pgPool.end()
  }
}

export type EnqueueOptions = {
  key?: string
  runAt?: Date
  /** Due jobs run in ascending order of priority. Default 0; bulk jobs use `bulkPriority`. */
  priority?: number
  /** Jobs of the same queue run one at a time, on all nodes together. */
  queue?: string
}

/** Lower than the priority of jobs that a user waits for. */
export const bulkPriority = 10

/** The queue of jobs that may run for many minutes: one at a time, so that they never occupy all runners. */
export const longJobs = 'long'

/**
 * Enqueues a job in the caller's transaction: it runs only if that commits.
 * With a `key` it replaces the pending job of the same key. The payload is readable in the queue: pass ids, no secrets.
 */
export async function enqueue(db: Db, task: string, payload: object, options: EnqueueOptions = {}) {
  const { key = null, runAt = null, priority = 0, queue = null } = options
  await db.query('select jobs.enqueue($1, $2, $3, $4, $5, $6)', [
    task,
    JSON.stringify(payload),
    key,
    runAt,
    priority,
    queue,
  ])
}
