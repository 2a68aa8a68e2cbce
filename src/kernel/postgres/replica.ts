// A streaming replica for reads, and its lag. A read gets a connection to it only once the replica has replayed every commit
// that the primary acknowledged before the read began: reads are never staler than on the primary (decision 144).
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withTimeout } from '#lib/with-timeout.ts'
import { openPool } from './connection.ts'
import { openPersistentConnection } from './persistent-connection.ts'
import type { ReconnectLog } from './reconnect.ts'
import { shareNext } from './share-next.ts'
import type { Statement } from './transaction.ts'

export type ReplicaOptions = {
  primary: pg.ClientConfig
  replica: pg.ClientConfig
  /** Timeout of a read that waits for the replica to catch up; after it, the primary is used. */
  maxLagMs: number
  log?: ReconnectLog | undefined
  sampleEveryMs?: number
  /** How long reads skip the replica after it lagged or failed. */
  pauseMs?: number
}

/** `lagMs` is measured once a second; undefined before the first measurement. */
export type ReplicaState = { isUp: boolean; lagMs: number | undefined }

/** Connections to the replica, and a statement that fails on a server that has not replayed enough. */
export type CaughtUp = { pool: pg.Pool; check: Statement }

export type Replica = {
  /** Undefined: use the primary. */
  caughtUp(): Promise<CaughtUp | undefined>
  /** Skips the replica for `pauseMs`, after it failed. */
  pause(): void
  state(): ReplicaState
  stop(): Promise<void>
}

type Position = { lsn: string; bytes: number }
type Waiter = { bytes: number; settle: (isReplayed: boolean) => void }

const pollMs = 4
/** Timeout of a lag measurement, for which no read waits. */
const slowMs = 5_000
/** At one sample per second: ten minutes without replay. Beyond it the lag is overestimated. */
const maxSamples = 600

/**
 * A commit is acknowledged when its WAL is flushed; without synchronous commits it may be acknowledged earlier. A transaction that turns
 * them off for itself, such as the record of an arrival, may be missing until its WAL is flushed.
 */
const positionQuery = `select lsn::text, pg_wal_lsn_diff(lsn, '0/0')::float8 as bytes from (select
  case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) p`
/** Returns no row on a promoted server, whose timeline differs from the primary's. */
const replayedQuery = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as bytes where pg_is_in_recovery()`
const identityQuery = 'select system_identifier::text as id from pg_control_system()'
/** Divides by zero on a server that is behind or promoted. Checked on each connection, because they may be balanced between replicas. */
const checkText = 'select 1 / (pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn)::int'

export function openReplica(options: ReplicaOptions): Replica {
  const { maxLagMs, log, sampleEveryMs = 1_000, pauseMs = 1_000 } = options
  const ids: { primary?: string; replica?: string } = {}
  let replayedBytes = -Infinity
  let pausedUntil = -Infinity
  const identify = (side: 'primary' | 'replica') => async (client: pg.Client) => {
    ids[side] = (await client.query<{ id: string }>(identityQuery)).rows[0]!.id
    if (ids.primary && ids.replica && !isSame())
      log?.warn({}, 'The replica is a copy of another database, and is not used')
  }
  const primary = openPersistentConnection({
    config: options.primary,
    name: 'position of the primary',
    setup: identify('primary'),
    log,
  })
  const replica = openPersistentConnection({
    config: options.replica,
    name: 'position of the replica',
    setup: identify('replica'),
    // After a reconnect the server may be a new copy with an earlier position.
    onDown: () => (replayedBytes = -Infinity),
    log,
  })
  const pool = openPool(options.replica, 10)

  async function one<Row extends pg.QueryResultRow>(client: pg.Client | undefined, text: string, limitMs: number) {
    if (!client) throw new Error('not connected')
    const { rows } = await withTimeout(limitMs, client.query<Row>(text), `no answer within ${limitMs} ms`)
    if (!rows[0]) throw new Error('not a replica')
    return rows[0]
  }
  const readPosition = shareNext(() => one<Position>(primary.client(), positionQuery, maxLagMs))
  async function readReplayed(limitMs = maxLagMs) {
    const { bytes } = await one<{ bytes: number }>(replica.client(), replayedQuery, limitMs)
    return (replayedBytes = bytes)
  }

  /** One polling loop for all waiting reads. */
  const waiters = new Set<Waiter>()
  let isPolling = false
  async function poll() {
    isPolling = true
    while (waiters.size > 0) {
      const bytes = await readReplayed().catch(() => undefined)
      for (const waiter of waiters) {
        if (bytes !== undefined && bytes < waiter.bytes) continue
        waiters.delete(waiter)
        waiter.settle(bytes !== undefined)
      }
      if (waiters.size > 0) await sleep(pollMs)
    }
    isPolling = false
  }
  function replays(bytes: number, limitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { bytes, settle: resolve }
    waiters.add(waiter)
    if (!isPolling) void poll()
    const timer = setTimeout(() => {
      waiters.delete(waiter)
      resolve(false)
    }, limitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  const isSame = () => ids.primary !== undefined && ids.primary === ids.replica
  const isConnected = () => primary.client() !== undefined && replica.client() !== undefined && isSame()
  const pause = () => {
    pausedUntil = performance.now() + pauseMs
  }

  const samples: { bytes: number; at: number }[] = []
  let freshAt: number | undefined
  let isReplica = false
  async function sample() {
    const at = performance.now()
    try {
      const { bytes } = await one<Position>(primary.client(), positionQuery, slowMs)
      if (samples.length < maxSamples) samples.push({ bytes, at })
      const replayed = await readReplayed(slowMs)
      while (samples[0] && samples[0].bytes <= replayed) freshAt = samples.shift()!.at
      isReplica = true
    } catch {
      isReplica = false
    }
  }
  let sampling = Promise.all([primary.first, replica.first]).then(sample, () => {})
  const timer = setInterval(() => void (sampling = sampling.then(sample)), sampleEveryMs)
  timer.unref()

  return {
    async caughtUp() {
      const began = performance.now()
      if (!isConnected() || began < pausedUntil) return undefined
      const position = await readPosition().catch(() => undefined)
      const leftMs = began + maxLagMs - performance.now()
      const isReplayed =
        position !== undefined &&
        (position.bytes <= replayedBytes || (leftMs > 0 && (await replays(position.bytes, leftMs))))
      if (!isReplayed) {
        pause()
        return undefined
      }
      const check: Statement = { name: 'replayed', text: checkText, values: [position.lsn], plain: true }
      return { pool, check }
    },
    pause,
    state: () => ({
      isUp: isConnected() && isReplica,
      lagMs: freshAt === undefined ? undefined : Math.round(performance.now() - freshAt),
    }),
    async stop() {
      clearInterval(timer)
      await Promise.all([primary.stop(), replica.stop()])
      await Promise.all([sampling, pool.end()])
    },
  }
}
