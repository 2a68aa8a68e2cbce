// The stream of committed changes: one temporary replication slot, which dies with its connection and so never keeps WAL back.
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type LogicalMessage, readLogicalMessage } from './pgoutput.ts'

/** What reads the stream. `take` may answer a promise: the slot is only told of a commit when all before it is done. */
export type SlotReader = {
  take(message: LogicalMessage): Promise<void> | undefined
  /** The connection is gone; changes from now until the next `started` are not seen by anybody. */
  lost(): void
}

export type SlotOptions = { config: pg.ClientConfig; publication: string; log: FastifyBaseLogger; reader: SlotReader }

const firstDelayMs = 100
const longestDelayMs = 5000
const statusEveryMs = 10_000
const goodbyeMs = 1000
// Beyond so many undelivered messages the stream waits, and with it PostgreSQL's sender.
const pauseAt = 256

// Values are printed the same way wherever the server stands.
const sessionOptions =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex'

export type Slot = ReturnType<typeof openSlot>

/** Opens the stream and keeps it open, with growing pauses between attempts, until `stop`. */
export function openSlot(options: SlotOptions) {
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let delayMs = firstDelayMs
  let isUp = false
  let started = Promise.withResolvers<void>()

  async function attempt() {
    client = new pg.Client({ ...options.config, replication: 'database', options: sessionOptions } as pg.ClientConfig)
    const ended = stream(client, options, () => {
      delayMs = firstDelayMs
      isUp = true
      started.resolve()
    })
    const error: unknown = await ended.then(
      () => undefined,
      (cause: unknown) => cause,
    )
    await client.end().catch(() => {})
    if (stopped) return
    options.log.warn({ err: error, retryInMs: delayMs }, 'the change feed is interrupted')
    if (isUp) {
      isUp = false
      started = Promise.withResolvers<void>()
      options.reader.lost()
    }
    retry = setTimeout(() => {
      running = attempt()
    }, delayMs)
    delayMs = Math.min(delayMs * 2, longestDelayMs)
  }
  let running = attempt()

  return {
    /** Resolves when changes flow, false when they do not within that time. */
    async isStreaming(withinMs: number) {
      const timer = Promise.withResolvers<false>()
      const clock = setTimeout(() => timer.resolve(false), withinMs)
      return Promise.race([started.promise.then(() => true), timer.promise]).finally(() => clearTimeout(clock))
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      // Said goodbye to, the server frees the slot before it hangs up.
      client?.connection.end()
      const clock = setTimeout(() => client?.connection.stream.destroy(), goodbyeMs)
      await running.finally(() => clearTimeout(clock))
    },
  }
}

/** Resolves or rejects when the stream has ended. */
async function stream(client: pg.Client, { publication, reader }: SlotOptions, onStarted: () => void) {
  const over = Promise.withResolvers<void>()
  client.on('error', over.reject)
  client.on('end', () => over.resolve())
  over.promise.catch(() => {})
  await client.connect()
  const slot = `maslul_${randomBytes(8).toString('hex')}`
  // The walsender knows its words in capitals only.
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`)

  const connection = client.connection as pg.Connection & { sendCopyFromChunk(chunk: Buffer): void }
  const acknowledged = new Acknowledgement((lsn) => connection.sendCopyFromChunk(statusUpdate(lsn)))
  const clock = setInterval(() => acknowledged.send(), statusEveryMs)
  const backlog = new Backlog(connection.stream)
  connection.once('replicationStart', onStarted)
  const copying = {
    submit: () => {
      connection.query(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '"${publication}"', messages 'true')`,
      )
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (chunk[0] === 0x6b) {
        acknowledged.keepAlive(chunk.readBigInt64BE(1), chunk[17] === 1)
        return
      }
      const message = readLogicalMessage(chunk.subarray(25))
      const done = reader.take(message)
      if (done) backlog.add(done)
      if (message.kind === 'commit') acknowledged.after(backlog.whenEmpty(), message.end)
    },
    handleError: over.reject,
    handleReadyForQuery() {},
    handleCommandComplete() {},
  }
  client.query(copying as unknown as pg.Submittable)
  return over.promise.finally(() => clearInterval(clock))
}

/** Counts what is not delivered yet, and lets the socket rest while it is too much. */
class Backlog {
  private count = 0
  private last: Promise<void> = Promise.resolve()
  private readonly stream: { pause(): unknown; resume(): unknown }
  constructor(stream: { pause(): unknown; resume(): unknown }) {
    this.stream = stream
  }
  add(done: Promise<void>) {
    if (++this.count === pauseAt) this.stream.pause()
    this.last = done.finally(() => {
      if (--this.count === pauseAt / 2) this.stream.resume()
    })
  }
  whenEmpty() {
    return this.last
  }
}

/** Tells PostgreSQL how far we are, so that it may drop what is behind. */
class Acknowledgement {
  private lsn = 0n
  private waiting = 0
  private readonly tell: (lsn: bigint) => void
  constructor(tell: (lsn: bigint) => void) {
    this.tell = tell
  }
  after(done: Promise<void>, lsn: bigint) {
    this.waiting++
    void done.then(() => {
      this.waiting--
      if (lsn > this.lsn) this.lsn = lsn
    })
  }
  /** A quiet publication moves on with the server, else an idle feed would keep the WAL of busy other tables. */
  keepAlive(serverLsn: bigint, answerNow: boolean) {
    if (this.waiting === 0 && serverLsn > this.lsn) this.lsn = serverLsn
    if (answerNow) this.send()
  }
  send() {
    this.tell(this.lsn)
  }
}

function statusUpdate(lsn: bigint) {
  const message = Buffer.alloc(34)
  message[0] = 0x72
  for (const offset of [1, 9, 17]) message.writeBigInt64BE(lsn, offset)
  return message
}
