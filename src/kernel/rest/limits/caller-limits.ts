// Limits per caller of rest/v1: requests per minute, concurrent connections, statement timeout.
import type { FastifyRequest } from 'fastify'
import { inProcessAddress } from '../../http/in-process.ts'
import { createRateLimit, rateLimitKey } from '../../http/rate-limit.ts'
import type { Claims } from '../../postgres/transaction.ts'
import { RestError } from '../errors/rest-error.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

export type CallerLimits = {
  /** Maximum requests per minute of one anonymous client, and of one signed-in client. */
  perMinute: { anon: number; signedIn: number }
  /** Concurrent connections of all anonymous clients, of one anonymous client, and of one user. */
  connections: { allAnon: number; oneAnon: number; user: number }
  /** Statement timeout of an anonymous caller, in milliseconds. */
  anonStatementMs: number
}

export const callerLimitDefaults: CallerLimits = {
  perMinute: { anon: 300, signedIn: 1500 },
  connections: { allAnon: 4, oneAnon: 2, user: 6 },
  anonStatementMs: 1000,
}

const minute = 60_000

/** Requests of the service role, and of pages that this process renders, are not limited. */
export const isUnlimited = (request: FastifyRequest, { role }: Claims) =>
  role === 'service_role' || request.ip === inProcessAddress

/** `enter` throws when a limit is exceeded, else resolves to a function to call at the end of the request. */
export function createCallerLimits({ perMinute, connections }: CallerLimits, trustsProxy: boolean) {
  const anonRate = createRateLimit({ burst: perMinute.anon, refillMs: minute })
  const userRate = createRateLimit({ burst: perMinute.signedIn, refillMs: minute })
  const allAnon = createKeyedSemaphore({ size: connections.allAnon, maxWaiting: 40 })
  const oneAnon = createKeyedSemaphore({ size: connections.oneAnon, maxWaiting: 20 })
  const users = createKeyedSemaphore({ size: connections.user, maxWaiting: 200 })

  return {
    async enter(request: FastifyRequest, claims: Claims): Promise<() => void> {
      if (isUnlimited(request, claims)) return () => {}
      const isAnon = claims.role === 'anon'
      const client = rateLimitKey(request.clientIp, trustsProxy)
      const rate = isAnon ? anonRate : userRate
      if (client !== undefined && !rate.take(client)) throw tooMany(minute / 1000 / 10)
      if (!isAnon) return (await users.take(claims.sub ?? '')) ?? refuse()
      // A client without a distinguishable address counts only towards `allAnon`.
      const own = client === undefined ? () => {} : ((await oneAnon.take(client)) ?? refuse())
      const common = await allAnon.take('')
      if (!common) {
        own()
        return refuse()
      }
      return () => {
        common()
        own()
      }
    },
  }
}

const refuse = (): never => {
  throw tooMany(1)
}

const tooMany = (seconds: number) =>
  new RestError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'retry-after': String(seconds) },
  })
