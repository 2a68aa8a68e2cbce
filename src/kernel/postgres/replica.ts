// A streaming replica for reads, and its lag. A read uses the replica only once it has replayed every commit that the
// primary acknowledged before the read began. So reads are never staler than on the primary (decision 144).
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withTimeout } from '#lib/with-timeout.ts'
import { openPool } from './connection.ts'
import { openPersistentConnection } from './persistent-connection.ts'
import type { ReconnectLog } from './reconnect.ts'
import { coalesceCalls } from './coalesce-calls.ts'
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

/** Connections to the replica, and a statement that fails if the replica has not replayed far enough. */
export type CaughtUpReplica = { pool: pg.Pool; check: Statement }

export type Replica = {
  /** Undefined: use the primary. */
  caughtUp(): Promise<CaughtUpReplica | undefined>
  /** Skips the replica for `pauseMs`, after it failed. */
  pause(): void
  state(): ReplicaState
  stop(): Promise<void>
}

/** Positions are comparable only within a timeline, which changes with a failover or a restore. */
type Replayed = { timeline: number; bytes: number }
type Position = Replayed & { lsn: string }
type Waiter = { position: Position; settle: (isReplayed: boolean) => void }

const pollMs = 4
/** Timeout of a lag measurement, for which no read waits. */
const slowMs = 5_000
/** At one sample per second: ten minutes without replay. Beyond it the lag is overestimated. */
const maxSamples = 600

/**
 * A commit is acknowledged when its WAL is flushed; without synchronous commits it may be acknowledged earlier. A
 * transaction that sets synchronous_commit off for itself may be missing until its WAL is flushed.
 */
const positionQuery = `select lsn::text, pg_wal_lsn_diff(lsn, '0/0')::float8 as bytes,
  ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline from (select
  case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) p`
/** The timeline of the last restart point: after a failover it follows the primary's with the next one, within minutes. */
const timelineOfReplica = '(select timeline_id from pg_control_checkpoint())'
/** Returns no row on a promoted server. */
const replayedQuery = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as bytes, ${timelineOfReplica} as timeline
  where pg_is_in_recovery()`
const identityQuery = 'select system_identifier::text as id from pg_control_system()'
/**
 * Divides by zero on a server that is behind, promoted, or on another timeline. Checked on each connection, because they may be balanced
 * between replicas.
 */
const checkText = `select 1 / (pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn and ${timelineOfReplica} = $2::int)::int`

export function openReplica(options: ReplicaOptions): Replica {
  const { maxLagMs, log, sampleEveryMs = 1_000, pauseMs = 1_000 } = options
  const ids: { primary?: string; replica?: string } = {}
  let replayed: Replayed | undefined
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
    onDown: () => (replayed = undefined),
    log,
  })
  const pool = openPool(options.replica, 10)

  async function one<Row extends pg.QueryResultRow>(client: pg.Client | undefined, text: string, limitMs: number) {
    if (!client) throw new Error('not connected')
    const { rows } = await withTimeout(limitMs, client.query<Row>(text), `no answer within ${limitMs} ms`)
    if (!rows[0]) throw new Error('not a replica')
    return rows[0]
  }
  const readPosition = coalesceCalls(() => one<Position>(primary.client(), positionQuery, maxLagMs))
  async function readReplayed(limitMs = maxLagMs) {
    return (replayed = await one<Replayed>(replica.client(), replayedQuery, limitMs))
  }
  const isReached = (position: Position) => replayed?.timeline === position.timeline && replayed.bytes >= position.bytes

  /** One polling loop for all waiting reads. */
  const waiters = new Set<Waiter>()
  let isPolling = false
  async function poll() {
    isPolling = true
    while (waiters.size > 0) {
      const found = await readReplayed().catch(() => undefined)
      for (const waiter of waiters) {
        const isSameTimeline = found?.timeline === waiter.position.timeline
        if (isSameTimeline && !isReached(waiter.position)) continue
        waiters.delete(waiter)
        waiter.settle(isSameTimeline)
      }
      if (waiters.size > 0) await sleep(pollMs)
    }
    isPolling = false
  }
  function replays(position: Position, limitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { position, settle: resolve }
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

  const samples: (Position & { at: number })[] = []
  let freshAt: number | undefined
  let isReplica = false
  let divergedFrom: number | undefined
  async function sample() {
    const at = performance.now()
    try {
      const position = await one<Position>(primary.client(), positionQuery, slowMs)
      // Positions of a former timeline may never be reached again.
      if (samples.at(-1)?.timeline !== position.timeline) samples.length = 0
      if (samples.length < maxSamples) samples.push({ ...position, at })
      const { timeline } = await readReplayed(slowMs)
      if (timeline !== position.timeline) {
        if (isSame() && divergedFrom !== position.timeline)
          log?.warn(
            {},
            'The replica follows another timeline than the primary, and is not used until it has changed over',
          )
        divergedFrom = position.timeline
        throw new Error('another timeline')
      }
      divergedFrom = undefined
      while (samples[0] && isReached(samples[0])) freshAt = samples.shift()!.at
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
        position !== undefined && (isReached(position) || (leftMs > 0 && (await replays(position, leftMs))))
      if (!isReplayed) {
        pause()
        return undefined
      }
      const check: Statement = {
        name: 'replayed',
        text: checkText,
        values: [position.lsn, position.timeline],
        plain: true,
      }
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
