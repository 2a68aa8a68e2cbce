// What all five surfaces have in common before their own work begins: request ids, CORS, keys, who calls and from where.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { type Tokens, TokenError } from '../jwt.ts'
import { cutWhatComesAfter, guardBodies } from './buffered-bodies.ts'
import { answerCors } from './cors.ts'
import { pathOf } from './to-refusal.ts'
import { type Caller, callerOf, opensTheDoor, readCredentials } from './keys.ts'

export type { Caller }

export type GatewayOptions = {
  tokens: Tokens
  /** Addresses that need no key, by their path below the surface's own prefix: links that people open, public files. */
  isPublic?: (path: string) => boolean
  /** Off: whoever brings no key, or one that is not ours, is anon. */
  requireKey?: boolean
  /** Said when the key is missing or wrong, besides the status. */
  refusalHeaders?: Record<string, string>
  /** In characters, query included; a longer address is refused with 414. */
  longestUrl?: number
  /** How long a body may take to arrive. Without it the surface reads its bodies as streams. */
  bodySeconds?: number
  /** How many bytes of bodies may be waited for at once in the process; beyond that 503. */
  mostBodyBytes?: number
  /** The header in which a proxy of ours writes the client's address. Without it the address of the connection counts. */
  clientIpHeader?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks. With a token that is not accepted nobody asks: read it through requireCaller, which says why. */
    caller: Caller
    tokenError: TokenError | undefined
    clientIp: string
  }
}

/**
 * Adds the gateway's hooks to the scope of one surface. Call it before the surface's routes.
 * A token that is not accepted does not answer here: each surface has its own shape for that.
 */
export function openGateway(scope: FastifyInstance, options: GatewayOptions) {
  const { tokens, isPublic = () => false, requireKey = true } = options
  const { clientIpHeader, refusalHeaders = {}, longestUrl = 16 * 1024, bodySeconds, mostBodyBytes } = options
  scope.setGenReqId(() => randomUUID())
  scope.decorateRequest('caller', null as unknown as Caller)
  scope.decorateRequest('tokenError', undefined)
  scope.decorateRequest('clientIp', '')

  scope.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (answerCors(request, reply)) return reply
    cutWhatComesAfter(request, reply)
    request.clientIp = clientIpOf(request, clientIpHeader)
    if (request.url.length > longestUrl)
      throw new Refusal('url_too_long', 414, `The address is longer than ${longestUrl} characters`)
    const credentials = readCredentials(request.headers, request.query)
    const path = pathOf(request).slice(scope.prefix.length)
    if (requireKey && request.method !== 'OPTIONS' && !isPublic(path)) {
      const refusal = await refuseKey(credentials, tokens)
      if (refusal) return reply.code(401).headers(refusalHeaders).send(refusal)
    }
    try {
      request.caller = await callerOf(credentials, tokens)
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      // Where no key is asked for, a wrong one opens and closes nothing.
      if (requireKey || credentials.bearer) request.tokenError = error
      else request.caller = { claims: { role: 'anon' } }
    }
    if (request.caller?.claims.role === 'service_role' && request.headers.origin)
      request.log.warn({ reqId: request.id, origin: request.headers.origin }, 'a secret key is used in a browser')
    return undefined
  })
  if (bodySeconds !== undefined) guardBodies(scope, bodySeconds, mostBodyBytes)
  noteRequests(scope)
}

/** A line per request where somebody looks for one: the id in an answer names it. */
function noteRequests(scope: FastifyInstance) {
  if (scope.log.level !== 'debug' && scope.log.level !== 'trace') return
  scope.addHook('onResponse', async (request, reply) => {
    const { id: reqId, method, clientIp } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ reqId, method, path: pathOf(request), status: reply.statusCode, ms, clientIp }, 'answered')
  })
}

/** Who asks, or the TokenError that says why the token is not accepted. */
export function requireCaller(request: FastifyRequest): Caller {
  if (request.tokenError) throw request.tokenError
  return request.caller
}

async function refuseKey(credentials: Parameters<typeof opensTheDoor>[0], tokens: Tokens) {
  if (await opensTheDoor(credentials, tokens)) return undefined
  if (credentials.apikey)
    return { message: 'Invalid API key', hint: 'Double check your `anon` or `service_role` API key.' }
  // A token without a key: the surface says what is wrong with the token.
  if (credentials.bearer) return undefined
  return { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' }
}

/**
 * Where a request comes from: what our proxy wrote into its header, else the address of the connection. Of a list the last one is
 * our proxy's; whatever stands before it came with the request, and would be a fresh client at every try.
 */
export function clientIpOf(request: Pick<FastifyRequest, 'headers' | 'ip'>, header: string | undefined) {
  const value = header && request.headers[header.toLowerCase()]
  const forwarded = (Array.isArray(value) ? value.at(-1) : value)?.split(',').at(-1)?.trim()
  return withoutPort(forwarded || request.ip)
}

/** Some proxies write the port beside the address, and with it every connection would be a client of its own. */
const withoutPort = (address: string) =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
