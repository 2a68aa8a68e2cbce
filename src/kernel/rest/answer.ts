// One request from end to end: parse, plan, to SQL, to the database, respond; again with a newer schema when a name was not known.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Claims, type Settings, type Statement, asRole } from '../postgres/as-role.ts'
import { type Incoming, type RestRequest, parseRequest } from './parse-request.ts'
import { type Plan, planRequest } from './plan.ts'
import { UnknownName } from './rest-error.ts'
import { type Reply, respond } from './respond.ts'
import type { LiveSchema } from './schema-cache.ts'
import type { SchemaCache } from './schema/schema.ts'
import { type Answer, type Sql, toSql } from './to-sql.ts'

export type AnswerOptions = {
  pool: pg.Pool
  schema: LiveSchema
  schemas: readonly string[]
  maxRows: number | undefined
  allowAggregates: boolean
}

export async function answer(incoming: Incoming, claims: Claims, options: AnswerOptions): Promise<Reply> {
  const request = parseRequest(incoming, options.schemas)
  const cache = await options.schema.current()
  try {
    return await attempt(incoming, request, claims, cache, options)
  } catch (error) {
    if (!mayBeOutOfDate(error)) throw error
    const newer = await options.schema.newerThan(cache)
    if (!newer) throw error
    return attempt(incoming, request, claims, newer, options)
  }
}

/** Nothing was written yet: an unknown name stops the plan, or its whole transaction. */
const mayBeOutOfDate = (error: unknown) =>
  error instanceof UnknownName || ['42P01', '42703', '42883'].includes((error as { code?: string }).code ?? '')

async function attempt(
  incoming: Incoming,
  request: RestRequest,
  claims: Claims,
  cache: SchemaCache,
  options: AnswerOptions,
) {
  const { maxRows, allowAggregates, pool, schemas } = options
  const plan = planRequest(request, cache, { maxRows, allowAggregates })
  const { shape, headOnly, preferences } = request
  const { main, estimate } = toSql(plan, { shape, headOnly, count: preferences.count, maxRows })
  const statements = [named(main, claims.role, cache), ...(estimate ? [named(estimate, claims.role, cache)] : [])]
  const [found, guess] = await asRole(
    pool,
    claims,
    statements,
    settingsOf(incoming, request, plan, claims, cache, schemas),
  )
  return respond(
    request,
    plan,
    found!.rows[0] as Answer,
    guess && plannedRows(guess.rows[0] as Record<string, unknown>),
  )
}

/** The same text has one plan per role and state of the schema, so none is made anew when the role changes. */
function named({ text, values }: Sql, role: string, cache: SchemaCache): Statement {
  const name = createHash('sha1').update(text).digest('base64url')
  return { name: `${cache.generation} ${name} ${role}`.slice(0, 63), text, values }
}

function plannedRows(row: Record<string, unknown>) {
  const [explained] = row['QUERY PLAN'] as { Plan: { 'Plan Rows': number } }[]
  return explained!.Plan['Plan Rows']
}

function settingsOf(
  incoming: Incoming,
  request: RestRequest,
  plan: Plan,
  claims: Claims,
  cache: SchemaCache,
  schemas: readonly string[],
): Settings {
  const timeout = plan.kind === 'call' ? plan.function.statementTimeout : undefined
  const { timezone } = request.preferences
  // What the caller proved by a token is in the claims; the token itself is nobody's business in the database.
  const { authorization: _, apikey: __, cookie: ___, ...headers } = incoming.headers
  return {
    readOnly: plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly),
    searchPath: searchPath(request.schema, schemas),
    'request.method': incoming.method,
    'request.path': incoming.path,
    'request.headers': JSON.stringify(headers),
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
