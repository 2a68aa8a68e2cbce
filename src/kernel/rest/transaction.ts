// The transaction around a request's statement: role, settings, and whether it commits.
import type { Claims, Settings, Statement } from '../postgres/transaction.ts'
import type { IncomingRequest, RestRequest } from './parse-request.ts'
import type { Plan } from './plan.ts'
import type { RestSettings, TxEnd } from './schema/database-settings.ts'
import type { SchemaCache } from './schema/schema.ts'
import { ident } from './sql/text.ts'

export type TransactionContext = Pick<RestSettings, 'txEnd' | 'preRequest' | 'extraSearchPath'> & {
  /** Statement timeout of a limited anonymous caller, in milliseconds. */
  anonStatementMs: number
}

export function wrapInTransaction(
  main: Statement[],
  tx: RestRequest['preferences']['tx'],
  around: TransactionContext,
): Statement[] {
  const { preRequest, txEnd } = around
  const isPlain = preRequest === undefined && endsBy(tx, txEnd) === 'commit'
  if (isPlain) return main
  const first = preRequest === undefined ? [] : [{ ...callOf(preRequest), plain: true as const }]
  return [...first, ...main, ...(endsBy(tx, txEnd) === 'rollback' ? [rollback] : [])]
}

/** At the end of a pipeline without BEGIN it rolls back the pipeline's implicit transaction. */
const rollback: Statement = { name: 'rollback', text: 'rollback', plain: true }

function callOf(name: string) {
  const text = `select ${name.split('.').map(ident).join('.')}()`
  return { name: 'pre-request', text }
}

/** Number of results before that of the main statement. */
export const resultsBefore = ({ preRequest }: TransactionContext) => (preRequest === undefined ? 0 : 1)

export const allowsOverride = (txEnd: TxEnd) => txEnd.endsWith('-allow-override')

const endsBy = (tx: RestRequest['preferences']['tx'], txEnd: TxEnd) =>
  (allowsOverride(txEnd) && tx) || (txEnd.startsWith('rollback') ? 'rollback' : 'commit')

/** Settings that a function may have made for the session: without a reset the next caller on the connection would inherit them. */
const sessionDefaults = {
  'response.headers': '',
  'response.status': '',
  'request.jwt.claim.sub': '',
  'request.jwt.claim.role': '',
  'request.jwt.claim.email': '',
}

export function settingsOf(
  { method, path, headers, isLimited }: IncomingRequest,
  { schema, preferences }: Pick<RestRequest, 'schema' | 'preferences'>,
  plan: Plan,
  claims: Claims,
  cache: SchemaCache,
  around: TransactionContext,
): Settings {
  const ownTimeout = plan.kind === 'call' ? plan.function.statementTimeout : undefined
  const anonTimeout = isLimited && claims.role === 'anon' ? String(around.anonStatementMs) : undefined
  const timeout = ownTimeout ?? anonTimeout
  const { timezone } = preferences
  // The claims hold all verified contents of the token; the token itself never reaches the database.
  const { authorization: _, apikey: __, cookie: ___, ...shown } = headers
  return {
    readOnly: plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly),
    searchPath: searchPathOf(schema, around.extraSearchPath),
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(shown),
    set: {
      ...sessionDefaults,
      ...cache.roleSettings.get(claims.role),
      ...(timeout && { statement_timeout: timeout }),
      ...(timezone && { timezone }),
    },
  }
}

/** The requested schema, then the schemas shared by all requests. */
const searchPathOf = (schema: string, extra: readonly string[]) =>
  [...new Set([schema, ...extra])].map(ident).join(', ')
