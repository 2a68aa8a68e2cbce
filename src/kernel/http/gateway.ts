// Hooks that all five APIs share: request id, CORS, API key, caller and client address.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { type Tokens, TokenError } from '../jwt.ts'
import { drainRequestBody, limitBufferedBodies } from './buffered-bodies.ts'
import { sendCors } from './cors.ts'
import { pathOf } from './to-refusal.ts'
import { clientIpOf } from './client-ip.ts'
import { type Caller, callerOf, hasValidApiKey, readCredentials } from './keys.ts'

export type { Caller }

export type GatewayOptions = {
  tokens: Tokens
  /** Whether a path below the prefix of the API needs no key: mailed links, public files. */
  isPublic?: (path: string) => boolean
  /** False: a request without a key, or with an unknown one, has the role anon. */
  requireKey?: boolean
  /** Additional headers of the response to a missing or wrong key. */
  refusalHeaders?: Record<string, string>
  /** Maximum length in characters, query included; a longer URL is refused with 414. */
  maxUrlLength?: number
  /** Timeout for the arrival of a body. Without it the API reads its bodies as streams. */
  bodySeconds?: number
  /** Cap on buffered bytes of bodies in the process; beyond that 503. */
  maxBodyBytes?: number
  /** The header in which our reverse proxy writes the client's address. Without it the address of the connection is used. */
  clientIpHeader?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when the token is invalid. Read it by requireCaller, which throws the reason. */
    caller: Caller
    tokenError: TokenError | undefined
    clientIp: string
  }
}

/**
 * Adds the gateway's hooks to the scope of one API. Call it before the routes are added.
 * An invalid token is not refused here, because each API has its own shape for that error.
 */
export function openGateway(scope: FastifyInstance, options: GatewayOptions) {
  const { tokens, isPublic = () => false, requireKey = true } = options
  const { clientIpHeader, refusalHeaders = {}, maxUrlLength = 16 * 1024, bodySeconds, maxBodyBytes } = options
  scope.setGenReqId(() => randomUUID())
  scope.decorateRequest('caller', null as unknown as Caller)
  scope.decorateRequest('tokenError', undefined)
  scope.decorateRequest('clientIp', '')

  scope.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (sendCors(request, reply)) return reply
    drainRequestBody(request, reply)
    request.clientIp = clientIpOf(request, clientIpHeader)
    if (request.url.length > maxUrlLength)
      throw new Refusal('url_too_long', 414, `The address is longer than ${maxUrlLength} characters`)
    const credentials = readCredentials(request.headers, request.query)
    const path = pathOf(request).slice(scope.prefix.length)
    if (requireKey && request.method !== 'OPTIONS' && !isPublic(path)) {
      const refusal = await checkApiKey(credentials, tokens)
      if (refusal) return reply.code(401).headers(refusalHeaders).send(refusal)
    }
    try {
      request.caller = await callerOf(credentials, tokens)
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      // If no key is required, an invalid one is ignored.
      if (requireKey || credentials.bearer) request.tokenError = error
      else request.caller = { claims: { role: 'anon' } }
    }
    if (request.caller?.claims.role === 'service_role' && request.headers.origin)
      request.log.warn({ origin: request.headers.origin }, 'a secret key is used in a browser')
    return undefined
  })
  if (bodySeconds !== undefined) limitBufferedBodies(scope, bodySeconds, maxBodyBytes)
}

/** The caller. Throws the TokenError of an invalid token. */
export function requireCaller(request: FastifyRequest): Caller {
  if (request.tokenError) throw request.tokenError
  return request.caller
}

async function checkApiKey(credentials: Parameters<typeof hasValidApiKey>[0], tokens: Tokens) {
  if (await hasValidApiKey(credentials, tokens)) return undefined
  if (credentials.apikey)
    return { message: 'Invalid API key', hint: 'Double check your `anon` or `service_role` API key.' }
  // A token without a key: the API reports what is wrong with the token.
  if (credentials.bearer) return undefined
  return { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' }
}
