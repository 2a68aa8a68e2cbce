// read-quiz-answers: the answers of one result that the caller may read.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import type { QuizAnswers } from './definition/quiz-definition.ts'
import { QuizAnswersRead, ReadQuizAnswers, staffRefusals } from './quiz-edit.ts'

export const readQuizAnswers = ({ seal }: { seal: Seal }) =>
  defineFunction({
    name: 'read-quiz-answers',
    caller: async (db: Db) =>
      (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales') as may`)).may,
    refusals: staffRefusals,
    input: ReadQuizAnswers,
    output: QuizAnswersRead,
    async run({ input: { id }, db }) {
      const seen = await db.query('select from quiz_attempts where id = $1 and result is not null', [id])
      if (seen.length === 0) throw new Refusal('result_not_found', 404, staffRefusals.result_not_found)
      const [row] = await db.query<{ sealed: Buffer }>('select sealed from open_quiz_answers($1)', [id])
      const answers = row && (seal.open(id, row.sealed) as QuizAnswers | undefined)
      return { answers: answers ?? null, isLost: row !== undefined && answers === undefined }
    },
  })
