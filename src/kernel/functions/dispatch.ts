// functions/v1: finds the function of an address, calls it, and turns what it says into an answer. The functions are handed in, never imported.
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import { type Caller, requireCaller } from '../http/gateway.ts'
import { readInput } from './body.ts'
import { callFunction } from './call.ts'
import type { DefinedFunction } from './functions.ts'

type Options = { pool: pg.Pool; functions: readonly DefinedFunction[]; log: FastifyBaseLogger }

/** The surface of functions/v1, and the same functions for callers inside this process. */
export function createFunctions({ pool, functions, log }: Options) {
  const byName = new Map(functions.map((fn) => [fn.name, fn]))
  if (byName.size !== functions.length) throw new Error('Two functions have the same name.')
  return { surface: functionsSurface(pool, byName, log), invoke: invokeFrom(pool, byName) }
}

/** Calls without a request of the network, for example from a page's form. Throws Refusals as the surface would answer them. */
const invokeFrom =
  (pool: pg.Pool, byName: Map<string, DefinedFunction>) =>
  (
    name: string,
    input: unknown,
    { caller, ...from }: { caller: Caller; ip?: string; userAgent?: string; id?: string },
  ) => {
    const fn = byName.get(name)
    if (!fn) throw new Error(`No function ${name}`)
    const circumstances = { id: crypto.randomUUID(), method: 'POST', path: '', query: {}, headers: {}, ...from }
    return callFunction(pool, fn, input, caller, circumstances)
  }

const functionsSurface =
  (pool: pg.Pool, byName: Map<string, DefinedFunction>, log: FastifyBaseLogger): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
    app.all<{ Params: { name: string; '*'?: string } }>('/:name', (request, reply) => dispatch(request, reply))
    app.all<{ Params: { name: string; '*'?: string } }>('/:name/*', (request, reply) => dispatch(request, reply))

    async function dispatch(request: FastifyRequest<{ Params: { name: string; '*'?: string } }>, reply: FastifyReply) {
      const fn = byName.get(request.params.name)
      if (!fn) throw new RelayError('not_found', 404, 'Requested function was not found')
      const methods = fn.methods ?? ['POST']
      if (!methods.includes(request.method)) {
        reply.header('allow', methods.join(', '))
        throw new Refusal('method_not_allowed', 405, `This function answers ${methods.join(', ')}.`)
      }
      const caller = callerOf(request, fn)
      const query = request.query as Record<string, string>
      const body = request.body as Buffer | undefined
      const input = body?.length ? await readInput(request.headers['content-type'], body) : { ...query }
      const output = await callFunction(pool, fn, input, caller, {
        id: request.id,
        ip: request.clientIp,
        ...(request.headers['user-agent'] && { userAgent: request.headers['user-agent'] }),
        method: request.method,
        path: request.params['*'] ?? '',
        query,
        headers: request.headers,
      })
      return answer(reply, output)
    }
  }

/** With `verify: false` whoever comes is anon, even with a token that is not ours: the call proves itself by its content. */
function callerOf(request: FastifyRequest, fn: DefinedFunction): Caller {
  try {
    return requireCaller(request)
  } catch (error) {
    if (fn.verify === false) return { claims: { role: 'anon' } }
    throw new RelayError('invalid_jwt', 401, error instanceof Error ? error.message : 'Invalid JWT')
  }
}

function answer(reply: FastifyReply, output: unknown) {
  if (output instanceof Response) return reply.send(output)
  if (output === undefined) return reply.code(204).send()
  if (typeof output === 'string') return reply.type('text/plain; charset=utf-8').send(output)
  if (output instanceof Uint8Array) return reply.type('application/octet-stream').send(Buffer.from(output))
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(output))
}

/** The gateway's failure, not the function's: supabase-js makes a FunctionsRelayError of it. */
class RelayError extends Refusal {}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: FastifyBaseLogger) {
  const refusal = error instanceof Refusal ? error : outsideOf(error)
  if (!refusal) {
    log.error({ err: error, requestId: request.id }, 'a function failed')
    return reply
      .code(500)
      .send({ code: 'internal_error', message: 'Something went wrong here.', request_id: request.id })
  }
  if (refusal instanceof RelayError || refusal.code === 'timeout' || refusal.code === 'unavailable')
    reply.header('x-relay-error', 'true')
  const { code, message, fields } = refusal
  return reply.code(refusal.status).send({ code, message, ...(fields && { fields }) })
}

/** Failures around the function: Fastify's own (too large a body, a broken one) and a database that is away. */
function outsideOf(error: unknown) {
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string }
  if (statusCode === 413) return new Refusal('too_large', 413, 'The body is too large.')
  if (statusCode && statusCode < 500) return new Refusal('bad_request', statusCode, message ?? 'Bad request')
  if (
    /^(ECONN|ENOENT|EPIPE|08|53|57P)/.test(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message ?? '')
  )
    return new Refusal('unavailable', 503, 'The database does not answer at the moment.')
  return undefined
}
