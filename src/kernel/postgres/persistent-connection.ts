// A long-lived connection outside the pools: for LISTEN, and for advisory locks held for the lifetime of the process.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withTimeout } from '#lib/with-timeout.ts'
import { type ReconnectLog, reconnect } from './reconnect.ts'

export type PersistentConnectionOptions = {
  config: pg.ClientConfig
  /** The name in the log, and the `application_name` in pg_stat_activity. */
  name: string
  /** Runs on each new connection before it counts as up: LISTEN, session settings, locks. */
  setup: (client: pg.Client) => Promise<unknown>
  onNotification?: (notification: pg.Notification) => void
  /** Called after each connect, the first one included. Notifications sent while disconnected are lost. */
  onUp?: () => void
  onDown?: () => void
  log?: ReconnectLog | undefined
  pingEveryMs?: number
  /** A connect, a setup or a ping that takes longer ends the connection. */
  limitMs?: number
}

/** Keeps one connection open until `stop`: pings find a half-open one, and a lost one is replaced with backoff. */
export function openPersistentConnection(options: PersistentConnectionOptions) {
  const { config, name, setup, onNotification, onUp, onDown, log, pingEveryMs = 15_000, limitMs = 5_000 } = options
  const silent = `the database did not answer within ${limitMs} ms`
  let current: pg.Client | undefined
  /** Set while a response is overdue: until it arrives, no caller waits for this connection. */
  let isOverdue = false
  let pingNow = Promise.withResolvers<void>()

  async function attempt(up: () => void, signal: AbortSignal) {
    const settings = { ...config, application_name: name, keepAlive: true, connectionTimeoutMillis: limitMs }
    // Pipelined, so that a ping and a caller's query can be in flight at the same time.
    const client = new pg.Client({ ...settings, pipeline: true } as pg.ClientConfig)
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {})
    const close = () => lost.reject(new Error('closed'))
    try {
      signal.addEventListener('abort', close)
      client.on('error', lost.reject)
      await Promise.race([client.connect(), lost.promise])
      client.on('end', () => lost.reject(new Error('the connection ended')))
      if (onNotification) client.on('notification', onNotification)
      await withTimeout(limitMs, Promise.race([setup(client), lost.promise]), silent)
      signal.throwIfAborted()
      current = client
      up()
      for (;;) {
        pingNow = Promise.withResolvers()
        await Promise.race([sleep(pingEveryMs, undefined, { ref: false }), pingNow.promise, lost.promise])
        await withTimeout(limitMs, Promise.race([client.query('select'), lost.promise]), silent)
        isOverdue = false
      }
    } finally {
      current = undefined
      isOverdue = false
      signal.removeEventListener('abort', close)
      destroy(client)
    }
  }

  const loop = reconnect({ name, attempt, log, ...(onUp && { onUp }), ...(onDown && { onDown }) })

  /** Calls during a query share the next one, because its response follows the notifications of all earlier commits. */
  let pendingCheck: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined
  function ask(): Promise<boolean> {
    if (pendingCheck) return (next ??= pendingCheck.then(ask))
    next = undefined
    const answered = current?.query('select').then(
      () => true,
      () => false,
    )
    pendingCheck = Promise.resolve(answered ?? false).finally(() => (pendingCheck = undefined))
    return pendingCheck
  }

  return {
    /** Settles with the first attempt. */
    first: loop.first,
    isUp: loop.isUp,
    /** The open connection; undefined while it is being replaced. */
    client: () => current,
    /**
     * Resolves once every notification of a transaction committed before the call is delivered, or after `waitMs`.
     * Returns false when the delivery is not confirmed. After an overdue response the connection is pinged, and later
     * calls return false immediately until it responds.
     */
    async caughtUp(waitMs = 250): Promise<boolean> {
      if (!current || isOverdue) return false
      const timer = new AbortController()
      const timeout = sleep(waitMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
      const isAnswered = await Promise.race([ask(), timeout])
      timer.abort()
      if (isAnswered === undefined) {
        isOverdue = true
        pingNow.resolve()
      }
      return isAnswered ?? false
    },
    stop: () => loop.stop(),
  }
}

/** Closes the connection without waiting for the server: a half-open connection never completes the close. */
function destroy(client: pg.Client) {
  client.removeAllListeners()
  client.on('error', () => {})
  client.end().catch(() => {})
  const { connection } = client as pg.Client & { connection: pg.Connection }
  connection.stream.destroy()
}
