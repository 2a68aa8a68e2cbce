// One request end to end: parse, plan, generate SQL, execute, respond. Retried with a newer schema cache when a name was unknown.
import { hash } from 'node:crypto'
import type pg from 'pg'
import type { PlainRow } from '../postgres/batch.ts'
import { type Claims, type Statement, asRole } from '../postgres/transaction.ts'
import { hasCostlyPattern, refuseCostlyPattern } from './limits/patterns.ts'
import { describeSchema } from './openapi/describe-schema.ts'
import { type IncomingRequest, type RestRequest, parseRequest } from './parse-request.ts'
import { type Plan, planRequest } from './plan.ts'
import { LruCache } from './lru-cache.ts'
import { UnknownName } from './errors/rest-error.ts'
import { type Reply, respond, respondWithPlan } from './respond.ts'
import { type ReplicaReads, mayUseReplica, readFromReplica, replicaHeader } from './replica-reads.ts'
import type { LiveSchema } from './schema/schema-cache.ts'
import type { SchemaCache } from './schema/schema.ts'
import { readResult } from './sql/result-row.ts'
import { type Sql, type Statements, toSql } from './to-sql.ts'
import { type TransactionContext, allowsOverride, resultsBefore, settingsOf, wrapInTransaction } from './transaction.ts'

export type HandlerOptions = Pick<TransactionContext, 'anonStatementMs'> & {
  pool: pg.Pool
  schema: LiveSchema
  /** The public URL of rest/v1, for the OpenAPI document. */
  address: string
  /** Without it all reads use the primary. */
  replica?: ReplicaReads | undefined
}

/** The part of a request that is independent of the caller. */
type PreparedRequest = { request: RestRequest; plan: Plan; statements: Statements; hasCostlyPattern: boolean }

export async function handleRequest(
  incoming: IncomingRequest,
  claims: Claims,
  options: HandlerOptions,
): Promise<Reply> {
  const cache = await options.schema.current()
  if (incoming.path === '/' && (incoming.method === 'GET' || incoming.method === 'HEAD'))
    return describeSchema(incoming, claims, cache, options)
  try {
    return await attempt(incoming, claims, cache, options)
  } catch (error) {
    if (!mayBeStale(error)) throw error
    const newer = await options.schema.newerThan(cache)
    if (!newer) throw error
    return attempt(incoming, claims, newer, options)
  }
}

/** Safe to retry: an unknown name fails the planning step or rolls back the whole transaction. */
const mayBeStale = (error: unknown) =>
  error instanceof UnknownName || ['42P01', '42703', '42883'].includes((error as { code?: string }).code ?? '')

async function attempt(incoming: IncomingRequest, claims: Claims, cache: SchemaCache, options: HandlerOptions) {
  const prepared = prepare(incoming, cache)
  const { request, plan, statements } = prepared
  if (incoming.isLimited && prepared.hasCostlyPattern) throw refuseCostlyPattern()
  const { main, estimate } = statements
  const list = [named(main, claims.role, cache), ...(estimate ? [named(estimate, claims.role, cache)] : [])]
  const around = { ...cache.settings, anonStatementMs: options.anonStatementMs }
  const settings = settingsOf(incoming, request, plan, claims, cache, around)
  const wrapped = wrapInTransaction(list, request.preferences.tx, around)
  const { pool, replica } = options
  const fromReplica =
    replica && mayUseReplica(plan, claims, around, replica)
      ? await readFromReplica(replica, claims, wrapped, settings)
      : undefined
  const results = fromReplica ?? (await asRole(pool, claims, wrapped, settings))
  const position = resultsBefore(around)
  const found = results[position]!.rows as PlainRow[]
  if (plan.format.plan) return respondWithPlan(request, plan, found.map(String))
  const counted = estimate && plannedRows(results[position + 1]!.rows as PlainRow[])
  const reply = respond(request, plan, readResult(found[0]!), counted)
  if (fromReplica) Object.assign(reply.headers, replicaHeader)
  return reply
}

const preparedReads = new WeakMap<SchemaCache, LruCache<PreparedRequest>>()
const maxPrepared = 500
const maxKeyLength = 2000

function prepare(incoming: IncomingRequest, cache: SchemaCache): PreparedRequest {
  const { method, path, query, headers } = incoming
  if ((method !== 'GET' && method !== 'HEAD') || path.length + query.length > maxKeyLength)
    return compile(incoming, cache)
  let preparedByQuery = preparedReads.get(cache)
  if (!preparedByQuery) preparedReads.set(cache, (preparedByQuery = new LruCache(maxPrepared)))
  const { accept, prefer, range, 'accept-profile': profile } = headers
  const key = JSON.stringify([method, path, query, accept, prefer, range, profile])
  return preparedByQuery.get(key) ?? preparedByQuery.keep(key, compile(incoming, cache))
}

function compile(incoming: IncomingRequest, cache: SchemaCache): PreparedRequest {
  const { maxRows, schemas, txEnd } = cache.settings
  const request = parseRequest(incoming, schemas, cache.timezones)
  if (!allowsOverride(txEnd)) delete request.preferences.tx
  const plan = planRequest(request, cache, cache.settings)
  const { headOnly, preferences } = request
  const statements = toSql(plan, { headOnly, count: preferences.count, maxRows, geoJson: cache.geoJson })
  return { request, plan, statements, hasCostlyPattern: hasCostlyPattern(request.query) }
}

/** Longer statements are not prepared: one with a hundred relations would cost megabytes per connection. */
const maxPreparedLength = 4000

/** The name holds role and schema version, so a cached plan is never invalidated by a change of role. */
function named({ text, values }: Sql, role: string, cache: SchemaCache): Statement {
  if (text.length > maxPreparedLength) return { text, values, plain: true }
  const name = `${cache.generation} ${hash('sha1', `${role} ${text}`, 'base64url')}`
  return { name, text, values, plain: true }
}

function plannedRows(rows: PlainRow[]) {
  const [explained] = JSON.parse(rows.map(String).join('')) as { Plan: { 'Plan Rows': number } }[]
  return explained!.Plan['Plan Rows']
}
