// functions/v1: runs functions by name, for HTTP requests and for callers in this process. The functions are injected, never imported.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { toOutput } from './function-response.ts'
import { callFunction } from './call.ts'
import { createCallBatches, isShared } from './call-batches.ts'
import { callEndpoint } from './endpoint.ts'
import type { RequestContext, DefinedFunction } from './functions.ts'
import { endpointMs, limitClients, statementLimits } from './function-limits.ts'
import { type Calls, functionsRoutes } from './routes.ts'

type Options = {
  /** Connections of the login authenticator. */
  pool: pg.Pool
  functions: readonly DefinedFunction[]
  log: FastifyBaseLogger
  /** Public origin, used in the URLs of the endpoints' requests. */
  origin?: string
  /** Whether a reverse proxy reports the client's address. */
  trustsProxy?: boolean
}

type InProcessCall = { caller: Caller; ip?: string; userAgent?: string; id?: string }

/** The routes of functions/v1, and `invoke` for callers in this process. */
export function createFunctions({ pool, functions, log, origin = 'http://localhost', trustsProxy = false }: Options) {
  const byName = new Map(functions.map((fn) => [fn.name, fn]))
  if (byName.size !== functions.length) throw new Error('Two functions have the same name.')
  const database = { pool, statementMs: statementLimits(pool) }
  const callShared = createCallBatches(database)
  const refuseTooMany = limitClients(functions, trustsProxy)

  async function withLog<T>(fn: DefinedFunction, caller: Caller, context: RequestContext, run: () => Promise<T>) {
    const startedAt = performance.now()
    let outcome = 'ok'
    try {
      refuseTooMany(fn, caller, context.ip)
      return await run()
    } catch (error) {
      outcome = error instanceof Refusal ? error.code : 'failed'
      throw error
    } finally {
      log.debug(
        { function: fn.name, reqId: context.id, outcome, ms: performance.now() - startedAt },
        'a function was called',
      )
    }
  }

  const calls: Calls = {
    transaction: (fn, input, caller, context, finish) =>
      withLog(fn, caller, context, () =>
        isShared(fn)
          ? callShared(fn, input, caller, finish)
          : callFunction(database, fn, input, caller, context, finish),
      ),
    endpoint: (endpoint, request, caller, context, signal) =>
      withLog(endpoint, caller, context, () => callEndpoint(database, endpoint, request, caller, context, signal)),
  }

  return {
    routes: functionsRoutes(calls, functions, origin),
    /**
     * Calls a function without HTTP, for example from a page's form. Throws the same Refusals that the API would send.
     * Returns the output, or the Response of an endpoint.
     */
    invoke: async (name: string, input: unknown, { caller, ...from }: InProcessCall): Promise<unknown> => {
      const fn = byName.get(name)
      if (!fn) throw new Error(`No function ${name}`)
      const context = { id: crypto.randomUUID(), method: 'POST', path: '', query: {}, headers: {}, ...from }
      if ('run' in fn)
        return calls.transaction(fn, input, caller, context, (output) => {
          toOutput(output)
          return output
        })
      const signal = AbortSignal.timeout(fn.timeoutMs ?? endpointMs)
      const headers = { 'content-type': 'application/json' }
      const request = new Request(new URL(name, origin), {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
        signal,
      })
      return calls.endpoint(fn, request, caller, context, signal)
    },
  }
}
