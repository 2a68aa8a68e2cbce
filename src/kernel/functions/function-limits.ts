// Limits of one call: time, size, calls per client, statement timeout.
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import { rateLimitKey, createRateLimit } from '../http/rate-limit.ts'
import type { Caller } from '../http/gateway.ts'
import type { DefinedFunction } from './functions.ts'

/** Timeout of a transaction, which occupies a pooled connection. */
export const transactionMs = 60_000
/** Timeout of an endpoint, from the request to the last byte of the response. */
export const endpointMs = 150_000

export const transactionBytes = 1 << 20
export const endpointBytes = 10 << 20

/** Rate limit refusal with the seconds of the header retry-after. */
export class TooManyRequests extends Refusal {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super('too_many_requests', 429, message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Returns a check that throws when a client exceeds the rate limit of a function. */
export function limitClients(functions: readonly DefinedFunction[], trustsProxy: boolean) {
  const limits = new Map(
    functions.flatMap(({ name, perClient }) => (perClient ? [[name, createRateLimit(perClient)]] : [])),
  )
  return ({ name, refusals, perClient }: DefinedFunction, { claims }: Caller, ip: string | undefined) => {
    const client = ip === undefined || claims.role === 'service_role' ? undefined : rateLimitKey(ip, trustsProxy)
    if (!perClient || client === undefined || limits.get(name)?.take(client) !== false) return
    const seconds = Math.ceil(perClient.refillMs / perClient.burst / 1000)
    throw new TooManyRequests(refusals?.['too_many_requests'] ?? 'Too many calls. Try again later.', seconds)
  }
}

const cacheTtlMs = 60_000

/**
 * Returns a lookup of each role's statement_timeout in milliseconds, as set by `alter role`. `set role` does not apply it.
 * Cached for a minute.
 */
export function statementLimits(pool: pg.Pool) {
  let cached: { at: number; byRole: Promise<Map<string, number>> } | undefined
  return async (role: string): Promise<number | undefined> => {
    if (!cached || Date.now() - cached.at > cacheTtlMs) {
      const byRole = readStatementLimits(pool)
      const reading = { at: Date.now(), byRole }
      cached = reading
      byRole.catch(() => cached === reading && (cached = undefined))
    }
    return (await cached.byRole).get(role)
  }
}

async function readStatementLimits(pool: pg.Pool) {
  const { rows } = await pool.query<{ role: string; ms: number }>(
    `select role, (case when value ~ '^\\d+$' then value::float8 else 1000 * extract(epoch from value::interval) end)::float8 as ms
     from (
       select distinct on (r.rolname) r.rolname::text as role, substr(setting, length('statement_timeout=') + 1) as value
       from pg_roles r join pg_db_role_setting s on s.setrole = r.oid, unnest(s.setconfig) setting
       where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
         and setting like 'statement_timeout=%'
       order by r.rolname, s.setdatabase desc
     ) own`,
  )
  return new Map(rows.filter(({ ms }) => ms > 0).map(({ role, ms }) => [role, ms]))
}
