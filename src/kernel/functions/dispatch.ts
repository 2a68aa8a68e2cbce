// functions/v1: finds the function of an address, calls it, and turns what it says into an answer. The functions are handed in, never imported.
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import { asRefusal } from '../http/failures.ts'
import { type Caller, requireCaller } from '../http/gateway.ts'
import { countedClient, createRateLimit } from '../http/rate-limit.ts'
import { readInput } from './body.ts'
import { type Circumstances, callFunction } from './call.ts'
import type { DefinedFunction } from './functions.ts'

type Options = {
  pool: pg.Pool
  functions: readonly DefinedFunction[]
  log: FastifyBaseLogger
  /** A proxy of ours says from where each call comes. */
  trustsProxy?: boolean
}

type Run = (fn: DefinedFunction, input: unknown, caller: Caller, circumstances: Circumstances) => Promise<unknown>

type CallFromInside = { caller: Caller; ip?: string; userAgent?: string; id?: string }

/** The surface of functions/v1, and the same functions for callers inside this process. */
export function createFunctions({ pool, functions, log, trustsProxy = false }: Options) {
  const byName = new Map(functions.map((fn) => [fn.name, fn]))
  if (byName.size !== functions.length) throw new Error('Two functions have the same name.')

  const limits = new Map(
    functions.flatMap(({ name, perClient }) => (perClient ? [[name, createRateLimit(perClient)]] : [])),
  )
  function refuseTooMany({ name, refusals }: DefinedFunction, { claims }: Caller, ip: string | undefined) {
    const client = ip === undefined || claims.role === 'service_role' ? undefined : countedClient(ip, trustsProxy)
    if (client === undefined || limits.get(name)?.take(client) !== false) return
    throw new Refusal('too_many_requests', 429, refusals?.['too_many_requests'] ?? 'Too many calls. Try again later.')
  }

  const run: Run = async (fn, input, caller, circumstances) => {
    const startedAt = performance.now()
    let outcome = 'ok'
    try {
      refuseTooMany(fn, caller, circumstances.ip)
      return await callFunction(pool, fn, input, caller, circumstances)
    } catch (error) {
      outcome = error instanceof Refusal ? error.code : 'failed'
      throw error
    } finally {
      log.debug(
        { function: fn.name, reqId: circumstances.id, outcome, ms: performance.now() - startedAt },
        'a function was called',
      )
    }
  }

  return {
    surface: functionsSurface(run, byName),
    /** Calls without a request of the network, for example from a page's form. Throws Refusals as the surface would answer them. */
    invoke: (name: string, input: unknown, { caller, ...from }: CallFromInside) => {
      const fn = byName.get(name)
      if (!fn) throw new Error(`No function ${name}`)
      return run(fn, input, caller, {
        id: crypto.randomUUID(),
        method: 'POST',
        path: '',
        query: {},
        headers: {},
        ...from,
      })
    },
  }
}

const functionsSurface =
  (run: Run, byName: Map<string, DefinedFunction>): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.setErrorHandler(answerError)
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
      const input = hasQueryInput(request) ? { ...query } : await readInput(request.headers['content-type'], body)
      const output = await run(fn, input, caller, {
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

const hasQueryInput = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

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

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, message, fields, status } = isAway(error)
    ? new RelayError('unavailable', 503, 'The database does not answer at the moment.')
    : asRefusal(error, request)
  if (error instanceof RelayError || code === 'timeout' || code === 'unavailable') reply.header('x-relay-error', 'true')
  return reply.code(status).send({ code, message, ...(fields && { fields }) })
}

/** The database cannot be reached, or has no room for another connection. */
function isAway(error: unknown) {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(ECONN|ENOENT|EPIPE|08|53|57P)/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message)
  )
}
