// The stream of committed changes: one temporary replication slot, which dies with its connection and so never keeps WAL back.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type LogicalMessage, readLogicalMessage } from './pgoutput.ts'
import type { Stream, StreamHandler } from './stream.ts'

type SlotOptions = { config: pg.ClientConfig; publication: string; silentMs: number; handler: StreamHandler }

const statusesPerSilence = 4
const goodbyeMs = 1000
const clocksMs = 60_000
// Beyond so many undelivered messages the stream waits, and with it PostgreSQL's sender.
const pauseAt = 256

// Values are printed the same way wherever the server stands.
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
      // Said goodbye to, the server frees the slot before it hangs up.
      client.connection.end()
      const clock = setTimeout(() => client.connection.stream.destroy(), goodbyeMs)
      await closed.promise.finally(() => clearTimeout(clock))
    },
  }
}

/** Resolves or rejects when the stream has ended. A commit is acknowledged when all before it is done. */
async function read(client: pg.Client, { publication, silentMs, handler }: SlotOptions, onStarted: () => void) {
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
  const backlog = new Backlog(connection.stream)
  let heardAt = Date.now()
  // Each status asks for an answer: a line that died without a word would otherwise be believed in for a quarter of an hour.
  const clock = setInterval(() => {
    if (backlog.isResting) heardAt = Date.now()
    if (Date.now() - heardAt < silentMs) acknowledged.send()
    else connection.stream.destroy(new Error('the database has fallen silent'))
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
      heardAt = Date.now()
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

/** How long ago a message was committed. The server's clock may differ from ours: the shortest time a commit took to get here counts as none. */
function createLag() {
  let committedAt = 0
  // The clocks may be set: what counts as none is found anew every minute.
  let shortest = Infinity
  let [shortestNow, foundAnewAt] = [Infinity, Date.now() + clocksMs]
  return {
    of(message: LogicalMessage): number {
      if (message.kind === 'begin') {
        committedAt = message.committedAt.getTime()
        const tookMs = Date.now() - committedAt
        shortestNow = Math.min(shortestNow, tookMs)
        shortest = Math.min(shortest, tookMs)
        if (Date.now() > foundAnewAt)
          [shortest, shortestNow, foundAnewAt] = [shortestNow, Infinity, Date.now() + clocksMs]
      }
      return Math.max(0, Date.now() - committedAt - shortest)
    },
  }
}

/** Counts what is not delivered yet, and lets the socket rest while it is too much. */
class Backlog {
  isResting = false
  private count = 0
  private last: Promise<void> = Promise.resolve()
  private readonly stream: { pause(): unknown; resume(): unknown }
  constructor(stream: { pause(): unknown; resume(): unknown }) {
    this.stream = stream
  }
  add(done: Promise<void>) {
    if (++this.count === pauseAt) this.rest(true)
    this.last = done.finally(() => {
      if (--this.count === pauseAt / 2) this.rest(false)
    })
  }
  private rest(isResting: boolean) {
    this.isResting = isResting
    if (isResting) this.stream.pause()
    else this.stream.resume()
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
  message[33] = 1
  return message
}
