// Creates the first version of the default quiz.
import type { Db } from '#kernel/postgres/transaction.ts'
import { financialStage } from './definition/financial-stage.ts'
import { quizSlug } from './quiz.ts'

/** Skipped if a version exists. */
export async function seedQuiz(db: Db) {
  await db.query(
    `with added as (
       insert into quiz_versions (quiz_id, number, definition) select id, 1, $2 from quizzes where slug = $1 and current_version is null
       returning quiz_id)
     update quizzes q set current_version = 1 from added where q.id = added.quiz_id`,
    [quizSlug, JSON.stringify(financialStage)],
  )
}
