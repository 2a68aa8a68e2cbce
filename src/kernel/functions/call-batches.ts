// Concurrent calls of a shared function: those that arrive while others run are handled by one transaction.
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { type Database, checkCallerKind, runWithTimeout, inTransactionOf, invalidInput } from './call.ts'
import { transactionMs } from './function-limits.ts'
import type { Transaction } from './functions.ts'
import { RelayError, isDatabaseUnavailable, timedOut } from './refusals.ts'

/** Maximum number of calls per transaction. */
const maxBatchSize = 100
/**
 * Concurrent transactions of one function: more than one, so that a transaction that waits for a lock does not block
 * all calls.
 */
const maxConcurrent = 2
/** A call that was queued longer than this, in milliseconds, is refused instead of run. */
const maxWaitMs = transactionMs

type Shared = Transaction & Required<Pick<Transaction, 'runAll'>>
type PendingCall = { input: unknown; since: number; answer: PromiseWithResolvers<unknown> }
type Queue = { waiting: PendingCall[]; running: number }

export const isShared = (fn: Transaction): fn is Shared => fn.runAll !== undefined

/** Rejects calls that were queued too long, because their clients have timed out. Returns the others. */
function refuseLate(waiting: readonly PendingCall[]): PendingCall[] {
  const earliest = performance.now() - maxWaitMs
  for (const { since, answer } of waiting) if (since < earliest) answer.reject(timedOut())
  return waiting.filter(({ since }) => since >= earliest)
}

/** Returns a function like `callFunction`. `finish` runs after the commit. */
export function createCallBatches(database: Database) {
  const queues = new Map<string, Queue>()

  async function runTogether(fn: Shared, waiting: readonly PendingCall[]) {
    const calls = refuseLate(waiting)
    if (calls.length === 0) return
    try {
      const inputs = calls.map(({ input }) => input)
      const outputs = await runWithTimeout(fn, (signal) =>
        inTransactionOf(database, fn, { claims: { role: 'service_role' } }, signal, async (db) => {
          const answers = await fn.runAll({ inputs, db })
          if (answers.length !== calls.length) throw new Error(`${fn.name} did not answer each call`)
          return answers
        }),
      )
      for (const [i, { answer }] of calls.entries()) answer.resolve(outputs[i])
    } catch (error) {
      // The batch is retried call by call, so that an invalid input fails only its own call. Timeouts and outages
      // concern all calls: no retry.
      const isOfAll = error instanceof RelayError || isDatabaseUnavailable(error)
      if (calls.length > 1 && !isOfAll) for (const call of calls) await runTogether(fn, [call])
      else for (const { answer } of calls) answer.reject(error)
    }
  }

  async function runNext(fn: Shared, queue: Queue) {
    queue.running++
    await runTogether(fn, queue.waiting.splice(0, maxBatchSize))
    queue.running--
    start(fn, queue)
  }

  function start(fn: Shared, queue: Queue) {
    while (queue.running < maxConcurrent && queue.waiting.length > 0) void runNext(fn, queue)
  }

  function ask(fn: Shared, input: unknown): Promise<unknown> {
    const queue = queues.get(fn.name) ?? { waiting: [], running: 0 }
    queues.set(fn.name, queue)
    const answer = Promise.withResolvers<unknown>()
    queue.waiting.push({ input, since: performance.now(), answer })
    // Deferred, so that calls of the same event loop turn share the first transaction.
    if (queue.waiting.length === 1) setImmediate(() => start(fn, queue))
    return answer.promise
  }

  return async <T>(fn: Shared, input: unknown, caller: Caller, finish: (output: unknown) => T): Promise<T> => {
    checkCallerKind(fn, caller)
    const parsed = await fn.input.safeParseAsync(input)
    if (!parsed.success) throw invalidInput(parsed.error)
    const output = await ask(fn, parsed.data)
    if (output instanceof Refusal) throw output
    return finish(await fn.output.parseAsync(output))
  }
}
