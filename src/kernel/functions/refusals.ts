// What the caller of a function is told of a failure.
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { isDatabaseAway } from '../postgres/database-away.ts'
import type { Door } from './functions.ts'

/** What tells the client that the gateway failed. */
export const relayFailed = { 'x-relay-error': 'true' }

/** The gateway's failure, not the function's: supabase-js makes a FunctionsRelayError of it. */
export class RelayError extends Refusal {}

export const tookTooLong = () => new RelayError('timeout', 504, 'The function took too long.')

export const notAllowed = ({ claims }: Caller) =>
  claims.role === 'anon'
    ? new Refusal('not_signed_in', 401, 'This needs a signed-in user.')
    : new Refusal('not_allowed', 403, 'You may not do this.')

type DatabaseError = Error & { code: string; constraint?: string }

/** What the database refused, in the function's own words; what it has no words for stays an error. */
export function toldToCaller(error: unknown, { refusals = {} }: Door, caller: Caller) {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if (error.name === 'TimeoutError') return tookTooLong()
  if (!('code' in error)) return error
  const { code, constraint, message } = error as DatabaseError
  if (constraint && Object.hasOwn(refusals, constraint)) return new Refusal(constraint, 409, refusals[constraint]!)
  const raised = /^PT([45]\d\d)$/.exec(code)
  if (raised)
    return new Refusal(message, Number(raised[1]), Object.hasOwn(refusals, message) ? refusals[message]! : message)
  if (code === '42501') return notAllowed(caller)
  // A token that names a role this database does not have.
  if (code === '22023' && /^role ".*" does not exist$/.test(message)) return notAllowed(caller)
  // Its statement took too long, or it held its transaction while it waited for somebody else.
  if (code === '57014' || code === '25P03') return tookTooLong()
  // A text with a zero byte is no text to the database, and JSON with half a sign no JSON.
  const isNoText = code === '22021' || code === '22P05' || (code === '22P02' && message.endsWith(' json'))
  if (isNoText) return new Refusal('invalid_input', 422, 'A text has a sign that is none.')
  if (code === '40001' || code === '40P01' || code === '55P03')
    return new Refusal('try_again', 409, 'Somebody else changed the same thing. Try again.')
  return error
}

/** The database cannot be reached, or has no room for another connection or row. */
export const isUnavailable = (error: unknown) =>
  isDatabaseAway(error) || String((error as { code?: unknown }).code).startsWith('53')
