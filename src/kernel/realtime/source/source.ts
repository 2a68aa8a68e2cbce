// The source of committed changes: logical decoding, or where that is not allowed, an outbox filled by triggers.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { reconnect } from '../../postgres/reconnect.ts'
import { openOutbox } from './outbox.ts'
import { openSlot } from './slot.ts'
import type { Stream, StreamHandler } from './stream.ts'
import { dropTriggers } from './outbox-triggers.ts'

/** `auto`: logical decoding where the database allows it. All processes of one database need the same source. */
export type SourceKind = 'log' | 'triggers'
export type SourceSetting = SourceKind | 'auto'

export type SourceOptions = {
  config: pg.ClientConfig
  publication: string
  setting: SourceSetting
  log: FastifyBaseLogger
  /** After this long without a byte the connection counts as dead. Longer than a statement may take. */
  silentMs?: number
  handler: StreamHandler
}

/** SQLSTATEs of PostgreSQL, or of a pooler before it, for a login that may not decode: retrying does not help. */
const refusals = ['42501', '55000', '0A000', '08P01', '28000']

export type Source = ReturnType<typeof openSource>

/** Opens the stream and reopens it with exponential backoff until `stop`. */
export function openSource({ silentMs = 40_000, ...others }: SourceOptions) {
  const options = { silentMs, ...others }
  const { config, log, handler } = options
  let isStopped = false
  let stream: Stream | undefined
  let mayDecode = true
  let started = Promise.withResolvers<SourceKind>()

  async function attempt(up: () => void, signal: AbortSignal) {
    let hasStarted = false
    const onStarted = () => {
      hasStarted = true
      up()
    }
    const kind = await choose()
    try {
      await run(kind, onStarted, signal)
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (hasStarted || kind !== 'log' || options.setting !== 'auto' || !refusals.includes(code)) throw error
      log.warn({ err: error }, 'logical decoding is not allowed here: using outbox triggers')
      mayDecode = false
      await run('triggers', onStarted, signal)
    }
  }

  async function run(kind: SourceKind, onStarted: () => void, signal: AbortSignal) {
    if (kind === 'log') await dropTriggers(config, log)
    signal.throwIfAborted()
    const opened = kind === 'log' ? openSlot(options) : openOutbox(options)
    stream = opened
    const stop = () => void opened.stop()
    signal.addEventListener('abort', stop)
    try {
      await opened.run(() => {
        onStarted()
        started.resolve(kind)
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async function choose(): Promise<SourceKind> {
    if (options.setting !== 'auto') return options.setting
    return mayDecode && (await allowsDecoding(config)) ? 'log' : 'triggers'
  }

  function onDown() {
    if (isStopped) return
    started = Promise.withResolvers()
    handler.lost()
  }

  const loop = reconnect({ name: 'the change feed', attempt, onDown, log })

  return {
    /** Resolves with the kind of source when changes stream, or with undefined after that time. */
    async flowing(withinMs: number): Promise<SourceKind | undefined> {
      const timer = Promise.withResolvers<undefined>()
      const clock = setTimeout(() => timer.resolve(undefined), withinMs)
      const flowing = started.promise.then(async (kind) => ((await stream!.isComplete()) ? kind : undefined))
      return Promise.race([flowing, timer.promise]).finally(() => clearTimeout(clock))
    },
    async stop() {
      isStopped = true
      await loop.stop()
    },
  }
}

async function allowsDecoding(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ allowed: boolean }>(`
      select current_setting('wal_level') = 'logical' and current_setting('max_replication_slots')::int > 0
        and current_setting('max_wal_senders')::int > 0 and (rolreplication or rolsuper) as allowed
      from pg_roles where rolname = current_user`)
    return rows[0]!.allowed
  } finally {
    await client.end().catch(() => {})
  }
}
