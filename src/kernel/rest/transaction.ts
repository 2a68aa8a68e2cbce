// What stands around a request's statement: as whom and with which settings it runs, and whether anything of it stays.
import type { Claims, Settings, Statement } from '../postgres/as-role.ts'
import type { Incoming, RestRequest } from './parse-request.ts'
import type { Plan } from './plan.ts'
import type { SchemaCache } from './schema/schema.ts'
import { ident } from './sql/text.ts'

export type TxEnd = 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'

export type Surroundings = {
  schemas: readonly string[]
  /** By schema: where names without one are looked up. */
  searchPaths: ReadonlyMap<string, string>
  txEnd: TxEnd
  /** A function, maybe with its schema, that runs as the caller before every request. */
  preRequest: string | undefined
}

export function surround(main: Statement[], tx: RestRequest['preferences']['tx'], around: Surroundings): Statement[] {
  const { preRequest, txEnd } = around
  const isPlain = preRequest === undefined && endsBy(tx, txEnd) === 'commit'
  if (isPlain) return main
  const first = preRequest === undefined ? [] : [{ ...callOf(preRequest), plain: true as const }]
  return [...first, ...main, ...(endsBy(tx, txEnd) === 'rollback' ? [rollback] : [])]
}

/** At the end of a pipeline without BEGIN it undoes the transaction that the pipeline is. */
const rollback: Statement = { name: 'rollback', text: 'rollback', plain: true }

function callOf(name: string) {
  const text = `select ${name.split('.').map(ident).join('.')}()`
  return { name: 'pre-request', text }
}

/** How many of the answers come before that of the main statement. */
export const answersBefore = ({ preRequest }: Surroundings) => (preRequest === undefined ? 0 : 1)

export const allowsOverride = (txEnd: TxEnd) => txEnd.endsWith('-allow-override')

const endsBy = (tx: RestRequest['preferences']['tx'], txEnd: TxEnd) =>
  (allowsOverride(txEnd) && tx) || (txEnd.startsWith('rollback') ? 'rollback' : 'commit')

/** A function may have set these for the session instead of the transaction: then the next caller on its connection would have them. */
const nobodysYet = {
  'response.headers': '',
  'response.status': '',
  'request.jwt.claim.sub': '',
  'request.jwt.claim.role': '',
  'request.jwt.claim.email': '',
}

export function settingsOf(
  { method, path, headers }: Incoming,
  { schema, preferences }: Pick<RestRequest, 'schema' | 'preferences'>,
  plan: Plan,
  claims: Claims,
  cache: SchemaCache,
  around: Surroundings,
): Settings {
  const timeout = plan.kind === 'call' ? plan.function.statementTimeout : undefined
  const { timezone } = preferences
  // What the caller proved by a token is in the claims; the token itself is nobody's business in the database.
  const { authorization: _, apikey: __, cookie: ___, ...shown } = headers
  return {
    readOnly: plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly),
    searchPath: around.searchPaths.get(schema)!,
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(shown),
    set: {
      ...nobodysYet,
      ...cache.roleSettings.get(claims.role),
      ...(timeout && { statement_timeout: timeout }),
      ...(timezone && { timezone }),
    },
  }
}

/** The schema that is asked for, then those that everybody may use. */
export const searchPathsOf = (schemas: readonly string[], extra: readonly string[]) =>
  new Map(schemas.map((schema) => [schema, [...new Set([schema, ...extra])].map(ident).join(', ')]))
