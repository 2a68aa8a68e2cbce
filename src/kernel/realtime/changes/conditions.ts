// Conditions that only the database can tell, asked of it once per change for all who have them.
import type pg from 'pg'
import type { Condition } from './filters.ts'
import type { RowChange } from './judge.ts'
import { type Match, valuesFor } from './listeners.ts'
import type { PublishedTable } from './tables.ts'

const tookTooLong = '57014'

type Question = { column: string; operator: string; wanted: string[]; value: string }
/** What is known without asking, or the number of the question and whether its answer is turned around. */
type Answer = boolean | { place: number; negated: boolean }

/** Those whose conditions hold, and those of whom the database could not say in time. */
export async function askDatabase(pool: pg.Pool, change: RowChange, table: PublishedTable, matches: Match[]) {
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
  const holds = await ask(pool, table, questions)
  const isMissing = (answer: Answer) => typeof answer !== 'boolean' && holds[answer.place] === undefined
  const isYes = (answer: Answer) => (typeof answer === 'boolean' ? answer : holds[answer.place] !== answer.negated)
  return {
    matches: asked.filter(({ answers }) => !answers.some(isMissing) && answers.every(isYes)).map(({ match }) => match),
    unanswered: asked.filter(({ answers }) => answers.some(isMissing)).map(({ match }) => match),
  }
}

/** All at once, and when that takes too long, one by one: only who asks too much goes without an answer. */
async function ask(pool: pg.Pool, table: PublishedTable, questions: Question[]): Promise<(boolean | undefined)[]> {
  if (questions.length === 0) return []
  const text = 'select realtime.conditions_match($1, $2) as holds'
  try {
    const { rows } = await pool.query<{ holds: boolean[] }>(text, [table.relation, JSON.stringify(questions)])
    return rows[0]!.holds
  } catch (error) {
    if ((error as { code?: string }).code !== tookTooLong) throw error
    if (questions.length === 1) return [undefined]
    const answers: (boolean | undefined)[] = []
    for (const question of questions) answers.push(...(await ask(pool, table, [question])))
    return answers
  }
}
