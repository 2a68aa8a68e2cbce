// Routes of functions/v1: /NAME and /NAME/* of each function, for every method.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { asRefusal } from '../http/to-refusal.ts'
import { type Caller, requireCaller } from '../http/gateway.ts'
import { answerOf, send, sendResponse } from './function-response.ts'
import { readInput } from './read-input.ts'
import { webRequest } from './endpoint.ts'
import type { Circumstances, DefinedFunction, Endpoint, Transaction } from './functions.ts'
import { TooManyRequests, endpointBytes, endpointMs, transactionBytes } from './function-limits.ts'
import { RelayError, isAway, relayFailed } from './refusals.ts'

/** Executes calls, for HTTP requests as well as in-process callers. */
export type Calls = {
  transaction<T>(
    fn: Transaction,
    input: unknown,
    caller: Caller,
    about: Circumstances,
    finish: (output: unknown) => T,
  ): Promise<T>
  endpoint(
    endpoint: Endpoint,
    request: Request,
    caller: Caller,
    about: Circumstances,
    signal: AbortSignal,
  ): Promise<Response>
}

const everyMethod = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'] as const

/** Mounts every function behind the gateway, which sets the caller. */
export const functionsSurface =
  (calls: Calls, functions: readonly DefinedFunction[], origin: string): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers()
    app.setErrorHandler(answerError)
    app.setNotFoundHandler(() => {
      throw new RelayError('not_found', 404, 'Requested function was not found')
    })
    await app.register(async (scope) => {
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      for (const fn of functions) if ('run' in fn) addRoutes(scope, fn, answerTransaction(calls, fn))
    })
    await app.register(async (scope) => {
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      for (const fn of functions) if ('fetch' in fn) addRoutes(scope, fn, answerEndpoint(calls, fn, origin))
    })
  }

type Handler = (request: FastifyRequest, reply: FastifyReply, caller: Caller) => unknown

function addRoutes(scope: FastifyInstance, fn: DefinedFunction, answer: Handler) {
  const bodyLimit = fn.bodyLimit ?? ('run' in fn ? transactionBytes : endpointBytes)
  for (const url of [`/${fn.name}`, `/${fn.name}/*`])
    scope.route({
      method: [...everyMethod],
      url,
      bodyLimit,
      config: { isStreamed: 'fetch' in fn },
      // Refuses before the body is read.
      async onRequest(request, reply) {
        if (refuseMethod(request, reply, fn)) return reply
        callerOf(request, fn)
        if (Number(request.headers['content-length']) > bodyLimit)
          throw new Refusal('payload_too_large', 413, 'Payload too large')
        return undefined
      },
      handler: (request, reply) => answer(request, reply, callerOf(request, fn)),
    })
}

/** Throws 405 for other methods. Returns true when the request was OPTIONS and the response is sent. */
function refuseMethod({ method }: FastifyRequest, reply: FastifyReply, fn: DefinedFunction) {
  const methods = fn.methods ?? ('run' in fn ? ['POST'] : everyMethod.filter((known) => known !== 'TRACE'))
  if (methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))) return false
  reply.header('allow', methods.join(', '))
  if (method !== 'OPTIONS') throw new Refusal('method_not_allowed', 405, `This function answers ${methods.join(', ')}.`)
  void reply.code(204).send()
  return true
}

/** With `verify: false` a request with an invalid token has the role anon: the function authenticates it by its content. */
function callerOf(request: FastifyRequest, fn: DefinedFunction): Caller {
  try {
    return requireCaller(request)
  } catch (error) {
    if (fn.verify === false) return { claims: { role: 'anon' } }
    throw new RelayError('invalid_jwt', 401, error instanceof Error ? error.message : 'Invalid JWT')
  }
}

const answerTransaction =
  (calls: Calls, fn: Transaction): Handler =>
  async (request, reply, caller) => {
    const { method, headers, body } = request
    const about = circumstancesOf(request)
    const hasQueryInput = method === 'GET' || method === 'HEAD'
    const input = hasQueryInput ? inputOf(about) : await readInput(headers['content-type'], body as Buffer | undefined)
    const answer = await calls.transaction(fn, input, caller, about, answerOf)
    if (!(answer instanceof Response)) return send(reply, answer)
    return sendResponse(request, reply, answer, whileWaitedFor(reply, fn.timeoutMs ?? endpointMs))
  }

const answerEndpoint =
  (calls: Calls, endpoint: Endpoint, origin: string): Handler =>
  async (request, reply, caller) => {
    const signal = whileWaitedFor(reply, endpoint.timeoutMs ?? endpointMs)
    const asked = webRequest(request, reply, origin, endpoint, signal)
    const answer = await calls.endpoint(endpoint, asked, caller, circumstancesOf(request), signal)
    return sendResponse(request, reply, answer, signal)
  }

/** A signal that aborts after `ms`, or when the client disconnects. */
function whileWaitedFor({ raw }: FastifyReply, ms: number): AbortSignal {
  const waiting = new AbortController()
  const late = setTimeout(() => waiting.abort(), ms)
  raw.once('close', () => {
    clearTimeout(late)
    if (!raw.writableFinished) waiting.abort()
  })
  return waiting.signal
}

function circumstancesOf(request: FastifyRequest): Circumstances {
  const { id, clientIp, method, headers } = request
  return {
    id,
    ip: clientIp,
    ...(headers['user-agent'] && { userAgent: headers['user-agent'] }),
    method,
    path: (request.params as { '*'?: string })['*'] ?? '',
    query: request.query as Circumstances['query'],
    headers,
  }
}

/** The query without the API key and the client's region. */
function inputOf({ query }: Circumstances) {
  const { apikey: _, forceFunctionRegion: __, ...input } = query
  return input
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = isAway(error)
    ? new RelayError('unavailable', 503, 'The database does not answer at the moment.')
    : asRefusal(error, request)
  const { code, message, fields, status } = refusal
  if (refusal instanceof RelayError) reply.headers(relayFailed)
  if (refusal instanceof TooManyRequests) reply.header('retry-after', String(refusal.retryAfterSeconds))
  const requestId = status >= 500 ? { request_id: request.id } : undefined
  return reply.code(status).send({ code, message, ...(fields && { fields }), ...requestId })
}
