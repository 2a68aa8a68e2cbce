// Conditions that only the database can tell, asked of it once per change for all who have them.
import type pg from 'pg'
import type { Condition } from './filters.ts'
import type { RowChange } from './judge.ts'
import { type Match, valuesFor } from './listeners.ts'
import type { PublishedTable } from './tables.ts'

type Question = { column: string; operator: string; wanted: string[]; value: string }
/** What is known without asking, or the number of the question and whether its answer is turned around. */
type Answer = boolean | { place: number; negated: boolean }

/** Those whose conditions hold. Rejects when the database cannot say, or not in time. */
export async function askDatabase(pool: pg.Pool, change: RowChange, table: PublishedTable, matches: Match[]) {
  if (matches.every(({ subscription }) => subscription.asked.length === 0)) return matches
  const values = valuesFor(change)
  const questions: Question[] = []
  const places = new Map<string, number>()

  function answerTo({ column, operator, negated, values: wanted }: Condition): Answer {
    const value = values.get(column)
    if (value === undefined) return false
    // As in SQL: a comparison with null is neither true nor false, and its negation neither.
    if (value === null) return operator === 'isdistinct' && !negated
    const key = JSON.stringify([column, operator, wanted])
    const place = places.get(key) ?? questions.push({ column, operator, wanted, value }) - 1
    places.set(key, place)
    return { place, negated }
  }

  const asked = matches.map((match) => ({ match, answers: match.subscription.asked.map(answerTo) }))
  const holds = questions.length > 0 ? await ask(pool, table, questions) : []
  return asked
    .filter(({ answers }) =>
      answers.every((answer) => (typeof answer === 'boolean' ? answer : holds[answer.place] !== answer.negated)),
    )
    .map(({ match }) => match)
}

async function ask(pool: pg.Pool, table: PublishedTable, questions: Question[]) {
  const text = 'select realtime.conditions_hold($1, $2) as holds'
  const { rows } = await pool.query<{ holds: boolean[] }>(text, [table.relation, JSON.stringify(questions)])
  return rows[0]!.holds
}
