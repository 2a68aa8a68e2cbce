import type { Quiz } from './quiz-edit.ts'
import type { ShownVersion } from './staff.data.ts'

export type QuizTabProps = {
  quiz: Quiz
  /** The current version. */
  version: ShownVersion
}
