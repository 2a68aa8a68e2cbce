// Records whether an FAQ answer helped a visitor.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import { RateAnswer, refusals } from './faq-feedback.ts'

export const rateAnswer = defineFunction({
  name: 'rate-answer',
  caller: 'anyone',
  as: 'service', // visitors have no rights on the table; this handler is their only way to write
  refusals,
  // Rate limit: enough to rate every answer of the page once, too low to skew the result.
  perClient: { burst: 30, refillMs: 3_600_000 },
  input: RateAnswer,
  output: z.object({}),
  async run({ input: { question, hasHelped }, db }) {
    const { isKnown } = await db.one<{ isKnown: boolean }>('select rate_answer($1, $2) as "isKnown"', [
      question,
      hasHelped,
    ])
    if (!isKnown) throw new Refusal('answer_gone', 404, refusals.answer_gone)
    return {}
  },
})
