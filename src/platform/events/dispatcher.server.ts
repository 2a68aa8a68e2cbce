// Delivers domain events to subscribers, in order. A subscriber's work commits together with its cursor: each event
// takes effect once.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { DomainEvent } from './events.ts'

/** An event as the driver reads it: a bigint is text, an instant a Date. */
export type EventRow = Omit<DomainEvent, 'id' | 'occurred_at'> & { id: string; occurred_at: Date }

export type Subscriber = {
  /** Key of the cursor; a new name starts at the newest event. */
  name: string
  types: readonly string[]
  /**
   * The event types of a batch that have work to do, read once per batch; events of other types are skipped. Default:
   * all types.
   */
  concerns?: (db: Db, types: readonly string[]) => Promise<ReadonlySet<string>>
  /** Runs in the transaction that moves the cursor. A failed event is retried, and recorded and skipped after `maxAttempts`. */
  handle: (db: Db, event: EventRow) => Promise<void>
  /** Handles a whole batch in order, with shared reads. If it fails, `handle` gets the events one by one. */
  handleAll?: (db: Db, events: readonly EventRow[]) => Promise<void>
}

type Log = { error(about: object, message: string): void }

export type DispatcherOptions = {
  /** Connects as authenticator. */
  pool: pg.Pool
  subscribers: readonly Subscriber[]
  /** Emits time-based events that are due. */
  emitDue?: (db: Db) => Promise<void>
  /** Default: once a minute. */
  dueEveryMs?: number
  log: Log
  pollMs?: number
  batch?: number
}

const maxAttempts = 5
const service = { role: 'service_role' }

type Cursor = {
  transaction_id: string
  event_id: string
  failing_event_id: string | null
  attempts: number
  isWaiting: boolean
  horizon: string
}

/** Starts polling. Several nodes may run it: only one at a time locks the row of a cursor. */
export async function startDispatcher(options: DispatcherOptions): Promise<{ stop(): Promise<void> }> {
  const { pool, subscribers, emitDue, dueEveryMs = 60_000, log, pollMs = 1000 } = options
  const stopping = new AbortController()
  await inTransaction(pool, service, async (db) => {
    await db.query('select renumber_restored_events()')
    for (const { name } of subscribers) await db.query('select ensure_event_cursor($1)', [name])
  })
  let dueAt = 0
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const isBusy = await turn().catch((error: unknown) => {
        log.error({ err: error }, 'domain events were not dispatched')
        return false
      })
      if (!isBusy) await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  async function turn() {
    // Monotonic clock: a system clock that is set back by a day would delay the events by a day.
    if (emitDue && performance.now() >= dueAt) {
      dueAt = performance.now() + dueEveryMs
      await inTransaction(pool, service, emitDue)
    }
    let isBusy = false
    for (const subscriber of subscribers) {
      if (stopping.signal.aborted) break
      if (await dispatchBatch(subscriber, options)) isBusy = true
    }
    return isBusy
  }
  const ended = loop()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Processes one batch of a subscriber. Returns whether more events may be pending. */
export async function dispatchBatch(
  { name, types, concerns, handle, handleAll }: Subscriber,
  { pool, log, batch = 100 }: Pick<DispatcherOptions, 'pool' | 'log' | 'batch'>,
): Promise<boolean> {
  return inTransaction(pool, service, async (db) => {
    const [cursor] = await db.query<Cursor>(
      `select transaction_id, event_id, failing_event_id, attempts, coalesce(retry_at > now(), false) as "isWaiting",
         pg_snapshot_xmin(pg_current_snapshot()) as horizon
       from event_cursors where subscriber = $1 for update skip locked`,
      [name],
    )
    // Another node has locked the cursor, or the failing event is in backoff.
    if (!cursor || cursor.isWaiting) return false
    const events = await db.query<EventRow>('select * from next_events($1, $2, $3, $4, $5)', [
      cursor.transaction_id,
      cursor.event_id,
      types,
      batch,
      cursor.horizon,
    ])
    const kinds = [...new Set(events.map(({ type }) => type))]
    const concerning = kinds.length > 0 && concerns ? await concerns(db, kinds) : undefined
    const isOfConcern = ({ type }: EventRow) => concerning?.has(type) ?? true
    const due = events.filter(isOfConcern)
    const isDone =
      handleAll !== undefined &&
      due.length > 1 &&
      cursor.failing_event_id === null &&
      !(await attempt(db, () => handleAll(db, due)))
    let last = isDone ? events.at(-1) : undefined
    for (const event of isDone ? [] : events) {
      const failure = isOfConcern(event) ? await attempt(db, () => handle(db, event)) : undefined
      if (failure) {
        const attempts = cursor.failing_event_id === event.id ? cursor.attempts + 1 : 1
        if (attempts < maxAttempts) {
          if (last) await moveTo(db, name, last)
          await retryLater(db, name, event, attempts, failure)
          return false
        }
        log.error({ err: failure, subscriber: name, event: event.id }, 'a domain event could not be processed')
        await db.query(
          'insert into event_failures (subscriber, event_id, error) values ($1, $2, $3) on conflict do nothing',
          [name, event.id, text(failure)],
        )
      }
      last = event
    }
    if (last) await moveTo(db, name, last)
    if (events.length === batch) return true
    // Otherwise every poll would scan all events of other types since the last event of these types.
    await db.query('select pass_other_events($1, $2)', [name, cursor.horizon])
    return false
  })
}

/** Runs the work in a savepoint and returns its error. */
async function attempt(db: Db, work: () => Promise<void>): Promise<Error | undefined> {
  await db.query('savepoint event')
  try {
    await work()
    await db.query('release savepoint event')
    return undefined
  } catch (error) {
    await db.query('rollback to savepoint event')
    return error instanceof Error ? error : new Error(String(error))
  }
}

const moveTo = (db: Db, name: string, last: EventRow) =>
  db.query(
    `update event_cursors set transaction_id = $2, event_id = $3, failing_event_id = null, attempts = 0, retry_at = null,
       last_error = null, updated_at = now() where subscriber = $1`,
    [name, last.transaction_id, last.id],
  )

/** Backoff of 2, 4, 8, 16 seconds. */
const retryLater = (db: Db, name: string, event: EventRow, attempts: number, error: Error) =>
  db.query(
    `update event_cursors set failing_event_id = $2, attempts = $3, retry_at = now() + make_interval(secs => 2 ^ $3::int),
       last_error = $4, updated_at = now() where subscriber = $1`,
    [name, event.id, attempts, text(error)],
  )

const text = (error: Error) => error.message.slice(0, 500)
