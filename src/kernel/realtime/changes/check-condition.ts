import type pg from 'pg'
import { type Condition, FilterError } from './filters.ts'

type Table = { relation: number }

/** Throws a FilterError when the database can make nothing of the condition. */
export async function checkCondition(pool: pg.Pool, table: Table, { column, operator, values }: Condition) {
  const isPattern = operator === 'match' || operator === 'imatch'
  const text = 'select realtime.condition_holds($1, $2, $3, $4, $5)'
  try {
    await pool.query(text, [table.relation, column, operator, values, isPattern ? '' : values[0]])
  } catch (error) {
    throw asFilterError(error)
  }
}

/** What the developer who wrote the filter can mend, in PostgreSQL's words; other errors stay what they are. */
export function asFilterError(error: unknown) {
  const { code = '', message } = error as { code?: string; message: string }
  return code.startsWith('22') || code === '42883' ? new FilterError(message, { cause: error }) : error
}
