import { createHash } from 'node:crypto'
import type pg from 'pg'
import { statementChannel, withTracing } from '../tracing.ts'
import { type Statement, sendBatch } from './batch.ts'
import { isDatabaseAway } from './database-away.ts'

export type { Statement }

/** The caller in the database: `role` is a database role, the rest are claims of the JWT. */
export type Claims = { role: string; sub?: string; [claim: string]: unknown }

/** Further settings of the transaction. */
export type Settings = {
  readOnly?: boolean
  searchPath?: string
  /** Any setting an ordinary user may change, such as statement_timeout. */
  set?: Record<string, string>
  /** Request data for SQL, such as headers. */
  [parameter: `request.${string}`]: string
}

/**
 * Runs the statements as the caller in one transaction and one round trip.
 * The first error rejects and rolls back. Each text is one statement.
 */
export async function asRole(pool: pg.Pool, claims: Claims, statements: Statement[], settings: Settings = {}) {
  const all = [setRequestContext(claims, settings), ...statements]
  try {
    return await attempt(pool, all)
  } catch (error) {
    // The prepared plan is outdated after a schema change. Nothing was executed and the connection is closed: retry once on another.
    if (!isStalePlan(error)) throw error
    return attempt(pool, all)
  }
}

async function attempt(pool: pg.Pool, statements: Statement[]) {
  const client = await pool.connect()
  let isBroken = false
  try {
    const [, ...results] = await withTracing(
      statementChannel,
      () => ({ text: textsOf(statements) }),
      () => sendBatch(client, statements),
    )
    return results
  } catch (error) {
    isBroken = isLost(client, error) || isStalePlan(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** Runs statements inside the caller's transaction; `one` throws without a row. */
export type Db = {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  one<Row>(text: string, values?: unknown[]): Promise<Row>
}

const begin: Statement = { text: 'begin', name: 'begin', plain: true }

/**
 * Like asRole, for work whose later statements depend on earlier results. Commits when `work` resolves, else rolls back.
 * Without claims it runs as the pool's login.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  claims: Claims | undefined,
  work: (db: Db) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  const query = async <Row>(text: string, values?: unknown[]) => {
    const ask = () => client.query(text, values)
    return (await withTracing(statementChannel, () => ({ text }), ask)).rows as Row[]
  }
  try {
    // Not awaited: if BEGIN fails, every later statement in this pipeline fails too, and the first error is rethrown below.
    const starting = sendBatch(client, claims ? [begin, setRequestContext(claims, settings)] : [begin])
    const failure = starting.then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    try {
      const result = await work({
        query,
        async one<Row>(text: string, values?: unknown[]) {
          const [row] = await query<Row>(text, values)
          if (row === undefined) throw new Error(`No row: ${text}`)
          return row
        },
      })
      await starting
      // COMMIT of a failed transaction returns ROLLBACK without an error: the handler swallowed one.
      const { command } = await client.query('commit')
      if (command === 'ROLLBACK') throw new Error('An error inside the transaction was caught but not passed on')
      return result
    } catch (error) {
      throw (await failure)?.error ?? error
    }
  } catch (error) {
    isBroken = isLost(client, error)
    if (!isBroken) await client.query('rollback').catch(() => (isBroken = true))
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** The results without the first one, which sets the context. */
const textsOf = ([, ...statements]: Statement[]) => statements.map(({ text }) => text).join(';\n')

/** Claims objects are cached per token, so their JSON is cached too. */
const claimTexts = new WeakMap<Claims, string>()

function textOf(claims: Claims) {
  const cached = claimTexts.get(claims)
  if (cached !== undefined) return cached
  const text = JSON.stringify(claims)
  claimTexts.set(claims, text)
  return text
}

/** Cached by setting names, so that each statement is prepared once per connection. */
const contextStatements = new Map<string, { name: string; text: string }>()

function setRequestContext(claims: Claims, settings: Settings): Statement {
  const { readOnly, searchPath = 'public, extensions', set, ...parameters } = settings
  const all: Record<string, string> = {
    search_path: searchPath,
    'request.jwt.claims': textOf(claims),
    ...parameters,
    ...set,
    ...(readOnly && { transaction_read_only: 'on' }),
    role: claims.role, // last: the settings before it need the login's rights
  }
  return { ...setConfigStatement(Object.keys(all)), values: Object.values(all), plain: true }
}

function setConfigStatement(names: string[]) {
  const key = names.join(' ')
  const cached = contextStatements.get(key)
  if (cached) return cached
  const calls = names.map((name, i) => `set_config('${name.replaceAll("'", "''")}', $${i + 1}, true)`)
  const text = `select ${calls.join(', ')}`
  // PostgreSQL uses only the first 63 bytes of a statement name.
  const statement = { name: `caller ${createHash('sha256').update(text).digest('base64url')}`, text }
  contextStatements.set(key, statement)
  return statement
}

/** Detected by the socket and by PostgreSQL's code, because 57P01 arrives before the socket closes. Errors of handlers are ignored. */
const isLost = (client: pg.PoolClient, error: unknown) => !client.connection.stream.writable || isDatabaseAway(error)

/** After a schema change a prepared statement may fail permanently on this connection, so the connection is closed. */
function isStalePlan(error: unknown) {
  const { code, routine } = error as { code?: string; routine?: string }
  // 0A000 covers other unsupported features too; the routine in PostgreSQL's source identifies the case in any language.
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}
