import type pg from 'pg'
import { type Condition, FilterError } from './filters.ts'

type Table = { relation: number }

/** Throws a FilterError when the database cannot evaluate the condition. */
export async function checkCondition(pool: pg.Pool, table: Table, { column, operator, values }: Condition) {
  const isPattern = ['match', 'imatch', 'like', 'ilike'].includes(operator)
  const text = 'select realtime.condition_matches($1, $2, $3, $4, $5)'
  const evaluate = () => pool.query(text, [table.relation, column, operator, values, isPattern ? '' : values[0]])
  try {
    // On a busy server the first evaluation on a connection may time out although the condition is cheap.
    await evaluate().catch((error: unknown) => (isTimeout(error) ? evaluate() : Promise.reject(error)))
  } catch (error) {
    throw asFilterError(error)
  }
}

const isTimeout = (error: unknown) => (error as { code?: string }).code === '57014'

/** Errors the author of the filter can fix, with PostgreSQL's message; Other errors are returned unchanged. */
export function asFilterError(error: unknown) {
  const { code = '', message } = error as { code?: string; message: string }
  if (isTimeout(error)) return new FilterError('the filter takes too long', { cause: error })
  const canBeMended = code.startsWith('22') || code.startsWith('23') || code.startsWith('54') || code === '42883'
  return canBeMended ? new FilterError(message, { cause: error }) : error
}
