// Errors of functions as the caller sees them.
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { isDatabaseAway } from '../postgres/database-away.ts'
import type { EndpointOptions } from './functions.ts'

/** The header by which the client recognizes a failure of the gateway. */
export const relayFailed = { 'x-relay-error': 'true' }

/** A failure of the gateway, not of the function: supabase-js throws a FunctionsRelayError. */
export class RelayError extends Refusal {}

export const timedOut = () => new RelayError('timeout', 504, 'The function took too long.')

export const notAllowed = ({ claims }: Caller) =>
  claims.role === 'anon'
    ? new Refusal('not_signed_in', 401, 'This needs a signed-in user.')
    : new Refusal('not_allowed', 403, 'You may not do this.')

type DatabaseError = Error & { code: string; constraint?: string }

/** Maps database errors to refusals with the function's texts. Unmapped errors are returned unchanged. */
export function toCallerError(error: unknown, { refusals = {} }: EndpointOptions, caller: Caller) {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if (error.name === 'TimeoutError') return timedOut()
  if (!('code' in error)) return error
  const { code, constraint, message } = error as DatabaseError
  if (constraint && Object.hasOwn(refusals, constraint)) return new Refusal(constraint, 409, refusals[constraint]!)
  const raised = /^PT([45]\d\d)$/.exec(code)
  if (raised)
    return new Refusal(message, Number(raised[1]), Object.hasOwn(refusals, message) ? refusals[message]! : message)
  if (code === '42501') return notAllowed(caller)
  // The role of the token does not exist in this database.
  if (code === '22023' && /^role ".*" does not exist$/.test(message)) return notAllowed(caller)
  // Statement timeout, or idle-in-transaction timeout.
  if (code === '57014' || code === '25P03') return timedOut()
  // Text with a zero byte, or JSON with a lone surrogate.
  const isInvalidText = code === '22021' || code === '22P05' || (code === '22P02' && message.endsWith(' json'))
  if (isInvalidText) return new Refusal('invalid_input', 422, 'A text contains an invalid character.')
  if (code === '40001' || code === '40P01' || code === '55P03')
    return new Refusal('try_again', 409, 'A concurrent request changed the same data. Try again.')
  return error
}

/** The database cannot be reached, or has no room for another connection or row. */
export const isDatabaseUnavailable = (error: unknown) =>
  isDatabaseAway(error) || String((error as { code?: unknown }).code).startsWith('53')
