// GET /healthz: liveness. GET /readyz, also /health: readiness. For load balancers and monitors; the responses contain no address and no
// version.
import type { FastifyInstance, RouteHandler } from 'fastify'
import type pg from 'pg'
import { limits } from '#features/system-checks/system-checks.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { databaseCheck } from '#kernel/postgres/database-check.ts'
import type { Replica } from '#kernel/postgres/replica.ts'
import { disksOf } from './watch/disk-space.ts'

type Options = {
  connect: Connect
  /** The folder whose disk, and that of the database in it, are checked for free space. */
  dataFolder: string
  sendsMail: boolean
  /** Undefined without a read replica. */
  replica?: Pick<Replica, 'state'> | undefined
  /** Whether the job runner is up. */
  areJobsUp: () => boolean
  /**
   * The tasks of this process. Jobs of other tasks are ignored, because their feature may be disabled. Default: all.
   */
  tasks?: readonly string[]
  /** Whether the LISTEN connection for page changes is up. */
  arePagesUp: () => boolean
  limitMs?: number
  /** Free bytes below which the disk counts as full. PostgreSQL stops when none are left; a write-ahead log segment has 16 MB. */
  minFreeBytes?: number
  readDisks?: typeof disksOf
  cacheMs?: number
}

/** Maximum delay of a due job, above which the queue counts as blocked or too slow. */
const maxQueueMinutes = 15

/** 200 if every part is up, else 503. The body also lists backups, mail, calendars and the replica, which do not affect the status. */
export function mountHealth(app: FastifyInstance, options: Options) {
  const { connect, dataFolder, sendsMail, replica, areJobsUp, arePagesUp, tasks } = options
  const { limitMs = 2_000, minFreeBytes = 200 * 1024 ** 2, readDisks = disksOf, cacheMs = 5_000 } = options
  const pool = openPool({ ...connect('authenticator'), query_timeout: limitMs }, 1)
  const worker = openPool({ ...connect('worker'), query_timeout: limitMs }, 1)
  const isDatabaseUp = databaseCheck(pool, limitMs)
  // Public endpoint, so the queue and disk checks are cached for some seconds.
  const isQueueUp = cached(() => isQueueMoving(worker, tasks), cacheMs)
  const isDiskUp = cached(() => hasRoom(readDisks(dataFolder), minFreeBytes), cacheMs)
  const reported = recent(() => readReported(pool), cacheMs)
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  const ready: RouteHandler = async (_, reply) => {
    const database = await isDatabaseUp()
    const [queue, disk, { mail, ...others }] = await Promise.all([
      database && isQueueUp(),
      isInTime(isDiskUp(), limitMs),
      database ? reported().catch(() => unknown) : unknown,
    ])
    const parts = { database, jobs: areJobsUp(), queue, pages: arePagesUp(), disk }
    const isOk = Object.values(parts).every(Boolean)
    const states = Object.entries(parts).map(([name, up]) => [name, up ? 'up' : 'down'])
    return reply
      .code(isOk ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isOk ? 'ok' : 'unavailable',
        ...Object.fromEntries(states),
        ...others,
        mail: sendsMail ? mail : 'off',
        replica: replicaStatus(replica),
      })
  }
  app.get('/readyz', ready)
  app.get('/health', ready)

  return { stop: async () => void (await Promise.all([pool.end(), worker.end()])) }
}

async function isQueueMoving(worker: pg.Pool, tasks: readonly string[] | undefined) {
  const { rows } = await worker.query<{ isLate: boolean }>(
    `select exists (select from graphile_worker.jobs
       where run_at < now() - make_interval(mins => $1) and locked_at is null and attempts < max_attempts
         -- Jobs of a named queue wait for each other, and for servers that may hang.
         and queue_name is null
         and ($2::text[] is null or task_identifier = any ($2))) as "isLate"`,
    [maxQueueMinutes, tasks],
  )
  return !rows[0]!.isLate
}

async function hasRoom(disks: ReturnType<typeof disksOf>, minFreeBytes: number) {
  return (await disks).every(({ free }) => free >= minFreeBytes)
}

/** False after `ms`: the check of a hanging disk, such as a network share, may never settle. */
async function isInTime(answer: Promise<boolean>, ms: number) {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms).unref()
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

type Reported = { backup: string; rehearsal: string; mail: string; calendar: string }
const unknown: Reported = { backup: 'unknown', rehearsal: 'unknown', mail: 'unknown', calendar: 'unknown' }

/**
 * Reported without affecting the status: a node with a late backup or without its mail server works. Removing it from
 * the load balancer would only cause an outage.
 */
const readReported = (pool: pg.Pool) =>
  inTransaction(pool, { role: 'service_role' }, (db) =>
    db.one<Reported>('select backup, rehearsal, mail, calendar from public.backup_state(), public.third_party_state()'),
  )

/** Does not affect the status: without the replica, reads go to the primary. */
function replicaStatus(replica: Options['replica']) {
  if (!replica) return 'off'
  const { isUp, lagMs } = replica.state()
  if (!isUp || lagMs === undefined) return 'down'
  return lagMs > limits.replicaSeconds * 1000 ? 'late' : 'up'
}

/** Like `recent`, with an error as false. */
const cached = (ask: () => Promise<boolean>, ms: number) => recent(() => ask().catch(() => false), ms)

/** Caches the result for `ms` after it arrived. Concurrent callers share a pending check. */
function recent<T>(ask: () => Promise<T>, ms: number): () => Promise<T> {
  let answer: Promise<T> | undefined
  const forgetLater = () => void setTimeout(() => (answer = undefined), ms).unref()
  return () => {
    if (!answer) {
      answer = ask()
      answer.then(forgetLater, forgetLater)
    }
    return answer
  }
}
