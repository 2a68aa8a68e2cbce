// Filter conditions that only the database can evaluate, sent once per change for all their listeners.
import type pg from 'pg'
import type { Condition } from './filters.ts'
import type { RowChange } from './authorize-change.ts'
import { type Match, valuesFor } from './listeners.ts'
import type { PublishedTable } from './tables.ts'

const statementTimeout = '57014'

type Check = { column: string; operator: string; wanted: string[]; value: string }
/** A result known without a query, or the index of the check and whether its result is negated. */
type Evaluation = boolean | { index: number; negated: boolean }

/** The matches whose conditions hold, and those whose evaluation timed out. */
export async function evaluateInDatabase(pool: pg.Pool, change: RowChange, table: PublishedTable, matches: Match[]) {
  const values = valuesFor(change)
  const checks: Check[] = []
  const indexes = new Map<string, number>()

  function evaluationOf({ column, operator, negated, values: wanted }: Condition): Evaluation {
    const value = values.get(column)
    if (value === undefined) return false
    // As in SQL: a comparison with null is neither true nor false, and so is its negation.
    if (value === null) return operator === 'isdistinct' && !negated
    const key = JSON.stringify([column, operator, wanted])
    const index = indexes.get(key) ?? checks.push({ column, operator, wanted, value }) - 1
    indexes.set(key, index)
    return { index, negated }
  }

  const evaluated = matches.map((match) => ({
    match,
    evaluations: match.subscription.databaseConditions.map(evaluationOf),
  }))
  const holds = await runChecks(pool, table, checks)
  const isMissing = (evaluation: Evaluation) => typeof evaluation !== 'boolean' && holds[evaluation.index] === undefined
  const isTrue = (evaluation: Evaluation) =>
    typeof evaluation === 'boolean' ? evaluation : holds[evaluation.index] !== evaluation.negated
  return {
    matches: evaluated
      .filter(({ evaluations }) => !evaluations.some(isMissing) && evaluations.every(isTrue))
      .map(({ match }) => match),
    timedOut: evaluated.filter(({ evaluations }) => evaluations.some(isMissing)).map(({ match }) => match),
  }
}

/** Runs all checks in one query, and after a timeout one by one, so that only the expensive conditions are not evaluated. */
async function runChecks(pool: pg.Pool, table: PublishedTable, checks: Check[]): Promise<(boolean | undefined)[]> {
  if (checks.length === 0) return []
  const text = 'select realtime.conditions_match($1, $2) as holds'
  try {
    const { rows } = await pool.query<{ holds: boolean[] }>(text, [table.relation, JSON.stringify(checks)])
    return rows[0]!.holds
  } catch (error) {
    if ((error as { code?: string }).code !== statementTimeout) throw error
    if (checks.length === 1) return [undefined]
    const evaluations: (boolean | undefined)[] = []
    for (const check of checks) evaluations.push(...(await runChecks(pool, table, [check])))
    return evaluations
  }
}
