// Labels of the quiz in the CRM.
import { maxScore } from './definition/quiz-definition.ts'
import type { QuizStatus } from './quiz-edit.ts'

export const statusLabels: Record<QuizStatus, string> = { published: 'פתוח', paused: 'מושהה' }
export const statusLooks: Record<QuizStatus, 'success' | 'warning'> = { published: 'success', paused: 'warning' }

export const withoutStage = 'בלי שלב'
export const scoreText = (score: number | null) => (score === null ? 'בלי ציון' : `${score} מתוך ${maxScore}`)
