// Where committed changes come from: out of the log, or where that is not allowed, out of an outbox that triggers fill. Kept open until it is stopped.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { openOutbox } from './outbox.ts'
import { openSlot } from './slot.ts'
import type { Stream, StreamHandler } from './stream.ts'
import { stopWatching } from './outbox-triggers.ts'

/** `auto`: the log where the database allows it. All processes of one database need the same. */
export type SourceKind = 'log' | 'triggers'
export type SourceSetting = SourceKind | 'auto'

export type SourceOptions = {
  config: pg.ClientConfig
  publication: string
  way: SourceSetting
  log: FastifyBaseLogger
  /** After so long without a word of the database its line counts as dead: longer than a statement may take. */
  silentMs?: number
  handler: StreamHandler
}

const firstDelayMs = 100
const longestDelayMs = 5000
/** What PostgreSQL, or a pooler in front of it, says to somebody who may not decode: not now, nor a moment later. */
const refusals = ['42501', '55000', '0A000', '08P01', '28000']

export type Source = ReturnType<typeof openSource>

/** Opens the stream and keeps it open, with growing pauses between attempts, until `stop`. */
export function openSource({ silentMs = 40_000, ...others }: SourceOptions) {
  const options = { silentMs, ...others }
  const { config, log, handler } = options
  let stopped = false
  let stream: Stream | undefined
  let retry: NodeJS.Timeout | undefined
  let delayMs = firstDelayMs
  let isUp = false
  let mayDecode = true
  let started = Promise.withResolvers<SourceKind>()

  async function attempt() {
    let way: SourceKind | undefined
    const error: unknown = await run((chosen) => (way = chosen)).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    if (stopped) return
    if (
      !isUp &&
      way === 'log' &&
      options.way === 'auto' &&
      refusals.includes((error as { code?: string }).code ?? '')
    ) {
      log.warn({ err: error }, 'the log may not be decoded here: changes are written down by triggers')
      mayDecode = false
    } else log.warn({ err: error, retryInMs: delayMs }, 'the change feed is interrupted')
    if (isUp) {
      isUp = false
      started = Promise.withResolvers()
      handler.lost()
    }
    retry = setTimeout(() => {
      running = attempt()
    }, delayMs)
    delayMs = Math.min(delayMs * 2, longestDelayMs)
  }

  async function run(onChosen: (way: SourceKind) => void) {
    const way = await choose()
    onChosen(way)
    if (way === 'log') await stopWatching(config, log)
    if (stopped) return
    stream = way === 'log' ? openSlot(options) : openOutbox(options)
    await stream.run(() => {
      delayMs = firstDelayMs
      isUp = true
      started.resolve(way)
    })
  }

  async function choose(): Promise<SourceKind> {
    if (options.way !== 'auto') return options.way
    return mayDecode && (await allowsDecoding(config)) ? 'log' : 'triggers'
  }

  let running = attempt()

  return {
    /** Resolves with the way they come when changes flow, with undefined when they do not within that time. */
    async flowing(withinMs: number): Promise<SourceKind | undefined> {
      const timer = Promise.withResolvers<undefined>()
      const clock = setTimeout(() => timer.resolve(undefined), withinMs)
      const flowing = started.promise.then(async (way) => ((await stream!.isComplete()) ? way : undefined))
      return Promise.race([flowing, timer.promise]).finally(() => clearTimeout(clock))
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      await stream?.stop()
      await running
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
