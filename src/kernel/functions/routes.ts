// Routes of functions/v1: /NAME and /NAME/* of each function, for every method.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { toRefusal } from '../http/to-refusal.ts'
import { type Caller, requireCaller } from '../http/gateway.ts'
import { toOutput, send, sendResponse } from './function-response.ts'
import { readInput } from './read-input.ts'
import { toWebRequest } from './endpoint.ts'
import type { RequestContext, DefinedFunction, Endpoint, Transaction } from './functions.ts'
import { TooManyRequests, endpointBytes, endpointMs, transactionBytes } from './function-limits.ts'
import { RelayError, isDatabaseUnavailable, relayFailed } from './refusals.ts'

/** Executes calls, for HTTP requests as well as in-process callers. */
export type Calls = {
  transaction<T>(
    fn: Transaction,
    input: unknown,
    caller: Caller,
    context: RequestContext,
    finish: (output: unknown) => T,
  ): Promise<T>
  endpoint(
    endpoint: Endpoint,
    request: Request,
    caller: Caller,
    context: RequestContext,
    signal: AbortSignal,
  ): Promise<Response>
}

const allMethods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'] as const

/** Mounts every function behind the gateway, which sets the caller. */
export const functionsRoutes =
  (calls: Calls, functions: readonly DefinedFunction[], origin: string): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers()
    app.setErrorHandler(sendError)
    app.setNotFoundHandler(() => {
      throw new RelayError('not_found', 404, 'Requested function was not found')
    })
    await app.register(async (scope) => {
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      for (const fn of functions) if ('run' in fn) addRoutes(scope, fn, transactionHandler(calls, fn))
    })
    await app.register(async (scope) => {
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      for (const fn of functions) if ('fetch' in fn) addRoutes(scope, fn, endpointHandler(calls, fn, origin))
    })
  }

type Handler = (request: FastifyRequest, reply: FastifyReply, caller: Caller) => unknown

function addRoutes(scope: FastifyInstance, fn: DefinedFunction, handler: Handler) {
  const bodyLimit = fn.bodyLimit ?? ('run' in fn ? transactionBytes : endpointBytes)
  for (const url of [`/${fn.name}`, `/${fn.name}/*`])
    scope.route({
      method: [...allMethods],
      url,
      bodyLimit,
      config: { isStreamed: 'fetch' in fn },
      // Refuses before the body is read.
      async onRequest(request, reply) {
        if (checkMethod(request, reply, fn)) return reply
        callerOf(request, fn)
        if (Number(request.headers['content-length']) > bodyLimit)
          throw new Refusal('payload_too_large', 413, 'Payload too large')
        return undefined
      },
      handler: (request, reply) => handler(request, reply, callerOf(request, fn)),
    })
}

/** Throws 405 for other methods. Returns true when the request was OPTIONS and the response is sent. */
function checkMethod({ method }: FastifyRequest, reply: FastifyReply, fn: DefinedFunction) {
  const methods = fn.methods ?? ('run' in fn ? ['POST'] : allMethods.filter((known) => known !== 'TRACE'))
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

const transactionHandler =
  (calls: Calls, fn: Transaction): Handler =>
  async (request, reply, caller) => {
    const { method, headers, body } = request
    const context = contextOf(request)
    const hasQueryInput = method === 'GET' || method === 'HEAD'
    const input = hasQueryInput
      ? queryInput(context)
      : await readInput(headers['content-type'], body as Buffer | undefined)
    const output = await calls.transaction(fn, input, caller, context, toOutput)
    if (!(output instanceof Response)) return send(reply, output)
    return sendResponse(request, reply, output, responseSignal(reply, fn.timeoutMs ?? endpointMs))
  }

const endpointHandler =
  (calls: Calls, endpoint: Endpoint, origin: string): Handler =>
  async (request, reply, caller) => {
    const signal = responseSignal(reply, endpoint.timeoutMs ?? endpointMs)
    const webRequest = toWebRequest(request, reply, origin, endpoint, signal)
    const output = await calls.endpoint(endpoint, webRequest, caller, contextOf(request), signal)
    return sendResponse(request, reply, output, signal)
  }

/** A signal that aborts after `ms`, or when the client disconnects. */
function responseSignal({ raw }: FastifyReply, ms: number): AbortSignal {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), ms)
  raw.once('close', () => {
    clearTimeout(timer)
    if (!raw.writableFinished) waiting.abort()
  })
  return waiting.signal
}

function contextOf(request: FastifyRequest): RequestContext {
  const { id, clientIp, method, headers } = request
  return {
    id,
    ip: clientIp,
    ...(headers['user-agent'] && { userAgent: headers['user-agent'] }),
    method,
    path: (request.params as { '*'?: string })['*'] ?? '',
    query: request.query as RequestContext['query'],
    headers,
  }
}

/** The query without the API key and the client's region. */
function queryInput({ query }: RequestContext) {
  const { apikey: _, forceFunctionRegion: __, ...input } = query
  return input
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = isDatabaseUnavailable(error)
    ? new RelayError('unavailable', 503, 'The database does not answer at the moment.')
    : toRefusal(error, request)
  const { code, message, fields, status } = refusal
  if (refusal instanceof RelayError) reply.headers(relayFailed)
  if (refusal instanceof TooManyRequests) reply.header('retry-after', String(refusal.retryAfterSeconds))
  const requestId = status >= 500 ? { request_id: request.id } : undefined
  return reply.code(status).send({ code, message, ...(fields && { fields }), ...requestId })
}
