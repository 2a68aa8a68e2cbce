// One request from end to end: parse, plan, to SQL, to the database, respond; again with a newer schema when a name was not known.
import { hash } from 'node:crypto'
import type pg from 'pg'
import type { PlainRow } from '../postgres/batch.ts'
import { type Claims, type Settings, type Statement, asRole } from '../postgres/as-role.ts'
import { type Incoming, type RestRequest, parseRequest } from './parse-request.ts'
import { type Plan, planRequest } from './plan.ts'
import { RecentlyUsed } from './recently-used.ts'
import { UnknownName } from './rest-error.ts'
import { type Reply, respond } from './respond.ts'
import type { LiveSchema } from './schema/schema-cache.ts'
import type { SchemaCache } from './schema/schema.ts'
import { readAnswer } from './sql/answer.ts'
import { type Sql, type Statements, toSql } from './to-sql.ts'

export type AnswerOptions = {
  pool: pg.Pool
  schema: LiveSchema
  schemas: readonly string[]
  maxRows: number | undefined
  allowAggregates: boolean
}

/** Everything about a request that does not depend on who asks. */
type Prepared = { request: RestRequest; plan: Plan; statements: Statements }

export async function answer(incoming: Incoming, claims: Claims, options: AnswerOptions): Promise<Reply> {
  const cache = await options.schema.current()
  try {
    return await attempt(incoming, claims, cache, options)
  } catch (error) {
    if (!mayBeOutOfDate(error)) throw error
    const newer = await options.schema.newerThan(cache)
    if (!newer) throw error
    return attempt(incoming, claims, newer, options)
  }
}

/** Nothing was written yet: an unknown name stops the plan, or its whole transaction. */
const mayBeOutOfDate = (error: unknown) =>
  error instanceof UnknownName || ['42P01', '42703', '42883'].includes((error as { code?: string }).code ?? '')

async function attempt(incoming: Incoming, claims: Claims, cache: SchemaCache, options: AnswerOptions) {
  const prepared = prepare(incoming, cache, options)
  const { request, plan, statements } = prepared
  const { main, estimate } = statements
  const list = [named(main, claims.role, cache), ...(estimate ? [named(estimate, claims.role, cache)] : [])]
  const settings = settingsOf(incoming, prepared, claims, cache, options.schemas)
  const [found, guess] = await asRole(options.pool, claims, list, settings)
  return respond(request, plan, readAnswer(found!.rows[0] as PlainRow), guess && plannedRows(guess.rows as PlainRow[]))
}

const preparedReads = new WeakMap<SchemaCache, RecentlyUsed<Prepared>>()
const mostPrepared = 500
const longestKept = 2000

function prepare(incoming: Incoming, cache: SchemaCache, options: AnswerOptions): Prepared {
  const { method, path, query, headers } = incoming
  if ((method !== 'GET' && method !== 'HEAD') || path.length + query.length > longestKept)
    return prepareAnew(incoming, cache, options)
  let known = preparedReads.get(cache)
  if (!known) preparedReads.set(cache, (known = new RecentlyUsed(mostPrepared)))
  const { accept, prefer, range, 'accept-profile': profile } = headers
  const key = JSON.stringify([method, path, query, accept, prefer, range, profile])
  return known.get(key) ?? known.keep(key, prepareAnew(incoming, cache, options))
}

function prepareAnew(incoming: Incoming, cache: SchemaCache, options: AnswerOptions): Prepared {
  const { maxRows, allowAggregates, schemas } = options
  const request = parseRequest(incoming, schemas)
  const plan = planRequest(request, cache, { maxRows, allowAggregates })
  const { shape, headOnly, preferences } = request
  return { request, plan, statements: toSql(plan, { shape, headOnly, count: preferences.count, maxRows }) }
}

/** What is longer is not kept in the connection's memory: of a statement with a hundred relations that would be megabytes, of each new one. */
const longestPrepared = 4000

/** The same text has one plan per role and state of the schema, so none is made anew when the role changes. */
function named({ text, values }: Sql, role: string, cache: SchemaCache): Statement {
  if (text.length > longestPrepared) return { text, values, plain: true }
  const name = `${cache.generation} ${hash('sha1', `${role} ${text}`, 'base64url')}`
  return { name, text, values, plain: true }
}

function plannedRows(rows: PlainRow[]) {
  const [explained] = JSON.parse(rows.map(String).join('')) as { Plan: { 'Plan Rows': number } }[]
  return explained!.Plan['Plan Rows']
}

function settingsOf(
  { method, path, headers }: Incoming,
  { request, plan }: Prepared,
  claims: Claims,
  cache: SchemaCache,
  schemas: readonly string[],
): Settings {
  const timeout = plan.kind === 'call' ? plan.function.statementTimeout : undefined
  const { timezone } = request.preferences
  // What the caller proved by a token is in the claims; the token itself is nobody's business in the database.
  const { authorization: _, apikey: __, cookie: ___, ...shown } = headers
  return {
    readOnly: plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly),
    searchPath: searchPath(request.schema, schemas),
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(shown),
    set: {
      ...cache.roleSettings.get(claims.role),
      ...(timeout && { statement_timeout: timeout }),
      ...(timezone && { timezone }),
    },
  }
}

const searchPath = (schema: string, schemas: readonly string[]) =>
  [schema, ...(schemas.includes('public') || schema === 'public' ? [] : ['public']), 'extensions']
    .map((name) => `"${name.replaceAll('"', '""')}"`)
    .join(', ')
