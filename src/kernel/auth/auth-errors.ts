// Errors of auth/v1 in both shapes: clients that send an API version get {code, message}, older ones {code: status, error_code, msg}.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { toRefusal } from '../http/to-refusal.ts'
import { TokenError } from '../jwt.ts'

/** Carries the reasons why a password is too weak. */
export class WeakPassword extends Refusal {
  readonly reasons: string[]

  constructor(message: string, reasons: string[]) {
    super('weak_password', 422, message)
    this.reasons = reasons
  }
}

/** The OAuth error shape {error, error_description}, which a few endpoints of upstream still use. */
export class OAuthRefusal extends Refusal {
  constructor(error: string, description: string) {
    super(error, 400, description)
  }
}

export const invalid = (message: string) => new Refusal('validation_failed', 400, message)

// Maps our token errors to the messages of upstream's JWT library.
const upstreamMessages: [ours: RegExp, theirs: string][] = [
  [/^Expected 3 parts/, 'token is malformed: token contains an invalid number of segments'],
  [/^JWT cryptographic/, 'token is malformed: could not decode its header'],
  [/^Wrong or unsupported/, 'token signature is invalid: signing method is invalid'],
  [/^No suitable key/, 'token signature is invalid'],
  [/expired$/, 'token has invalid claims: token is expired'],
  [/^JWT not yet valid/, 'token has invalid claims: token is not valid yet'],
  [/^JWT issued at future/, 'token has invalid claims: token used before issued'],
]

const badToken = ({ message }: TokenError) => {
  const reason = upstreamMessages.find(([ours]) => ours.test(message))?.[1] ?? 'token has invalid claims'
  return new Refusal('bad_jwt', 403, `invalid JWT: unable to parse or verify signature, ${reason}`)
}

const versionHeader = 'x-supabase-api-version'

/** The error handler of auth/v1. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request)
  const { code, status, message } = refusal
  reply.code(status).header('x-sb-error-code', code)
  if (refusal instanceof OAuthRefusal) return reply.send({ error: code, error_description: message })
  const reasons = refusal instanceof WeakPassword && { weak_password: { reasons: refusal.reasons } }
  if (usesNewErrorShape(request)) {
    return reply.header(versionHeader, '2024-01-01').send({ code, message, ...reasons })
  }
  const errorId = status >= 500 && { error_id: request.id }
  return reply.send({ code: status, error_code: code, msg: message, ...errorId, ...reasons })
}

const usesNewErrorShape = (request: FastifyRequest) => {
  const version = request.headers[versionHeader]
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= '2024-01-01'
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof TokenError) return badToken(error)
  const { code } = error as { code?: string }
  // SQLSTATE class 22: PostgreSQL cannot store a text that is too long, or has a zero byte or a lone surrogate.
  if (code && /^22[0-9A-Z]{3}$/.test(code)) return invalid('The request holds a value that cannot be stored')
  if (code === '57014')
    return new Refusal('request_timeout', 504, 'Processing this request timed out, please retry after a moment.')
  const { constraint } = error as { constraint?: string }
  // Unique violation by two concurrent changes to the same address.
  if (constraint === 'users_email_partial_key')
    return new Refusal('email_exists', 422, 'A user with this email address has already been registered')
  if (constraint === 'users_phone_key')
    return new Refusal('phone_exists', 422, 'A user with this phone number has already been registered')
  // Lock timeout or deadlock.
  if (code === '55P03' || code === '40P01')
    return new Refusal('conflict', 409, 'Too many concurrent requests on the same user, please retry.')
  return toRefusal(error, request)
}
