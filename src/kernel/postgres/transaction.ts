import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Statement, sendBatch } from './batch.ts'
import { isDatabaseAway } from './database-away.ts'

export type { Statement }

/** Who asks, as the database sees it: `role` is a database role, the rest are the claims of the token. */
export type Claims = { role: string; sub?: string; [claim: string]: unknown }

/** What else holds during the transaction. */
export type Settings = {
  readOnly?: boolean
  /** Where names without a schema are looked up. */
  searchPath?: string
  /** Any setting an ordinary user may change, such as statement_timeout. */
  set?: Record<string, string>
  /** What the database may want to know of the request. */
  [parameter: `request.${string}`]: string
}

/**
 * Runs the statements as the caller, in one transaction and one round trip: role and claims, then the statements.
 * The first error rejects, and nothing of the transaction stays. Each text is one statement.
 */
export async function asRole(pool: pg.Pool, claims: Claims, statements: Statement[], settings: Settings = {}) {
  const all = [setRequestContext(claims, settings), ...statements]
  try {
    return await attempt(pool, all)
  } catch (error) {
    // The plan was made for a schema that has changed since. Nothing was done yet, and the connection is gone: once more on another.
    if (!isStalePlan(error)) throw error
    return attempt(pool, all)
  }
}

async function attempt(pool: pg.Pool, statements: Statement[]) {
  const client = await pool.connect()
  let isBroken = false
  try {
    const [, ...results] = await sendBatch(client, statements)
    return results
  } catch (error) {
    isBroken = isLost(client, error) || isStalePlan(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** What a handler gets: the rows, or the one row, of a statement inside the caller's transaction. */
export type Db = {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  one<Row>(text: string, values?: unknown[]): Promise<Row>
}

const begin: Statement = { text: 'begin', name: 'begin', plain: true }

/**
 * Like asRole, for work whose later statements depend on the answers of earlier ones. Commits when `work` resolves, else rolls back.
 * Without claims it runs as the login of the pool.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  claims: Claims | undefined,
  work: (db: Db) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  const query = async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[]
  try {
    // Nobody waits for the answer: had it failed, every later statement would be refused in the failed transaction.
    const begun = sendBatch(client, claims ? [begin, setRequestContext(claims, settings)] : [begin])
    const failure = begun.then(
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
      await begun
      // A commit of a failed transaction answers with a rollback and no error: a handler may have swallowed one.
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

/** Claims do not change while a token lives, and one token is verified once: its text is made once too. */
const claimTexts = new WeakMap<Claims, string>()

function textOf(claims: Claims) {
  const known = claimTexts.get(claims)
  if (known !== undefined) return known
  const text = JSON.stringify(claims)
  claimTexts.set(claims, text)
  return text
}

/** By the names of what is set: the statement, made once and prepared once per connection. */
const contextStatements = new Map<string, { name: string; text: string }>()

function setRequestContext(claims: Claims, settings: Settings): Statement {
  const { readOnly, searchPath = 'public, extensions', set, ...parameters } = settings
  const all: Record<string, string> = {
    search_path: searchPath,
    'request.jwt.claims': textOf(claims),
    ...parameters,
    ...set,
    ...(readOnly && { transaction_read_only: 'on' }),
    role: claims.role, // last: before it the login decides what may be set
  }
  return { ...setConfigStatement(Object.keys(all)), values: Object.values(all), plain: true }
}

function setConfigStatement(names: string[]) {
  const key = names.join(' ')
  const known = contextStatements.get(key)
  if (known) return known
  const calls = names.map((name, i) => `set_config('${name.replaceAll("'", "''")}', $${i + 1}, true)`)
  const text = `select ${calls.join(', ')}`
  // PostgreSQL looks at the first 63 bytes of a statement's name only.
  const made = { name: `caller ${createHash('sha256').update(text).digest('base64url')}`, text }
  contextStatements.set(key, made)
  return made
}

/** By the socket and by PostgreSQL's code: 57P01 arrives before the server closes. A handler's own error says nothing of the connection. */
const isLost = (client: pg.PoolClient, error: unknown) => !client.connection.stream.writable || isDatabaseAway(error)

/** After a change of the schema a prepared statement of this connection may fail for ever: give the connection up. */
function isStalePlan(error: unknown) {
  const { code, routine } = error as { code?: string; routine?: string }
  // Other features that are not supported have the same code; the place in PostgreSQL's source tells them apart in any language.
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}
