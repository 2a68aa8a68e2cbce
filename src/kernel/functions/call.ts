// One call of one function: may they, is the input right, do it in a transaction, is the output right.
import type pg from 'pg'
import type { z } from 'zod'
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { type Claims, type Db, inTransaction } from '../postgres/as-role.ts'
import type { CallRequest, DefinedFunction } from './functions.ts'

export type Circumstances = Omit<CallRequest, 'signal'>

const defaultTimeoutMs = 60_000

/** Runs the function and answers its output. Throws a Refusal for everything the caller may know, any other error for what they may not. */
export async function callFunction(
  pool: pg.Pool,
  fn: DefinedFunction,
  input: unknown,
  caller: Caller,
  circumstances: Circumstances,
) {
  refuseByKind(fn, caller)
  const parsed = await fn.input.safeParseAsync(input)
  // A predicate comes first: a stranger learns nothing about what the input should be.
  if (!parsed.success && typeof fn.caller !== 'function') throw invalidInput(parsed.error)

  const timeoutMs = fn.timeoutMs ?? defaultTimeoutMs
  const signal = AbortSignal.timeout(timeoutMs)
  const work = async (connection: Db) => {
    const db = whileOpen(connection, signal)
    if (typeof fn.caller === 'function') {
      if (!(await fn.caller(db))) throw notAllowed(caller)
      if (!parsed.success) throw invalidInput(parsed.error)
      if (fn.as === 'service') await becomeService(db, caller)
    }
    const running = fn.run({ input: parsed.data, db, caller, request: { ...circumstances, signal } })
    return fn.output.parse(await unlessAborted(signal, running).finally(db.close))
  }
  const startsAs = fn.as === 'service' && typeof fn.caller !== 'function' ? serviceClaims(caller) : caller.claims
  try {
    return await inTransaction(pool, startsAs, work, { set: { statement_timeout: String(timeoutMs) } })
  } catch (error) {
    throw asRefusal(error, fn, caller)
  }
}

function refuseByKind({ caller: who }: DefinedFunction, caller: Caller) {
  const { role } = caller.claims
  if (who === 'signed-in' && role === 'anon') throw notAllowed(caller)
  if (who === 'service' && role !== 'service_role') throw notAllowed(caller)
}

const notAllowed = (caller: Caller) =>
  caller.claims.role === 'anon'
    ? new Refusal('not_signed_in', 401, 'This needs a signed-in user.')
    : new Refusal('not_allowed', 403, 'You may not do this.')

/** The first complaint about each field, under the path of the field. */
function invalidInput({ issues }: z.ZodError) {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join('.')] ??= message
  return new Refusal('invalid_input', 422, issues[0]?.message ?? 'Invalid input', fields)
}

/** The rights of the service, and still the caller's name: auth.uid() answers who it is done for. */
const serviceClaims = ({ claims }: Caller): Claims => ({ ...claims, role: 'service_role' })

const becomeService = (db: Db, caller: Caller) =>
  db.query(`select set_config('request.jwt.claims', $1, true), set_config('role', 'service_role', true)`, [
    JSON.stringify(serviceClaims(caller)),
  ])

/** A run that goes on after its time must not reach the connection: it already serves somebody else. */
function whileOpen(db: Db, signal: AbortSignal) {
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
  const stop = () => reject(new Refusal('timeout', 504, 'The function took too long.'))
  signal.addEventListener('abort', stop)
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}

type DatabaseError = Error & { code: string; constraint?: string }

/** What the database refused, in the function's own words; what it has no words for stays an error. */
function asRefusal(error: unknown, fn: DefinedFunction, caller: Caller) {
  if (error instanceof Refusal || !(error instanceof Error) || !('code' in error)) return error
  const { code, constraint, message } = error as DatabaseError
  const words = fn.refusals ?? {}
  if (constraint && Object.hasOwn(words, constraint)) return new Refusal(constraint, 409, words[constraint]!)
  const raised = /^PT([45]\d\d)$/.exec(code)
  if (raised) return new Refusal(message, Number(raised[1]), Object.hasOwn(words, message) ? words[message]! : message)
  if (code === '42501') return notAllowed(caller)
  if (code === '57014') return new Refusal('timeout', 504, 'The function took too long.')
  if (code === '40001' || code === '40P01')
    return new Refusal('try_again', 409, 'Somebody else changed the same thing. Try again.')
  return error
}
