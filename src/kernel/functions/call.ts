// One call of a function in its transaction: authorization, input validation, run, output validation.
import type pg from 'pg'
import type { z } from 'zod'
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { type Claims, type Db, inTransaction } from '../postgres/transaction.ts'
import type { RequestContext, EndpointOptions, Transaction } from './functions.ts'
import { transactionMs } from './function-limits.ts'
import { notAllowed, toCallerError, timedOut } from './refusals.ts'

export type Database = {
  /** Connections of the login authenticator. */
  pool: pg.Pool
  /** The statement_timeout of a role, in milliseconds. */
  statementMs: (role: string) => Promise<number | undefined>
}

/**
 * Runs the function and returns its output mapped by `finish`, which runs before the commit: if it throws, everything is rolled back.
 * Throws a Refusal for errors that the caller may see.
 */
export async function callFunction<T>(
  database: Database,
  fn: Transaction,
  input: unknown,
  caller: Caller,
  context: RequestContext,
  finish: (output: unknown) => T,
): Promise<T> {
  checkCallerKind(fn, caller)
  const parsed = await fn.input.safeParseAsync(input)
  // With a predicate, authorization comes first, so that an unauthorized caller learns nothing about the input.
  if (!parsed.success && typeof fn.caller !== 'function') throw invalidInput(parsed.error)

  return runWithTimeout(fn, (signal) =>
    inTransactionOf(database, fn, caller, signal, async (db) => {
      if (!parsed.success) throw invalidInput(parsed.error)
      const output = await fn.run({ input: parsed.data, db, caller, request: { ...context, signal } })
      return finish(await fn.output.parseAsync(output))
    }),
  )
}

/** Runs `run` with a signal that aborts at the timeout of the function. */
export function runWithTimeout<T>(
  { timeoutMs }: EndpointOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = new AbortController()
  const timer = setTimeout(
    () => time.abort(new DOMException('The time of the function is over', 'TimeoutError')),
    timeoutMs ?? transactionMs,
  )
  return run(time.signal).finally(() => clearTimeout(timer))
}

/** Throws when callers of this kind are not allowed. A predicate is evaluated later, inside the transaction. */
export function checkCallerKind({ caller: kind }: EndpointOptions, caller: Caller) {
  const { role } = caller.claims
  if (kind === 'signed-in' && role === 'anon') throw notAllowed(caller)
  if (kind === 'service' && role !== 'service_role') throw notAllowed(caller)
}

/** One transaction with the role that the options name, after the predicate was evaluated as the caller. Aborted by the signal. */
export async function inTransactionOf<T>(
  { pool, statementMs }: Database,
  options: EndpointOptions,
  caller: Caller,
  signal: AbortSignal,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { caller: allowed, as } = options
  const serviceClaims = as === 'service' ? toServiceClaims(caller) : undefined
  const startsAs = typeof allowed === 'function' ? caller.claims : (serviceClaims ?? caller.claims)
  const timeoutFor = async (role: string) =>
    String(Math.ceil(Math.min((await statementMs(role)) ?? Infinity, options.timeoutMs ?? transactionMs)))
  const guarded = async (connection: Db) => {
    const db = guardConnection(connection, signal)
    const startedCall = async () => {
      if (typeof allowed === 'function') {
        if (!(await allowed(db))) throw notAllowed(caller)
        if (serviceClaims) await becomeService(db, serviceClaims, await timeoutFor(serviceClaims.role))
      }
      return work(db)
    }
    return unlessAborted(signal, startedCall()).finally(db.close)
  }
  try {
    return await inTransaction(pool, startsAs, guarded, { set: { statement_timeout: await timeoutFor(startsAs.role) } })
  } catch (error) {
    throw toCallerError(error, options, caller)
  }
}

/** The first issue of each field, by the path of the field. */
export function invalidInput({ issues }: z.ZodError) {
  const fields: Record<string, string> = Object.create(null)
  for (const { path, message } of issues) fields[path.join('.')] ??= message
  return new Refusal('invalid_input', 422, issues[0]?.message ?? 'Invalid input', fields)
}

/** The role service_role with the caller's other claims, so that auth.uid() still returns the caller. */
const toServiceClaims = ({ claims }: Caller): Claims => ({ ...claims, role: 'service_role' })

const becomeService = (db: Db, claims: Claims, statementTimeout: string) =>
  db.query(
    `select set_config('request.jwt.claims', $1, true), set_config('statement_timeout', $2, true), set_config('role', 'service_role', true)`,
    [JSON.stringify(claims), statementTimeout],
  )

/** Guards the connection against a run that continues after the end of its transaction: another request may use it then. */
function guardConnection(db: Db, signal: AbortSignal) {
  let open = true
  const check = () => {
    signal.throwIfAborted()
    if (!open) throw new Error('The transaction of this function has ended.')
  }
  return {
    async query<Row>(text: string, values?: unknown[]) {
      check()
      return db.query<Row>(text, values)
    },
    async one<Row>(text: string, values?: unknown[]) {
      check()
      return db.one<Row>(text, values)
    },
    close: () => void (open = false),
  }
}

function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>) {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(timedOut())
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
