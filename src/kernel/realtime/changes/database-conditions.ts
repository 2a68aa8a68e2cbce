// Filter conditions that only the database can evaluate, sent once per change for all their listeners.
import type pg from 'pg'
import type { Condition } from './filters.ts'
import type { RowChange } from './authorize-change.ts'
import { type Match, valuesFor } from './listeners.ts'
import type { PublishedTable } from './tables.ts'

const statementTimeout = '57014'

type Question = { column: string; operator: string; wanted: string[]; value: string }
/** A result known without a query, or the index of the question and whether its result is negated. */
type Answer = boolean | { index: number; negated: boolean }

/** The matches whose conditions hold, and those whose evaluation timed out. */
export async function evaluateInDatabase(pool: pg.Pool, change: RowChange, table: PublishedTable, matches: Match[]) {
  const values = valuesFor(change)
  const questions: Question[] = []
  const indexes = new Map<string, number>()

  function answerTo({ column, operator, negated, values: wanted }: Condition): Answer {
    const value = values.get(column)
    if (value === undefined) return false
    // As in SQL: a comparison with null is neither true nor false, and so is its negation.
    if (value === null) return operator === 'isdistinct' && !negated
    const key = JSON.stringify([column, operator, wanted])
    const index = indexes.get(key) ?? questions.push({ column, operator, wanted, value }) - 1
    indexes.set(key, index)
    return { index, negated }
  }

  const answered = matches.map((match) => ({ match, answers: match.subscription.databaseConditions.map(answerTo) }))
  const holds = await ask(pool, table, questions)
  const isMissing = (answer: Answer) => typeof answer !== 'boolean' && holds[answer.index] === undefined
  const isTrue = (answer: Answer) => (typeof answer === 'boolean' ? answer : holds[answer.index] !== answer.negated)
  return {
    matches: answered
      .filter(({ answers }) => !answers.some(isMissing) && answers.every(isTrue))
      .map(({ match }) => match),
    timedOut: answered.filter(({ answers }) => answers.some(isMissing)).map(({ match }) => match),
  }
}

/** All in one query; after a timeout one by one, so that only the expensive conditions stay unevaluated. */
async function ask(pool: pg.Pool, table: PublishedTable, questions: Question[]): Promise<(boolean | undefined)[]> {
  if (questions.length === 0) return []
  const text = 'select realtime.conditions_hold($1, $2) as holds'
  try {
    const { rows } = await pool.query<{ holds: boolean[] }>(text, [table.relation, JSON.stringify(questions)])
    return rows[0]!.holds
  } catch (error) {
    if ((error as { code?: string }).code !== statementTimeout) throw error
    if (questions.length === 1) return [undefined]
    const answers: (boolean | undefined)[] = []
    for (const question of questions) answers.push(...(await ask(pool, table, [question])))
    return answers
  }
}
