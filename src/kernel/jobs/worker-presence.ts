// Which worker pools are alive: each holds an advisory lock. The jobs of a pool without one are released to the others,
// and so are jobs that a living pool has locked and does not run.
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
// The lock of a living pool is never free. A free one is taken until the end of this statement only.
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
  // A connection that is replaced takes the locks again before it counts as up.
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
  /** A pool must be absent in two checks: between them a living one has replaced a lost connection. */
  async function releaseJobsOfAbsent() {
    const { rows } = await pool.query<{ id: string }>(absentText)
    const absent = rows.map(({ id }) => id)
    const dead = absent.filter((id) => absentBefore.has(id))
    if (dead.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
    absentBefore = new Set(absent)
  }

  let idleBefore = new Set<string>()
  /** When a connection is lost between the lock of a job and its arrival, the job is locked by a living pool that does not know of it. */
  async function releaseLostJobs() {
    const { rows } = await pool.query<{ id: string; at: string }>(lockedText, [ids])
    const idle = rows.filter(({ id }) => !isRunning(id))
    const lost = idle.filter(({ id, at }) => idleBefore.has(`${id} ${at}`))
    if (lost.length > 0) await pool.query(unlockText, [lost.map(({ id }) => id), lost.map(({ at }) => at)])
    idleBefore = new Set(idle.map(({ id, at }) => `${id} ${at}`))
  }

  let checking: Promise<void> | undefined
  const check = () => {
    // While the database is away the check fails; the next one follows.
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
