// Detects dead worker pools: each live pool holds an advisory lock. Releases jobs locked by a pool without one, and
// jobs locked by a pool of this process that are not running in it.
import type pg from 'pg'
import { openPersistentConnection } from '../postgres/persistent-connection.ts'
import type { ReconnectLog } from '../postgres/reconnect.ts'

type Options = {
  /** The login `worker`. */
  config: pg.ClientConfig
  pool: pg.Pool
  /** Whether this process is running a job. */
  isRunning: (jobId: string) => boolean
  log?: ReconnectLog | undefined
  checkEveryMs: number
}

/** First key of the advisory locks; the second is a hash of the pool's id, which graphile-worker writes into `locked_by`. */
const lockSpace = 7263
const lockText = `select pg_advisory_lock_shared(${lockSpace}, hashtext(id)) from unnest($1::text[]) as id`
// A lock that can be acquired belongs to a dead pool. It is released at the end of this statement.
const absentText = `
  select id from (
    select locked_by as id from graphile_worker.jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null) as pools
  where pg_try_advisory_xact_lock(${lockSpace}, hashtext(id))`

const lockedText = `select id::text, locked_at::text as at from graphile_worker._private_jobs where locked_by = any($1)`
const unlockText = `
  with freed as (
    update graphile_worker._private_jobs jobs set locked_at = null, locked_by = null
    from unnest($1::bigint[], $2::timestamptz[]) as lost (id, at) where jobs.id = lost.id and jobs.locked_at = lost.at
    returning jobs.job_queue_id)
  update graphile_worker._private_job_queues queues set locked_at = null, locked_by = null
  from freed where queues.id = freed.job_queue_id`

export async function openWorkerPresence({ config, pool, isRunning, log, checkEveryMs }: Options) {
  const ids: string[] = []
  // A new connection acquires the locks again before it counts as up.
  const connection = openPersistentConnection({
    config,
    name: 'job runner',
    setup: (client) => client.query(lockText, [ids]),
    log,
  })
  await connection.first.catch(async (error: unknown) => {
    await connection.stop()
    throw error
  })

  let absentBefore = new Set<string>()
  /**
   * A pool counts as dead when its lock is free in two consecutive checks: a live pool replaces a lost connection in
   * between.
   */
  async function releaseJobsOfAbsent() {
    const { rows } = await pool.query<{ id: string }>(absentText)
    const absent = rows.map(({ id }) => id)
    const dead = absent.filter((id) => absentBefore.has(id))
    if (dead.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
    absentBefore = new Set(absent)
  }

  let idleBefore = new Set<string>()
  /** Unlocks jobs that a pool of this process locked but never received, because the connection was lost in between. */
  async function releaseLostJobs() {
    const { rows } = await pool.query<{ id: string; at: string }>(lockedText, [ids])
    const idle = rows.filter(({ id }) => !isRunning(id))
    const lost = idle.filter(({ id, at }) => idleBefore.has(`${id} ${at}`))
    if (lost.length > 0) await pool.query(unlockText, [lost.map(({ id }) => id), lost.map(({ at }) => at)])
    idleBefore = new Set(idle.map(({ id, at }) => `${id} ${at}`))
  }

  let checking: Promise<void> | undefined
  const check = () => {
    // The check fails while the database is unreachable; the timer repeats the check.
    checking ??= Promise.all([releaseJobsOfAbsent(), releaseLostJobs()])
      .then(() => {})
      .catch(() => {})
      .finally(() => (checking = undefined))
  }
  check()
  const timer = setInterval(check, checkEveryMs)

  return {
    isUp: connection.isUp,
    /** Locks the id of one more worker pool of this process. */
    async add(id: string) {
      ids.push(id)
      await connection.client()?.query(lockText, [[id]])
    },
    async stop() {
      clearInterval(timer)
      await checking
      await connection.stop()
    },
  }
}
