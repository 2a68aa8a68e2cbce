// A reader says whether an answer helped.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import { RateAnswer, refusals } from './faq-feedback.ts'

export const rateAnswer = defineFunction({
  name: 'rate-answer',
  caller: 'anyone',
  as: 'service', // a visitor has no rights on the table: this is their only door
  refusals,
  // Whoever reads the whole page has a word about each; whoever wants to make an answer look bad has more.
  perClient: { burst: 30, refillMs: 3_600_000 },
  input: RateAnswer,
  output: z.object({}),
  async run({ input: { question, hasHelped }, db }) {
    const { stands } = await db.one<{ stands: boolean }>('select rate_answer($1, $2) as stands', [question, hasHelped])
    if (!stands) throw new Refusal('answer_gone', 404, refusals.answer_gone)
    return {}
  },
})
