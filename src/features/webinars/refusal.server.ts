// Options and refusals of the functions that visitors call.
import { Refusal } from '#kernel/errors.ts'
import { refusals } from './webinars.ts'

/** Options of every function: a visitor has no rights on these tables, so the functions are the only entry point. */
export const visitorOptions = {
  caller: 'anyone',
  as: 'service',
  refusals,
  perClient: { burst: 30, refillMs: 3_600_000 },
} as const

export const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])
