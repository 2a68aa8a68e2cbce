// publish-quiz: validates a definition and publishes it as the next version. Attempts and results retain their version.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { QuizDefinition } from './definition/quiz-definition.ts'
import { PublishQuiz, QuizPublished, staffRefusals } from './quiz-edit.ts'

export const publishQuiz = defineFunction({
  name: 'publish-quiz',
  caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
  as: 'service', // only validated definitions may become versions
  refusals: staffRefusals,
  input: PublishQuiz,
  output: QuizPublished,
  async run({ input: { id, edited, definition }, db }) {
    const parsed = QuizDefinition.safeParse(definition)
    if (!parsed.success)
      throw new Refusal(
        'quiz_invalid',
        422,
        staffRefusals.quiz_invalid,
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
      )
    return db.one<{ version: number }>('select publish_quiz($1, $2, $3) as version', [
      id,
      JSON.stringify(parsed.data),
      edited,
    ])
  },
})
