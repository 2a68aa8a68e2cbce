// functions/v1: finds the function of a call and runs it, for the network and for callers inside this process. The functions are handed in, never imported.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { answerOf } from './function-response.ts'
import { callFunction } from './call.ts'
import { askEndpoint } from './endpoint.ts'
import type { Circumstances, DefinedFunction } from './functions.ts'
import { endpointMs, limitClients, statementLimits } from './function-limits.ts'
import { type Calls, functionsSurface } from './surface.ts'

type Options = {
  /** Connections of the login authenticator. */
  pool: pg.Pool
  functions: readonly DefinedFunction[]
  log: FastifyBaseLogger
  /** Where the surface is reached, as the requests of endpoints name it. */
  origin?: string
  /** A proxy of ours says from where each call comes. */
  trustsProxy?: boolean
}

type CallFromInside = { caller: Caller; ip?: string; userAgent?: string; id?: string }

/** The surface of functions/v1, and the same functions for callers inside this process. */
export function createFunctions({ pool, functions, log, origin = 'http://localhost', trustsProxy = false }: Options) {
  const byName = new Map(functions.map((fn) => [fn.name, fn]))
  if (byName.size !== functions.length) throw new Error('Two functions have the same name.')
  const database = { pool, statementMs: statementLimits(pool) }
  const refuseTooMany = limitClients(functions, trustsProxy)

  async function noted<T>(fn: DefinedFunction, caller: Caller, about: Circumstances, run: () => Promise<T>) {
    const startedAt = performance.now()
    let outcome = 'ok'
    try {
      refuseTooMany(fn, caller, about.ip)
      return await run()
    } catch (error) {
      outcome = error instanceof Refusal ? error.code : 'failed'
      throw error
    } finally {
      log.debug(
        { function: fn.name, reqId: about.id, outcome, ms: performance.now() - startedAt },
        'a function was called',
      )
    }
  }

  const calls: Calls = {
    transaction: (fn, input, caller, about, finish) =>
      noted(fn, caller, about, () => callFunction(database, fn, input, caller, about, finish)),
    endpoint: (endpoint, request, caller, about, signal) =>
      noted(endpoint, caller, about, () => askEndpoint(database, endpoint, request, caller, about, signal)),
  }

  return {
    surface: functionsSurface(calls, functions, origin),
    /**
     * Calls without a request of the network, for example from a page's form. Throws Refusals as the surface would answer them.
     * Answers the output, or of an endpoint its response.
     */
    invoke: async (name: string, input: unknown, { caller, ...from }: CallFromInside): Promise<unknown> => {
      const fn = byName.get(name)
      if (!fn) throw new Error(`No function ${name}`)
      const about = { id: crypto.randomUUID(), method: 'POST', path: '', query: {}, headers: {}, ...from }
      if ('run' in fn)
        return calls.transaction(fn, input, caller, about, (output) => {
          answerOf(output)
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
      return calls.endpoint(fn, request, caller, about, signal)
    },
  }
}
