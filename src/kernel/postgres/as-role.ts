import type pg from 'pg'

/** Who asks, as the database sees it: `role` is a database role, the rest are the claims of the token. */
export type Claims = { role: string; sub?: string; [claim: string]: unknown }

export type Statement = { text: string; values?: unknown[]; name?: string }

export type Settings = { readOnly?: boolean; [parameter: `request.${string}`]: string }

/**
 * Runs the statements as the caller, in one transaction and one round trip: begin, role and claims, the statements, commit.
 * The first error rejects, and nothing of the transaction stays.
 */
export async function asRole(pool: pg.Pool, claims: Claims, statements: Statement[], settings: Settings = {}) {
  const client = await pool.connect()
  let broken = false
  try {
    const sent = [
      client.query(settings.readOnly ? 'begin read only' : 'begin'),
      client.query(becomeCaller(claims, settings)),
      ...statements.map((statement) => client.query(statement)),
      client.query('commit'),
    ]
    // Every promise has an owner: a pipelined query rejects before the commit is awaited, and would end the process.
    const answers = await Promise.allSettled(sent)
    const failure = answers.find((answer) => answer.status === 'rejected')
    if (failure) throw failure.reason
    return answers.slice(2, -1).map((answer) => (answer as PromiseFulfilledResult<pg.QueryResult>).value)
  } catch (error) {
    broken = isConnectionLost(error) || isStalePlan(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** What a handler gets: the rows, or the one row, of a statement inside the caller's transaction. */
export type Db = {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  one<Row>(text: string, values?: unknown[]): Promise<Row>
}

/** Like asRole, for work whose later statements depend on the answers of earlier ones. Commits when `work` resolves, else rolls back. */
export async function inTransaction<T>(
  pool: pg.Pool,
  claims: Claims | undefined,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  const query = async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[]
  try {
    await client.query('begin')
    if (claims) await client.query(becomeCaller(claims, {}))
    const result = await work({
      query,
      async one<Row>(text: string, values?: unknown[]) {
        const [row] = await query<Row>(text, values)
        if (row === undefined) throw new Error(`No row: ${text}`)
        return row
      },
    })
    await client.query('commit')
    return result
  } catch (error) {
    broken = isConnectionLost(error)
    if (!broken) await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

function becomeCaller(claims: Claims, settings: Settings): Statement {
  const { readOnly: _, ...parameters } = settings
  const names = Object.keys(parameters).sort()
  const set = names.map((name, i) => `, set_config('${name}', $${i + 3}, true)`).join('')
  return {
    name: `caller ${names.join(' ')}`,
    text: `select set_config('search_path', 'public, extensions', true), set_config('request.jwt.claims', $1, true)${set}, set_config('role', $2, true)`,
    values: [JSON.stringify(claims), claims.role, ...names.map((name) => parameters[name as `request.${string}`])],
  }
}

const isConnectionLost = (error: unknown) =>
  error instanceof Error && /terminat|ECONN|EPIPE|closed|timeout|not queryable/i.test(error.message)

/** After a change of the schema a prepared statement of this connection may fail for ever: give the connection up. */
const isStalePlan = (error: unknown) => ['0A000', '26000'].includes((error as { code?: string }).code ?? '')
