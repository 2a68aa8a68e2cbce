// The stream of committed changes: one temporary replication slot, dropped with its connection, so it never retains WAL.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type LogicalMessage, readLogicalMessage } from './pgoutput.ts'
import type { Stream, StreamHandler } from './stream.ts'

type SlotOptions = { config: pg.ClientConfig; publication: string; silentMs: number; handler: StreamHandler }

const statusesPerSilence = 4
const goodbyeMs = 1000
const clocksMs = 60_000
// With this many undelivered messages the stream pauses, and with it PostgreSQL's walsender.
const pauseAt = 256

// Makes the text format of values independent of the server's settings.
const sessionOptions =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex'

export function openSlot(options: SlotOptions): Stream {
  const client = new pg.Client({
    ...options.config,
    replication: 'database',
    options: sessionOptions,
  } as pg.ClientConfig)
  const closed = Promise.withResolvers<void>()
  return {
    async run(onStarted) {
      try {
        await read(client, options, onStarted)
      } finally {
        await client.end().catch(() => {})
        closed.resolve()
      }
    },
    isComplete: async () => true,
    async stop() {
      // A clean termination lets the server free the slot before it closes the connection.
      client.connection.end()
      const clock = setTimeout(() => client.connection.stream.destroy(), goodbyeMs)
      await closed.promise.finally(() => clearTimeout(clock))
    },
  }
}

/** Settles when the stream has ended. A commit is acknowledged when all changes before it are delivered. */
async function read(client: pg.Client, { publication, silentMs, handler }: SlotOptions, onStarted: () => void) {
  const over = Promise.withResolvers<void>()
  client.on('error', over.reject)
  client.on('end', () => over.resolve())
  over.promise.catch(() => {})
  await client.connect()
  const slot = `maslul_${randomBytes(8).toString('hex')}`
  // The walsender accepts its keywords in capitals only.
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`)

  const connection = client.connection as pg.Connection & { sendCopyFromChunk(chunk: Buffer): void }
  const acknowledged = new Acknowledgement((lsn) => connection.sendCopyFromChunk(statusUpdate(lsn)))
  const backlog = new Backlog(connection.stream)
  let lastReceivedAt = Date.now()
  // Each status requests a reply: otherwise TCP would notice a dead connection only after about 15 minutes.
  const clock = setInterval(() => {
    if (backlog.isPaused) lastReceivedAt = Date.now()
    if (Date.now() - lastReceivedAt < silentMs) acknowledged.send()
    else connection.stream.destroy(new Error('the database stopped responding'))
  }, silentMs / statusesPerSilence)
  const lag = createLag()
  connection.once('replicationStart', onStarted)
  const copying = {
    submit: () => {
      connection.query(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '"${publication}"', messages 'true')`,
      )
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      lastReceivedAt = Date.now()
      if (chunk[0] === 0x6b) {
        acknowledged.keepAlive(chunk.readBigInt64BE(1), chunk[17] === 1)
        return
      }
      const message = readLogicalMessage(chunk.subarray(25))
      const done = handler.take(message, lag.of(message))
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

/** The time since a message's commit. The clocks may differ: the shortest observed delay counts as zero. */
function createLag() {
  let committedAt = 0
  // Clocks may be adjusted, so the shortest delay is re-measured every minute.
  let shortest = Infinity
  let [shortestNow, remeasureAt] = [Infinity, Date.now() + clocksMs]
  return {
    of(message: LogicalMessage): number {
      if (message.kind === 'begin') {
        committedAt = message.committedAt.getTime()
        const tookMs = Date.now() - committedAt
        shortestNow = Math.min(shortestNow, tookMs)
        shortest = Math.min(shortest, tookMs)
        if (Date.now() > remeasureAt)
          [shortest, shortestNow, remeasureAt] = [shortestNow, Infinity, Date.now() + clocksMs]
      }
      return Math.max(0, Date.now() - committedAt - shortest)
    },
  }
}

/** Counts undelivered messages and pauses the socket while there are too many. */
class Backlog {
  isPaused = false
  private count = 0
  private last: Promise<void> = Promise.resolve()
  private readonly stream: { pause(): unknown; resume(): unknown }
  constructor(stream: { pause(): unknown; resume(): unknown }) {
    this.stream = stream
  }
  add(done: Promise<void>) {
    if (++this.count === pauseAt) this.setPaused(true)
    this.last = done.finally(() => {
      if (--this.count === pauseAt / 2) this.setPaused(false)
    })
  }
  private setPaused(isPaused: boolean) {
    this.isPaused = isPaused
    if (isPaused) this.stream.pause()
    else this.stream.resume()
  }
  whenEmpty() {
    return this.last
  }
}

/** Acknowledges the delivered position, so that PostgreSQL may recycle older WAL. */
class Acknowledgement {
  private lsn = 0n
  private waiting = 0
  private readonly acknowledge: (lsn: bigint) => void
  constructor(acknowledge: (lsn: bigint) => void) {
    this.acknowledge = acknowledge
  }
  after(done: Promise<void>, lsn: bigint) {
    this.waiting++
    void done.then(() => {
      this.waiting--
      if (lsn > this.lsn) this.lsn = lsn
    })
  }
  /** An idle publication follows the server's position, otherwise the feed would retain the WAL of other, busy tables. */
  keepAlive(serverLsn: bigint, answerNow: boolean) {
    if (this.waiting === 0 && serverLsn > this.lsn) this.lsn = serverLsn
    if (answerNow) this.send()
  }
  send() {
    this.acknowledge(this.lsn)
  }
}

function statusUpdate(lsn: bigint) {
  const message = Buffer.alloc(34)
  message[0] = 0x72
  for (const offset of [1, 9, 17]) message.writeBigInt64BE(lsn, offset)
  message[33] = 1
  return message
}
